import { expect, test } from 'vitest'
import type { AlarmEntry, ConsoleBook, EventEntry, Ledger, LetterEntry, MailEntry } from './ledger.ts'
import { judge } from './promises.ts'

const entry = (atMs: number, change: Partial<AlarmEntry> = {}): AlarmEntry => ({
  ...{ atMs, accountId: 'A', alarmId: 'one', deviceId: 'G3-1', type: 'help', repeat: true, state: 'raised', told: 0 },
  ...{ isShown: false, waitMs: 10_000, transaction: `at ${atMs}` },
  ...change,
})
const book = (change: Partial<ConsoleBook> = {}): ConsoleBook => ({
  ...{ name: 'console', accountId: 'A', mayAnswer: true, receipts: [{ atMs: 1250, alarmId: 'one' }] },
  ...{ pages: [{ fromMs: 0, toMs: 60_000 }], live: [{ fromMs: 0, toMs: 60_000 }], toasts: [], stops: [] },
  rings: [{ atMs: 1200, alarmId: 'one', isOn: true }],
  ...change,
})
const ring = (atMs: number, isOn: boolean) => ({ atMs, alarmId: 'one', isOn })
const event = (change: Partial<EventEntry> = {}): EventEntry => ({
  ...{ atMs: 1000, accountId: 'A', id: 'one', againOf: null, type: 'help', deviceId: 'G3-1' },
  ...{ eventTimeMs: 1000, transaction: 'at 1000' },
  ...change,
})
const letter = (atMs: number, change: Partial<LetterEntry> = {}): LetterEntry => ({
  ...{ atMs, accountId: 'A', to: 'a', alarmId: 'one', isTaken: false, transaction: `at ${atMs}` },
  ...change,
})
const mail = (atMs: number, change: Partial<MailEntry> = {}): MailEntry => ({
  ...{ atMs, accountId: 'A', to: 'a', transaction: `at ${atMs}` },
  ...{ alarmIds: ['one'], text: 'G3-1 asks for help' },
  ...change,
})
/** A contact is told of the alarm by a step, and by the mail that takes it. */
const told = (stepMs: number, mailMs: number, change: Partial<LetterEntry> = {}) => ({
  letters: [letter(stepMs, change), letter(mailMs, { ...change, isTaken: true })],
  mails: [mail(mailMs, { to: change.to ?? 'a', alarmIds: [change.alarmId ?? 'one'] })],
})
const stop = { atMs: 3000, named: [], unseen: [], toldAtMs: 3500 }

/** An alarm raised at 1 s, shown at once, and answered for at 9 s. */
const ledger = (change: Partial<Ledger> = {}): Ledger => ({
  causes: [{ accountId: 'A', deviceId: 'G3-1', type: 'help', safeAtMs: 900 }],
  consoles: [book({ rings: [ring(1200, true), ring(9100, false)] })],
  accounts: [{ accountId: 'A', acknowledgeWithinMs: 15_000, contacts: [{ email: 'a', afterMs: 0 }], subscriptions: 0 }],
  alarms: [
    entry(1000),
    entry(1300, { isShown: true, state: 'shown' }),
    entry(9000, { isShown: true, state: 'acknowledged' }),
  ],
  ...{ events: [], pushes: [], mails: [], letters: [], trouble: [], pauses: [], clockSteps: [], bugs: [] },
  ...{ trembleMs: 20, endedAtMs: 60_000 },
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

const nobody = [book({ pages: [], rings: [], receipts: [], live: [] })]
const away = [book({ rings: [], receipts: [], live: [] })]
const escalated = (atMs: number, change: Partial<AlarmEntry> = {}) =>
  entry(atMs, { state: 'escalated', told: 1, ...change })

test('an alarm that nobody saw or acknowledged is escalated in time, with a mail that names it', () => {
  const unseen = { consoles: away, alarms: [entry(1000), escalated(11_500)] }
  expect(breachesOf({ ...unseen, ...told(11_500, 12_000) })).toEqual([])
  expect(breachesOf({ ...unseen, letters: [letter(11_500)] })).toEqual(['late'])
  expect(breachesOf({ ...unseen, mails: [mail(12_000)] })).toEqual(['doubled', 'late', 'wrong'])
  expect(breachesOf({ ...unseen, ...told(11_500, 12_000), mails: [mail(12_000, { text: 'G3-2' })] })).toEqual(['wrong'])
  expect(breachesOf({ ...unseen, ...told(11_500, 12_000), mails: [mail(12_000, { alarmIds: ['two'] })] })).toEqual([
    ...['doubled', 'late', 'wrong'],
  ])
  expect(breachesOf({ ...unseen, ...told(11_500, 12_000), mails: [] })).toEqual(['late', 'wrong'])
  expect(breachesOf({ ...unseen, ...told(11_500, 14_000) })).toEqual(['late'])
  expect(breachesOf({ consoles: away, alarms: [entry(1000)] })).toEqual(['late'])
})

test('a mail to another contact, or of another alarm, tells nobody of this one', () => {
  const unseen = { consoles: away, alarms: [entry(1000), escalated(11_500)] }
  expect(breachesOf({ ...unseen, ...told(11_500, 12_000, { to: 'b' }) })).toEqual(['late', 'wrong'])
  expect(breachesOf({ ...unseen, ...told(11_500, 12_000, { alarmId: 'two' }) })).toEqual(['late', 'wrong'])
})

test('a contact gets a mail in half a minute, and what comes meanwhile with the next', () => {
  const alarms = [
    entry(1000),
    escalated(11_500),
    entry(9000, { alarmId: 'two' }),
    escalated(19_000, { alarmId: 'two' }),
  ]
  const second = (atMs: number, clockSteps: Ledger['clockSteps'] = []) => {
    const [one, two] = [told(11_500, 12_000), told(19_000, atMs, { alarmId: 'two' })]
    const causes = [{ ...ledger().causes[0]!, times: 2 }]
    return breachesOf({
      ...{ causes, consoles: away, alarms, clockSteps },
      ...{ letters: [...one.letters, ...two.letters], mails: [...one.mails, ...two.mails] },
    })
  }
  expect(second(42_000)).toEqual([])
  expect(second(41_000)).toEqual(['wrong'])
  expect(second(44_100)).toEqual(['late'])
  // By a clock that was set back meanwhile the first may count for nothing, or for one of just now.
  const back = [{ atMs: 14_000, byMs: -2500 }]
  expect(second(20_000, back)).toEqual([])
  expect(second(51_000, back)).toEqual([])
  expect(second(51_100, back)).toEqual(['late'])
})

test('a clock that is set back delays an alarm by as much, at most by its whole delay again; one that is set forward never does', () => {
  const went = (atMs: number, byMs: number, stepAtMs = 5000) =>
    breachesOf({
      ...{ consoles: away, ...told(atMs, atMs), clockSteps: [{ atMs: stepAtMs, byMs }] },
      alarms: [entry(1000), escalated(atMs)],
    })
  expect(went(16_000, -3000)).toEqual([])
  expect(went(16_100, -3000)).toEqual(['late'])
  expect(went(18_400, -600_000)).toEqual([])
  expect(went(18_600, -600_000)).toEqual(['late'])
  expect(went(16_000, 600_000)).toEqual(['late'])
  expect(went(16_000, -3000, 14_000)).toEqual(['late'])
})

test('an alarm that is escalated too early is reported, unless the clock was set forward or no console listens', () => {
  const went = (atMs: number, change: Partial<Ledger> = {}, first: Partial<AlarmEntry> = {}) =>
    breachesOf({ consoles: away, ...told(atMs, atMs), alarms: [entry(1000, first), escalated(atMs)], ...change })
  expect(went(11_000)).toEqual([])
  expect(went(10_900)).toEqual(['wrong'])
  expect(went(1500)).toEqual(['wrong'])
  expect(went(6000, { clockSteps: [{ atMs: 2000, byMs: 5000 }] })).toEqual([])
  expect(went(5900, { clockSteps: [{ atMs: 2000, byMs: 5000 }] })).toEqual(['wrong'])
  expect(went(6000, {}, { waitMs: 5000 })).toEqual(['wrong'])
  expect(went(11_000, {}, { waitMs: 5000 })).toEqual(['wrong'])
  expect(went(1500, {}, { waitMs: 0 })).toEqual([])
  expect(went(5000, {}, { waitMs: 0 })).toEqual(['late'])
  // Somebody was there.
  const there = [book({ rings: [], receipts: [], live: [{ fromMs: 0, toMs: 60_000 }] })]
  const toasts = [{ atMs: 7100, alarmId: 'one', key: 'one' }]
  const calm = { repeat: false, waitMs: 0 }
  const alarms = [entry(7000, calm), escalated(7500, calm)]
  expect(breachesOf({ consoles: [{ ...there[0]!, toasts }], ...told(7500, 7500), alarms })).toEqual(['wrong'])
  // He had come just now.
  const live = [{ fromMs: 2000, toMs: 60_000 }]
  expect(breachesOf({ consoles: [{ ...there[0]!, live, toasts }], ...told(7500, 7500), alarms })).toEqual([])
})

test('who left long ago is not waited for', () => {
  const left = (toMs: number) => [{ ...nobody[0]!, pages: [{ fromMs: 0, toMs }] }]
  const went = (consoles: readonly ConsoleBook[], atMs: number) =>
    breachesOf({ consoles, ...told(atMs, atMs), alarms: [entry(45_000), escalated(atMs)] })
  expect(went(left(4900), 55_000)).toEqual(['late'])
  expect(went(left(5100), 55_000)).toEqual([])
  expect(went(nobody, 55_000)).toEqual(['late'])
})

test('contact after contact is told, each in its time and none before', () => {
  const contacts = [
    { email: 'a', afterMs: 0 },
    { email: 'b', afterMs: 5000 },
  ]
  const accounts = [{ ...ledger().accounts[0]!, contacts }]
  const second = (atMs: number, pauses: Ledger['pauses'] = []) => {
    const [one, two] = [told(11_500, 11_500), told(atMs, atMs, { to: 'b' })]
    return breachesOf({
      ...{ accounts, pauses, consoles: away, alarms: [entry(1000), escalated(11_500), escalated(atMs, { told: 2 })] },
      ...{ letters: [...one.letters, ...two.letters], mails: [...one.mails, ...two.mails] },
    })
  }
  expect(second(16_500)).toEqual([])
  expect(second(16_400)).toEqual(['wrong'])
  expect(second(18_600)).toEqual(['late'])
  // A server that was paused at 8 s took the first step as of then.
  expect(second(14_000, [{ fromMs: 8000, toMs: 11_400 }])).toEqual([])
  expect(second(14_000, [{ fromMs: 8000, toMs: 9900 }])).toEqual(['wrong'])
})

test('a step is pushed as the alarm it is of, to every browser once', () => {
  const accounts = [{ ...ledger().accounts[0]!, subscriptions: 1 }]
  const push = (to: string, transaction: string) => ({ atMs: 11_500, accountId: 'A', to, transaction })
  const raised = push('one', 'at 1000')
  const alarms = [entry(1000), escalated(11_500)]
  const other = event({ id: 'two', eventTimeMs: 2000, type: 'station_online', transaction: 'at 11500' })
  const pushed = (...pushes: Ledger['pushes']) =>
    breachesOf({
      ...{ accounts, alarms, consoles: away, ...told(11_500, 11_500), pushes },
      causes: [...ledger().causes, { accountId: 'A', deviceId: 'G3-1', type: 'station_online', safeAtMs: 1 }],
      events: [event(), other],
    })
  const [step, others] = [push('one', 'at 11500'), push('two', 'at 11500')]
  expect(pushed(raised, others, step)).toEqual([])
  expect(pushed(raised, others)).toEqual(['missed'])
  expect(pushed(step, others)).toEqual(['missed'])
  expect(pushed(raised, others, step, step)).toEqual(['doubled'])
  expect(pushed(raised, others, step, push('one', 'at 12000'))).toEqual(['doubled'])
})

test('an alarm is sent again by a stop that left it unnamed, while it is open, and by nothing else', () => {
  const stopped = event({ id: 's', type: 'disengage', deviceId: null, eventTimeMs: 2000, transaction: 'stop' })
  const again = (id: string, eventTimeMs: number, transaction = 'stop') =>
    event({ id, againOf: 'one', eventTimeMs, transaction })
  const moved = entry(3000, { repeat: false, transaction: 'stop' })
  const toasts = [{ atMs: 1100, alarmId: 'one', key: 'one' }]
  const sent = (events: readonly EventEntry[], before = entry(1000, { repeat: false })) =>
    breachesOf({
      ...{ events: [event(), ...events], consoles: [book({ rings: [], toasts })] },
      alarms: [
        before,
        { ...before, ...moved, isShown: before.isShown },
        entry(5000, { repeat: false, state: 'acknowledged' }),
      ],
    })
  expect(sent([stopped, again('a', 2001)])).toEqual([])
  expect(sent([again('a', 2001)])).toEqual(['wrong'])
  expect(sent([stopped, again('a', 2001), again('b', 2002)])).toEqual(['wrong'])
  expect(sent([stopped, again('a', 2001), again('b', 2002, 'later')])).toEqual(['wrong'])
  expect(sent([stopped, again('a', 2001)], entry(1000, { repeat: false, isShown: true }))).toEqual(['wrong'])
})

test('what was answered for is never open again', () => {
  expect(breachesOf({ alarms: [...ledger().alarms, entry(9500, { isShown: true, state: 'sent' })] })).toContain('wrong')
})

test('times of events that do not rise, and what a server calls a bug, are told', () => {
  const at = (eventTimeMs: number, transaction = String(eventTimeMs)) => event({ id: 'x', eventTimeMs, transaction })
  expect(breachesOf({ events: [at(5), at(6)] })).toEqual([])
  expect(breachesOf({ events: [at(6, 'one'), at(5, 'one')] })).toEqual([])
  expect(breachesOf({ events: [at(6), at(5)] })).toEqual(['wrong'])
  expect(breachesOf({ events: [at(5), at(5)] })).toEqual(['wrong'])
  expect(breachesOf({ bugs: ['bug: failed to handle alarms; retrying'] })).toEqual(['wrong'])
})

test('a cry for help may be told as often as clocks that were behind took it for another, and nothing else may', () => {
  const twice = (type: string, takenAsMs?: readonly number[]) => {
    const alarms = ['one', 'two'].map((alarmId) => entry(1000, { alarmId, type, state: 'acknowledged' }))
    const causes = [{ accountId: 'A', deviceId: 'G3-1', type, safeAtMs: 900, ...(takenAsMs && { takenAsMs }) }]
    return breachesOf({ causes, alarms, consoles: [book({ rings: [] })] })
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
  const normal = (atMs: number) =>
    event({ atMs, id: 'x', type: 'back_to_normal', deviceId: 'CP-1', eventTimeMs: atMs, transaction: String(atMs) })
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
  const further = (atMs: number) => escalated(atMs, { repeat: false })
  const toasts = [{ atMs: 1100, alarmId: 'one', key: 'one' }]
  const breaches = (alarms: AlarmEntry[], books = consoles) => {
    const step = alarms.find(({ told }) => told > 0)?.atMs
    const mailed = step === undefined ? {} : told(step, step)
    return breachesOf({ alarms, ...mailed, consoles: books.map((one) => ({ ...one, toasts })) })
  }
  expect(breaches([raised, further(1600)])).toEqual([])
  expect(breaches([raised, shown])).toEqual(['late'])
  expect(breaches([raised, further(11_000)])).toEqual(['late'])
  // Somebody who may answer might have seen it.
  const silent = book({ rings: [], receipts: [] })
  expect(breaches([raised, further(11_000)], [alone, silent])).toEqual([])
  expect(breaches([raised, shown], [alone, silent])).toEqual(['late'])
  expect(breaches([raised, further(1600), entry(2000, { repeat: false, state: 'acknowledged', told: 1 })])).toEqual([
    'late',
  ])
})

test('what is told before its time is told', () => {
  const cause = { ...ledger().causes[0]!, notBeforeMs: 1001 }
  expect(breachesOf({ causes: [cause] })).toEqual(['wrong'])
  expect(breachesOf({ causes: [{ ...cause, notBeforeMs: 1000 }] })).toEqual([])
})

test('what time brings about is told by its time', () => {
  const cause = { ...ledger().causes[0]!, byMs: 999 }
  expect(breachesOf({ causes: [cause] })).toEqual(['late'])
  expect(breachesOf({ causes: [{ ...cause, byMs: 1000 }] })).toEqual([])
})

test('a station that came back is told of once, and only where it had been away', () => {
  const isBack = (eventTimeMs: number) =>
    event({ id: 'x', type: 'station_online', deviceId: 'T4-1', eventTimeMs, transaction: String(eventTimeMs) })
  const back = { accountId: 'A', deviceId: 'T4-1', type: 'station_online', safeAtMs: 900 }
  const causes = [...ledger().causes, back]
  expect(breachesOf({ causes, events: [isBack(5)] })).toEqual([])
  expect(breachesOf({ causes, events: [isBack(5), isBack(6)] })).toEqual(['doubled'])
  expect(breachesOf({ causes })).toEqual(['missed'])
  expect(breachesOf({ events: [isBack(5)] })).toEqual(['wrong'])
})
