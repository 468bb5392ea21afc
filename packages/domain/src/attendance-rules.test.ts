import { expect, test } from 'vitest'
import { type AttendanceRules, overTimeMinutes, shiftOf, type WorkShift } from './attendance-rules.ts'
import { localCalendar } from './local-times.ts'

const calendar = localCalendar('Asia/Tokyo')
/** Of Tuesday, 10 November 2026, or of the day before (d9) or after it (d11). */
const at = (time: string, day = 10) => Date.parse(`2026-11-${String(day).padStart(2, '0')}T${time}:00+09:00`)
const rules = (...shifts: readonly WorkShift[]): AttendanceRules => ({ shifts, over_time_minutes: 30 })

const EARLY = { name: 'Early', start: '07:00', end: '15:30' }
const LATE = { name: 'Late', start: '15:00', end: '23:30' }
const NIGHT = { name: 'Night', start: '23:00', end: '07:30' }
const WARD = rules(EARLY, LATE, NIGHT)

test.each([
  ['06:40', 'Early'],
  ['10:59', 'Early'],
  ['11:00', 'Early'],
  ['11:01', 'Late'],
  ['19:00', 'Late'],
  ['19:01', 'Night'],
  ['00:30', 'Night'],
  ['03:01', 'Early'],
])('who signs in at %s works the shift that starts nearest: %s', (time, name) => {
  expect(shiftOf(at(time), WARD, calendar)?.shift.name).toBe(name)
})

test('a shift is at most six hours away, and starts on its days alone', () => {
  const office = { name: '', start: '09:00', end: '18:00' }
  expect(shiftOf(at('15:00'), rules(office), calendar)).toMatchObject({ start_ms: at('09:00'), end_ms: at('18:00') })
  expect(shiftOf(at('15:01'), rules(office), calendar)).toBeUndefined()
  expect(shiftOf(at('03:00'), rules(office), calendar)).toMatchObject({ start_ms: at('09:00') })
  expect(shiftOf(at('02:59'), rules(office), calendar)).toBeUndefined()
  const [monday, tuesday] = [1, 2]
  expect(shiftOf(at('09:00'), rules({ ...office, days: [monday] }), calendar)).toBeUndefined()
  expect(shiftOf(at('09:00'), rules({ ...office, days: [tuesday] }), calendar)).toBeDefined()
  // The night of Monday goes on into Tuesday.
  const night = shiftOf(at('00:30'), rules({ ...NIGHT, days: [monday] }), calendar)
  expect(night).toMatchObject({ start_ms: at('23:00', 9), end_ms: at('07:30') })
  expect(shiftOf(at('00:30'), rules({ ...NIGHT, days: [tuesday] }), calendar)).toBeUndefined()
})

test.each([
  ['beyond the end of the own shift', WARD, '06:50', '16:30', 60],
  ['the next shift worked as well', WARD, '06:50', '23:30', 480],
  ['exactly the minutes that pass', WARD, '06:50', '16:00', 0],
  ['one more', WARD, '06:50', '16:01', 31],
  ['a night that began the day before', WARD, '00:30', '09:00', 90],
  ['a sign-in after the end of a short shift', rules({ name: '', start: '09:00', end: '12:00' }), '14:00', '15:00', 60],
  ['no shift fits: beyond the mean of the lengths', rules(EARLY, { ...EARLY, start: '07:30' }), '14:30', '23:45', 60],
])('overtime: %s', (_title, given, start, end, minutes) => {
  expect(overTimeMinutes(at(start), at(end), given, calendar)).toBe(minutes)
})

test('a shift over the end of summer time ends by the clock on the wall', () => {
  const newYork = localCalendar('America/New_York')
  const night = shiftOf(Date.parse('2026-10-31T22:50:00-04:00'), rules(NIGHT), newYork)
  expect(night?.end_ms).toBe(Date.parse('2026-11-01T07:30:00-05:00'))
})
