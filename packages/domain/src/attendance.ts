/**
 * Days of work out of visits of attendance zones. Pure; worked out again for each question, so that a report that comes late changes
 * the day it belongs to. Source: G72, G74; decision 0090.
 */
import { daysLater, type LocalCalendar, type LocalDay } from './local-times.ts'
import { BREAK_MS, lengthTogether, type Presence, presencesOf, within, type ZoneVisit } from './presences.ts'

/** A presence longer than this (ms) without a break means that the tag was left behind. */
export const LONGEST_VISIT_MS = 18 * 3_600_000
/** Who comes in after this time of the next day (minutes after midnight) begins that day, however short the break was. */
const NOON = 12 * 60

/** A presence of a day of work. `left behind`: too long for a person. */
export interface WorkPresence extends Omit<Presence, 'end'> {
  readonly end: Presence['end'] | 'left behind'
}

/** The measured times of one person on one day. */
export interface AttendanceDay {
  /** The local day on which it began. */
  readonly day: LocalDay
  readonly presences: readonly WorkPresence[]
  readonly sign_in_ms: number
  /** The last sighting in a zone; null: still there, or nobody saw the person leave. */
  readonly sign_out_ms: number | null
  /** In a zone now, or unseen for only a while. */
  readonly is_present: boolean
  /** The last sighting of who is unseen for a while. */
  readonly last_seen_ms: number | null
  readonly entry_zone: string
  /** '' where nobody saw the person leave. */
  readonly exit_zone: string
  /** The last sighting where it is no sign-out: the tracker fell silent, or was left behind. */
  readonly lost_ms: number | null
  /** In zones, silences within a presence included (ms). */
  readonly in_zone_ms: number
  /** What happens from now on may change it. A day that is not provisional is the same whenever it is asked for. */
  readonly is_provisional: boolean
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

interface Group {
  readonly day: LocalDay
  /** Midnight after the day, and noon after that. */
  readonly nextMs: number
  readonly noonMs: number
  readonly presences: Presence[]
  untilMs: number
}

/** Days of work of one person, in order. `visits` are those of one tracker, in any order. */
export function attendanceDays(
  visits: readonly ZoneVisit[],
  { calendar, nowMs }: { readonly calendar: LocalCalendar; readonly nowMs: number },
): AttendanceDay[] {
  const groups: Group[] = []
  for (const presence of presencesOf(visits, nowMs)) {
    const last = groups.at(-1)
    const { from_ms: fromMs, until_ms: untilMs } = presence
    const isBack = last !== undefined && fromMs - last.untilMs < BREAK_MS && fromMs < last.noonMs
    if (last !== undefined && (fromMs < last.nextMs || isBack)) {
      last.presences.push(presence)
      last.untilMs = Math.max(last.untilMs, untilMs)
      continue
    }
    const day = calendar.dayOf(fromMs)
    const next = daysLater(day, 1)
    const [nextMs, noonMs] = [calendar.momentOf(next, 0), calendar.momentOf(next, NOON)]
    groups.push({ day, nextMs, noonMs, presences: [presence], untilMs })
  }
  return groups.map((group) => toDay(group, nowMs))
}

function toDay({ day, nextMs, noonMs, presences, untilMs }: Group, nowMs: number): AttendanceDay {
  // A tag that was left behind counts until the end of the day at most.
  const counted = presences.map((presence): WorkPresence => {
    const isLeftBehind = presence.seen_ms - presence.from_ms > LONGEST_VISIT_MS
    return isLeftBehind ? { ...presence, until_ms: Math.min(presence.until_ms, nextMs), end: 'left behind' } : presence
  })
  const last = counted[presences.indexOf(presences.toSorted((a, b) => a.until_ms - b.until_ms).at(-1)!)]!
  const hasLeft = last.end === 'left'
  const isPresent = last.end === 'present' || last.end === 'unseen'
  const settledMs = Math.max(nextMs, Math.min(untilMs + BREAK_MS, noonMs))
  return {
    day,
    presences: counted,
    sign_in_ms: counted[0]!.from_ms,
    sign_out_ms: hasLeft ? last.until_ms : null,
    is_present: isPresent,
    last_seen_ms: last.end === 'unseen' ? last.until_ms : null,
    entry_zone: counted[0]!.entry_name,
    exit_zone: hasLeft ? last.zone_name : '',
    lost_ms: hasLeft || isPresent ? null : Math.max(...counted.map(({ until_ms }) => until_ms)),
    in_zone_ms: lengthTogether(counted),
    is_provisional: isPresent || nowMs < settledMs,
  }
}

/** The time in zones between a sign-in and a sign-out that people entered (ms). */
export const inZoneBetween = ({ presences }: AttendanceDay, signInMs: number, signOutMs: number): number =>
  lengthTogether(within(presences, { from_ms: signInMs, until_ms: signOutMs }))

/**
 * Whether a day asks for a look: only one of sign-in and sign-out is known, or what people say contradicts what was seen. `isCorrected`:
 * somebody put a sign-out beside the one that was not seen.
 */
export function isAberrant(day: AttendanceDay | undefined, flags: AttendanceFlags, isCorrected: boolean): boolean {
  if (day === undefined) return flags.apply_ot
  return (day.lost_ms !== null && !isCorrected) || flags.vacation || flags.tag_not_brought
}
