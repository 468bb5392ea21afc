import { expect, test } from 'vitest'
import type { KnownStation } from '../../state/account-directory.ts'
import { type LogRow, NOTHING_SAID } from '../../state/log-row.ts'
import type { SetBacks } from '../../state/moments.ts'
import type { TrackerState } from '../../state/tracker-state.ts'
import { advance, type HeardBy } from './place.ts'

const T = 1_800_000_000_000
const NOW = T + 500

const stationAt = (id: string, rest: Partial<KnownStation>): KnownStation => ({
  t4_id: id,
  t4_name: `Name of ${id}`,
  photo: '',
  gps_latitude: null,
  gps_longitude: null,
  map_id: null,
  map_name: null,
  indoor_X: null,
  indoor_Y: null,
  wifi_ssid: '',
  mac_address: '',
  lock_mancal: false,
  blinking_until_ms: null,
  created_at: 0,
  metres_per_pixel: null,
  ...rest,
})
const stations = new Map(
  [
    stationAt('A', { gps_latitude: 1, gps_longitude: 1 }),
    stationAt('B', { gps_latitude: 2, gps_longitude: 2 }),
    stationAt('mapped', { map_id: 'map', indoor_X: 10, indoor_Y: 20, metres_per_pixel: 0.05 }),
  ].map((station) => [station.t4_id, station]),
)

const row = (rest: Partial<LogRow>): LogRow => ({
  account_id: 'account',
  device_id: 'tag',
  scanned_at_ms: T,
  sender_id: 'A',
  seq: '1',
  received_at_ms: Math.max(T, rest.scanned_at_ms ?? T),
  clock_ahead: false,
  ...NOTHING_SAID,
  log_order: 1,
  ...rest,
})

/** The state after the rows in their order. */
function after(
  rows: readonly Partial<LogRow>[],
  before?: TrackerState,
  nowMs = NOW,
  setBacks: SetBacks = [],
): TrackerState {
  const written = rows.map((said, index) => row({ log_order: (before?.log_order ?? 0) + index + 1, ...said }))
  const last = written.reduce<TrackerState | undefined>((state, next) => {
    const station = stations.get(next.sender_id)
    const heardBy: HeardBy = station === undefined ? { kind: 'phone', name: 'Phone' } : { kind: 'station', station }
    return advance(state, next, heardBy, { stations, setBacks, nowMs })
  }, before)
  return last!
}

const byPhone = { sender_id: 'phone', gps_latitude: 9, gps_longitude: 9, rssi: -50 }

test('a station that reports late never takes a device from the phone that placed it since', () => {
  const phone = after([byPhone])
  const late = after([{ sender_id: 'mapped', rssi: -40, scanned_at_ms: T - 10_000 }], phone)
  expect(late).toMatchObject({ sender_id: 'phone', gps_latitude: 9, map_id: null, located_at_ms: T })
  const next = after([{ sender_id: 'mapped', rssi: -40, scanned_at_ms: T + 1 }], late)
  expect(next).toMatchObject({ sender_id: 'mapped', map_id: 'map', located_at_ms: T + 1 })
})

test('a weak station that reports late never takes a device from the strong one, nor lends its place that time', () => {
  const near = after([{ sender_id: 'A', rssi: -50 }])
  const late = after([{ sender_id: 'B', rssi: -95, scanned_at_ms: T - 20_000 }], near)
  expect(late).toMatchObject({ sender_id: 'A', sender_name: 'Name of A', gps_latitude: 1, located_at_ms: T })
})

test('between stations with coordinates a device stays at the nearer one, however they take turns', () => {
  let state = after([{ sender_id: 'A', rssi: -55 }])
  for (let second = 1; second <= 20; second += 1) {
    const sender_id = second % 2 === 0 ? 'A' : 'B'
    const rssi = sender_id === 'A' ? -55 : -75
    state = after([{ sender_id, rssi, scanned_at_ms: T + second * 1000 }], state, NOW + second * 1000)
    expect(state).toMatchObject({ sender_id: 'A', gps_latitude: 1, located_at_ms: T + second * 1000 })
  }
})

test('between two that hear it alike a device stays where it is, and goes with the first that hears it clearly better', () => {
  const alike = after([
    { sender_id: 'A', rssi: -60 },
    { sender_id: 'B', rssi: -57, scanned_at_ms: T + 100 },
  ])
  expect(alike).toMatchObject({ sender_id: 'A' })
  expect(after([{ sender_id: 'B', rssi: -45, scanned_at_ms: T + 400 }], alike)).toMatchObject({
    sender_id: 'B',
    gps_latitude: 2,
    reason_code: 3,
  })
})

test('a station that no longer hears a device lets it go to one that does', () => {
  const state = after([{ sender_id: 'A', rssi: -50 }])
  const later = after([{ sender_id: 'B', rssi: -90, scanned_at_ms: T + 16_000 }], state, NOW + 16_000)
  expect(later).toMatchObject({ sender_id: 'B', gps_latitude: 2 })
})

test('a row that comes again changes nothing', () => {
  const rows: Partial<LogRow>[] = [
    { sender_id: 'mapped', rssi: -60, scanned_at_ms: T - 3000 },
    { sender_id: 'A', rssi: -70, scanned_at_ms: T - 2000, connected: false },
    { sender_id: 'mapped', rssi: -50, scanned_at_ms: T - 1000, connected: false },
  ].map((said, index) => ({ ...said, log_order: index + 1 }))
  const once = after(rows)
  expect(after(rows, once)).toEqual(once)
})

test('times of a wrong clock stay ignored in a replay of the log', () => {
  const ahead = { ...byPhone, scanned_at_ms: T + 3_600_000, battery: 30, log_order: 1 }
  const mapped = { sender_id: 'mapped', rssi: -50, scanned_at_ms: T + 3_600_000, log_order: 2 }
  const right = { sender_id: 'A', rssi: -60, battery: 29, log_order: 3 }
  const now = after([ahead, mapped, right], undefined, NOW, [3])
  expect(now).toMatchObject({ last_seen_ms: T, battery: 29, sender_id: 'A', gps_latitude: 1, located_at_ms: T })
  expect(after([ahead, mapped], now, NOW, [3])).toEqual(now)
})

test('after the clock was set back new reports count, and times in the future are dropped', () => {
  const hour = 3_600_000
  const ahead = after(
    [{ sender_id: 'mapped', rssi: -50, scanned_at_ms: T + hour, connected: false, battery: 30 }],
    undefined,
    NOW + hour,
  )
  const next = (said: Partial<LogRow>) => after([said], ahead, NOW, [ahead.log_order + 1])
  const now = next({ sender_id: 'A', rssi: -60, battery: 29 })
  expect(now).toMatchObject({ last_seen_ms: T, battery: 29, sender_id: 'A', gps_latitude: 1, located_at_ms: T })
  expect(now.sightings).toEqual([{ stationId: 'A', rssiDbm: [-60], scannedAtMs: [T] }])
  expect(next({ ...byPhone, sender_id: 'phone' })).toMatchObject({ gps_latitude: 9, located_at_ms: T })
  // What was said before it still stands until somebody says otherwise, but not at a time to come.
  expect(next({ sender_id: 'A', connected: false })).toMatchObject({ disconnected_at_ms: T, battery: 30 })
})
