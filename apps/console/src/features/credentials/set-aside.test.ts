import { TROUBLES } from '@whereabouts/domain/set-aside'
import { expect, test } from 'vitest'
import { senderTroubles } from '../../locales/sender-troubles.ts'
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
    { trouble: 'noKey', what: '', count: 7, lastDay: '2026-11-20', isHarmless: false },
    { trouble: 'unreadable', what: '', count: 3, lastDay: '2026-11-21', isHarmless: false },
    { trouble: 'unknownTags', what: '', count: 900, lastDay: '2026-11-20', isHarmless: true },
  ])
})

test('tags nobody has claimed and a clock that is fast lose nothing, so they are not counted as lost', () => {
  expect(lostCount([of('unknownDevice', 900), of('clockAhead', 4), of('tooOld', 3), of('what comes later', 2)])).toBe(5)
})

test('unread messages are shown by name: documented ones that nothing needs do not count as lost, unknown ones do', () => {
  const setAside = [of('not_read 0x94', 30), of('unknown_message 0x7E', 2), of('unknown_message Codec 7', 1)]
  expect(troublesOf(setAside)).toMatchObject([
    { trouble: 'unknownMessage', what: '0x7E', count: 2, isHarmless: false },
    { trouble: 'unknownMessage', what: 'Codec 7', count: 1, isHarmless: false },
    { trouble: 'notRead', what: '0x94', count: 30, isHarmless: true },
  ])
  expect(lostCount(setAside)).toBe(3)
})

test('each trouble has its words and its remedy', () => {
  for (const trouble of TROUBLES) {
    expect(Object.keys(senderTroubles)).toEqual(
      expect.arrayContaining([`trouble.${trouble}`, `trouble.${trouble}.remedy`]),
    )
  }
})
