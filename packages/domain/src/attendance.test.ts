import { expect, test } from 'vitest'
import { ATTENDANCE_CASES, NOW, readMoment, saidOf } from '../../../scripts/harness/attendance-cases.ts'
import { ATTENDANCE_RULES, attendanceDays, isAberrant, NO_FLAGS, overTimeMinutes } from './attendance.ts'
import { dayText, localCalendar } from './local-times.ts'

test.each(ATTENDANCE_CASES)('$title ($timeZone)', (one) => {
  const calendar = localCalendar(one.timeZone)
  const days = attendanceDays(one.visits, one.silences, { calendar, nowMs: readMoment(NOW, one.timeZone) })
  const told = days.map((day) => {
    const { sign_in_ms: start, sign_out_ms: end } = day
    const over_minutes = end === null ? 0 : overTimeMinutes(day.day, start, end, ATTENDANCE_RULES, calendar)
    return { ...day, over_minutes, day: dayText(day.day) }
  })
  expect(saidOf(told, one)).toBe(one.expected)
})

test('a visit that goes on is counted until now', () => {
  const timeZone = 'Asia/Tokyo'
  const nowMs = readMoment(NOW, timeZone)
  const [day] = attendanceDays([{ zone: 'lobby', from_ms: nowMs - 600_000, until_ms: null }], [], {
    calendar: localCalendar(timeZone),
    nowMs,
  })
  expect(day).toMatchObject({ in_zone_ms: 600_000, is_present: true, sign_out_ms: null, lost_ms: null })
})

test('a day asks for a look where a sign-out is missing, or what people say contradicts what was seen', () => {
  const timeZone = 'Asia/Tokyo'
  const nowMs = readMoment(NOW, timeZone)
  const visit = { zone: 'lobby', from_ms: nowMs - 6 * 3_600_000, until_ms: nowMs - 3_600_000 }
  const [seen] = attendanceDays([visit], [], { calendar: localCalendar(timeZone), nowMs })
  const silence = { from_ms: nowMs - 3 * 3_600_000, until_ms: null }
  const [lost] = attendanceDays([{ ...visit, until_ms: null }], [silence], { calendar: localCalendar(timeZone), nowMs })
  expect(isAberrant(seen, NO_FLAGS, false)).toBe(false)
  expect(isAberrant(lost, NO_FLAGS, false)).toBe(true)
  expect(isAberrant(lost, NO_FLAGS, true)).toBe(false)
  expect(isAberrant(seen, { ...NO_FLAGS, vacation: true }, false)).toBe(true)
  expect(isAberrant(seen, { ...NO_FLAGS, tag_not_brought: true }, false)).toBe(true)
  expect(isAberrant(seen, { ...NO_FLAGS, not_for_working: true, apply_ot: true }, false)).toBe(false)
  expect(isAberrant(undefined, { ...NO_FLAGS, vacation: true }, false)).toBe(false)
  expect(isAberrant(undefined, { ...NO_FLAGS, apply_ot: true }, false)).toBe(true)
})
