/**
 * Days of work out of visits of attendance zones. Pure; computed again for each question, so that a report that comes late changes
 * the day it belongs to. Source: G72, G74; decision 0041.
 */
import { daysLater, type LocalCalendar, type LocalDay } from './local-times.ts'

const HOUR_MS = 3_600_000
/** An absence shorter than this (ms) does not end the day's work, also after midnight. */
export const BREAK_MS = 4 * HOUR_MS
/** A presence longer than this (ms) without a break means that the tag was left behind. */
export const LONGEST_VISIT_MS = 18 * HOUR_MS
/** A tracker that was silent and is heard elsewhere within this time (ms) of its first word left while it was silent. */
const SOON_MS = 60_000

/** `HH:MM`. */
export type ClockTime = string

export interface AttendanceRules {
  readonly work_start: ClockTime
  readonly work_end: ClockTime
  /** Time after the end of work that is no overtime yet (minutes). */
  readonly over_time_minutes: number
}

/** Source: G72. */
export const ATTENDANCE_RULES: AttendanceRules = { work_start: '09:00', work_end: '18:00', over_time_minutes: 30 }

/** A stay in an attendance zone (epoch ms); null: it lasts. */
export interface ZoneVisit {
  readonly zone: string
  readonly from_ms: number
  readonly until_ms: number | null
}

/** A silence of the tracker, from its last report (epoch ms); null: it lasts. */
export interface Silence {
  readonly from_ms: number
  readonly until_ms: number | null
}

/** A time at which somebody was in a zone. */
export interface Presence {
  readonly zone: string
  readonly from_ms: number
  /** The last sighting there; for a lasting presence, now. */
  readonly until_ms: number
  /** `lost`: the tracker fell silent there. `left behind`: too long for a person. */
  readonly end: 'left' | 'present' | 'lost' | 'left behind'
}

/** The measured times of one person on one day. */
export interface AttendanceDay {
  /** The local day on which it began. */
  readonly day: LocalDay
  readonly presences: readonly Presence[]
  readonly sign_in_ms: number
  /** Null: still there, or nobody saw the person leave. */
  readonly sign_out_ms: number | null
  /** In a zone now. */
  readonly is_present: boolean
  readonly entry_zone: string
  /** '' where nobody saw the person leave. */
  readonly exit_zone: string
  /** The last sighting where it is no sign-out: the tracker fell silent, or was left behind. */
  readonly lost_ms: number | null
  /** In zones, silences within a visit included (ms). */
  readonly in_zone_ms: number
}

/** Flags and corrections that people enter for a day. */
export interface AttendanceFlags {
  readonly vacation: boolean
  readonly tag_not_brought: boolean
  readonly not_for_working: boolean
  readonly apply_ot: boolean
}

export const NO_FLAGS: AttendanceFlags = {
  vacation: false,
  tag_not_brought: false,
  not_for_working: false,
  apply_ot: false,
}

/** Days of work of one person, in order. `visits` are those of one tracker. */
export function attendanceDays(
  visits: readonly ZoneVisit[],
  silences: readonly Silence[],
  { calendar, nowMs }: { readonly calendar: LocalCalendar; readonly nowMs: number },
): AttendanceDay[] {
  const presences = visits
    .flatMap((visit) => presencesOf(visit, silences, nowMs))
    .toSorted((a, b) => a.from_ms - b.from_ms || a.until_ms - b.until_ms)
  const days: { day: LocalDay; nextMs: number; untilMs: number; presences: Presence[] }[] = []
  for (const presence of presences) {
    const last = days.at(-1)
    if (last !== undefined && (presence.from_ms < last.nextMs || presence.from_ms - last.untilMs < BREAK_MS)) {
      last.presences.push(presence)
      last.untilMs = Math.max(last.untilMs, presence.until_ms)
      continue
    }
    const day = calendar.dayOf(presence.from_ms)
    const nextMs = calendar.momentOf(daysLater(day, 1), 0)
    days.push({ day, nextMs, untilMs: presence.until_ms, presences: [presence] })
  }
  return days.map(({ day, nextMs, presences: ofDay }) => toDay(day, nextMs, ofDay))
}

/** A visit without the silences in which the person may have been anywhere. */
function presencesOf({ zone, from_ms, until_ms }: ZoneVisit, silences: readonly Silence[], nowMs: number): Presence[] {
  const endMs = until_ms ?? nowMs
  const found: Presence[] = []
  let startMs = from_ms
  for (const silence of silences) {
    if (silence.from_ms < startMs || silence.from_ms >= endMs) continue
    const heardMs = silence.until_ms ?? Number.POSITIVE_INFINITY
    const isBack = heardMs + SOON_MS < endMs || (until_ms === null && heardMs <= endMs)
    if (isBack && heardMs - silence.from_ms < BREAK_MS) continue
    // Heard elsewhere after a short silence: the last sighting is the best that is known of leaving.
    const hasLeft = !isBack && until_ms !== null && heardMs - silence.from_ms < BREAK_MS
    found.push({ zone, from_ms: startMs, until_ms: silence.from_ms, end: hasLeft ? 'left' : 'lost' })
    if (!isBack) return found
    startMs = heardMs
  }
  const end = endMs - startMs > LONGEST_VISIT_MS ? 'left behind' : until_ms === null ? 'present' : 'left'
  return [...found, { zone, from_ms: startMs, until_ms: endMs, end }]
}

function toDay(day: LocalDay, nextMs: number, presences: readonly Presence[]): AttendanceDay {
  const first = presences[0]!
  const last = presences.toSorted((a, b) => a.until_ms - b.until_ms).at(-1)!
  const hasLeft = last.end === 'left'
  const isPresent = last.end === 'present'
  // A tag that was left behind counts until the end of the day at most.
  const counted = presences.map((presence) =>
    presence.end === 'left behind' ? { ...presence, until_ms: Math.min(presence.until_ms, nextMs) } : presence,
  )
  return {
    day,
    presences: counted,
    sign_in_ms: first.from_ms,
    sign_out_ms: hasLeft ? last.until_ms : null,
    is_present: isPresent,
    entry_zone: first.zone,
    exit_zone: hasLeft ? last.zone : '',
    lost_ms: hasLeft || isPresent ? null : Math.max(...counted.map(({ until_ms }) => until_ms)),
    in_zone_ms: together(counted),
  }
}

/** The time that these cover, overlapping zones counted once (ms). */
function together(presences: readonly Presence[]): number {
  let sum = 0
  let reachedMs = Number.NEGATIVE_INFINITY
  for (const { from_ms, until_ms } of presences) {
    sum += Math.max(0, until_ms - Math.max(from_ms, reachedMs))
    reachedMs = Math.max(reachedMs, until_ms)
  }
  return sum
}

const minutesOf = (time: ClockTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Whole minutes worked beyond the rules, 0 where they are not more than the rules let pass. Who comes before the end of work works
 * overtime from that end on; who comes after it, as the night shift does, beyond the usual length of work.
 */
export function overTimeMinutes(
  day: LocalDay,
  sign_in_ms: number,
  sign_out_ms: number,
  { work_start, work_end, over_time_minutes }: AttendanceRules,
  calendar: LocalCalendar,
): number {
  const [start, end] = [minutesOf(work_start), minutesOf(work_end)]
  const length = end > start ? end - start : end - start + 24 * 60
  const endMs = calendar.momentOf(day, start + length)
  const fromMs = sign_in_ms < endMs ? endMs : sign_in_ms + length * 60_000
  const minutes = Math.floor((sign_out_ms - fromMs) / 60_000)
  return minutes > over_time_minutes ? minutes : 0
}

/**
 * Whether a day asks for a look: only one of sign-in and sign-out is known, or what people say contradicts what was seen. `isCorrected`:
 * somebody put a sign-out beside the one that was not seen.
 */
export function isAberrant(day: AttendanceDay | undefined, flags: AttendanceFlags, isCorrected: boolean): boolean {
  if (day === undefined) return flags.apply_ot
  return (day.lost_ms !== null && !isCorrected) || flags.vacation || flags.tag_not_brought
}
