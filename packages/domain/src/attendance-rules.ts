/** The shifts of an account, and what is worked beyond them. Pure. Source: G72, G95; decision 0091. */
import { daysLater, type LocalCalendar, weekdayOf } from './local-times.ts'

const MINUTE_MS = 60_000
/** Who signs in at most this long (ms) before or after the start of a shift works that shift. */
const NEAR_MS = 6 * 60 * MINUTE_MS

/** Most shifts of an account. */
export const MAX_WORK_SHIFTS = 6
/** A time of day, `08:00`. */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** From a time of day to the next such time of day. */
export interface WorkShift {
  /** '': nobody named it. */
  readonly name: string
  readonly start: string
  readonly end: string
  /** The days on which it begins (0: Sunday); without them all. */
  readonly days?: readonly number[] | undefined
}

export interface AttendanceRules {
  readonly shifts: readonly WorkShift[]
  /** Time beyond the end of a shift that is no overtime yet (minutes). */
  readonly over_time_minutes: number
}

/** Source: G72. */
export const ATTENDANCE_RULES: AttendanceRules = {
  shifts: [{ name: '', start: '09:00', end: '18:00' }],
  over_time_minutes: 30,
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The length of a shift (minutes). One that ends when it starts lasts a day. */
export function shiftMinutes({ start, end }: Pick<WorkShift, 'start' | 'end'>): number {
  const minutes = minutesOf(end) - minutesOf(start)
  return minutes > 0 ? minutes : minutes + 24 * 60
}

/** A shift of a certain day (epoch ms). */
export interface ShiftOfDay {
  readonly shift: WorkShift
  readonly start_ms: number
  readonly end_ms: number
}

/** The shift whose start is nearest to a sign-in; of two that are as near, the earlier. Undefined: none is within six hours. */
export function shiftOf(
  signInMs: number,
  { shifts }: AttendanceRules,
  calendar: LocalCalendar,
): ShiftOfDay | undefined {
  const today = calendar.dayOf(signInMs)
  const around = [-1, 0, 1].flatMap((later) => {
    const day = daysLater(today, later)
    return shifts
      .filter(({ days }) => days === undefined || days.includes(weekdayOf(day)))
      .map((shift): ShiftOfDay => {
        const start = minutesOf(shift.start)
        const [startMs, endMs] = [start, start + shiftMinutes(shift)].map((at) => calendar.momentOf(day, at))
        return { shift, start_ms: startMs!, end_ms: endMs! }
      })
  })
  const distance = ({ start_ms }: ShiftOfDay) => Math.abs(start_ms - signInMs)
  return around
    .filter((shift) => distance(shift) <= NEAR_MS)
    .toSorted((a, b) => distance(a) - distance(b) || a.start_ms - b.start_ms)[0]
}

/** The usual length of work: the mean of the shifts (ms). */
const usualMs = ({ shifts }: AttendanceRules): number =>
  (shifts.reduce((sum, shift) => sum + shiftMinutes(shift), 0) / shifts.length) * MINUTE_MS

/**
 * Whole minutes worked beyond the end of the shift, 0 where they are not more than the rules let pass. A day that fits no shift counts
 * beyond the usual length of work.
 */
export function overTimeMinutes(
  signInMs: number,
  signOutMs: number,
  rules: AttendanceRules,
  calendar: LocalCalendar,
): number {
  const shift = shiftOf(signInMs, rules, calendar)
  // Who comes after the end of a short shift works no longer than since then.
  const fromMs = shift === undefined ? signInMs + usualMs(rules) : Math.max(shift.end_ms, signInMs)
  const minutes = Math.floor((signOutMs - fromMs) / MINUTE_MS)
  return minutes > rules.over_time_minutes ? minutes : 0
}
