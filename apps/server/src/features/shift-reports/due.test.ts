import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { ShiftTimes } from './due.ts'
import { insertDue, listDue } from './queries.ts'

const app = await testApp({ isShared: true })
const other = await testApp({ beside: app })
const given = makeGiven(app)
const { call, clock, database } = app
const { db } = database

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const servers = [app, other].map(({ running }) => new ShiftTimes(running.background))

/** Sessions end while hours pass. */
const tokenOf = ({ email }: Person) => given.signIn(email)
const saveTimes = async (person: Person, times: string[], names?: string[]) =>
  call('POST', '/v3/app/users/extrasettings/shifttimer', {
    token: await tokenOf(person),
    body: { shift_report_timer: times, ...(names && { shift_names: names }) },
  })
const reportsOf = async (person: Person) =>
  (await call('GET', '/v3/app/shiftreports', { token: await tokenOf(person) })).body.shift_reports
const lookAll = () => Promise.all([...servers, ...servers].map((server) => server.look()))

/** Moves the clock to the next such hour in Taipei, which has no summer time. */
function moveTo(hour: number): void {
  const wanted = (hour - 8) * HOUR_MS
  clock.move(((((wanted - clock.now()) % DAY_MS) + DAY_MS) % DAY_MS) + 1000)
}

test('at each time a report is made by itself, once, however many servers look [API-POST /app/users/extrasettings/shifttimer] [API-GET /app/users/extrasettings/shifttimer] [ENT-shiftReport.shift_report_timer]', async () => {
  moveTo(7)
  const person = await given.person()
  expect((await saveTimes(person, ['16:00', '08:00'], ['', 'Night'])).body).toMatchObject({
    shift_report_timer: ['08:00', '16:00'],
  })
  const timer = await call('GET', '/v3/app/users/extrasettings/shifttimer', { token: person.token })
  expect(timer.body.shift_report_timer).toEqual(['08:00', '16:00'])
  await lookAll()
  expect(await reportsOf(person)).toEqual([])
  moveTo(8)
  await lookAll()
  await lookAll()
  const [night, ...none] = await reportsOf(person)
  expect(none).toEqual([])
  expect(night).toMatchObject({ creator: 'auto', notes: '', shift_name: 'Night' })
  expect((night.date * 1000) % DAY_MS).toBe(0)
  expect(night.date - night.period_start).toBe((16 * HOUR_MS) / 1000)
  moveTo(16)
  await lookAll()
  const [day, before] = await reportsOf(person)
  expect(before.report_id).toBe(night.report_id)
  expect(day).toMatchObject({ shift_name: '', period_start: night.date, date: night.date + (8 * HOUR_MS) / 1000 })
  await eventually(async () => {
    app.running.app.jobs.wake()
    expect((await reportsOf(person)).map(({ state }: { state: string }) => state)).toEqual(['success', 'success'])
  })
})

test('the report and its job are there together, or neither', async () => {
  moveTo(7)
  const person = await given.person()
  await saveTimes(person, ['08:00'])
  moveTo(8)
  const { jobs } = app.running.app
  const failing = new ShiftTimes({
    ...app.running.background,
    jobs: { wake: () => {}, add: () => Promise.reject(new Error('no')) },
  })
  await failing.look()
  const made = async () => (await reportsOf(person)).length
  // The app's own look may have come first.
  const { rows } = await sql`select from jobs.job where data ->> 'account_id' = ${person.accountId}`.execute(db)
  expect(await made()).toBe(rows.length)
  await servers[0]!.look()
  jobs.wake()
  expect(await made()).toBe(1)
})

test('after days without a server one report tells of all that time, and none is made for the times between', async () => {
  moveTo(7)
  const person = await given.person()
  await saveTimes(person, ['08:00', '20:00'])
  moveTo(8)
  await lookAll()
  const [first] = await reportsOf(person)
  // The times of the three days that follow come in one move of the clock, before anybody looks.
  moveTo(7)
  clock.move(2 * DAY_MS + HOUR_MS)
  await lookAll()
  const [late, ...earlier] = await reportsOf(person)
  expect(earlier).toEqual([expect.objectContaining({ report_id: first.report_id })])
  expect(late).toMatchObject({ period_start: first.date, date: first.date + (3 * DAY_MS) / 1000 })
})

test('saving a time again that has just come does not skip its report, and a new time waits for its next day', async () => {
  moveTo(7)
  const person = await given.person()
  await saveTimes(person, ['08:00'])
  moveTo(8)
  await saveTimes(person, ['07:00', '08:00'])
  await lookAll()
  const [report, ...none] = await reportsOf(person)
  expect(none).toEqual([])
  expect((report.date * 1000) % DAY_MS).toBe(0)
})

const UTC = (text: string) => Date.parse(`${text}:00Z`)

test.each([
  // Clocks go from 2:00 to 3:00 on March 8, and from 2:00 back to 1:00 on November 1.
  ['America/New_York', '02:30', '2026-03-07T12:00', ['2026-03-08T07:30', '2026-03-09T06:30', '2026-03-10T06:30']],
  ['America/New_York', '01:30', '2026-10-31T12:00', ['2026-11-01T06:30', '2026-11-02T06:30', '2026-11-03T06:30']],
  ['America/Phoenix', '02:30', '2026-03-07T12:00', ['2026-03-08T09:30', '2026-03-09T09:30', '2026-03-10T09:30']],
  ['Asia/Tokyo', '00:00', '2026-03-07T12:00', ['2026-03-07T15:00', '2026-03-08T15:00', '2026-03-09T15:00']],
])('in %s %s comes once a day, also on those of 23 and 25 hours', async (timezone, time, from, dues) => {
  const { accountId } = await given.person()
  await sql`update accounts set timezone = ${timezone} where account_id = ${accountId}`.execute(db)
  // Of the test's clock this is long ago, so no server looks at it.
  const since = Number.MAX_SAFE_INTEGER
  await sql`insert into shift_timers (account_id, times, names, since_ms)
    values (${accountId}, ${[time]}, '{""}', ${[since]})`.execute(db)
  const made: string[] = []
  for (let now = UTC(from); now < UTC(from) + 3 * DAY_MS; now += HOUR_MS / 4) {
    await db.transaction().execute(async (transaction) => {
      await sql`update shift_timers set since_ms = ${[UTC(from)]} where account_id = ${accountId}`.execute(transaction)
      const due = (await listDue(transaction, now)).filter(({ account_id }) => account_id === accountId)
      await sql`update shift_timers set since_ms = ${[since]} where account_id = ${accountId}`.execute(transaction)
      for (const each of due) {
        expect(await insertDue(transaction, crypto.randomUUID(), each)).toBe(true)
        made.push(new Date(each.due_at_ms).toISOString().slice(0, 16))
      }
    })
  }
  expect(made).toEqual(dues)
})

test('reports older than a year are cleared away at night', async () => {
  const { accountId } = await given.person()
  await sql`insert into shift_reports (account_id, report_id, creator, date_ms, period_start_ms, state)
    select ${accountId}, gen_random_uuid(), 'auto', ${clock.now()}::bigint - days * ${DAY_MS}::bigint, 0, 'failure'
    from unnest(array[364, 366]) days`.execute(db)
  await app.running.nightly.look()
  const { rows } = await sql`select from shift_reports where account_id = ${accountId}`.execute(db)
  expect(rows).toHaveLength(1)
})
