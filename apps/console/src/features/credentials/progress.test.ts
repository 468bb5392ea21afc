import type { Credential } from '@whereabouts/contract/credentials'
import type { Station } from '@whereabouts/contract/stations'
import { expect, test } from 'vitest'
import { progressOf } from './progress.ts'

const sender = (rest: Partial<Credential> = {}): Credential => ({
  ...{ sender_id: 'one', kind: 'owntracks', t4_id: null, created_time: 1, last_used: null, made_by_link: '' },
  ...{ has_payload_key: false, set_aside: [], connected_time: null },
  ...rest,
})
const aside = (reason: string) => ({ set_aside: [{ reason, count: 1, last_day: '2026-11-27' }] })
const station = (rest: Partial<Station>) => ({ t4_id: 'S', map_id: null, gps_latitude: null, ...rest }) as Station
const tracker = (place: { gps_latitude?: number; indoor_X?: number }) => ({
  gps_latitude: null,
  indoor_X: null,
  ...place,
})
const step = (
  of: Credential | undefined,
  known: { tracker?: Parameters<typeof tracker>[0]; stations?: Station[] } = {},
) =>
  progressOf(of, {
    trackerOf: (id) => (id === 'one' && known.tracker !== undefined ? tracker(known.tracker) : undefined),
    stationOf: (id) => known.stations?.find(({ t4_id }) => t4_id === id),
  }).step

test('a sender waits, is set aside with its reason, or is heard; a harmless note is no reason', () => {
  expect(step(undefined)).toBe('waiting')
  expect(step(sender())).toBe('waiting')
  expect(step(sender(aside('encrypted_no_key')))).toBe('setAside')
  expect(step(sender(aside('clockAhead')))).toBe('waiting')
  expect(step(sender({ connected_time: 5 }))).toBe('connected')
  expect(step(sender({ ...aside('not_read 0x94'), connected_time: 5 }))).toBe('connected')
  expect(step(sender({ ...aside('bad_frame'), connected_time: 5 }))).toBe('setAside')
  expect(step(sender({ ...aside('encrypted_no_key'), last_used: 5 }))).toBe('noLocation')
})

test('a phone is on the map once it has a place, a station once it has a place, and a reader or a network never', () => {
  expect(step(sender({ last_used: 5 }), { tracker: {} })).toBe('noLocation')
  expect(step(sender({ last_used: 5 }), { tracker: { gps_latitude: 0 } })).toBe('onMap')
  expect(step(sender({ last_used: 5 }), { tracker: { indoor_X: 12 } })).toBe('onMap')
  const board = sender({ kind: 'espresense', t4_id: 'S', last_used: 5 })
  expect(step(board)).toBe('waiting')
  expect(step(board, { stations: [station({})] })).toBe('unplaced')
  expect(step(board, { stations: [station({ map_id: 'M' })] })).toBe('placed')
  expect(step(board, { stations: [station({ gps_latitude: 24 })] })).toBe('placed')
  expect(step(sender({ kind: 'reader', last_used: 5 }))).toBe('reading')
  expect(step(sender({ kind: 'meshtastic', t4_id: 'S', last_used: 5 }))).toBe('claims')
})
