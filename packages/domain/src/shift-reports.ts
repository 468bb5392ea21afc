/** Times of shift reports. Source: G75. */

/** Most times of a day at which reports are made. */
export const MAX_SHIFT_TIMES = 6
/** The creator of a report that was made automatically. */
export const AUTO_CREATOR = 'auto'

/** A time of day, `08:00`. */
export const SHIFT_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

const DAY_MINUTES = 1440

/** Minutes after midnight of a time of day. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** A stretch of the day that one report is about. */
export interface Shift {
  /** Index of the time it ends at. */
  readonly index: number
  /** Minutes after midnight; it ends at or before 1440. */
  readonly from: number
  readonly to: number
}

/** The parts of a day that are of the report at each time; one that goes over midnight has two. From midnight on. */
export function shiftsOfDay(times: readonly string[]): Shift[] {
  const ends = times.map((time, index) => ({ index, to: minutesOf(time) })).toSorted((a, b) => a.to - b.to)
  if (ends.length === 0) return []
  const shifts: Shift[] = []
  let from = 0
  for (const { index, to } of ends) {
    if (to > from) shifts.push({ index, from, to })
    from = to
  }
  if (from < DAY_MINUTES) shifts.push({ index: ends[0]!.index, from, to: DAY_MINUTES })
  return shifts
}

export type ShiftKind = 'night' | 'day' | 'evening'

/** Default name of a shift by its minutes of the day: that of its middle. `to` may lie on the next day. */
export function kindOfShift(from: number, to: number): ShiftKind {
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  const middle = (from + length / 2) % DAY_MINUTES
  if (middle < 6 * 60 || middle >= 22 * 60) return 'night'
  return middle < 16 * 60 ? 'day' : 'evening'
}
