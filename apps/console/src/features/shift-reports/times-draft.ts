/** Times of shift reports while somebody changes them. Pure. */
import type { ShiftTimer } from '@whereabouts/contract/shift-reports'
import { isTooLongForName } from '@whereabouts/domain/texts'

export interface TimeDraft {
  /** `08:00`; '' while it is typed. */
  readonly time: string
  /** '': by its time. */
  readonly name: string
}

export const toDraft = ({ shift_report_timer: times, shift_names: names }: ShiftTimer): TimeDraft[] =>
  times.map((time, at) => ({ time, name: names[at] ?? '' }))

/** In the order of the day. */
export const inOrder = (times: readonly TimeDraft[]): TimeDraft[] =>
  times.toSorted((a, b) => a.time.localeCompare(b.time))

export const toTimer = (times: readonly TimeDraft[]): ShiftTimer => {
  const ordered = inOrder(times)
  return {
    shift_report_timer: ordered.map(({ time }) => time),
    shift_names: ordered.map(({ name }) => name.trim()),
  }
}

export const sameTimes = (one: readonly TimeDraft[], other: readonly TimeDraft[]): boolean =>
  JSON.stringify(toTimer(one)) === JSON.stringify(toTimer(other))

export type TimeFault = 'missing' | 'twice' | 'nameTooLong'

/** What is wrong with a time of the list. */
export function faultOf(times: readonly TimeDraft[], at: number): TimeFault | undefined {
  const { time, name } = times[at]!
  if (time === '') return 'missing'
  if (times.some((other, place) => place < at && other.time === time)) return 'twice'
  return isTooLongForName(name.trim()) ? 'nameTooLong' : undefined
}

/** The first of the usual times that is not in the list. */
export const startTime = (times: readonly TimeDraft[]): string =>
  ['08:00', '16:00', '00:00', '12:00', '20:00', '04:00'].find((time) => times.every((one) => one.time !== time)) ?? ''
