/**
 * The past of a tracker, made of its reports in the order of their own times: stays, positions, visits of zones, steps. The same for live
 * reports, for reports that came late, and for a past that is written again. Pure. Source: decision 0086.
 */
import { SILENCE_MS } from '@whereabouts/domain/history'
import { dayText, type LocalCalendar, localCalendar } from '@whereabouts/domain/local-times'
import { stepsBetween } from '@whereabouts/domain/steps'
import { MOVING_CHANGE, RESTING_CHANGE, type ZonePlace } from '@whereabouts/domain/zones'
import { hear, type PlacedStation } from '@whereabouts/positioning/heard'
import type { KnownStation, KnownZone } from '../../state/account-directory.ts'
import { inTime, type LogRow } from '../../state/log-row.ts'
import { type OpenVisit, type PastPosition, pastStayOf } from '../../state/open-past.ts'
import type { TrackerState } from '../../state/tracker-state.ts'
import type { LastShown, noEvents, PastState, StepMemory } from '../write-behind/past-rows.ts'
import { withoutFalseFix } from './false-fix.ts'
import { moveStay } from './move-stay.ts'
import { moveVisits } from './move-visits.ts'
import { advance, type HeardBy } from './place.ts'
import type { Solver } from './place-by-stations.ts'
import type { SiteThen } from './site-then.ts'

/** A position is stored again after a move of this much: on a plan with a scale (m), on one without (pixels), outdoors (m). */
const MOVED_METRES = 1
const MOVED_PIXELS = 10
const MOVED_METRES_OUTDOORS = 10
const METRES_PER_DEGREE = 111_320
/** Reports within this time (ms) make one position: several stations hear the same signal. */
const TOGETHER_MS = 500

export const NO_PAST: PastState = {
  ...{ place: undefined, stay: null, visits: [], shown: undefined, waitingMs: null, steps: null },
}

/** Events while they are collected. */
type Events = ReturnType<typeof noEvents>

/** When its last report was (epoch ms). */
export const lastMsOf = ({ place }: PastState): number => place?.last_seen_ms ?? Number.NEGATIVE_INFINITY

/** Reports of a tracker in the order in which they make its past: by their times, then by sender and number, whatever order they came in. */
export const inPastOrder = (one: LogRow, other: LogRow): number =>
  one.scanned_at_ms - other.scanned_at_ms || compare(one.sender_id, other.sender_id) || compare(one.seq, other.seq)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** A report with the time by which it is ordered. */
export const pastRowOf = (row: LogRow): LogRow => inTime(row)

/** Takes in the next report; what follows from it is added to `events`. `solver` places it on floors that have one. */
export function foldRow(
  past: PastState,
  told: LogRow,
  site: SiteThen,
  solver: Solver | undefined,
  events: Events,
): PastState {
  const before = past.place
  const atMs = told.scanned_at_ms
  const named = site.namedAt(told.device_id, atMs)
  // The account does not have it any more.
  if (named === undefined) return past
  const shown = settlePosition(past, atMs, events)
  // Reports of the same time are in an order already.
  const row = withoutFalseFix(before?.last_seen_ms === atMs ? { ...told, log_order: before.log_order } : told, before)
  const stations = site.stationsAt(atMs)
  const station = stations.get(row.sender_id)
  const place = advance(before, row, heardByOf(row, station, site), {
    ...{ stations, setBacks: [], nowMs: row.received_at_ms, solver },
  })
  const placer = stations.get(place.sender_id ?? '')
  let { stay } = past
  // Before its first place it is nowhere: neither in a stay nor on its way.
  if (place.located_at_ms !== null) {
    const moved = moveStay(stay, place, row, named, placer === undefined)
    stay = moved.stay
    for (const ended of moved.ended) events.stays.push(pastStayOf(ended))
  }
  const visits = foldVisits(past, place, row, station, stations, site.zonesAt(atMs), named, solver, events)
  const steps = row.steps === null ? past.steps : countSteps(past.steps, row.steps, atMs, site.timeZone, events)
  const scale = placer?.map_id === place.map_id ? (placer?.metres_per_pixel ?? null) : null
  const isAnew = shown.waitingMs === null && (shown.shown === undefined || isShownAnew(shown.shown, place, scale))
  return { place, stay, visits, shown: shown.shown, waitingMs: isAnew ? atMs : shown.waitingMs, steps }
}

const heardByOf = (row: LogRow, station: KnownStation | undefined, site: SiteThen): HeardBy =>
  station === undefined
    ? { kind: 'phone', name: site.namedAt(row.sender_id, row.scanned_at_ms)?.name ?? row.sender_id }
    : { kind: 'station', station }

/** Stores the position that waits, if none of the reports from a time on belongs to it. */
function settlePosition(
  { place, shown, waitingMs }: PastState,
  nextMs: number,
  { positions }: Events,
): Pick<PastState, 'shown' | 'waitingMs'> {
  if (waitingMs === null || nextMs - waitingMs < TOGETHER_MS) return { shown, waitingMs }
  positions.push(positionOf(place!))
  return { shown: place, waitingMs: null }
}

export const positionOf = (place: TrackerState, at_ms = place.last_seen_ms): PastPosition => ({
  at_ms,
  connected: place.said_connected,
  moving: place.moving,
  reason_code: place.reason_code,
  sender_id: place.sender_id,
  map_id: place.map_id,
  indoor_X: place.indoor_X,
  indoor_Y: place.indoor_Y,
  gps_latitude: place.gps_latitude,
  gps_longitude: place.gps_longitude,
  accuracy: place.accuracy,
  battery: place.battery,
  known_from_ms: place.updated_at_ms,
})

function isShownAnew(last: LastShown, place: TrackerState, metresPerPixel: number | null): boolean {
  if (
    place.map_id !== last.map_id ||
    place.reason_code !== last.reason_code ||
    place.said_connected !== last.said_connected ||
    place.sender_id !== last.sender_id
  )
    return true
  if (place.map_id !== null) {
    const pixels = Math.hypot(
      (place.indoor_X ?? 0) - (last.indoor_X ?? 0),
      (place.indoor_Y ?? 0) - (last.indoor_Y ?? 0),
    )
    return metresPerPixel === null ? pixels >= MOVED_PIXELS : pixels * metresPerPixel >= MOVED_METRES
  }
  const north = (place.gps_latitude ?? 0) - (last.gps_latitude ?? 0)
  const east =
    ((place.gps_longitude ?? 0) - (last.gps_longitude ?? 0)) * Math.cos(((last.gps_latitude ?? 0) * Math.PI) / 180)
  return Math.hypot(north, east) * METRES_PER_DEGREE >= MOVED_METRES_OUTDOORS
}

/** Zones by stations need no plan: all stations are treated as on one. */
const SOMEWHERE: PlacedStation = { mapId: '', x: 0, y: 0, metresPerPixel: null }

function foldVisits(
  past: PastState,
  place: TrackerState,
  row: LogRow,
  station: KnownStation | undefined,
  stations: ReadonlyMap<string, KnownStation>,
  zones: readonly KnownZone[],
  named: { readonly name: string; readonly class_index: number },
  solver: Solver | undefined,
  events: Events,
): readonly OpenVisit[] {
  if (zones.length === 0 && past.visits.length === 0) return past.visits
  const atMs = row.scanned_at_ms
  const isPlaced = place.located_at_ms === atMs && (station !== undefined || row.gps_latitude !== null)
  const isHeard = station !== undefined && row.rssi !== null
  const { map_id, indoor_X, indoor_Y, gps_latitude, gps_longitude } = place
  const at = (stationIds: readonly string[]): ZonePlace => ({
    ...{ stationIds, map_id, indoor_X, indoor_Y, gps_latitude, gps_longitude },
  })
  const asksForStation = (isHeard || isPlaced) && zones.some(({ shape }) => 't4_ids' in shape)
  const isSolved = solver !== undefined && map_id !== null && solver.site.maps.has(map_id)
  const moved = moveVisits(past.visits, zones, named, {
    atMs,
    receivedMs: row.received_at_ms,
    isAfterSilence: past.place !== undefined && atMs - past.place.last_seen_ms > SILENCE_MS,
    place: isPlaced ? at([]) : undefined,
    heard: asksForStation ? at(heardStations(place, stations, atMs)) : undefined,
    confirmedAfterMs: isSolved ? (row.moving === false ? RESTING_CHANGE : MOVING_CHANGE).lastsMs : undefined,
  })
  events.visits.push(...moved.ended)
  return moved.visits
}

/** Those that heard it lately, strongest first. */
function heardStations(
  { sightings }: TrackerState,
  stations: ReadonlyMap<string, KnownStation>,
  atMs: number,
): readonly string[] {
  const get = (id: string) => (stations.has(id) ? SOMEWHERE : undefined)
  return hear(sightings, { get }, atMs).map(({ stationId }) => stationId)
}

const calendars = new Map<string, LocalCalendar>()

function calendarOf(timeZone: string): LocalCalendar {
  const known = calendars.get(timeZone) ?? localCalendar(timeZone)
  calendars.set(timeZone, known)
  return known
}

/** Adds what the counter went on by to the steps of the local day. */
function countSteps(
  last: StepMemory | null,
  reading: number,
  at_ms: number,
  timeZone: string,
  events: Events,
): StepMemory {
  const read = last === null ? undefined : { count: last.reading, at_ms: last.at_ms }
  const added = stepsBetween(read, { count: reading, at_ms })
  const day = dayText(calendarOf(timeZone).dayOf(at_ms))
  const count = (last?.day === day ? last.count : 0) + added
  // The first reading of a day tells it although nothing was added: reports that come late may have moved steps to the day before.
  if (added > 0 || last?.day !== day) events.steps.set(day, count)
  return { at_ms, reading, day, count }
}
