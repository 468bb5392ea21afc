/** Which stay a report of a tracker belongs to, of reports in the order of their times. Pure. Source: decision 0086. */
import { SILENCE_MS } from '@whereabouts/domain/history'
import type { OpenStay, StayPlace } from '../../state/open-past.ts'
import type { TrackerState } from '../../state/tracker-state.ts'

/** A place is a stay once the tracker is heard there for this long (ms); before it may be passing, or a signal flickers. */
export const SETTLED_MS = 30_000

/** What a tracker is called, as of now. */
export interface Named {
  readonly name: string
  readonly class_index: number
}

/** A report: its sender, the strength (dBm) with which it heard the tracker, and when it came (epoch ms). */
export interface Sighting {
  readonly sender_id: string
  readonly rssi: number | null
  readonly received_at_ms: number
}

export interface Moved {
  readonly stay: OpenStay
  /** Stays that are over, in their order. */
  readonly ended: readonly OpenStay[]
}

/**
 * The open stay after a report, and those that it ended. `state` is the tracker's after the report, which is its newest; `isPhone` tells
 * whether a phone placed it.
 */
export function moveStay(
  open: OpenStay | null,
  state: TrackerState,
  sighting: Sighting,
  named: Named,
  isPhone: boolean,
): Moved {
  const place = placeOf(state, isPhone)
  const atMs = state.last_seen_ms
  if (open === null) return { stay: begin(place, state, sighting, named), ended: [] }
  const { next } = open
  const lastMs = Math.max(open.until_ms, next?.until_ms ?? 0)
  if (atMs - lastMs > SILENCE_MS) {
    return { stay: begin(place, state, sighting, named), ended: settle(open, next) }
  }
  if (isSame(open, place)) return { stay: seen(open, state, sighting), ended: [] }
  if (next === undefined) return { stay: { ...open, next: begin(place, state, sighting, named) }, ended: [] }
  if (isSame(next, place)) {
    const there = seen(next, state, sighting)
    return hasSettled(there) ? { stay: there, ended: [alone(open)] } : { stay: { ...open, next: there }, ended: [] }
  }
  // Heard at a third place a moment later: signals flicker, and the second place may yet be where it settles.
  if (atMs - next.until_ms < SETTLED_MS) return { stay: open, ended: [] }
  // It is at none of them for long, so it is on its way.
  const after = begin(place, state, sighting, named)
  if (open.kind === 'moving') return { stay: { ...open, until_ms: next.until_ms, next: after }, ended: [] }
  const moving = { ...next, ...MOVING, from_ms: open.until_ms, rssi_sum: 0, rssi_count: 0, next: after }
  return { stay: moving, ended: hasSettled(open) ? [alone(open)] : [] }
}

const MOVING = { kind: 'moving', sender_id: '', sender_name: '' } as const

const isSame = (a: StayPlace, b: StayPlace): boolean => a.kind === b.kind && a.sender_id === b.sender_id

const placeOf = ({ moving, sender_id, sender_name }: TrackerState, isPhone: boolean): StayPlace =>
  moving || sender_id === null ? MOVING : { kind: isPhone ? 'phone' : 'station', sender_id, sender_name }

const hasSettled = ({ from_ms, until_ms }: OpenStay): boolean => until_ms - from_ms >= SETTLED_MS

/** Without the place where it might have been settling. */
const alone = (stay: OpenStay): OpenStay => (stay.next === undefined ? stay : { ...stay, next: undefined })

/** A stay and the place that may have followed it, when neither goes on. */
export const settle = (open: OpenStay, next: OpenStay | undefined): OpenStay[] =>
  next === undefined
    ? [open]
    : hasSettled(next)
      ? [alone(open), next]
      : [{ ...open, until_ms: next.until_ms, next: undefined }]

/** One sighting at a place. Fields are named one by one here and below: each report makes one, and copies by `...` cost several times as much. */
const begin = (place: StayPlace, state: TrackerState, sighting: Sighting, named: Named): OpenStay => {
  const { sender_id, rssi } = sighting
  const counts = rssi !== null && sender_id === place.sender_id
  return {
    kind: place.kind,
    sender_id: place.sender_id,
    sender_name: place.sender_name,
    from_ms: state.last_seen_ms,
    until_ms: state.last_seen_ms,
    map_id: state.map_id,
    indoor_X: state.indoor_X,
    indoor_Y: state.indoor_Y,
    gps_latitude: state.gps_latitude,
    gps_longitude: state.gps_longitude,
    rssi_sum: counts ? rssi : 0,
    rssi_count: counts ? 1 : 0,
    sightings: 1,
    device_name: named.name,
    class_index: named.class_index,
    known_from_ms: sighting.received_at_ms,
    next: undefined,
  }
}

/** The stay with one sighting more; whatever it may have been settling at is forgotten. */
const seen = (stay: OpenStay, state: TrackerState, { sender_id, rssi }: Sighting): OpenStay => {
  const counts = rssi !== null && sender_id === stay.sender_id
  return {
    kind: stay.kind,
    sender_id: stay.sender_id,
    sender_name: stay.sender_name,
    from_ms: stay.from_ms,
    until_ms: state.last_seen_ms,
    map_id: state.map_id,
    indoor_X: state.indoor_X,
    indoor_Y: state.indoor_Y,
    gps_latitude: state.gps_latitude,
    gps_longitude: state.gps_longitude,
    rssi_sum: stay.rssi_sum + (counts ? rssi : 0),
    rssi_count: stay.rssi_count + (counts ? 1 : 0),
    sightings: stay.sightings + 1,
    device_name: stay.device_name,
    class_index: stay.class_index,
    known_from_ms: stay.known_from_ms,
    next: undefined,
  }
}
