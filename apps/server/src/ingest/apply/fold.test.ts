/** Whatever order reports come in and however they are gathered, they make one past. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccountDirectory, KnownStation, KnownTracker, KnownZone } from '../../state/account-directory.ts'
import { type LogRow, NOTHING_SAID } from '../../state/log-row.ts'
import { noEvents, type PastEvents, type PastWrite } from '../write-behind/past-rows.ts'
import { foldRow, inPastOrder, NO_PAST } from './fold.ts'
import { Pasts } from './pasts.ts'
import { siteThen } from './site-then.ts'

const ACCOUNT = '3d5c2a0e-6f0c-4a53-9a0e-1b6f0a9c7d11'
const TAG = 'G3-00000001'
const NO_SITE = { maps: new Map(), mapOfStation: new Map() }

const station = (t4_id: string, place: Partial<KnownStation>) =>
  ({
    t4_id,
    t4_name: `Station ${t4_id}`,
    ...{
      map_id: null,
      indoor_X: null,
      indoor_Y: null,
      gps_latitude: null,
      gps_longitude: null,
      metres_per_pixel: null,
    },
    ...place,
  }) as KnownStation

const zone = (id: string, shape: KnownZone['shape']) =>
  ({ id, zone_name: id, zone_type: 'attendance', shape, class_indexes: null, active_times: null }) as KnownZone

const account = {
  stations: new Map(
    [
      station('A', { gps_latitude: 35, gps_longitude: 139 }),
      station('B', { gps_latitude: 35.01, gps_longitude: 139 }),
      station('C', {}),
    ].map((one) => [one.t4_id, one]),
  ),
  trackers: new Map([[TAG, { name: 'Mei', class_index: 1 } as KnownTracker]]),
  zones: [
    zone('ward', { t4_ids: ['A'] }),
    zone('yard', {
      polygon: [
        [138.99, 34.99],
        [139.01, 34.99],
        [139.01, 35.005],
        [138.99, 35.005],
      ],
    }),
  ],
  earlier: { stations: new Map(), zones: new Map(), trackers: new Map() },
  mapNames: new Map(),
  timezone: 'Asia/Tokyo',
} as unknown as AccountDirectory

const START = Date.UTC(2026, 10, 10, 8)

/** A walk: how long after the one before (ms) each report is, who sent it, and where it is. */
const walk = fc.array(
  fc.record({
    afterMs: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 40_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 900_000, max: 20_000_000 }) },
    ),
    sender: fc.constantFrom('A', 'B', 'C', TAG),
    rssi: fc.integer({ min: -95, max: -40 }),
    north: fc.integer({ min: 0, max: 20 }),
    moving: fc.constantFrom(null, true, false),
    steps: fc.option(fc.integer({ min: 0, max: 400 })),
    isPlaced: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60 },
)

function rowsOf(steps: typeof walk extends fc.Arbitrary<infer Steps> ? Steps : never): LogRow[] {
  let atMs = START
  return steps.map(({ afterMs, sender, rssi, north, moving, steps, isPlaced }, index) => {
    atMs += afterMs
    const isOwn = sender === TAG
    return {
      ...NOTHING_SAID,
      ...{ account_id: ACCOUNT, device_id: TAG, scanned_at_ms: atMs, sender_id: sender, seq: `${index}` },
      ...{ received_at_ms: atMs, clock_ahead: false, log_order: 0, moving, steps, rssi: isOwn ? null : rssi },
      ...(isOwn && isPlaced ? { gps_latitude: 35 + north / 2000, gps_longitude: 139 } : {}),
    }
  })
}

/** The past of reports in the order of their times, all at once. */
function pastOf(rows: readonly LogRow[]): PastEvents {
  const events = noEvents()
  let past = NO_PAST
  for (const row of rows.toSorted(inPastOrder)) past = foldRow(past, row, siteThen(account), undefined, events)
  return events
}

/** The rows of a past, with those that its hot row holds. */
function written(writes: readonly PastWrite[]) {
  const [stays, positions, visits] = [
    writes.flatMap(({ events }) => events.stays),
    writes.flatMap(({ events }) => events.positions),
    writes.flatMap(({ events }) => events.visits),
  ]
  return { stays, positions, visits, late: writes.flatMap(({ late }) => late ?? []) }
}

test('reports in any order within three seconds, in any pieces and after any restart, make the past of the sorted ones', () => {
  fc.assert(
    fc.property(
      walk,
      fc.array(fc.integer({ min: 0, max: 2500 }), { minLength: 60, maxLength: 60 }),
      fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
      fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
      (steps, delays, isWritten, isRestarted) => {
        const rows = rowsOf(steps)
        const arrivals = rows
          .map((row, index) => ({ ...row, received_at_ms: row.scanned_at_ms + delays[index]! }))
          .toSorted((one, other) => one.received_at_ms - other.received_at_ms)
          .map((row, index) => ({ ...row, log_order: index + 1 }))
        const fail = (error: unknown) => {
          throw error
        }
        const device = { account_id: ACCOUNT, id: TAG }
        let pasts = new Pasts({ onLate: () => {}, onBug: fail, rowsOfState: 7 })
        const writes: PastWrite[] = []
        const write = (nowMs: number) => {
          const [one] = pasts.take([device], nowMs)
          writes.push(one!)
          return one!
        }
        for (const [index, row] of arrivals.entries()) {
          pasts.note(device, row, undefined, { account, site: NO_SITE })
          if (isWritten[index] !== true) continue
          const { past } = write(row.received_at_ms)
          if (isRestarted[index] !== true) continue
          pasts = new Pasts({ onLate: () => {}, onBug: fail, rowsOfState: 7 })
          pasts.load(device, JSON.parse(JSON.stringify(past)), undefined)
          for (const again of arrivals.slice(0, index + 1))
            pasts.note(device, again, undefined, { account, site: NO_SITE })
        }
        write(Number.MAX_SAFE_INTEGER)
        const expected = pastOf(arrivals)
        const { stays, positions, visits, late } = written(writes)
        expect({ stays, positions, visits, late }).toEqual({
          ...{ stays: expected.stays, positions: expected.positions, visits: expected.visits, late: [] },
        })
      },
    ),
    { numRuns: 200 },
  )
})
