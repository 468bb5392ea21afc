/** History: how long it is kept, trails made of stays, and alarms as they were at an instant. Pure. Source: decisions 0044, 0086. */
import type { AlarmState, AlarmStepName } from './alarms.ts'
import { TRACKER_OFFLINE_AFTER_SECONDS } from './trackers.ts'

const DAY_MS = 86_400_000

/** Days for which it is known where devices were shown, where the operator sets nothing else. Source: G08; decision 0086. */
export const HISTORY_DAYS = 400
/** Everything an account owns, as an archive. Below the prefix of the API. */
export const EXPORT_PATH = '/app/history/export'
/** The longest range of one question about the past (ms). Source: G56. */
export const MAX_HISTORY_RANGE_MS = 31 * DAY_MS
/** The most parts of a density. */
export const MAX_DENSITY_BUCKETS = 500
/** A trail is asked for by day. Source: specification §9. */
export const TRAIL_DAY_SECONDS = 86_400

/** After a longer silence (ms) a tracker was shown as offline; a shorter time between two stays is the way between them. */
export const SILENCE_MS = TRACKER_OFFLINE_AFTER_SECONDS * 1000
/** The way from one stay to the next is a log of its own from this length on (ms): a shorter one is the interval of reports. */
const WAY_MS = 30_000

export const STAY_KINDS = ['station', 'phone', 'moving'] as const
export type StayKind = (typeof STAY_KINDS)[number]

/** A tracker at one place, from its first to its last sighting there. */
export interface Stay {
  readonly from_ms: number
  readonly until_ms: number
  readonly kind: StayKind
  /** '' of one that moves. */
  readonly sender_id: string
  readonly sender_name: string
  readonly map_id: string | null
  readonly indoor_X: number | null
  readonly indoor_Y: number | null
  readonly gps_latitude: number | null
  readonly gps_longitude: number | null
  /** dBm, the mean; null: no sighting had a strength. */
  readonly rssi: number | null
  readonly device_name: string
  readonly class_index: number
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

const MOVING: Omit<Stay, 'from_ms' | 'until_ms' | 'device_name' | 'class_index'> = {
  kind: 'moving',
  ...{ sender_id: '', sender_name: '', rssi: null, map_id: null },
  ...{ indoor_X: null, indoor_Y: null, gps_latitude: null, gps_longitude: null },
}

const isSamePlace = (one: Stay, other: Stay): boolean =>
  one.kind === other.kind && one.sender_id === other.sender_id && one.device_name === other.device_name

/**
 * Stays in order, with the way between two of them as one that moves. Longer silences stay open. Where two servers cut stays
 * differently, the later one begins when the earlier one ended, and two at the same place are one.
 */
export function withWays(stays: readonly Stay[]): Stay[] {
  const whole: Stay[] = []
  for (const given of stays) {
    const last = whole.at(-1)
    if (last !== undefined && given.until_ms <= last.until_ms) continue
    const stay = last === undefined ? given : { ...given, from_ms: Math.max(given.from_ms, last.until_ms) }
    const waitedMs = last === undefined ? Number.POSITIVE_INFINITY : stay.from_ms - last.until_ms
    if (last === undefined || waitedMs > SILENCE_MS) whole.push(stay)
    else if (isSamePlace(last, stay)) whole.splice(-1, 1, { ...last, ...stay, from_ms: last.from_ms })
    else if (waitedMs < WAY_MS) whole.push(stay)
    else if (last.kind === 'moving') whole.splice(-1, 1, { ...last, until_ms: stay.from_ms }, stay)
    else if (stay.kind === 'moving') whole.push({ ...stay, from_ms: last.until_ms })
    else whole.push({ ...last, ...MOVING, from_ms: last.until_ms, until_ms: stay.from_ms }, stay)
  }
  return whole
}

/** The logs of a trail. `nowMs`: the last one continues while the tracker is not offline. Source: specification §3 Trail; G55. */
export function trailLogs(stays: readonly Stay[], nowMs: number) {
  return withWays(stays).map((stay, index, { length }) => ({
    device_name: stay.device_name,
    t4_id: stay.sender_id,
    station_name: stay.sender_name,
    rssi_avg: stay.kind === 'moving' ? -1 : stay.rssi === null ? null : Math.round(stay.rssi),
    start_time: seconds(stay.from_ms),
    duration: seconds(stay.until_ms) - seconds(stay.from_ms),
    kind: stay.kind,
    map_id: stay.map_id,
    indoor_X: stay.indoor_X,
    indoor_Y: stay.indoor_Y,
    gps_latitude: stay.gps_latitude,
    gps_longitude: stay.gps_longitude,
    continues: index === length - 1 && nowMs - stay.until_ms <= SILENCE_MS,
  }))
}

interface PastAlarm {
  readonly state: AlarmState
  readonly raised_at_ms: number
  readonly shown_at_ms: number | null
  readonly acknowledged_by: string | null
  readonly acknowledged_at_ms: number | null
  readonly going_by: string | null
  readonly going_at_ms: number | null
  readonly rings_again_at_ms: number | null
  readonly seen_by: string | null
  readonly seen_at_ms: number | null
  readonly ended_at_ms: number | null
  readonly record: { readonly step: AlarmStepName; readonly at_ms: number; readonly by: string }[]
}

/** An alarm as it was at an instant (epoch ms), by its record; null: not raised yet. */
export function alarmAt<Alarm extends PastAlarm>(alarm: Alarm, atMs: number): Alarm | null {
  if (alarm.raised_at_ms > atMs) return null
  const record = alarm.record.filter(({ at_ms }) => at_ms <= atMs)
  // An alarm that rings again rings for everybody: earlier answers no longer count.
  const rang = record.findLastIndex(({ step }) => step === 'rang_again')
  const answers = record.slice(rang + 1).filter(({ step }) => step !== 'ended')
  // Older rows have no record, only the last answer.
  const { acknowledged_by, acknowledged_at_ms } = alarm
  const unrecorded =
    alarm.record.length === 0 && acknowledged_at_ms !== null && acknowledged_at_ms <= atMs
      ? { by: acknowledged_by, at_ms: acknowledged_at_ms }
      : undefined
  const first = answers[0] ?? unrecorded
  const going = answers.findLast(({ step }) => step === 'going' || step === 'seen')
  const seen = record.findLast(({ step }) => step === 'seen')
  const goes = going?.step === 'going' ? going : undefined
  const isOver = alarm.ended_at_ms !== null && alarm.ended_at_ms <= atMs
  const wasShown = alarm.shown_at_ms !== null && alarm.shown_at_ms <= atMs
  return {
    ...alarm,
    state: first !== undefined ? 'acknowledged' : wasShown ? 'shown' : 'sent',
    shown_at_ms: wasShown ? alarm.shown_at_ms : null,
    acknowledged_by: first?.by ?? null,
    acknowledged_at_ms: first?.at_ms ?? null,
    going_by: goes?.by ?? null,
    going_at_ms: goes?.at_ms ?? null,
    rings_again_at_ms: null,
    seen_by: seen?.by ?? null,
    seen_at_ms: seen?.at_ms ?? null,
    ended_at_ms: isOver ? alarm.ended_at_ms : null,
    record,
  }
}

/** A time that two devices spent at the same station or phone. */
export interface Meeting {
  /** The other device, as it was called then. */
  readonly device_id: string
  readonly device_name: string
  readonly class_index: number
  readonly sender_id: string
  readonly sender_name: string
  readonly from_ms: number
  readonly until_ms: number
}

/** Contacts, those of the longest time first; meetings may come in any order. A device has the name of its last meeting. */
export function contactsOf(meetings: readonly Meeting[]) {
  const byDevice = Map.groupBy(
    meetings.toSorted((one, other) => one.from_ms - other.from_ms),
    ({ device_id }) => device_id,
  )
  return [...byDevice.values()].map(contactOf).toSorted(byDuration)
}

const byDuration = (one: { readonly duration: number }, other: { readonly duration: number }): number =>
  other.duration - one.duration

const secondsOf = (meetings: readonly Meeting[]): number =>
  Math.round(meetings.reduce((sum, { from_ms, until_ms }) => sum + until_ms - from_ms, 0) / 1000)

/** Of one device, in order. */
function contactOf(meetings: readonly Meeting[]) {
  const [first, last] = [meetings[0]!, meetings.at(-1)!]
  const isNew = ({ from_ms }: Meeting, index: number): boolean =>
    index === 0 || from_ms - meetings[index - 1]!.until_ms > SILENCE_MS
  const places = [...Map.groupBy(meetings, ({ sender_id }) => sender_id)].map(([sender_id, there]) => ({
    sender_id,
    sender_name: there.at(-1)!.sender_name,
    duration: secondsOf(there),
  }))
  return {
    device_id: last.device_id,
    device_name: last.device_name,
    class_index: last.class_index,
    duration: secondsOf(meetings),
    times: meetings.filter(isNew).length,
    first_time: seconds(first.from_ms),
    last_time: seconds(last.until_ms),
    places: places.toSorted(byDuration),
  }
}

/** Of a long way only so many points, the first and the last among them. */
export function thinned<Point>(points: readonly Point[], most: number): Point[] {
  if (points.length <= most) return [...points]
  const step = (points.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => points[Math.round(index * step)]!)
}

/** Most points of a way. */
export const MAX_WAY_POINTS = 2000

/**
 * The fault of a range, or null: it ends before it starts, is longer than 31 days, or ends before the retained history.
 * Times in epoch milliseconds.
 */
export function faultOfRange(fromMs: number, untilMs: number, keptFromMs: number): 'start' | 'end' | null {
  if (untilMs < fromMs || untilMs - fromMs > MAX_HISTORY_RANGE_MS) return 'end'
  return untilMs <= keptFromMs ? 'start' : null
}
