import type { Notification } from '@whereabouts/contract/notifications'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givenAlarm, givenEvent } from './given.ts'
import {
  type AlarmSession,
  handleAlarms,
  handleNotification,
  handleOpen,
  QUIET,
  stopEnded,
  stopJudged,
  stopRing,
} from './handling.ts'

/** After these events, one after the other. */
const after = (...events: readonly Notification[]): AlarmSession =>
  events.reduce((session, event) => handleNotification(session, event).session, QUIET)
const seen = (session: AlarmSession) => new Set(session.ringing.map(({ id }) => id))
const stopped = (session: AlarmSession, nowMs: number) => stopRing(session, nowMs, seen(session))

test('a station that is back does nothing [NOTI-14]', () => {
  const { session, ...follows } = handleNotification(QUIET, givenEvent(10, { type: 'station_online', repeat: false }))
  expect(session).toBe(QUIET)
  expect(follows).toEqual({ notice: null, toasts: [], reloads: false, stoppedElsewhere: [], ended: [] })
})

test('a disengage is remembered by its time, and an older one does not lower it [NOTI-15, ENT-session.lastDisengageTime]', () => {
  const one = after(givenEvent(50, { type: 'disengage' }))
  expect(one.lastDisengageTime).toBe(50)
  expect(handleNotification(one, givenEvent(49, { type: 'disengage' })).session.lastDisengageTime).toBe(50)
  expect(handleNotification(one, givenEvent(50, { type: 'disengage' })).reloads).toBe(false)
})

test('a disengage not older than the dialog closes and silences it, an older one does not [NOTI-16]', () => {
  const open = after(givenEvent(50))
  expect(open.notificationDialog).not.toBeNull()
  const older = handleNotification(open, givenEvent(49, { type: 'disengage' })).session
  expect([older.notificationDialog, older.ringing.length]).toEqual([open.notificationDialog, 1])
  const same = handleNotification(open, givenEvent(50, { type: 'disengage' })).session
  expect([same.notificationDialog, same.ringing.length]).toEqual([null, 0])
})

test('events not later than the last disengage are ignored [NOTI-17]', () => {
  const quiet = after(givenEvent(50, { type: 'disengage' }))
  for (const type of ['help', 'test', 'device_offline', 'back_to_normal'] as const) {
    const { session, ...follows } = handleNotification(quiet, givenEvent(50, { type }))
    expect(session.notificationDialog).toBeNull()
    expect(follows).toMatchObject({ notice: null, toasts: [], reloads: false })
    const { notificationDialog } = handleNotification(quiet, givenEvent(51, { type })).session
    expect(notificationDialog?.event_time_ms).toBe(51)
  }
})

test.each([
  'device_offline',
  'enter_danger_zone',
  'high_temperature',
  'low_temperature',
  'back_to_normal',
  'low_battery',
  'help',
] as const)(
  '%s sounds: once and without a dialog where it does not repeat, else until it is stopped [NOTI-18, NOTI-20]',
  (type) => {
    const once = handleNotification(QUIET, givenEvent(51, { type, repeat: false }))
    expect([once.notice?.type, once.session.ringing.length, once.session.notificationDialog]).toEqual([type, 0, null])
    expect(once.toasts).toHaveLength(1)
    const event = givenEvent(51, { type, subject: 'Danger zone entered', message: 'Ito Haru entered Stairs B.' })
    const repeating = handleNotification(QUIET, event)
    expect([repeating.notice, repeating.session.ringing.length]).toEqual([null, 1])
    expect(repeating.session.notificationDialog).toMatchObject({
      title: 'Danger zone entered',
      body: 'Ito Haru entered Stairs B.',
    })
    expect(repeating.toasts).toEqual([event])
  },
)

test('the dialog of a test and of a repeating event carry what was sent [NOTI-19, ENT-session.notificationDialog.event_time_ms, ENT-session.notificationDialog.repeat, ENT-session.notificationDialog.title, ENT-session.notificationDialog.body, ENT-session.notificationDialog.isTestNotification]', () => {
  const words = { subject: 'Test alert', message: 'If you can hear the sound, alerts work.' }
  const tried = handleNotification(QUIET, givenEvent(51, { type: 'test', repeat: false, ...words }))
  expect(tried.notice?.type).toBe('test')
  expect(tried.session.notificationDialog).toMatchObject({
    event_time_ms: 51,
    repeat: false,
    title: words.subject,
    body: words.message,
    isTestNotification: true,
  })
  const rung = after(givenEvent(52, { type: 'help', subject: 'Help', message: 'Sato Kenji asks for help.' }))
  expect(rung.notificationDialog).toMatchObject({
    event_time_ms: 52,
    repeat: true,
    title: 'Help',
    body: 'Sato Kenji asks for help.',
    isTestNotification: false,
  })
})

test('after what is not a test the lists are loaded again, after a test and after what is ignored they are not', () => {
  expect(handleNotification(QUIET, givenEvent(51, { type: 'device_offline' })).reloads).toBe(true)
  expect(handleNotification(QUIET, givenEvent(51, { type: 'test' })).reloads).toBe(false)
  expect(handleNotification(after(givenEvent(51)), givenEvent(51)).reloads).toBe(false)
})

test('an event that is delivered twice rings once; with a later time it counts as new', () => {
  const event = givenEvent(51, { id: 'a' })
  const first = after(event)
  const again = handleNotification(first, event)
  expect([again.session, again.toasts, again.notice]).toEqual([first, [], null])
  const later = handleNotification(first, givenEvent(60, { id: 'a' }))
  expect(later.toasts).toHaveLength(1)
  expect(later.session.ringing.map(({ metadata }) => metadata.event_time_ms)).toEqual([60])
})

test('a newer alarm takes the dialog over, an older one that comes late does not, and both ring', () => {
  const session = after(givenEvent(51, { id: 'a' }), givenEvent(53, { id: 'c' }), givenEvent(52, { id: 'b' }))
  expect(session.notificationDialog?.source.id).toBe('c')
  expect(session.ringing.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})

test('a test stands before an alarm and silences nothing; closed, it tells nobody, and the alarm is there again [ALERT-06]', () => {
  const session = after(givenEvent(51, { id: 'a' }), givenEvent(52, { id: 't', type: 'test' }))
  expect(session.notificationDialog?.isTestNotification).toBe(true)
  expect(session.ringing).toHaveLength(1)
  const closed = stopped(session, 60)
  expect(closed.disengage).toBeUndefined()
  expect(closed.session.lastDisengageTime).toBe(0)
  expect(closed.session.notificationDialog?.source.id).toBe('a')
})

test('the press that stops is told with the time of the server and what was seen, then nothing rings and no dialog stands [ALERT-06, ALERT-07, ALERT-08, ALERT-09]', () => {
  const session = after(givenEvent(51, { id: 'a' }), givenEvent(52, { id: 'b' }))
  const stop = stopped(session, 60)
  expect(stop.disengage).toEqual({ event_time_ms: 60, alarm_ids: ['b', 'a'] })
  expect(stop.session.lastDisengageTime).toBe(60)
  expect(stop.session.ringing).toEqual([])
  expect(stopEnded(stop.session).notificationDialog).toBeNull()
  // Also where the server could not be told; then only what it names is over.
  expect(stopJudged(stop.session, 60, undefined)).toMatchObject({ lastDisengageTime: 60, overUntilMs: 0 })
})

test('a slow clock stops the alarm it shows all the same', () => {
  expect(stopped(after(givenEvent(51)), 20).disengage?.event_time_ms).toBe(51)
})

test('a press stops only alarms that were shown long enough to be seen; others keep ringing and are sent again', () => {
  const session = after(givenEvent(51, { id: 'a' }), givenEvent(59, { id: 'b' }))
  const { session: quiet, disengage } = stopRing(session, 60, new Set(['a']))
  expect(disengage?.alarm_ids).toEqual(['a'])
  // Also until then, and where the server is never told.
  expect(quiet.ringing.map(({ id }) => id)).toEqual(['b'])
  expect(quiet.notificationDialog?.source.id).toBe('b')
  const again = handleNotification(quiet, givenEvent(61, { id: 'b' })).session
  expect(again.notificationDialog?.source.id).toBe('b')
})

test('a stop ahead of the server counts as the server says, so that it swallows no later alarm', () => {
  const { session } = stopped(after(givenEvent(51)), 9000)
  const judged = stopJudged(session, 9000, 70)
  expect(judged.lastDisengageTime).toBe(70)
  expect(handleNotification(judged, givenEvent(71)).session.ringing).toHaveLength(1)
  const later = handleNotification(session, givenEvent(9500, { type: 'disengage' })).session
  expect(stopJudged(later, 9000, 70).lastDisengageTime).toBe(9500)
})

test('another alarm while a stop is on its way rings at once, whatever its time; what was stopped does not', () => {
  const { session } = stopped(after(givenEvent(51, { id: 'a' })), 60)
  expect(handleNotification(session, givenEvent(51, { id: 'a' })).session.ringing).toEqual([])
  for (const timeMs of [52, 61]) {
    const next = handleNotification(session, givenEvent(timeMs, { id: 'b' })).session
    expect([next.notificationDialog?.source.id, next.ringing.length]).toEqual(['b', 1])
    expect(stopEnded(next).notificationDialog?.source.id).toBe('b')
  }
})

test('an acknowledged alarm stops here, with the name of the person; the others keep ringing', () => {
  const session = after(givenEvent(51, { id: 'a' }), givenEvent(52, { id: 'b' }))
  const answered = givenAlarm('b', { state: 'acknowledged', acknowledged_by: 'Mori Yuki', acknowledged_at_ms: 60 })
  const handled = handleAlarms(session, [answered])
  expect(handled.stoppedElsewhere).toEqual([answered])
  expect(handled.session.notificationDialog?.source.id).toBe('a')
  expect([...handled.session.open.keys()]).toEqual(['a'])
  // What was told before, but comes late, does not ring.
  const late = handleNotification(handled.session, givenEvent(53, { id: 'b' }))
  expect([late.session.ringing.length, late.toasts]).toEqual([1, []])
})

test('an alarm that rings here by a push, and comes by the stream answered for already, is silent, and it is said who answered', () => {
  const session = after(givenEvent(51, { id: 'a' }), givenEvent(52, { id: 'b' }))
  const answered = givenAlarm('a', { state: 'acknowledged', acknowledged_by: 'Mori Yuki', acknowledged_at_ms: 60 })
  const handled = handleNotification(session, { ...givenEvent(51, { id: 'a' }), alarm: answered })
  expect(handled.session.ringing.map(({ id }) => id)).toEqual(['b'])
  expect([...handled.session.open.keys()]).toEqual(['b'])
  expect([handled.stoppedElsewhere, handled.toasts]).toEqual([[answered], []])
})

test('the name of who stopped the ring elsewhere is shown once, whatever arrives first; for a stop on this console none is', () => {
  const stop = givenEvent(60, { type: 'disengage', repeat: false })
  const answered = givenAlarm('a', { state: 'acknowledged', acknowledged_by: 'Mori Yuki', acknowledged_at_ms: 60 })
  const rung = after(givenEvent(51, { id: 'a' }))
  const silent = handleNotification(rung, stop)
  expect(silent.toasts).toEqual([stop])
  expect(handleAlarms(silent.session, [answered]).stoppedElsewhere).toEqual([])
  const told = handleAlarms(rung, [answered])
  expect(told.stoppedElsewhere).toEqual([answered])
  expect(handleNotification(told.session, stop).toasts).toEqual([])
  const own = stopped(rung, 60).session
  expect(handleNotification(own, stop).toasts).toEqual([])
  expect(handleAlarms(own, [answered]).stoppedElsewhere).toEqual([])
})

test('an alarm that is sent again under a new id replaces the first, and both are answered together', () => {
  const rung = after(givenEvent(51, { id: 'a' }))
  const again = { ...givenEvent(61, { id: 'b' }), alarm: givenAlarm('a', { event_time_ms: 61 }) }
  const session = handleNotification(rung, again).session
  expect(session.ringing).toEqual([again])
  expect([...session.open.keys()]).toEqual(['a'])
  expect(stopRing(session, 70, new Set(['a'])).disengage?.alarm_ids).toEqual(['a'])
  const answered = givenAlarm('a', { state: 'acknowledged', acknowledged_at_ms: 70 })
  expect(handleAlarms(session, [answered]).session.ringing).toEqual([])
  const opened = handleOpen(rung, { notifications: [again], lasting: [], disengaged_at_ms: 55 }, rung).session
  expect(opened.ringing).toEqual([again])
})

test('an alarm is open until somebody answers for it, and where it does not repeat until it was seen', () => {
  const session = after(givenEvent(51, { id: 'a' }), givenEvent(52, { id: 'b', repeat: false }))
  const shown = { state: 'shown', shown_at_ms: 60 } as const
  const { open } = handleAlarms(session, [givenAlarm('a', shown), givenAlarm('b', { ...shown, repeat: false })]).session
  expect([...open.keys()]).toEqual(['a'])
})

test('at a start what is open rings again, and what was stopped stays silent but open', () => {
  const answer = {
    notifications: [
      givenEvent(53, { id: 'c' }),
      givenEvent(52, { id: 'b', repeat: false }),
      givenEvent(49, { id: 'a' }),
    ],
    lasting: [],
    disengaged_at_ms: 50,
  }
  const { session, toasts, notice } = handleOpen(QUIET, answer, QUIET)
  expect(session.notificationDialog?.source.id).toBe('c')
  expect(session.ringing.map(({ id }) => id)).toEqual(['c'])
  expect(toasts.map(({ id }) => id)).toEqual(['b'])
  expect(notice?.id).toBe('b')
  expect(new Set(session.open.keys())).toEqual(new Set(['a', 'b', 'c']))
  // Asked again, nothing is said twice.
  expect(handleOpen(session, answer, session).toasts).toEqual([])
})

test('after a break, what was answered for meanwhile is silent, and what came while asking rings on', () => {
  // Its time is ahead of every clock: the server's was set back.
  const asked = after(givenEvent(9000, { id: 'a' }))
  const session = handleNotification(asked, givenEvent(9001, { id: 'b' })).session
  const { session: now } = handleOpen(session, { notifications: [], lasting: [], disengaged_at_ms: 0 }, asked)
  expect(now.ringing.map(({ id }) => id)).toEqual(['b'])
  expect([...now.open.keys()]).toEqual(['b'])
})

test('whatever comes, twice and in any order: nothing rings that was stopped or answered for, and what was not rings', () => {
  const alarms = fc.uniqueArray(fc.record({ id: fc.nat(20).map(String), at: fc.integer({ min: 1, max: 99 }) }), {
    selector: ({ id }) => id,
    maxLength: 8,
  })
  fc.assert(
    fc.property(
      alarms,
      fc.nat(99),
      fc.nat(20).map(String),
      fc.infiniteStream(fc.nat()),
      (all, stopAt, answeredId, dice) => {
        const told: (Notification | 'answered')[] = all.flatMap(({ id, at }) => [
          givenEvent(at, { id }),
          givenEvent(at, { id }),
        ])
        told.push(givenEvent(stopAt, { type: 'disengage' }))
        // It is told by itself, or by its event, which then may come after one that still rang.
        const at = all.find(({ id }) => id === answeredId)?.at
        if (at === undefined || dice.next().value % 2 === 0) told.push('answered')
        else
          told.push({ ...givenEvent(at, { id: answeredId }), alarm: givenAlarm(answeredId, { state: 'acknowledged' }) })
        const shuffled = told
          .map((event) => ({ event, order: dice.next().value }))
          .sort((one, other) => one.order - other.order)
        const answered = givenAlarm(answeredId, { state: 'acknowledged', acknowledged_at_ms: 100 })
        const session = shuffled.reduce(
          (now, { event }) =>
            (event === 'answered' ? handleAlarms(now, [answered]) : handleNotification(now, event)).session,
          QUIET,
        )
        const expected = all.filter(({ id, at }) => at > stopAt && id !== answeredId)
        expect(new Set(session.ringing.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)))
        const newest = Math.max(...expected.map(({ at }) => at))
        expect(session.notificationDialog?.event_time_ms).toBe(expected.length === 0 ? undefined : newest)
      },
    ),
  )
})

const inStairs = (event_time_ms: number, id = 'a'): Notification => {
  const event = givenEvent(event_time_ms, { type: 'enter_danger_zone', id })
  return { ...event, alarm: givenAlarm('a', { type: 'enter_danger_zone', event_time_ms }) }
}
const ofStairs = (change: Parameters<typeof givenAlarm>[1]) =>
  givenAlarm('a', { type: 'enter_danger_zone', event_time_ms: 51, ...change })
const answered = { state: 'acknowledged', acknowledged_by: 'Sato', acknowledged_at_ms: 60 } as const

test('an alarm lasts until its cause ends, even after its ring was stopped, and its end is shown once', () => {
  const { session } = handleAlarms(after(inStairs(51)), [ofStairs(answered)])
  expect([session.ringing.length, session.open.size, [...session.lasting.keys()]]).toEqual([0, 0, ['a']])
  const over = ofStairs({ ...answered, ended_at_ms: 90 })
  const end = handleAlarms(session, [over])
  expect(end.ended.map(({ alarm }) => alarm)).toEqual([over])
  expect(end.session.lasting.size).toBe(0)
  expect(handleAlarms(end.session, [over]).ended).toEqual([])
})

test('an alarm for a person who left before an answer keeps ringing, and ends with the answer', () => {
  const { session, ended } = handleAlarms(after(inStairs(51)), [ofStairs({ ended_at_ms: 55 })])
  expect([session.ringing.length, ended]).toEqual([1, []])
  expect(handleAlarms(session, [ofStairs({ ...answered, ended_at_ms: 55 })]).session.lasting.size).toBe(0)
})

test('an alarm that rings again because nobody arrived has a later time, and late messages about the earlier one do not matter', () => {
  const going = handleAlarms(after(inStairs(51)), [
    ofStairs({ ...answered, going_by: 'Sato', going_at_ms: 60 }),
  ]).session
  const again = handleNotification(going, inStairs(180, 'a2')).session
  expect([again.ringing.map(({ id }) => id), [...again.open.keys()], again.lasting.size]).toEqual([['a2'], ['a'], 0])
  const late = handleAlarms(again, [ofStairs(answered)])
  expect([late.session.ringing.length, late.stoppedElsewhere]).toEqual([1, []])
  const stoppedAgain = handleAlarms(again, [ofStairs({ ...answered, event_time_ms: 180 })])
  expect([stoppedAgain.session.ringing.length, [...stoppedAgain.session.lasting.keys()]]).toEqual([0, ['a']])
})

test('a call for help lasts only while somebody is on the way', () => {
  const help = after(givenEvent(51, { id: 'a' }))
  const going = { ...answered, event_time_ms: 51, going_by: 'Sato', going_at_ms: 60 }
  expect(handleAlarms(help, [givenAlarm('a', { ...answered, event_time_ms: 51 })]).session.lasting.size).toBe(0)
  const { session } = handleAlarms(help, [givenAlarm('a', going)])
  expect([...session.lasting.keys()]).toEqual(['a'])
  const seenNow = givenAlarm('a', { ...answered, event_time_ms: 51, seen_by: 'Sato', seen_at_ms: 80 })
  expect(handleAlarms(session, [seenNow])).toMatchObject({ session: { lasting: new Map() }, ended: [] })
})

test('at a start what lasts is known, and after a break what ended meanwhile is not', () => {
  const lasting = [{ ...inStairs(51), alarm: ofStairs(answered) }]
  const { session } = handleOpen(QUIET, { notifications: [], lasting, disengaged_at_ms: 60 }, QUIET)
  expect([[...session.lasting.keys()], session.ringing.length]).toEqual([['a'], 0])
  const nothingLeft = { notifications: [], lasting: [], disengaged_at_ms: 60 }
  expect(handleOpen(session, nothingLeft, session).session.lasting.size).toBe(0)
  // It began to last while the question was on its way.
  expect(handleOpen(session, nothingLeft, QUIET).session.lasting.size).toBe(1)
  // It ended while the question was on its way.
  const left = handleAlarms(session, [ofStairs({ ...answered, ended_at_ms: 90 })]).session
  const answer = { notifications: [], lasting, disengaged_at_ms: 60 }
  expect(handleOpen(left, answer, session).session.lasting.size).toBe(0)
})
