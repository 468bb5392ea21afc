/**
 * One day of a device as list, plan and strip show it: stays at numbered stops, the way between them, and the time of which nothing is
 * known. Pure. Times are epoch seconds. Source: specification §3, §4 Trail; G55; design language §13.8.
 */
import type { WayPoint } from '@whereabouts/contract/history'
import type { TrailLog } from '@whereabouts/contract/trails'
import { SILENCE_MS, TRAIL_DAY_SECONDS } from '@whereabouts/domain/history'

/** A longer silence is a gap: the device was shown as offline. */
const SILENCE_SECONDS = SILENCE_MS / 1000

/** Of the class palette, in an order whose neighbours differ. Source: design language §3; mockup 08-trail. */
const COLOURS = [
  '#2F6BB5',
  '#8A5F37',
  '#7A5BB5',
  '#6F7526',
  '#1B7F84',
  '#B8546F',
  '#2F4374',
  '#A94A8C',
  '#1F7CA1',
] as const

/** Where something was: on a floor plan by its pixels, or outdoors. */
export type TrailPlace =
  | { readonly mapId: string; readonly x: number; readonly y: number }
  | { readonly mapId: null; readonly longitude: number; readonly latitude: number }

/** A place of the day, however often it was visited. */
export interface Stop {
  /** From 1, in the order of the first visits. */
  readonly number: number
  readonly id: string
  readonly name: string
  readonly colour: string
  /** Undefined: it is on no map. */
  readonly place: TrailPlace | undefined
  /** All visits of the day together. */
  readonly seconds: number
}

/** A stretch of the day, within its ends. A gap is one of which nothing is known. */
export type TrailItem = {
  readonly start: number
  readonly end: number
  /** The log began before the day. */
  readonly beganBefore: boolean
  /** The log ends after the day, or has not ended yet. */
  readonly goesOn: boolean
} & (
  | { readonly kind: 'stay'; readonly stop: number; readonly log: TrailLog }
  | { readonly kind: 'moving'; readonly log: TrailLog }
  | { readonly kind: 'gap' }
)

export interface TrailDay {
  readonly start: number
  readonly end: number
  readonly items: readonly TrailItem[]
  readonly stops: readonly Stop[]
  /** The first log began before the day; the last one ends after it. */
  readonly continuesFrom: boolean
  readonly continuesOn: boolean
  readonly movingSeconds: number
  readonly gapSeconds: number
}

type Placed = Pick<TrailLog, 'map_id' | 'indoor_X' | 'indoor_Y' | 'gps_latitude' | 'gps_longitude'>

function placeOf({ map_id, indoor_X, indoor_Y, gps_latitude, gps_longitude }: Placed): TrailPlace | undefined {
  if (map_id !== null && indoor_X !== null && indoor_Y !== null) return { mapId: map_id, x: indoor_X, y: indoor_Y }
  if (gps_latitude === null || gps_longitude === null) return undefined
  return { mapId: null, longitude: gps_longitude, latitude: gps_latitude }
}

/** A mean signal of -1 means that the device was moving. Source: specification §3 Trail. */
const isMoving = ({ rssi_avg }: Pick<TrailLog, 'rssi_avg'>): boolean => rssi_avg === -1

const endOf = ({ start_time, duration }: TrailLog): number => start_time + duration

/** `logs` in the order of their times; `now` ends a day that is not over. */
export function trailDay(logs: readonly TrailLog[], start: number, now: number): TrailDay {
  const dayEnd = start + TRAIL_DAY_SECONDS
  const known = Math.min(dayEnd, Math.max(now, start))
  const items: TrailItem[] = []
  const stops = new Map<string, Stop>()
  const sums = { moving: 0, gap: 0 }
  let reached = start

  const addGap = (until: number) => {
    if (until - reached <= SILENCE_SECONDS) return
    items.push({ kind: 'gap', start: reached, end: until, beganBefore: false, goesOn: false })
    sums.gap += until - reached
  }
  for (const log of logs) {
    const from = Math.max(log.start_time, start)
    const until = Math.min(endOf(log), dayEnd)
    if (until < from) continue
    addGap(from)
    const stretch = {
      start: from,
      end: until,
      beganBefore: log.start_time < start,
      goesOn: endOf(log) > dayEnd || log.continues,
    }
    if (isMoving(log)) {
      items.push({ kind: 'moving', log, ...stretch })
      sums.moving += until - from
    } else {
      const stop = visited(stops, log, until - from)
      items.push({ kind: 'stay', stop, log, ...stretch })
    }
    reached = Math.max(reached, until)
  }
  const last = logs.at(-1)
  if (last && !last.continues) addGap(known)
  return {
    start,
    end: dayEnd,
    items,
    stops: [...stops.values()],
    continuesFrom: logs[0] !== undefined && logs[0].start_time < start,
    continuesOn: last !== undefined && endOf(last) > dayEnd,
    movingSeconds: sums.moving,
    gapSeconds: sums.gap,
  }
}

/** Notes a visit; answers the number of the stop. */
function visited(stops: Map<string, Stop>, log: TrailLog, seconds: number): number {
  const known = stops.get(log.t4_id)
  const number = known?.number ?? stops.size + 1
  stops.set(log.t4_id, {
    number,
    id: log.t4_id,
    name: known?.name ?? log.station_name,
    colour: COLOURS[(number - 1) % COLOURS.length] as string,
    place: known?.place ?? placeOf(log),
    seconds: (known?.seconds ?? 0) + seconds,
  })
  return number
}

/** The map on which the device was longest; null: outdoors; undefined: on none. */
export function mainMapOf({ stops }: TrailDay): string | null | undefined {
  const seconds = new Map<string | null, number>()
  for (const { place, seconds: each } of stops) {
    if (place) seconds.set(place.mapId, (seconds.get(place.mapId) ?? 0) + each)
  }
  return [...seconds].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/**
 * The way on one map, in pieces: it breaks where the device was on another map and where nothing was heard for longer than a device counts as
 * connected. Where no positions were kept, the way goes straight from stay to stay.
 */
export function waysOn(mapId: string | null, day: TrailDay, points: readonly WayPoint[]): readonly TrailPlace[][] {
  const stays = day.items.flatMap((item) => {
    const place = item.kind === 'stay' ? day.stops[item.stop - 1]?.place : undefined
    return place
      ? [
          { at: item.start, place },
          { at: item.end, place },
        ]
      : []
  })
  const moves = points.flatMap((point) => {
    const place = placeOf(point)
    const at = point.at_ms / 1000
    return place && at >= day.start && at <= day.end && !isWithinStay(day, at) ? [{ at, place }] : []
  })
  const ways: TrailPlace[][] = []
  let before: { readonly at: number; readonly place: TrailPlace } | undefined
  for (const step of [...stays, ...moves].sort((one, other) => one.at - other.at)) {
    const isOn = step.place.mapId === mapId
    const goesOn = before?.place.mapId === mapId && step.at - before.at <= SILENCE_SECONDS
    const isSameStay = before?.place === step.place
    if (isOn && (goesOn || isSameStay)) {
      if (!isSameStay) ways.at(-1)?.push(step.place)
    } else if (isOn) ways.push([step.place])
    before = step
  }
  return ways.filter((way) => way.length > 1)
}

/** While it stays somewhere it is drawn there: the jitter of its signal is no way. */
const isWithinStay = ({ items }: TrailDay, at: number): boolean =>
  items.some(({ kind, start, end }) => kind === 'stay' && at > start && at < end)
