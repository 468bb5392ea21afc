import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { doDueJobs } from '../../../../../scripts/harness/due-jobs.ts'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { deleteAccount, finishDeletion } from './erase.ts'

const app = await testApp()
const given = makeGiven(app)
const { db } = app.database
const { clock } = app
const DAY_MS = 86_400_000

/** Rows of the log, spread over devices and days. */
const log = (accountId: string, rows: number) =>
  sql`insert into location_logs (account_id, device_id, scanned_at_ms, sender_id, seq, received_at_ms, clock_ahead,
    log_order)
    select ${accountId}::uuid, 'G3-' || n % 3, ${app.clock.now()}::bigint - (n % 2) * ${DAY_MS}, 'phone', n::text, ${app.clock.now()}::bigint, false, n
    from generate_series(1, ${rows}) n`.execute(db)
const rowsOf = async (accountId: string) =>
  (
    await sql<{ count: number }>`select count(*)::integer as count from location_logs
      where account_id = ${accountId}`.execute(db)
  ).rows[0]?.count

test('the whole log of an account is deleted, however long it is, and nobody else’s', async () => {
  const [doomed, neighbour] = [await given.person(), await given.person()]
  // A row of each day, so that their partitions are there.
  const password = await given.credential(doomed.accountId, 'phone')
  for (const age of [0, DAY_MS]) {
    const scanned_at_ms = app.clock.now() - age
    const body = {
      phone_id: 'phone',
      key: password,
      seq: age,
      scanned_at_ms,
      gps_latitude: 35,
      gps_longitude: 139,
      scans: [],
    }
    expect((await app.call('POST', '/v3/device/report', { body })).status).toBe(200)
  }
  await log(doomed.accountId, 35_000)
  await log(neighbour.accountId, 5)
  const ended = await db
    .transaction()
    .execute((transaction) => deleteAccount(transaction, app.running.app, doomed.accountId))
  expect(ended.sessionIds).toHaveLength(1)
  await finishDeletion(app.running.app, doomed.accountId, ended)
  await doDueJobs(app)
  expect(await rowsOf(doomed.accountId)).toBe(0)
  expect(await rowsOf(neighbour.accountId)).toBe(5)
})

test('an erasure that a stopped server left is finished, and an hour later rows of late reports are erased', async () => {
  const { accountId } = await given.person()
  await log(accountId, 5)
  const left = async () => {
    const { rows } = await sql`select from tracker_states where account_id = ${accountId}`.execute(db)
    return [await rowsOf(accountId), rows.length]
  }
  await db.transaction().execute((transaction) => deleteAccount(transaction, app.running.app, accountId))
  await doDueJobs(app)
  expect(await left()).toEqual([0, 0])
  await log(accountId, 5)
  await sql`insert into tracker_states (account_id, device_id, last_seen_ms, updated_at_ms)
    values (${accountId}, 'G3-1', 0, 0)`.execute(db)
  clock.move(3_599_000)
  await doDueJobs(app)
  expect(await left()).toEqual([5, 1])
  clock.move(2000)
  await doDueJobs(app)
  expect(await left()).toEqual([0, 0])
})

test('deleting an unknown account does nothing', async () => {
  expect(
    await db.transaction().execute((transaction) => deleteAccount(transaction, app.running.app, randomUUID())),
  ).toEqual({ sessionIds: [], shares: [] })
})
