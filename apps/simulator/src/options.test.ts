import { expect, test } from 'vitest'
import { readOptions, UsageError } from './options.ts'

test('without a word the day is played to the demo on this machine', () => {
  expect(readOptions([])).toEqual({
    kind: 'story',
    name: 'day',
    url: 'http://127.0.0.1:8080',
    mqttUrl: 'mqtt://127.0.0.1:1883',
    seed: 1,
    speed: 1,
    quiet: false,
    hour: undefined,
  })
})

test('a scenario by name takes address, seed, speed and hour', () => {
  const args = ['wandering', '--url', 'https://a.example', '--seed', '7', '--speed', '2.5', '--scenario-clock', '23.5']
  expect(readOptions(args)).toMatchObject({
    kind: 'story',
    name: 'wandering',
    url: 'https://a.example',
    seed: 7,
    speed: 2.5,
    hour: 23.5,
  })
  expect(readOptions(['day', '--scenario-clock', 'now'])).toMatchObject({ hour: undefined })
})

test('--devices makes it a load', () => {
  expect(readOptions(['--devices', '10000', '--rate', '500', '--batch', '1', '--via', 'mqtt'])).toMatchObject({
    kind: 'load',
    devices: 10_000,
    rate: 500,
    batch: 1,
    via: 'mqtt',
    seconds: undefined,
    credentials: undefined,
  })
})

test.each([
  [['nap'], "Unknown scenario 'nap'. Known: day, night-shift, station-goes-dark, lost-wheelchair, wandering."],
  [['day', 'night-shift'], "One scenario at a time: 'night-shift' is one too many."],
  [['--spede', '2'], "Unknown option '--spede'. See --help."],
  [['--seed', '1.5'], "--seed is a whole number from 0 to 4294967295, not '1.5'."],
  [['--speed', ''], "--speed is a number from 0.1 to 60, not ''."],
  [['--scenario-clock', 'soon'], "--scenario-clock is a number from 0 to 24, not 'soon'."],
  [['--url', 'localhost:8080'], "--url is an address that begins with http:// or https://, not 'localhost:8080'."],
  [['--rate', '5'], '--rate belongs to a load: give --devices too.'],
  [['day', '--devices', '5'], "A load (--devices) plays no scenario: leave out 'day'."],
  [['--devices', '5', '--via', 'post'], "--via is http or mqtt, not 'post'."],
])('%j is told in one sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(new UsageError(sentence))
})
