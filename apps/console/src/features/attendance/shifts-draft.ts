/** Shifts of attendance while somebody changes them. Pure. */
import type { AttendanceRules } from '@whereabouts/contract/attendance'
import { CLOCK_TIME } from '@whereabouts/domain/attendance-rules'
import { isTooLongForName } from '@whereabouts/domain/texts'

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
/** Source: contract. */
const MOST_MINUTES = 720

export interface ShiftDraft {
  readonly name: string
  /** `08:00`; '' while it is typed. */
  readonly start: string
  readonly end: string
  readonly days: readonly number[]
}

export interface RulesDraft {
  readonly shifts: readonly ShiftDraft[]
  readonly minutes: string
}

export const toDraft = ({ shifts, over_time_minutes }: AttendanceRules): RulesDraft => ({
  shifts: shifts.map(({ name, start, end, days = EVERY_DAY }) => ({ name, start, end, days })),
  minutes: String(over_time_minutes),
})

export const toRules = ({ shifts, minutes }: RulesDraft) => ({
  shifts: shifts.map(({ name, start, end, days }) => ({
    ...{ name: name.trim(), start, end },
    ...(days.length === EVERY_DAY.length ? {} : { days: [...days] }),
  })),
  over_time_minutes: Number(minutes),
})

export const sameRules = (one: RulesDraft, other: RulesDraft): boolean =>
  JSON.stringify(toRules(one)) === JSON.stringify(toRules(other))

export type ShiftFault = 'clockMissing' | 'dayMissing' | 'nameTooLong'

export function faultOf({ name, start, end, days }: ShiftDraft): ShiftFault | undefined {
  if (!CLOCK_TIME.test(start) || !CLOCK_TIME.test(end)) return 'clockMissing'
  if (days.length === 0) return 'dayMissing'
  return isTooLongForName(name.trim()) ? 'nameTooLong' : undefined
}

export const areMinutesWrong = ({ minutes }: RulesDraft): boolean =>
  !/^\d{1,3}$/.test(minutes.trim()) || Number(minutes) > MOST_MINUTES

/** Usual shifts of a house with three. */
const USUAL = [
  ['07:00', '15:30'],
  ['15:00', '23:30'],
  ['23:00', '07:30'],
] as const

/** A shift to add: the first of the usual ones that begins at another time than those that are there. */
export function newShift(shifts: readonly ShiftDraft[]): ShiftDraft {
  const [start, end] = USUAL.find(([from]) => shifts.every((shift) => shift.start !== from)) ?? ['', '']
  return { name: '', start, end, days: EVERY_DAY }
}
