import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import type { LogRow } from '../../state/log-row.ts'
import { ClockSetBacks } from '../log/clock-set-backs.ts'
import { LogPositions } from '../log/log-positions.ts'
import { LogFollower } from './log-follower.ts'
import { saveCheckpoint } from './servers.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db, pool } = app.database

/** As many as the pool has. */
const CONNECTIONS = 8

/** Scans of the log so far, and the rows that they and its indexes gave, by all connections of the pool. */
async function readsOfLog(): Promise<object> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
  for (const client of clients) await client.query('select pg_stat_force_next_flush()')
  for (const client of clients) client.release()
  const { rows } = await sql<object>`
    select sum(seq_scan) as scans, sum(seq_tup_read) as scanned, sum(idx_scan) as looks, sum(idx_tup_fetch) as found
    from pg_stat_user_tables where relname like 'location\\_logs\\_%'`.execute(db)
  return rows[0]!
}

const lastNumber = async (): Promise<number> =>
  (await sql<{ last: number }>`select pg_sequence_last_value('log_orders') as last`.execute(db)).rows[0]!.last

test('a server alone reads no row of the log that it knows, not even when one that died before is taken over', async () => {
  const { accountId } = await given.person()
  const { t4Id, password } = await given.station(accountId, { gps: [35, 139] })
  const ids = await Promise.all(Array.from({ length: 10 }, () => given.tracker(accountId)))
  let seq = 0
  const report = async () => {
    seq += 1
    const scans = ids.map((device_id) => ({ device_id, rssi: -60 }))
    const body = { t4_id: t4Id, key: password, seq, scanned_at_ms: clock.now(), scans }
    expect((await call('POST', '/v3/device/report', { body })).body).toMatchObject({ stored: ids.length })
  }
  await report()
  await allHeard(app)
  await sql`
    insert into location_logs (account_id, device_id, scanned_at_ms, sender_id, seq, received_at_ms, clock_ahead, rssi,
      log_order)
    select ${accountId}, ${ids[0]!}, at, ${t4Id}, 'day', at, false, -60, 0
    from generate_series(${clock.now()}::bigint - 86400000, ${clock.now()}::bigint - 86400, 86400) as at
    where at / 86400000 = ${clock.now()}::bigint / 86400000`.execute(db)
  const dead = randomUUID()
  await saveCheckpoint(db, dead, await lastNumber())
  await sql`update servers set seen_at = clock_timestamp() - interval '1 hour' where server_id = ${dead}`.execute(db)
  const before = await readsOfLog()
  // Its own checkpoint reaches that of the last report after the rest of the other was replayed.
  await eventually(async () => {
    await report()
    await allHeard(app)
    clock.move(25)
    const { rows } = await sql<{ is_done: boolean }>`
      select count(*) = 1 and min(log_order) > ${await lastNumber()}::bigint - 4096 * 4 as is_done from servers`.execute(
      db,
    )
    expect(rows[0]!.is_done).toBe(true)
  })
  expect(await readsOfLog()).toEqual(before)
})

test('a number is this server’s own though the database’s answer is still on its way', async () => {
  const { accountId } = await given.person()
  const isAsked = Promise.withResolvers<void>()
  const setBacks = new ClockSetBacks()
  const positions = new (class extends LogPositions {
    override settle() {
      isAsked.resolve()
      return super.settle()
    }
  })(setBacks)
  const applied: LogRow[] = []
  const follower = new LogFollower({
    db,
    clock,
    positions,
    setBacks,
    refresh: async () => {},
    apply: async (rows) => void applied.push(...rows.filter((row) => row.account_id === accountId)),
    onAway: (error) => {
      throw error
    },
  })
  const next = (await lastNumber()) + 4096
  follower.begin(next, next)
  const store = (place: number, battery: number) =>
    sql`
    insert into location_logs (account_id, device_id, scanned_at_ms, sender_id, seq, received_at_ms, clock_ahead, battery,
      log_order)
    values (${accountId}, 'G3-1', ${clock.now()}, 'T4-1', ${randomUUID()}, ${clock.now()}, false, ${battery},
      ${place})`.execute(db)
  const answer = Promise.withResolvers<void>()
  const isGiven = Promise.withResolvers<void>()
  const client = await pool.connect()
  const slow = {
    async query(query: Parameters<ClientBase['query']>[0]) {
      const answered = await client.query(query as never)
      isGiven.resolve()
      await answer.promise
      return answered
    },
  }
  const row = { log_order: 0, received_at_ms: clock.now() }
  const giving = positions.give(slow as unknown as ClientBase, [row], clock.now())
  await isGiven.promise
  await store(await lastNumber(), 41)
  const { rows } = await sql<{ place: number }>`select nextval('log_orders') as place`.execute(db)
  await store(rows[0]!.place, 42)
  follower.start()
  try {
    await isAsked.promise
    await nextTurn()
    answer.resolve()
    await giving
    await eventually(async () => expect(applied.map(({ battery }) => battery)).toContain(42))
    expect(applied.map(({ battery }) => battery)).toEqual([42])
  } finally {
    await follower.close()
    client.release()
  }
})
