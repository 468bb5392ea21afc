import { expect, test } from 'vitest'
import type { AlarmEntry, ConsoleBook, Ledger } from './ledger.ts'
import { judge } from './promises.ts'

const entry = (atMs: number, change: Partial<AlarmEntry> = {}): AlarmEntry => ({
  ...{ atMs, accountId: 'A', alarmId: 'one', deviceId: 'G3-1', type: 'help', repeat: true, state: 'raised', told: 0 },
  ...{ isShown: false, dueAtMs: null },
  ...change,
})
const book = (change: Partial<ConsoleBook> = {}): ConsoleBook => ({
  ...{ name: 'console', accountId: 'A', mayAnswer: true, openedAtMs: 0, receipts: [{ atMs: 1250, alarmId: 'one' }] },
  ...{ live: [{ fromMs: 0, toMs: 60_000 }], toasts: [], stops: [] },
  rings: [{ atMs: 1200, alarmId: 'one', isOn: true }],
  ...change,
})
const ring = (atMs: number, isOn: boolean) => ({ atMs, alarmId: 'one', isOn })
const stop = { atMs: 3000, named: [], unseen: [], toldAtMs: 3500 }

/** An alarm raised at 1 s, shown at once, and answered for at 9 s. */
const ledger = (change: Partial<Ledger> = {}): Ledger => ({
  causes: [{ accountId: 'A', deviceId: 'G3-1', type: 'help', safeAtMs: 900 }],
  consoles: [book({ rings: [ring(1200, true), ring(9100, false)] })],
  accounts: [{ accountId: 'A', acknowledgeWithinMs: 15_000, contacts: [{ email: 'a', afterMs: 0 }], subscriptions: 0 }],
  alarms: [entry(1000), entry(1300, { isShown: true, state: 'shown' }), entry(9000, { state: 'acknowledged' })],
  ...{ events: [], pushes: [], mails: [], trouble: [], setBacksMs: [], bugs: [], endedAtMs: 60_000 },
  ...change,
})
const breachesOf = (change: Partial<Ledger>) => {
  const { missed, doubled, ringingAfter, late, wrong } = judge(ledger(change))
  return Object.entries({ missed, doubled, ringingAfter, late, wrong })
    .filter(([, breaches]) => breaches.length > 0)
    .map(([name]) => name)
}

test('an alarm that rings in time and is silent when somebody answered keeps every promise', () => {
  expect(breachesOf({})).toEqual([])
  expect(judge(ledger())).toMatchObject({ causes: 1, alarms: 1, acknowledged: 1, ringsMs: [200] })
})

test('a cause that raised nothing is a missed alarm, and one that raised two a doubled one', () => {
  expect(breachesOf({ alarms: [], consoles: [] })).toEqual(['missed'])
  expect(breachesOf({ alarms: [...ledger().alarms, entry(2000, { alarmId: 'two', repeat: false })] })).toContain(
    'doubled',
  )
})

test('a live console that does not ring has missed it; one that is away, or whose database is, has not', () => {
  const rings = [ring(4000, true), ring(9100, false)]
  expect(breachesOf({ consoles: [book({ rings })] })).toEqual(['missed'])
  expect(breachesOf({ consoles: [book({ rings, live: [{ fromMs: 3500, toMs: 60_000 }] })] })).toEqual([])
  expect(breachesOf({ consoles: [book({ rings })], trouble: [{ fromMs: 1100, toMs: 3500 }] })).toEqual([])
})

test('a press silences what was seen, and nothing that was not', () => {
  const rings = [ring(1200, true), ring(3000, false)]
  expect(
    breachesOf({ consoles: [book({ rings, stops: [{ ...stop, named: ['one'], toldAtMs: undefined }] })] }),
  ).toEqual([])
  expect(breachesOf({ consoles: [book({ rings, stops: [{ ...stop, unseen: ['one'] }] })] })).toEqual(['missed'])
})

test('what was stopped and told to the server is answered for', () => {
  const rings = [ring(1200, true), ring(3000, false)]
  expect(breachesOf({ consoles: [book({ rings, stops: [{ ...stop, named: ['one'] }] })] })).toEqual(['wrong'])
})

test('what rings two seconds after an answer, or again, is told', () => {
  expect(breachesOf({ consoles: [book({ rings: [ring(1200, true), ring(11_500, false)] })] })).toEqual(['ringingAfter'])
  const again = [ring(1200, true), ring(9100, false), ring(20_000, true)]
  expect(breachesOf({ consoles: [book({ rings: again })] })).toEqual(['ringingAfter'])
})

test('an alarm nobody saw or answered goes further in time, with a mail; a clock that was set back may hold it up once', () => {
  const consoles = [book({ rings: [], receipts: [], live: [] })]
  const escalated = entry(11_500, { state: 'escalated', told: 1 })
  const mails = [{ atMs: 12_000, accountId: 'A', to: 'a' }]
  const unseen = { consoles, alarms: [entry(1000), escalated] }
  expect(breachesOf({ ...unseen, mails })).toEqual([])
  expect(breachesOf({ ...unseen, mails: [] })).toEqual(['late'])
  expect(breachesOf({ consoles, alarms: [entry(1000)] })).toEqual(['late'])
  const late = { consoles, mails, alarms: [entry(1000), { ...escalated, atMs: 16_000 }] }
  expect(breachesOf({ ...late, mails: [{ ...mails[0]!, atMs: 17_000 }] })).toEqual(['late'])
  expect(breachesOf({ ...late, mails: [{ ...mails[0]!, atMs: 17_000 }], setBacksMs: [5000] })).toEqual([])
})

test('times of events that do not rise, and what a server calls a bug, are told', () => {
  const event = (eventTimeMs: number, transaction = String(eventTimeMs)) => ({
    ...{ atMs: 1, accountId: 'A', id: 'x', type: 'help', deviceId: 'G3-1' },
    ...{ eventTimeMs, transaction },
  })
  expect(breachesOf({ events: [event(5), event(6)] })).toEqual([])
  expect(breachesOf({ events: [event(6, 'one'), event(5, 'one')] })).toEqual([])
  expect(breachesOf({ events: [event(6), event(5)] })).toEqual(['wrong'])
  expect(breachesOf({ events: [event(5), event(5)] })).toEqual(['wrong'])
  expect(breachesOf({ bugs: ['bug: alarms wait in vain'] })).toEqual(['wrong'])
})

test('a cry for help may be told as often as clocks that were behind took it for another, and nothing else may', () => {
  const twice = (type: string, takenAsMs?: readonly number[]) => {
    const alarms = ['one', 'two'].map((alarmId) => entry(1000, { alarmId, type, state: 'acknowledged' }))
    const causes = [{ accountId: 'A', deviceId: 'G3-1', type, safeAtMs: 900, ...(takenAsMs && { takenAsMs }) }]
    return breachesOf({ causes, alarms, setBacksMs: [500], consoles: [book({ rings: [] })] })
  }
  expect(twice('help', [900, 900, -5000])).toEqual([])
  expect(twice('help', [900, 900, -4000])).toEqual(['doubled'])
  expect(twice('help')).toEqual(['doubled'])
  expect(twice('device_offline')).toEqual(['doubled'])
  expect(twice('high_temperature')).toEqual(['doubled'])
})

test('what comes about twice is told twice, no less and no more', () => {
  const told = (ids: readonly string[]) =>
    breachesOf({
      causes: [{ ...ledger().causes[0]!, times: 2 }],
      alarms: ids.map((alarmId) => entry(1000, { alarmId, state: 'acknowledged' })),
      consoles: [book({ rings: [] })],
    })
  expect(told(['one', 'two'])).toEqual([])
  expect(told(['one'])).toEqual(['missed'])
  expect(told(['one', 'two', 'three'])).toEqual(['doubled'])
})

test('a carepad is back to normal once for each time it was too warm, and never before', () => {
  const warm = entry(1000, { alarmId: 'one', deviceId: 'CP-1', type: 'high_temperature', state: 'acknowledged' })
  const normal = (atMs: number) => ({
    ...{ atMs, accountId: 'A', id: 'x', type: 'back_to_normal', deviceId: 'CP-1' },
    ...{ eventTimeMs: atMs, transaction: String(atMs) },
  })
  const cause = (type: string) => ({ accountId: 'A', deviceId: 'CP-1', type, safeAtMs: 900 })
  const causes = [cause('high_temperature'), cause('back_to_normal')]
  const told = (...times: number[]) =>
    breachesOf({ causes, alarms: [warm], events: times.map(normal), consoles: [book({ rings: [] })] })
  expect(told(2000)).toEqual([])
  expect(told()).toEqual(['missed'])
  expect(told(900)).toEqual(['wrong'])
  expect(told(2000, 3000)).toEqual(['doubled', 'wrong'])
})

test('who may not answer keeps no alarm from going further, and answers for none', () => {
  const alone = book({ mayAnswer: false, rings: [] })
  const consoles = [alone]
  const raised = entry(1000, { repeat: false })
  const shown = entry(1300, { repeat: false, isShown: true, state: 'shown' })
  const escalated = (atMs: number) => entry(atMs, { repeat: false, state: 'escalated', told: 1 })
  const mails = [{ atMs: 12_000, accountId: 'A', to: 'a' }]
  const toasts = [{ atMs: 1100, alarmId: 'one', key: 'one' }]
  const breaches = (alarms: AlarmEntry[], books = consoles) =>
    breachesOf({ alarms, mails, consoles: books.map((one) => ({ ...one, toasts })) })
  expect(breaches([raised, escalated(1600)])).toEqual([])
  expect(breaches([raised, shown])).toEqual(['late'])
  expect(breaches([raised, escalated(11_000)])).toEqual(['late'])
  // Somebody who may answer might have seen it.
  const silent = book({ rings: [], receipts: [] })
  expect(breaches([raised, escalated(11_000)], [alone, silent])).toEqual([])
  expect(breaches([raised, shown], [alone, silent])).toEqual(['late'])
  expect(breaches([raised, escalated(1600), entry(2000, { repeat: false, state: 'acknowledged' })])).toEqual(['late'])
})

test('what is told before its time is told', () => {
  const cause = { ...ledger().causes[0]!, notBeforeMs: 1001 }
  expect(breachesOf({ causes: [cause] })).toEqual(['wrong'])
  expect(breachesOf({ causes: [{ ...cause, notBeforeMs: 1000 }] })).toEqual([])
})

test('a station that came back is told of once, and only where it had been away', () => {
  const event = (eventTimeMs: number) => ({
    ...{ atMs: 1, accountId: 'A', id: 'x', type: 'station_online', deviceId: 'T4-1' },
    ...{ eventTimeMs, transaction: String(eventTimeMs) },
  })
  const back = { accountId: 'A', deviceId: 'T4-1', type: 'station_online', safeAtMs: 900 }
  const causes = [...ledger().causes, back]
  expect(breachesOf({ causes, events: [event(5)] })).toEqual([])
  expect(breachesOf({ causes, events: [event(5), event(6)] })).toEqual(['doubled'])
  expect(breachesOf({ causes })).toEqual(['missed'])
  expect(breachesOf({ events: [event(5)] })).toEqual(['wrong'])
})
