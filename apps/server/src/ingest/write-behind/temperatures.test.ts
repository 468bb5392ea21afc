import { expect, test } from 'vitest'
import { Temperatures } from './temperatures.ts'

const HOUR_MS = 3_600_000
const device = { account_id: 'account', id: 'pad' }
const at = (minute: number, second = 0) => 10 * HOUR_MS + minute * 60_000 + second * 1000

test('the extremes of each minute are kept whatever order readings come in', () => {
  const temperatures = new Temperatures()
  for (const [atMs, celsius] of [
    [at(1, 30), 5],
    [at(0), 4.2],
    [at(1, 5), 9.4],
    [at(1, 40), -1.25],
    [at(0, 30), 4.2],
  ] as const) {
    temperatures.note(device, atMs, celsius)
  }
  const [hour, ...others] = temperatures.take()
  expect(others).toEqual([])
  expect(hour).toMatchObject({ ...device, hourMs: 10 * HOUR_MS })
  expect(hour?.lows.slice(0, 3)).toEqual([420, -125, null])
  expect(hour?.highs.slice(0, 3)).toEqual([420, 940, null])
})

test('a reading within the extremes of its minute is not written again', () => {
  const temperatures = new Temperatures()
  temperatures.note(device, at(5), 4)
  temperatures.note(device, at(5, 1), 6)
  temperatures.take()
  temperatures.note(device, at(5, 2), 5)
  expect(temperatures.take()).toEqual([])
  temperatures.note(device, at(6), 5)
  expect(temperatures.take()).toHaveLength(1)
})

test('hours that were not written wait on, together with what came meanwhile', () => {
  const temperatures = new Temperatures()
  temperatures.note(device, at(5), 4)
  const failed = temperatures.take()
  temperatures.note(device, at(5, 30), 9)
  temperatures.putBack(failed)
  const [hour] = temperatures.take()
  expect([hour?.lows[5], hour?.highs[5]]).toEqual([400, 900])
})
