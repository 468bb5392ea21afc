/** Zones, and when a device is in one. Pure. Source: G73. */
import { daysLater, localDayOf, momentOf, weekdayOf } from './local-times.ts'
import { isInPolygon, type Point, unwrapped } from './polygons.ts'

export const ZONE_TYPES = ['danger', 'attendance'] as const
export type ZoneType = (typeof ZONE_TYPES)[number]

export const MAX_POLYGON_POINTS = 200
export const MAX_ZONE_STATIONS = 100
export const MAX_ZONE_HOURS = 21
/** Most zones of an account. */
export const MAX_ZONES = 500

/**
 * Positions closer together (ms) count as one: several stations hear the same signal, and a flicker must not confirm itself.
 * Trackers are heard every second or slower.
 */
export const SAME_POSITION_MS = 500
/**
 * Outside positions must go on for this long (ms) where no station of the zone hears the device at all. After an outage stations
 * report again one by one: the one that hears it best may only be the last to come back.
 */
export const SILENT_LEAVING_MS = 10_000

/** By stations, by a polygon in pixels of an indoor map, or by one of [longitude, latitude] outdoors. */
export type ZoneShape =
  | { readonly t4_ids: readonly string[] }
  | { readonly map_id: string; readonly polygon: readonly Point[] }
  | { readonly polygon: readonly Point[] }

/** A longitude may be written in these ways (degrees to add). */
const TURNS = [0, -360, 360]

/** A device's place, in each form that a zone may use. */
export interface ZonePlace {
  /** The stations that heard it lately, strongest first. */
  readonly stationIds: readonly string[]
  readonly map_id: string | null
  readonly indoor_X: number | null
  readonly indoor_Y: number | null
  readonly gps_latitude: number | null
  readonly gps_longitude: number | null
}

/** The shape prepared for `isInShape`, so that work that is the same for every place is done once. */
export const readyShape = (shape: ZoneShape): ZoneShape =>
  'polygon' in shape && !('map_id' in shape) ? { polygon: unwrapped(shape.polygon) } : shape

/** True where the place lies in the prepared shape. */
export function isInShape(shape: ZoneShape, place: ZonePlace): boolean {
  if ('t4_ids' in shape) {
    const [strongest] = place.stationIds
    return strongest !== undefined && shape.t4_ids.includes(strongest)
  }
  if ('map_id' in shape) {
    const { map_id, indoor_X, indoor_Y } = place
    return (
      map_id === shape.map_id &&
      indoor_X !== null &&
      indoor_Y !== null &&
      isInPolygon(shape.polygon, [indoor_X, indoor_Y])
    )
  }
  const { gps_longitude, gps_latitude } = place
  if (gps_longitude === null || gps_latitude === null) return false
  return TURNS.some((turn) => isInPolygon(shape.polygon, [gps_longitude + turn, gps_latitude]))
}

/** True where the shape is of stations and none of them hears the device: they may only not have reported again. */
export const isSilent = (shape: ZoneShape, { stationIds }: ZonePlace): boolean =>
  't4_ids' in shape && !stationIds.some((id) => shape.t4_ids.includes(id))

/** The stored state of a device that is in a zone, or that may be entering or leaving it. */
export interface ZoneMemory {
  readonly zone_id: string
  readonly inside: boolean
  /** Since when (epoch ms) its positions contradict that; null: the last one did not. */
  readonly otherwise_ms: number | null
}

interface ZoneMove {
  /** Undefined: outside, with no position inside. */
  readonly memory: ZoneMemory | undefined
  /** When it crossed (epoch ms), if two positions in a row confirm it: the time of the first of them. */
  readonly entered?: number
  readonly left?: number
}

/** The belief about a device and a zone. */
export interface ZoneBelief {
  /** Probability that it is in there, 0..1. */
  readonly share: number
  /** The zone is larger than the uncertainty of the place: only then can the probability come close to 1. */
  readonly isWide: boolean
}

/** So sure must it be that a device changed side, and for so long (ms); more of both for one whose own sensor reports rest. */
export const MOVING_CHANGE = { share: 0.75, lastsMs: 3000 }
export const RESTING_CHANGE = { share: 0.97, lastsMs: 60_000 }

/**
 * Whether a device counts as in a zone, and for how long that must go on before it does: it changes side only by a belief that is
 * sure. Of a zone smaller than what is known of the place, the position alone can tell.
 */
export function believedIn(
  { share, isWide }: ZoneBelief,
  isPositionIn: boolean,
  inside: boolean,
  isResting: boolean,
): { readonly isIn: boolean; readonly confirmedAfterMs: number } {
  const change = isResting ? RESTING_CHANGE : MOVING_CHANGE
  const isOther = isWide ? (inside ? 1 - share : share) >= change.share : isPositionIn !== inside
  return { isIn: isOther ? !inside : inside, confirmedAfterMs: change.lastsMs }
}

/** A position of a device as to a zone. */
interface ZonePosition {
  readonly isIn: boolean
  readonly isSilent: boolean
  /** How long positions on the other side must go on (ms); undefined: as usual. */
  readonly confirmedAfterMs?: number | undefined
}

/**
 * Applies the next position, later than the ones before: entering takes two in a row inside, leaving two outside, or where the
 * zone is silent (`isSilent`) outside positions for ten seconds.
 */
export function moveInZone(
  zone_id: string,
  before: ZoneMemory | undefined,
  { isIn, isSilent, confirmedAfterMs: least = SAME_POSITION_MS }: ZonePosition,
  atMs: number,
): ZoneMove {
  const inside = before?.inside ?? false
  if (isIn === inside) return { memory: inside ? { zone_id, inside, otherwise_ms: null } : undefined }
  // A time in the future was stored before a clock was set back.
  const otherwise_ms = Math.min(before?.otherwise_ms ?? atMs, atMs)
  const confirmedAfterMs = inside && isSilent ? Math.max(SILENT_LEAVING_MS, least) : least
  if (atMs - otherwise_ms < confirmedAfterMs) return { memory: { zone_id, inside, otherwise_ms } }
  return isIn
    ? { memory: { zone_id, inside: true, otherwise_ms: null }, entered: otherwise_ms }
    : { memory: undefined, left: otherwise_ms }
}

/** From a time of each of these days (0: Sunday) to the next such time of day; clock times are `hh:mm`. */
export interface ActiveTime {
  readonly days: readonly number[]
  readonly from: string
  readonly to: string
}

const minutesOf = (clockTime: string): number => Number(clockTime.slice(0, 2)) * 60 + Number(clockTime.slice(3))

/**
 * Since when (epoch ms) an active time has held at that moment, by clocks of the time zone; of several that overlap, the one that
 * began first. Undefined: none holds. No times at all mean always.
 */
export function activeSince(times: readonly ActiveTime[] | null, atMs: number, timeZone: string): number | undefined {
  if (times === null) return Number.NEGATIVE_INFINITY
  const today = localDayOf(atMs, timeZone)
  const starts = times.flatMap(({ days, from, to }) =>
    [today, daysLater(today, -1)].flatMap((day) => {
      if (!days.includes(weekdayOf(day))) return []
      const start = momentOf(day, minutesOf(from), timeZone)
      const lastDay = minutesOf(to) > minutesOf(from) ? day : daysLater(day, 1)
      return start <= atMs && atMs < momentOf(lastDay, minutesOf(to), timeZone, start) ? [start] : []
    }),
  )
  return starts.length === 0 ? undefined : Math.min(...starts)
}

/** True where one of the times holds at that moment (epoch ms), by clocks of the time zone; null: always. */
export const isActiveAt = (times: readonly ActiveTime[] | null, atMs: number, timeZone: string): boolean =>
  activeSince(times, atMs, timeZone) !== undefined
