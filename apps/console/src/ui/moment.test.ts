import { expect, test } from 'vitest'
import { momentText } from './moment.tsx'

const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime()
const lastEvening = at(2026, 2, 4, 23, 59)

test.each([
  ['the same minute', lastEvening, lastEvening, '23:59'],
  ['earlier that day', at(2026, 2, 4, 0, 0), lastEvening, '00:00'],
  ['a minute later, on the next day', lastEvening, at(2026, 2, 5, 0, 0), '2026/03/04 23:59'],
  ['the same hour a day later', at(2026, 2, 4, 21, 40), at(2026, 2, 5, 22, 0), '2026/03/04 21:40'],
  ['the same day a year later', at(2025, 2, 4, 21, 40), at(2026, 2, 4, 22, 0), '2025/03/04 21:40'],
  ['ahead of a clock that is slow', at(2026, 2, 5, 0, 1), lastEvening, '2026/03/05 00:01'],
])('the hour stands by itself only on its own day: %s', (_, epochMs, nowMs, text) => {
  expect(momentText(epochMs, nowMs)).toBe(text)
})
