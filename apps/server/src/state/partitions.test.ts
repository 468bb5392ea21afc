import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { dropOldPartitions, LOCATION_LOGS, makePartitionsAhead, RETENTION_MS } from './partitions.ts'

const DAY_MS = 86_400_000
const app = await testApp()
const given = makeGiven(app)
const { clock, call } = app
const { db, pool, ownerPool } = app.database

const nameOf = (ms: number): string => `location_logs_${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '_')}`

/** Tables of days, with whether they belong to the log. */
async function days(): Promise<Record<string, boolean>> {
  const { rows } = await sql<{ name: string; attached: boolean }>`
    select relname as name, exists (select from pg_inherits where inhrelid = c.oid and not inhdetachpending) as attached
    from pg_class c where relkind = 'r' and relname like 'location\\_logs\\_%' order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, attached }) => [name, attached]))
}

const dropOld = (from: pg.Pool) => dropOldPartitions(from, LOCATION_LOGS, clock.now(), RETENTION_MS)

/** A backup that has begun to read the log; it ends when told, or with the test. */
async function backup(): Promise<() => Promise<void>> {
  const client = await pool.connect()
  let ended: Promise<void> | undefined
  const end = () => {
    ended ??= client.query('rollback').then(() => client.release())
    return ended
  }
  onTestFinished(end)
  await client.query('begin isolation level repeatable read')
  await client.query('lock table location_logs in access share mode')
  return end
}

async function sender() {
  const person = await given.person()
  const { t4Id, password } = await given.station(person.accountId, { gps: [35, 139] })
  const id = await given.tracker(person.accountId)
  let seq = 0
  return (agoMs: number) => {
    seq += 1
    return call('POST', '/v3/device/report', {
      body: {
        t4_id: t4Id,
        key: password,
        seq,
        scanned_at_ms: clock.now() - agoMs,
        scans: [{ device_id: id, rssi: -60 }],
      },
    })
  }
}

test('today, tomorrow and the day after are there before anybody reports', async () => {
  expect(await days()).toMatchObject({
    [nameOf(clock.now())]: true,
    [nameOf(clock.now() + DAY_MS)]: true,
    [nameOf(clock.now() + 2 * DAY_MS)]: true,
  })
})

test('while a backup reads the log, a new day begins and history of a day nobody had comes in', async () => {
  const report = await sender()
  await backup()
  clock.move(DAY_MS)
  expect((await report(0)).body).toMatchObject({ stored: 1 })
  expect((await report(40 * DAY_MS)).body).toMatchObject({ stored: 1 })
  clock.move(3 * DAY_MS)
  await makePartitionsAhead(pool, clock.now())
  expect((await report(0)).body).toMatchObject({ stored: 1 })
})

test('days older than 90 days go, and no younger one', async () => {
  clock.hold()
  const report = await sender()
  for (const ago of [89, 60, 0]) expect((await report(ago * DAY_MS)).body).toMatchObject({ stored: 1 })
  const [oldest, old] = [nameOf(clock.now() - 89 * DAY_MS), nameOf(clock.now() - 60 * DAY_MS)]
  expect(await dropOld(ownerPool)).toEqual([])
  clock.move(DAY_MS)
  expect(await dropOld(ownerPool)).not.toContain(oldest)
  clock.move(DAY_MS)
  expect(await dropOld(ownerPool)).toEqual([oldest])
  expect(await days()).not.toHaveProperty(oldest)
  expect(await days()).toHaveProperty(old)
})

test('a drop of old days that a backup blocked is finished the next time', async () => {
  clock.hold()
  const report = await sender()
  await report(80 * DAY_MS)
  await report(79 * DAY_MS)
  const [first, second] = [nameOf(clock.now() - 80 * DAY_MS), nameOf(clock.now() - 79 * DAY_MS)]
  clock.move(30 * DAY_MS)
  const end = await backup()
  const impatient = new pg.Pool({ ...app.database.address, lock_timeout: 300 })
  onTestFinished(() => impatient.end())
  await expect(dropOld(impatient)).rejects.toThrow('lock timeout')
  // What is going is out of the log at once, though its table is still there; reports come in all the while.
  expect(await days()).toMatchObject({ [first]: false, [second]: true })
  expect((await report(0)).body).toMatchObject({ stored: 1 })
  await end()
  expect(await dropOld(ownerPool)).toEqual(expect.arrayContaining([first, second]))
  expect(Object.values(await days())).not.toContain(false)
})

test('a table that was taken out of the log and not dropped yet goes the next time', async () => {
  clock.hold()
  const report = await sender()
  await report(70 * DAY_MS)
  const name = nameOf(clock.now() - 70 * DAY_MS)
  await ownerPool.query(`alter table location_logs detach partition ${name}`)
  clock.move(22 * DAY_MS)
  expect(await dropOld(ownerPool)).toContain(name)
  expect(await days()).not.toHaveProperty(name)
})
