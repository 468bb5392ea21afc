import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { given as makeGiven } from '../../../scripts/harness/given.ts'
import { openTransaction } from '../../../scripts/harness/meanwhile.ts'
import { quietLog } from '../../../scripts/harness/quiet-log.ts'
import { helpOf, raised } from '../../../scripts/harness/raised.ts'
import { testApp } from '../../../scripts/harness/test-app.ts'
import { Nightly } from './nightly.ts'
import { connectDatabase } from './platform/postgres/database.ts'
import { KEPT } from './platform/settings.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const app = await testApp()
const given = makeGiven(app)
const { clock, call } = app
const { db, pool, ownerPool } = app.database

const nightly = () => new Nightly({ db, pool, ownerPool, clock, jobs: app.running.app.jobs, log: quietLog, kept: KEPT })
const count = async (from: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(from)}`.execute(db)
  return rows[0]!.n
}

test('location logs are kept 90 days and gone after the night that follows', async () => {
  const person = await given.person()
  const { t4Id, password } = await given.station(person.accountId, { gps: [35, 139] })
  const report = (seq: number, scanned_at_ms: number) =>
    call('POST', '/v3/device/report', { body: { t4_id: t4Id, key: password, seq, scanned_at_ms, scans: [] } })
  const job = nightly()
  await report(1, clock.now() - 88 * DAY)
  // Ahead by a minute: what tells its repeat goes with it.
  await report(2, clock.now() + 60_000)
  await job.look()
  expect(await count('location_logs')).toBe(2)
  clock.move(3 * DAY)
  await job.look()
  expect(await count('location_logs')).toBe(1)
  expect(await count('ahead_reports')).toBe(1)
  clock.move(90 * DAY)
  await job.look()
  expect(await count('location_logs')).toBe(0)
  expect(await count('ahead_reports')).toBe(0)
})

test('it is done once a night, and what failed again at once, while all else is done', async () => {
  clock.hold()
  const job = nightly()
  const failure = (bucket: string) =>
    sql`insert into signin_failures values (${bucket}, 1, ${clock.now() - 2 * DAY})`.execute(db)
  await job.look()
  await failure('same night')
  await job.look()
  expect(await count("signin_failures where bucket = 'same night'")).toBe(1)
  clock.move(DAY)
  await sql`insert into line_codes values ('\\x00', 'Cnight', ${clock.now() - 2 * DAY})`.execute(db)
  await ownerPool.query('alter table used_id_tokens rename to elsewhere')
  await job.look()
  expect(await count("signin_failures where bucket = 'same night'")).toBe(1)
  expect(await count('line_codes')).toBe(0)
  await ownerPool.query('alter table elsewhere rename to used_id_tokens')
  await job.look()
  expect(await count("signin_failures where bucket = 'same night'")).toBe(0)
})

test('a slow clean-up does not block others, and is logged and retried', async () => {
  const told: unknown[] = []
  const hasty = connectDatabase(app.database.address, quietLog)
  onTestFinished(() => hasty.close())
  hasty.pool.on('connect', (client) => void client.query("set lock_timeout = '300ms'"))
  const log = { ...quietLog, warn: (...words: unknown[]) => void told.push(words) } as typeof quietLog
  const job = new Nightly({ db: hasty.db, pool, ownerPool, clock, jobs: app.running.app.jobs, log, kept: KEPT })
  const { accountId } = await given.person()
  const [id] = await raised(app, accountId, helpOf('G3-1', 'Ito', clock.now()))
  clock.move(401 * DAY)
  const holder = await openTransaction(db)
  onTestFinished(async () => {
    if (!holder.isRolledBack) await holder.rollback().execute()
  })
  await sql`select from notifications where id = ${id} for update`.execute(holder)
  await job.look()
  const left = async () => [
    await count(`notifications where account_id = '${accountId}'`),
    await count(`activity_logs where account_id = '${accountId}'`),
  ]
  expect(await left()).toEqual([1, 0])
  expect(told).toMatchObject([[{ what: 'alarms' }, 'A step of the night failed, as the database is away; retrying']])
  await holder.rollback().execute()
  await job.look()
  expect(await left()).toEqual([0, 0])
})

test('history that is over is cleared away bit by bit', async () => {
  const { accountId } = await given.person()
  await sql`insert into notifications (account_id, id, type, is_listed, facts, event_time_ms, repeat, created_at_ms)
    select ${accountId}, gen_random_uuid(), 'low_battery', true, '{}', n, false, ${clock.now()}::bigint
    from generate_series(1, 2500) n`.execute(db)
  await ownerPool.query(`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > 1000 then raise 'too many at once'; end if;
      return null;
    end $$;
    create trigger refuse_many after delete on notifications referencing old table as gone
      for each statement execute function refuse_many()`)
  clock.move(401 * DAY)
  await nightly().look()
  expect(await count(`notifications where account_id = '${accountId}'`)).toBe(0)
})

test('sessions that have been over for a day go, and all that still live stay', async () => {
  const idle = await given.person()
  const staying = await given.person({ stay: true })
  const owner = await given.person({ stay: true })
  await given.visitor(owner, 'guest')
  await sql`update access_links set expire_time = ${Math.floor(clock.now() / 1000) + 3600}
    where account_id = ${owner.accountId}`.execute(db)
  const sessionsOf = ({ accountId }: { accountId: string }) => count(`sessions where account_id = '${accountId}'`)
  const all = async () => [await sessionsOf(idle), await sessionsOf(staying), await sessionsOf(owner)]

  clock.move(DAY)
  await nightly().look()
  expect(await all()).toEqual([1, 1, 2])
  clock.move(13 * HOUR)
  await nightly().look()
  expect(await all()).toEqual([0, 1, 1])
  clock.move(29 * DAY)
  await nightly().look()
  expect(await all()).toEqual([0, 1, 1])
  clock.move(2 * DAY)
  await nightly().look()
  expect(await all()).toEqual([0, 0, 0])
})

test('mails go after a week, links a month after their end, sign-ups nobody confirmed after a week', async () => {
  const signUp = (email: string) =>
    call('POST', '/v3/app/users/signup', {
      body: { user: { email, password: 'a good long password', fullname: 'Sato Ren', locale: 'en-us' } },
    })
  const person = await given.person()
  await call('POST', '/v3/app/users/recovery', { body: { user: { email: person.email } } })
  expect((await signUp('squatted@example.com')).status).toBe(200)
  const left = async () => [
    await count('mails'),
    await count('mail_links'),
    await count("users where email = 'squatted@example.com'"),
    await count(`users where email = '${person.email}'`),
  ]
  clock.move(6 * DAY)
  await nightly().look()
  expect(await left()).toEqual([2, 2, 1, 1])
  clock.move(2 * DAY)
  await nightly().look()
  // The links of a deleted account go with it.
  expect(await left()).toEqual([0, 1, 0, 1])
  expect((await signUp('squatted@example.com')).status).toBe(200)
  clock.move(25 * DAY)
  await nightly().look()
  expect(await left()).toEqual([0, 0, 0, 1])
})

test('a business user whose invitation nobody took up stays with the integrator', async () => {
  const integrator = await given.person()
  const invited = await given.person({ verified: false })
  await sql`update accounts set integrator_account_id = ${integrator.accountId}
    where account_id = ${invited.accountId}`.execute(db)
  clock.move(30 * DAY)
  await nightly().look()
  expect(await count(`accounts where account_id = '${invited.accountId}'`)).toBe(1)
})

test('failed sign-ins are forgotten after a day', async () => {
  await sql`insert into signin_failures values ('old', 3, ${clock.now() - DAY - 1}), ('new', 3, ${clock.now() - HOUR})`.execute(
    db,
  )
  await nightly().look()
  expect(await count("signin_failures where bucket in ('old')")).toBe(0)
  expect(await count("signin_failures where bucket in ('new')")).toBe(1)
})

test('the activity log is kept a year', async () => {
  const { accountId } = await given.person()
  const done = () => count(`activity_logs where account_id = '${accountId}' and action = 'sign_in'`)
  expect(await done()).toBe(1)
  clock.move(364 * DAY)
  await nightly().look()
  expect(await done()).toBe(1)
  clock.move(2 * DAY)
  await nightly().look()
  expect(await done()).toBe(0)
})

test('notifications are kept as long as the history; stops, tests and repeats a day, or as long as their alarm is open', async () => {
  const { accountId, email } = await given.person()
  const ids = await raised(app, accountId, helpOf('G3-1', 'Ito', clock.now()), helpOf('G3-2', 'Sato', clock.now()))
  const stop = async (alarm_ids: readonly string[]) => {
    const token = await given.signIn(email)
    const body = { type: 'disengage', event_time_ms: clock.now() + 60_000, alarm_ids }
    expect((await call('POST', '/v3/app/notifications/push', { token, body })).status).toBe(200)
  }
  await stop([ids[0]!])
  const left = async () => [
    await count(`notifications where account_id = '${accountId}' and is_listed`),
    await count(`notifications where account_id = '${accountId}' and type = 'disengage'`),
    await count(`notifications where account_id = '${accountId}' and again_of is not null`),
    await count(`alarms where account_id = '${accountId}'`),
  ]
  expect(await left()).toEqual([2, 1, 1, 2])
  clock.move(25 * HOUR)
  await nightly().look()
  expect(await left()).toEqual([2, 0, 1, 2])
  await stop([ids[1]!])
  clock.move(25 * HOUR)
  await nightly().look()
  expect(await left()).toEqual([2, 0, 0, 2])
  clock.move(397 * DAY)
  await nightly().look()
  expect(await left()).toEqual([2, 0, 0, 2])
  clock.move(2 * DAY)
  await nightly().look()
  expect(await left()).toEqual([0, 0, 0, 0])
})

test('each night every tracker has a row of where it is, once, and one that is silent stays offline by it', async () => {
  clock.hold()
  const person = await given.person()
  const { t4Id, password } = await given.station(person.accountId, { gps: [35, 139] })
  const id = await given.tracker(person.accountId)
  const body = { t4_id: t4Id, key: password, seq: 1, scanned_at_ms: clock.now(), scans: [{ device_id: id, rssi: -60 }] }
  await call('POST', '/v3/device/report', { body })
  const { ingest } = app.running
  await expect.poll(() => ingest.oldestPendingMs()).toBe(Number.POSITIVE_INFINITY)
  await ingest.flush()
  const heardMs = clock.now()
  const job = nightly()
  for (let night = 0; night < 9; night += 1) {
    clock.move(DAY)
    await job.look()
    await nightly().look()
  }
  const of = `shown_positions where device_id = '${id}'`
  // Where it was heard is still in the hot row, as no report followed.
  expect(await count(of)).toBe(9)
  expect(await count(`${of} and at_ms % ${DAY} = ${18 * HOUR}`)).toBe(9)
  const token = await given.signIn(person.email)
  const { body: site } = await call('GET', `/v3/app/history/site?at_ms=${clock.now()}`, { token })
  expect(site.trackers).toMatchObject([{ device_id: id, status: 'offline', last_seen: Math.floor(heardMs / 1000) }])
  const range = `from_ms=${heardMs + 1}&until_ms=${clock.now()}`
  const { body: density } = await call('GET', `/v3/app/history/density?${range}&buckets=1`, { token })
  expect(density.moves).toEqual([0])
})
