import { expect, test } from 'vitest'
import type { AlarmEntry, ConsoleBook, Ledger } from './ledger.ts'
import { judge } from './promises.ts'

const entry = (atMs: number, change: Partial<AlarmEntry> = {}): AlarmEntry => ({
  ...{ atMs, accountId: 'A', alarmId: 'one', deviceId: 'G3-1', type: 'help', repeat: true, state: 'raised', told: 0 },
  ...{ isShown: false, dueAtMs: null },
  ...change,
})
const book = (change: Partial<ConsoleBook> = {}): ConsoleBook => ({
  ...{ name: 'console', accountId: 'A', live: [{ fromMs: 0, toMs: 60_000 }], toasts: [], stops: [] },
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
  const escalated = entry(11_500, { state: 'escalated', told: 1 })
  const mails = [{ atMs: 12_000, accountId: 'A', to: 'a' }]
  const unseen = { consoles: [], alarms: [entry(1000), escalated] }
  expect(breachesOf({ ...unseen, mails })).toEqual([])
  expect(breachesOf({ ...unseen, mails: [] })).toEqual(['late'])
  expect(breachesOf({ consoles: [], alarms: [entry(1000)] })).toEqual(['late'])
  const late = { consoles: [], mails, alarms: [entry(1000), { ...escalated, atMs: 16_000 }] }
  expect(breachesOf({ ...late, mails: [{ ...mails[0]!, atMs: 17_000 }] })).toEqual(['late'])
  expect(breachesOf({ ...late, mails: [{ ...mails[0]!, atMs: 17_000 }], setBacksMs: [5000] })).toEqual([])
})

test('times of events that do not rise, and what a server calls a bug, are told', () => {
  const event = (eventTimeMs: number) => ({
    atMs: 1,
    accountId: 'A',
    id: 'x',
    type: 'help',
    deviceId: 'G3-1',
    eventTimeMs,
  })
  expect(breachesOf({ events: [event(5), event(6)] })).toEqual([])
  expect(breachesOf({ events: [event(5), event(5)] })).toEqual(['wrong'])
  expect(breachesOf({ bugs: ['bug: alarms wait in vain'] })).toEqual(['wrong'])
})

test('where clocks were set, a cry for help may be told twice and nothing else may', () => {
  const twice = (type: string) => {
    const alarms = ['one', 'two'].map((alarmId) => entry(1000, { alarmId, type, state: 'acknowledged' }))
    const causes = [{ accountId: 'A', deviceId: 'G3-1', type, safeAtMs: 900 }]
    return breachesOf({ causes, alarms, consoles: [], setBacksMs: [500] })
  }
  expect(twice('help')).toEqual([])
  expect(twice('device_offline')).toEqual(['doubled'])
})

test('a station that came back is told of once, and only where it had been away', () => {
  const event = (eventTimeMs: number) => ({
    ...{ atMs: 1, accountId: 'A', id: 'x', type: 'station_online', deviceId: 'T4-1', eventTimeMs },
  })
  const back = { accountId: 'A', deviceId: 'T4-1', type: 'station_online', safeAtMs: 900 }
  const causes = [...ledger().causes, back]
  expect(breachesOf({ causes, events: [event(5)] })).toEqual([])
  expect(breachesOf({ causes, events: [event(5), event(6)] })).toEqual(['doubled'])
  expect(breachesOf({ causes })).toEqual(['missed'])
  expect(breachesOf({ events: [event(5)] })).toEqual(['wrong'])
})
