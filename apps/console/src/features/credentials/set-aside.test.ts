import { expect, test } from 'vitest'
import { lostCount, troublesOf } from './set-aside.ts'

const of = (reason: string, count: number, last_day = '2026-11-20') => ({ reason, count, last_day })

test('reasons with one remedy are one trouble, what needs somebody first', () => {
  expect(
    troublesOf([
      of('unknownDevice', 900),
      of('not_json', 2, '2026-11-21'),
      of('not_utf8', 1, '2026-11-19'),
      of('encrypted_no_key', 7),
    ]),
  ).toEqual([
    { trouble: 'noKey', count: 7, lastDay: '2026-11-20', isHarmless: false },
    { trouble: 'unreadable', count: 3, lastDay: '2026-11-21', isHarmless: false },
    { trouble: 'unknownTags', count: 900, lastDay: '2026-11-20', isHarmless: true },
  ])
})

test('tags nobody has claimed and a clock that is fast lose nothing, so they are not counted as lost', () => {
  expect(lostCount([of('unknownDevice', 900), of('clockAhead', 4), of('tooOld', 3), of('what comes later', 2)])).toBe(5)
})
