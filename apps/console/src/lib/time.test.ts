import { expect, test } from 'vitest'
import {
  formatAgo,
  formatClock,
  formatExactTime,
  formatLeft,
  formatLength,
  formatMinute,
  formatOffset,
  formatTime,
} from './time.ts'

const seconds = (...parts: [number, number, number, number, number, number]) => new Date(...parts).getTime() / 1000

test('times are written on a 24-hour clock, with seconds where they matter [CONST-17]', () => {
  const afternoon = seconds(2026, 2, 4, 14, 5, 6)
  expect(formatTime(afternoon)).toBe('2026/03/04 14:05')
  expect(formatExactTime(afternoon * 1000)).toBe('2026/03/04 14:05:06')
  expect(formatClock(afternoon * 1000)).toBe('14:05:06')
  expect(formatMinute(afternoon * 1000)).toBe('14:05')
  expect(formatTime(seconds(2026, 0, 1, 0, 0, 0))).toBe('2026/01/01 00:00')
})

test.each([
  [-5, '0:00'],
  [24_900, '0:24'],
  [600_000, '10:00'],
  [3_723_000, '1:02:03'],
])('what has lasted %i ms reads %s', (lengthMs, text) => {
  expect(formatLength(lengthMs)).toBe(text)
})

test('recent times are relative, older ones are dates', () => {
  const now = seconds(2026, 2, 4, 14, 5, 6)
  expect(formatAgo(null, now)).toBe('Never')
  expect(formatAgo(now + 3, now)).toBe('0 s ago')
  expect(formatAgo(now - 59, now)).toBe('59 s ago')
  expect(formatAgo(now - 60, now)).toBe('1 min ago')
  expect(formatAgo(now - 3599, now)).toBe('59 min ago')
  expect(formatAgo(now - 3600, now)).toBe('1 h ago')
  expect(formatAgo(now - 86_399, now)).toBe('23 h ago')
  expect(formatAgo(now - 86_400, now)).toBe('2026/03/03 14:05')
})

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 h'],
  [86_399, '23 h'],
  [86_400, '1 day'],
  [604_799, '6 days'],
])('what lasts %i more seconds lasts %s', (seconds, text) => {
  const now = 1_800_000_000
  expect(formatLeft(now + seconds, now)).toBe(text)
})

test('time zones tell how far they are from UTC, summer time included', () => {
  expect(formatOffset('Asia/Tokyo', Date.UTC(2026, 0, 1))).toBe('GMT+9')
  expect(formatOffset('America/New_York', Date.UTC(2026, 0, 1))).toBe('GMT-5')
  expect(formatOffset('America/New_York', Date.UTC(2026, 6, 1))).toBe('GMT-4')
})
