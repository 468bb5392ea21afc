import { afterEach, expect, test } from 'vitest'
import { setLocale, t } from '../../lib/i18n.ts'
import { givenEvent } from '../alarms/given.ts'
import { givenTracker, heardIndoors } from '../live/given.ts'
import { alarmLine } from './alarm-line.ts'

afterEach(() => setLocale('en-us'))

const entered = givenEvent(1000, { type: 'enter_danger_zone', subject: 'Danger zone entered' })
const dining = heardIndoors('Dining', 'dining', 1, 1)
const walkedOn = givenTracker('G3-1', { qualified_location_info: dining })

test('a person who has moved on from the danger zone is shown with the present place, and the zone keeps its name', () => {
  expect(alarmLine(t, entered, 'Stairs B', walkedOn, 'connected')).toBe('Entered Stairs B · now at map dining')
})

test('a zone that is not known, or not any more, leaves what the alarm says of itself', () => {
  expect(alarmLine(t, entered, undefined, walkedOn, 'connected')).toBe('Danger zone entered · now at map dining')
})

test('the place of who is not heard any more is the last one', () => {
  const lost = { ...dining, reason_code: 402 as const }
  expect(alarmLine(t, entered, 'Stairs B', walkedOn, 'offline')).toBe('Entered Stairs B · last at map dining')
  const remembered = givenTracker('G3-1', { qualified_location_info: lost })
  expect(alarmLine(t, entered, 'Stairs B', remembered, 'connected')).toBe('Entered Stairs B · last at map dining')
})

test('a person who is still in the zone is shown with who answered or is going', () => {
  const change = { state: 'acknowledged', acknowledged_by: 'Mori', acknowledged_at_ms: 1000 } as const
  const stopped = { ...entered, alarm: { ...entered.alarm!, ...change } }
  expect(alarmLine(t, stopped, 'Stairs B', walkedOn, 'connected')).toMatch(/^In Stairs B · Mori \d\d:\d\d$/)
  const going = { ...stopped, alarm: { ...stopped.alarm, going_by: 'Kato', going_at_ms: 2000 } }
  expect(alarmLine(t, going, 'Stairs B', walkedOn, 'connected')).toBe('In Stairs B · Kato is going')
})

test('without a place the reason stands alone', () => {
  const nowhere = givenTracker('G3-1')
  expect(alarmLine(t, entered, 'Stairs B', nowhere, 'connected')).toBe('Entered Stairs B')
})

test.each([
  ['zh-tw', '進入「階段B」・目前在 map dining', '進入「階段B」・最後在 map dining'],
  ['ja-jp', '「階段B」に進入・現在地：map dining', '「階段B」に進入・最終位置：map dining'],
] as const)('in %s zone and place are told apart too', (locale, now, last) => {
  setLocale(locale)
  expect(alarmLine(t, entered, '階段B', walkedOn, 'connected')).toBe(now)
  expect(alarmLine(t, entered, '階段B', walkedOn, 'offline')).toBe(last)
})
