import { expect, test } from 'vitest'
import { givenTracker, NOW } from '../live/given.ts'
import { TRACKERS } from '../live/kinds.ts'
import { LiveTable } from '../live/live-table.ts'
import { countSettings, listSettings } from './settings-list.ts'

const set = (pending: boolean, adv_settings: Record<string, unknown>) => ({
  sync_config: { adv_settings, update_time: NOW, pending },
})
const trackers = [
  givenTracker('never'),
  givenTracker('slow', set(false, { report_interval_s: 600 })),
  givenTracker('quick', set(true, { report_interval_s: 30, ring_volume: 7 })),
  givenTracker('phone', { device_model: 'mobile' }),
  givenTracker('other make', { make: 'Ruuvi' }),
  givenTracker('shared', { sharing: { share_from: { id: 'x' }, share_to: [] } }),
]
const table = new LiveTable(TRACKERS, new Intl.Collator('en').compare)
table.put(trackers, NOW)
const list = (query: Partial<Parameters<typeof listSettings>[1]> = {}) =>
  Array.from(
    listSettings(table, { search: '', onlyPending: false, column: 'state', isDescending: false, ...query }),
    (slot) => table.at(slot)?.name,
  )

test('devices that take settings are listed, those that wait for their report first', () => {
  expect(list()).toEqual(['quick', 'slow', 'never'])
  expect(countSettings(trackers)).toEqual({ all: 3, pending: 1 })
})

test('they are found by name, narrowed to pending ones, and sorted by a setting; what was never set stands last', () => {
  expect(list({ search: 'SLO' })).toEqual(['slow'])
  expect(list({ onlyPending: true })).toEqual(['quick'])
  expect(list({ column: 'name' })).toEqual(['never', 'quick', 'slow'])
  expect(list({ column: 'report_interval_s' })).toEqual(['quick', 'slow', 'never'])
  expect(list({ column: 'report_interval_s', isDescending: true })).toEqual(['slow', 'quick', 'never'])
})
