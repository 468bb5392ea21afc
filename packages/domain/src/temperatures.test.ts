import { expect, test } from 'vitest'
import {
  likelyMeasured,
  moveTemperature,
  type TemperatureMemory,
  type TemperatureRules,
  USUAL_LIMITS,
} from './temperatures.ts'

const fridge: TemperatureRules = { threshold_high: 8, threshold_low: 2, alert_type: 'instant' }
const slow: TemperatureRules = { ...fridge, alert_type: 'persistent' }
const MINUTE_MS = 60_000

/** Applies readings given by minute; answers the events and their minutes. */
function read(rules: TemperatureRules, readings: readonly (readonly [minute: number, celsius: number])[]): string[] {
  let memory: TemperatureMemory | undefined
  return readings.flatMap(([minute, celsius]) => {
    const move = moveTemperature(memory, celsius, minute * MINUTE_MS, rules)
    memory = move.memory
    return move.steps.map((step) => {
      const rest =
        step.step === 'begin' ? (step.isRaised ? ' rings' : '') : step.step === 'end' && step.isNormal ? ' normal' : ''
      return `${minute} ${step.step} ${step.side}${rest}`
    })
  })
}

test('an instant alert rings on the first reading beyond the threshold, and once', () => {
  expect(
    read(fridge, [
      [0, 8],
      [1, 8.1],
      [2, 9],
      [3, 8.1],
    ]),
  ).toEqual(['1 begin high rings'])
  expect(
    read(fridge, [
      [0, 2],
      [1, 1.9],
      [2, 1],
    ]),
  ).toEqual(['1 begin low rings'])
})

test('a temperature that flickers at its threshold rings once, and is normal 0.2 degrees within', () => {
  expect(
    read(fridge, [
      [0, 8.1],
      [1, 7.9],
      [2, 8.1],
      [3, 7.81],
      [4, 8.1],
      [5, 7.8],
    ]),
  ).toEqual(['0 begin high rings', '5 end high normal'])
  expect(
    read(fridge, [
      [0, 1.9],
      [1, 2.1],
      [2, 1.9],
      [3, 2.19],
      [4, 2.2],
    ]),
  ).toEqual(['0 begin low rings', '4 end low normal'])
})

test('a temperature that goes from too high to too low is not reported as back to normal', () => {
  expect(
    read(fridge, [
      [0, 9],
      [1, 1],
    ]),
  ).toEqual(['0 begin high rings', '1 end high', '1 begin low rings'])
})

test('a persistent alert rings after 20 unbroken minutes', () => {
  const minutes = (from: number, to: number, celsius: number) =>
    Array.from({ length: to - from + 1 }, (_, place) => [from + place, celsius] as const)
  expect(read(slow, minutes(0, 40, 9))).toEqual(['0 begin high', '20 raise high'])
  expect(read(slow, [...minutes(0, 19, 9), [20, 7], ...minutes(21, 41, 9)])).toEqual([
    ...['0 begin high', '20 end high normal', '21 begin high', '41 raise high'],
  ])
})

test('a gap of 15 and a half minutes does not interrupt it, one a second longer does', () => {
  expect(
    read(slow, [
      [0, 9],
      [15.5, 9],
      [20, 9],
    ]),
  ).toEqual(['0 begin high', '20 raise high'])
  expect(
    read(slow, [
      [0, 9],
      [15.51, 9],
      [20, 9],
      [35.5, 9],
      [36, 9],
    ]),
  ).toEqual([...['0 begin high', '15.51 lapse high', '15.51 begin high', '36 raise high']])
})

test('an alert that rang continues through silence, and one switched to instant rings at the next reading', () => {
  expect(
    read(fridge, [
      [0, 9],
      [60, 9],
      [61, 5],
    ]),
  ).toEqual(['0 begin high rings', '61 end high normal'])
  const { memory } = moveTemperature(undefined, 9, 0, slow)
  expect(moveTemperature(memory, 9, MINUTE_MS, fridge).steps).toEqual([{ step: 'raise', side: 'high' }])
})

test('without a low limit nothing is too cold', () => {
  const freezer: TemperatureRules = { ...USUAL_LIMITS.freezer, alert_type: 'instant' }
  expect(
    read(freezer, [
      [0, -40],
      [1, -14],
      [2, -40],
    ]),
  ).toEqual(['1 begin high rings', '2 end high normal'])
})

test('a thermometer most likely measures what has its temperature, so that a room of 19 degrees does not ring', () => {
  expect([36.5, 32, 31.9, 19, 12, 4, -5, -18, null].map(likelyMeasured)).toEqual([
    ...['body', 'body', 'room', 'room', 'room', 'fridge', 'fridge', 'freezer', 'room'],
  ])
  expect(read({ ...USUAL_LIMITS[likelyMeasured(19)], alert_type: 'instant' }, [[0, 19]])).toEqual([])
})

test('an instant alert rings on the first reading, a persistent one after 20 unbroken minutes only [ENT-carepad.alert_type]', () => {
  const warm = Array.from({ length: 21 }, (_, minute) => [minute, 9] as const)
  expect(read(fridge, warm)).toEqual(['0 begin high rings'])
  expect(read(slow, warm)).toEqual(['0 begin high', '20 raise high'])
  const broken = warm.map(([minute, celsius]) => [minute, minute === 10 ? 5 : celsius] as const)
  expect(read(slow, broken)).toEqual(['0 begin high', '10 end high normal', '11 begin high'])
})
