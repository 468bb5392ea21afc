/** What of a past that was made again differs from the one that was recorded. Pure. Source: decision 0086. */
import type { PastPosition, PastStay, PastVisit } from '../../state/open-past.ts'
import type { PastEvents, PastState, StoredState } from '../write-behind/past-rows.ts'
import { toStoredState } from './stored-past.ts'

/** Rows of a past. */
export type PastRows = Pick<PastEvents, 'stays' | 'positions' | 'visits'>

/** Where the rows begin that reports after a state add: all earlier ones were added before it. */
export interface Begins {
  readonly staysMs: number
  readonly positionsMs: number
  /** Of a zone. */
  readonly visitsMs: (zoneId: string) => number
  /** The least of them. */
  readonly leastVisitMs: number
}

/** Of a state as of a time (epoch ms). */
export function beginsAfter({ stay, waitingMs, visits }: PastState, atMs: number): Begins {
  const byZone = new Map(visits.map(({ zone_id, from_ms }) => [zone_id, from_ms]))
  return {
    staysMs: stay?.from_ms ?? atMs + 1,
    positionsMs: waitingMs ?? atMs + 1,
    visitsMs: (zoneId) => byZone.get(zoneId) ?? atMs + 1,
    leastVisitMs: Math.min(atMs + 1, ...byZone.values()),
  }
}

/** Everything from a time on (epoch ms). */
export const beginsAt = (ms: number): Begins => ({
  ...{ staysMs: ms, positionsMs: ms, visitsMs: () => ms, leastVisitMs: ms },
})

/** The later of two. */
export const laterOf = (one: Begins, other: Begins): Begins => ({
  staysMs: Math.max(one.staysMs, other.staysMs),
  positionsMs: Math.max(one.positionsMs, other.positionsMs),
  visitsMs: (zoneId) => Math.max(one.visitsMs(zoneId), other.visitsMs(zoneId)),
  leastVisitMs: Math.max(one.leastVisitMs, other.leastVisitMs),
})

/** Those of recorded rows that reports between two states added; `until` undefined: all from the first on. */
export function rowsBetween(rows: PastRows, from: Begins, until: Begins | undefined): PastRows {
  return {
    stays: rows.stays.filter(
      ({ from_ms }) => from_ms >= from.staysMs && from_ms < (until?.staysMs ?? Number.POSITIVE_INFINITY),
    ),
    positions: rows.positions.filter(
      ({ at_ms }) => at_ms >= from.positionsMs && at_ms < (until?.positionsMs ?? Number.POSITIVE_INFINITY),
    ),
    visits: rows.visits.filter(
      ({ zone_id, from_ms }) =>
        from_ms >= from.visitsMs(zone_id) && from_ms < (until?.visitsMs(zone_id) ?? Number.POSITIVE_INFINITY),
    ),
  }
}

/** Places on plans are equal within so many pixels of the plan; 0: places that no solver made. */
export type Tolerance = (mapId: string | null) => number

/** Rows to be closed, and rows to be inserted. */
export interface Difference {
  readonly gone: PastRows
  readonly come: PastRows
}

export function differenceOf(recorded: PastRows, made: PastRows, tolerance: Tolerance): Difference {
  const stays = compare(
    recorded.stays,
    made.stays,
    ({ from_ms }) => `${from_ms}`,
    (one, other) => isSameStay(one, other, tolerance),
  )
  const positions = compare(
    recorded.positions,
    made.positions,
    ({ at_ms }) => `${at_ms}`,
    (one, other) => isSamePosition(one, other, tolerance),
  )
  const visits = compare(recorded.visits, made.visits, ({ zone_id, from_ms }) => `${zone_id} ${from_ms}`, isSameVisit)
  return {
    gone: { stays: stays.gone, positions: positions.gone, visits: visits.gone },
    come: { stays: stays.come, positions: positions.come, visits: visits.come },
  }
}

function compare<Row>(
  recorded: readonly Row[],
  made: readonly Row[],
  keyOf: (row: Row) => string,
  isSame: (one: Row, other: Row) => boolean,
): { gone: Row[]; come: Row[] } {
  // Of several with one key the last counts.
  const wanted = new Map(made.map((row) => [keyOf(row), row]))
  const gone: Row[] = []
  for (const row of recorded) {
    const other = wanted.get(keyOf(row))
    if (other !== undefined && isSame(row, other)) wanted.delete(keyOf(row))
    else gone.push(row)
  }
  return { gone, come: [...wanted.values()] }
}

type Spot = Pick<PastStay, 'map_id' | 'indoor_X' | 'indoor_Y' | 'gps_latitude' | 'gps_longitude'>

function isSameSpot(one: Spot, other: Spot, tolerance: Tolerance): boolean {
  if (one.map_id !== other.map_id) return false
  if (one.gps_latitude !== other.gps_latitude || one.gps_longitude !== other.gps_longitude) return false
  if (one.indoor_X === null || other.indoor_X === null) return one.indoor_X === other.indoor_X
  return Math.hypot(one.indoor_X - other.indoor_X, one.indoor_Y! - other.indoor_Y!) <= tolerance(one.map_id)
}

/** The database keeps four bytes of these. */
const isSameReal = (one: number | null, other: number | null): boolean =>
  one === other || (one !== null && other !== null && Math.abs(one - other) <= 1e-5 * Math.max(1, Math.abs(one)))

const isSameStay = (one: PastStay, other: PastStay, tolerance: Tolerance): boolean =>
  one.until_ms === other.until_ms &&
  one.kind === other.kind &&
  one.sender_id === other.sender_id &&
  one.sender_name === other.sender_name &&
  one.sightings === other.sightings &&
  one.device_name === other.device_name &&
  one.class_index === other.class_index &&
  isSameReal(one.rssi, other.rssi) &&
  isSameSpot(one, other, tolerance)

const isSamePosition = (one: PastPosition, other: PastPosition, tolerance: Tolerance): boolean =>
  one.connected === other.connected &&
  one.moving === other.moving &&
  one.reason_code === other.reason_code &&
  one.sender_id === other.sender_id &&
  isSameReal(one.battery, other.battery) &&
  (tolerance(one.map_id) > 0 || isSameReal(one.accuracy, other.accuracy)) &&
  isSameSpot(one, other, tolerance)

const isSameVisit = (one: PastVisit, other: PastVisit): boolean =>
  one.until_ms === other.until_ms &&
  one.ended === other.ended &&
  one.ended_ms === other.ended_ms &&
  one.zone_name === other.zone_name &&
  one.zone_type === other.zone_type &&
  one.map_id === other.map_id &&
  one.device_name === other.device_name &&
  one.class_index === other.class_index

/** Whether a past that was made again leads to the recorded state, so that all that follows is as it was recorded. */
export function leadsTo(made: PastState, recorded: StoredState, tolerance: Tolerance): boolean {
  const one = apart(toStoredState(made))
  const other = apart(recorded)
  if (one.text !== other.text) return false
  return one.spots.every((spot, index) => isSameSpot(spot, other.spots[index]!, tolerance))
}

const NOWHERE: Spot = { map_id: null, indoor_X: null, indoor_Y: null, gps_latitude: null, gps_longitude: null }
/** Places of `accuracy`, `indoor_X` and `indoor_Y` among the stored fields of a place, and of the last two among those shown. */
const IN_PLACE = [11, 13, 14] as const
const IN_SHOWN = [4, 5] as const

/** A stored state as text without the places on plans, and these. */
function apart({ place, shown, stay, ...rest }: StoredState): {
  readonly text: string
  readonly spots: readonly Spot[]
} {
  const spotOf = (values: readonly unknown[] | null, mapId: number, x: number, y: number): Spot =>
    values === null
      ? NOWHERE
      : { ...NOWHERE, map_id: values[mapId] as string, indoor_X: values[x] as number, indoor_Y: values[y] as number }
  const without = (values: readonly unknown[] | null, places: readonly number[]) =>
    values?.map((value, index) => (places.includes(index) ? null : value)) ?? null
  const plain = stay === null ? null : { ...stay, indoor_X: null, indoor_Y: null, next: undefined }
  const next = stay?.next === undefined ? null : { ...stay.next, indoor_X: null, indoor_Y: null }
  return {
    text: JSON.stringify([without(place, IN_PLACE), without(shown, IN_SHOWN), plain, next, rest]),
    spots: [
      spotOf(place, 12, IN_PLACE[1], IN_PLACE[2]),
      spotOf(shown, 3, IN_SHOWN[0], IN_SHOWN[1]),
      stay ?? NOWHERE,
      stay?.next ?? NOWHERE,
    ],
  }
}
