/** Servers that share accounts: each is home for some of the shards, and no other hears their reports. */
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually, given as makeGiven } from '../../../../scripts/harness/given.ts'
import { quietLog } from '../../../../scripts/harness/quiet-log.ts'
import { ALL_SHARDS, accountIn, areShared, heldBy } from '../../../../scripts/harness/shared-homes.ts'
import { type TestApp, testApp } from '../../../../scripts/harness/test-app.ts'
import { createApp } from '../app.ts'
import { systemRandom } from '../platform/clock.ts'
import { readSettings } from '../platform/settings.ts'
import { StartFault } from '../platform/start-fault.ts'
import { shardOf, shareOut } from './share-out.ts'

const one = await testApp({ isShared: true, renewEveryMs: 100 })
const given = makeGiven(one)
const { clock } = one
const { db } = one.database

const ready = async ({ origin }: TestApp) => (await fetch(`${origin}/ready`)).status

/** A server beside the first, until the test ends, that sends a heartbeat where the test says so. */
async function another(): Promise<TestApp> {
  const app = await testApp({ beside: one, renewEveryMs: 3_600_000 })
  onTestFinished(async () => {
    await app.running.close()
    await eventually(async () => expect(heldBy(one)).toEqual(ALL_SHARDS))
  })
  await hasShare(app)
  return app
}

/** Of a server that would get the shard from the first. */
function idWhoseShareHas(shard: number): string {
  for (;;) {
    const id = systemRandom.uuid()
    if (shareOut([one.running.shards.serverId, id]).get(shard) === id) return id
  }
}

const hasShare = (app: TestApp) =>
  eventually(async () => {
    await app.running.shards.beat()
    expect(app.running.shards.isReady).toBe(true)
    expect([...heldBy(one), ...heldBy(app)].sort((a, b) => a - b)).toEqual(ALL_SHARDS)
    expect(heldBy(app).length).toBeGreaterThan(0)
  })

/** An account at home in one of these shards, with a station that hears a tracker. */
async function site(shards: readonly number[]) {
  const accountId = accountIn(shards)
  const person = await given.person({ accountId })
  const { t4Id, password } = await given.station(accountId, { gps: [35, 139] })
  const id = await given.tracker(accountId)
  let seq = 0
  const hear = (at: TestApp, battery: number) => {
    seq += 1
    const scans = [{ device_id: id, rssi: -60, battery }]
    // Reports wait a few seconds for others of an earlier time, before the past takes them in.
    const body = { t4_id: t4Id, key: password, seq, scanned_at_ms: clock.now() - 5000, scans }
    return at.call('POST', '/v3/device/report', { body })
  }
  const isShown = (at: TestApp, battery: number) =>
    eventually(async () => {
      const { body } = await at.call('GET', '/v3/app/trackers', { token: person.token })
      expect(body.trackers[0].battery).toBe(battery)
    })
  const logged = async () =>
    (
      await sql<{
        battery: number
      }>`select battery from location_logs where account_id = ${accountId} order by seq`.execute(db)
    ).rows
  return { accountId, hear, isShown, logged }
}

test('a server alone is home for all; one that comes takes its share without a refused report, and gives it back as it ends', async () => {
  expect(heldBy(one)).toEqual(ALL_SHARDS)
  const drop = vi.spyOn(one.running.ingest.moves, 'drop')
  const sites = [await site(ALL_SHARDS), await site(ALL_SHARDS), await site(ALL_SHARDS)]
  for (const { hear } of sites) expect((await hear(one, 50)).body).toMatchObject({ stored: 1 })
  const other = await testApp({ beside: one, renewEveryMs: 100 })
  await areShared([one, other])
  expect([await ready(one), await ready(other)]).toEqual([200, 200])
  const [stays, moves] = [await site(heldBy(one)), await site(heldBy(other))]
  expect((await stays.hear(one, 50)).body).toMatchObject({ stored: 1 })
  expect((await moves.hear(other, 50)).body).toMatchObject({ stored: 1 })
  await moves.isShown(one, 50)
  await other.running.close()
  await eventually(async () => expect(heldBy(one)).toEqual(ALL_SHARDS))
  const { rows } = await sql`select from servers`.execute(db)
  expect(rows).toHaveLength(1)
  expect((await moves.hear(one, 49)).body).toMatchObject({ stored: 1 })
  await moves.isShown(one, 49)
  // Heartbeats look through what is known of all accounts only where some of them move.
  expect(drop.mock.calls.map(([shards]) => shards.size)).not.toContain(0)
  expect(drop).toHaveBeenCalled()
})

test('a server that fell silent is taken over from where it had written; it stores nothing more, and starts afresh under another id', async () => {
  const other = await another()
  const { shards } = other.running
  const [before, share] = [shards.serverId, heldBy(other)]
  // The first has had its time, and what follows takes none: what is saved once is not saved again.
  for (let second = 0; second < 7; second += 1) {
    clock.move(1000)
    await one.running.shards.beat()
  }
  clock.hold()
  const { accountId, hear, isShown, logged } = await site(share)
  expect((await hear(other, 50)).body).toMatchObject({ stored: 1 })
  await isShown(other, 50)
  const saved = async () => {
    const { rows } = await sql`select from shards join accounts using (shard)
      where account_id = ${accountId} and position > (select max(log_order) from location_logs)`.execute(db)
    return rows.length
  }
  await eventually(async () => expect(await saved()).toBe(1))
  const { moves } = one.running.ingest
  const take = moves.take.bind(moves)
  const readyMeanwhile: number[] = []
  vi.spyOn(moves, 'take').mockImplementation(async (holdings) => {
    readyMeanwhile.push(await ready(one))
    return take(holdings)
  })
  // As if it had not written it.
  await sql`delete from tracker_states where account_id = ${accountId}`.execute(db)
  await sql`update shards set position = 1 where shard = ${shardOf(accountId)}`.execute(db)
  // For a moment: the other one hears that it was taken for dead, and comes back at once.
  const hasAll = new Promise<void>((resolve) => {
    const taken = () => {
      if (heldBy(one).length === ALL_SHARDS.length) resolve()
    }
    one.running.shards.watch({ taken, released: () => {} })
  })
  await sql`update servers set seen_at = clock_timestamp() - interval '7 seconds' where server_id = ${before}`.execute(
    db,
  )
  await hasAll
  await isShown(one, 50)
  expect([...new Set(readyMeanwhile)]).toEqual([200])
  expect((await hear(one, 49)).body).toMatchObject({ stored: 1 })
  // It wakes, and believes that it is home: the fence refuses, and its next home takes the report.
  expect((await hear(other, 48)).body).toMatchObject({ stored: 1 })
  expect(await logged()).toEqual([{ battery: 50 }, { battery: 49 }, { battery: 48 }])
  await isShown(one, 48)
  await eventually(async () => expect(shards.serverId).not.toBe(before))
  await hasShare(other)
  const again = await site(heldBy(other))
  expect((await again.hear(other, 47)).body).toMatchObject({ stored: 1 })
})

test('an account that is blocked keeps back its own shard alone: others count as written, and go to a server that comes, which is ready', async () => {
  const [blocked, free] = [await site(ALL_SHARDS), await site(ALL_SHARDS)]
  const shard = shardOf(blocked.accountId)
  expect((await blocked.hear(one, 50)).body).toMatchObject({ stored: 1 })
  await blocked.isShown(one, 50)
  const locker = await one.database.pool.connect()
  onTestFinished(() => locker.release())
  await locker.query('begin')
  await locker.query('select from tracker_states where account_id = $1 for update', [blocked.accountId])
  expect((await blocked.hear(one, 49)).body).toMatchObject({ stored: 1 })
  expect((await free.hear(one, 49)).body).toMatchObject({ stored: 1 })
  clock.move(20_000)
  /** Whether a shard counts as written up to the last report of the blocked account. */
  const isWritten = async (of: number) => {
    const { rows } = await sql<{ is_written: boolean }>`select position > (
      select max(log_order) from location_logs where account_id = ${blocked.accountId}) as is_written
      from shards where shard = ${of}`.execute(db)
    return rows[0]!.is_written
  }
  const others = ALL_SHARDS.filter((other) => other !== shard)
  await eventually(async () => expect(await Promise.all(others.map(isWritten))).toEqual(others.map(() => true)))
  expect(await isWritten(shard)).toBe(false)
  const ids = [idWhoseShareHas(shard)]
  const random = { ...systemRandom, uuid: () => ids.pop() ?? systemRandom.uuid() }
  const other = await testApp({ beside: one, renewEveryMs: 100, random })
  const share = [...shareOut([one, other].map(({ running }) => running.shards.serverId))]
  const given = share.filter(([, id]) => id === other.running.shards.serverId).map(([number]) => number)
  await eventually(async () => expect(heldBy(other)).toEqual(given.filter((number) => number !== shard)))
  expect(await ready(other)).toBe(200)
  expect((await blocked.hear(other, 48)).body).toMatchObject({ stored: 1 })
  await locker.query('rollback')
  await eventually(async () => expect(heldBy(other)).toEqual(given))
  await blocked.isShown(other, 48)
  await other.running.close()
  await eventually(async () => expect(heldBy(one)).toEqual(ALL_SHARDS))
})

test('a server that cannot reach others ends at its start with a sentence, where another has the database, and the other goes on', async () => {
  const { database } = one
  const start = createApp({
    settings: readSettings({ HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0' }),
    ...{ database, clock, random: systemRandom, log: quietLog },
  })
  await expect(start).rejects.toThrow(
    new StartFault('Another server uses this database. Set NATS_URL for both, or stop it first.'),
  )
  expect((await sql`select from servers`.execute(db)).rows).toHaveLength(1)
  expect(heldBy(one)).toEqual(ALL_SHARDS)
  expect((await (await site(ALL_SHARDS)).hear(one, 50)).body).toMatchObject({ stored: 1 })
})
