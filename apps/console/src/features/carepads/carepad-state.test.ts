import type { Carepad } from '@whereabouts/contract/carepads'
import { expect, test } from 'vitest'
import { groupsOf, inUnit, stateOf, temperatureText, toCelsius } from './carepad-state.ts'

const NOW = 1_000_000
const pad = (carepad_name: string, given: Partial<Carepad> = {}): Carepad => ({
  ...{ carepad_id: carepad_name, carepad_name, logger_id: null, make: '', battery: 80, temperature: 4, last_seen: NOW },
  ...{ humidity: null, has_own_unit: false, measures: 'fridge', normal_since: null },
  ...{ temperature_unit: 'C', threshold_high: 8, threshold_low: 2, alert_type: 'instant', encrypted: false },
  ...{ high_since: null, low_since: null, battery_low: false, alerted: false, removal_pending: false },
  ...given,
})

test.each([
  ['normal', {}],
  ['high', { high_since: 5, alerted: true }],
  ['high', { high_since: 5, alerted: true, last_seen: 5 }],
  ['low', { low_since: 5, alerted: true }],
  ['pending', { low_since: 5 }],
  ['battery', { battery_low: true }],
  ['nodata', { last_seen: null }],
  ['nodata', { last_seen: NOW - 931, battery_low: true }],
] as const)('a carepad is %s by %j', (state, given) => {
  expect(stateOf(pad('Bed', given), NOW)).toBe(state)
})

test('groups in need of attention come first, and the unassigned group last', () => {
  const [ward, pharmacy] = ['Ward', 'Pharmacy'].map((name) => ({ logger_id: name, logger_name: name, image: '' }))
  const pads = [
    pad('Spare', { high_since: 1, alerted: true }),
    pad('Bed 2', { logger_id: 'Ward' }),
    pad('Bed 1', { logger_id: 'Ward' }),
    pad('Fridge A', { logger_id: 'Pharmacy' }),
    pad('Fridge B', { logger_id: 'Pharmacy', high_since: 1, alerted: true }),
  ]
  const named = groupsOf(pads, [ward!, pharmacy!], NOW).map(({ logger, rows }) => [
    logger?.logger_name,
    ...rows.map(({ carepad }) => carepad.carepad_name),
  ])
  expect(named).toEqual([
    ['Pharmacy', 'Fridge B', 'Fridge A'],
    ['Ward', 'Bed 1', 'Bed 2'],
    [undefined, 'Spare'],
  ])
})

test('temperatures and thresholds convert between Celsius and Fahrenheit', () => {
  expect([inUnit(38, 'C'), inUnit(38, 'F')]).toEqual([38, 100.4])
  expect([temperatureText(-19.64, 'C'), temperatureText(-19.64, 'F'), temperatureText(-0.01, 'C')]).toEqual([
    '−19.6',
    '−3.4',
    '0.0',
  ])
  expect(toCelsius(100.4, 'F')).toBe(38)
  expect(toCelsius(inUnit(7.77, 'F'), 'F')).toBe(7.77)
})
