/** Who holds which shard, over a real PostgreSQL with a connection for each server. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/harness/given.ts'
import { quietLog } from '../../../../scripts/harness/quiet-log.ts'
import { testDatabase } from '../../../../scripts/harness/test-database.ts'
import { connectDatabase, type Db } from '../platform/postgres/database.ts'
import { Deposed } from '../state/home.ts'
import { depose, fenced, free, holdFence, listHolders, register, renew, savePositions, take } from './leases.ts'
import { SHARDS, shardOf } from './share-out.ts'

const database = await testDatabase()
const { db } = database
// The one that made the template.
await sql`delete from servers`.execute(db)

/** A server that started just now, with connections of its own. */
async function aServer(): Promise<{ id: string; db: Db; close: () => Promise<void> }> {
  const { db: own, connectionName, close: end } = connectDatabase(database.address, quietLog)
  let ended: Promise<void> | undefined
  const close = () => (ended ??= end())
  const id = randomUUID()
  onTestFinished(async () => {
    await sql`update shards set server_id = null`.execute(db)
    await sql`delete from servers`.execute(db)
    await close()
  })
  await register(own, id, connectionName)
  return { id, db: own, close }
}

/** No heartbeat came for a while. */
const goSilent = (id: string) =>
  sql`update servers set seen_at = clock_timestamp() - interval '7 seconds' where server_id = ${id}`.execute(db)
/** A row of a table that nothing else uses here, known by its number. */
const write = (own: Db, number: number) => sql`insert into clock_set_backs values (${number})`.execute(own)
const written = async (): Promise<number[]> => {
  const { rows } = await sql<{ log_order: number }>`delete from clock_set_backs returning log_order`.execute(db)
  return rows.map(({ log_order }) => log_order)
}
/** Resolves once somebody waits for a lock of the fence. */
const someoneWaits = () =>
  eventually(async () => {
    const { rows } = await sql`select pid from pg_locks where locktype = 'advisory' and not granted`.execute(db)
    expect(rows).not.toEqual([])
  })

/** A transaction that stays open until it is told to go on. */
function paused(own: Db, work: (transaction: Db, pause: () => Promise<void>) => Promise<void>) {
  let isReached = () => {}
  const reached = new Promise<void>((resolve) => (isReached = resolve))
  let goOn = () => {}
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
  const pause = () => {
    isReached()
    return mayGoOn
  }
  const ended = own
    .transaction()
    .execute((transaction) => work(transaction, pause))
    .then(
      () => 'committed',
      (error: Error) => error,
    )
  return { reached, goOn: () => goOn(), ended }
}

test('each shard has one holder, however many servers take at once, and a new epoch with each', async () => {
  const [a, b] = [await aServer(), await aServer()]
  const all = Array.from({ length: SHARDS }, (_, shard) => shard)
  const [ofA, ofB] = await Promise.all([take(a.db, a.id, all), take(b.db, b.id, all)])
  expect([...ofA, ...ofB].map(({ shard }) => shard).sort((x, y) => x - y)).toEqual(all)
  expect(await take(a.db, a.id, all)).toEqual([])
  const { servers, shards } = await listHolders(db)
  expect(servers).toMatchObject([a.id, b.id].sort().map((serverId) => ({ serverId, state: 'alive' })))
  for (const { shard, epoch } of ofA) expect(shards[shard]).toMatchObject({ shard, serverId: a.id, epoch })
})

test('a freed shard goes to who takes it next, from the position its holder wrote up to', async () => {
  const [a, b] = [await aServer(), await aServer()]
  const [held] = await take(a.db, a.id, [5])
  const later = held!.position + 100
  await savePositions(a.db, a.id, [5, 6], later)
  await savePositions(a.db, a.id, [5], later - 50)
  await savePositions(b.db, b.id, [5], later + 50)
  expect(await free(b.db, b.id, [held!], later + 1000)).toEqual([])
  expect(await free(a.db, a.id, [{ shard: 5, epoch: held!.epoch - 1 }], later + 1000)).toEqual([])
  expect(await free(a.db, a.id, [held!], later - 1)).toEqual([5])
  expect(await free(a.db, a.id, [held!], later + 1000)).toEqual([])
  expect(await take(b.db, b.id, [5])).toEqual([{ shard: 5, epoch: held!.epoch + 1, position: later }])
})

test('a server that lives keeps its shards; a dead one loses them, and neither writes, takes nor lives again', async () => {
  const [a, b] = [await aServer(), await aServer()]
  await take(a.db, a.id, [1, 2])
  expect(await depose(b.db, a.id)).toBeUndefined()
  await goSilent(a.id)
  await renew(a.db, a.id)
  expect(await depose(b.db, a.id)).toBeUndefined()
  await goSilent(a.id)
  expect((await listHolders(db)).servers).toContainEqual(expect.objectContaining({ serverId: a.id, state: 'silent' }))
  const deposed = await Promise.all([depose(b.db, a.id), depose(b.db, a.id)])
  expect(deposed.filter((shards) => shards !== undefined)).toEqual([[1, 2]])
  await expect(renew(a.db, a.id)).rejects.toThrow(Deposed)
  await expect(take(a.db, a.id, [3])).rejects.toThrow(Deposed)
  await expect(free(a.db, a.id, [{ shard: 1, epoch: 1 }], 1)).rejects.toThrow(Deposed)
  await expect(fenced(a.db, a.id, (transaction) => write(transaction, 1))).rejects.toThrow(Deposed)
  expect(await written()).toEqual([])
  expect((await take(b.db, b.id, [1, 2])).map(({ shard }) => shard)).toEqual([1, 2])
})

test('what a dead server has in flight is waited for, and is stored before its shards are free', async () => {
  const [a, b] = [await aServer(), await aServer()]
  await take(a.db, a.id, [1])
  const inFlight = paused(a.db, async (transaction, pause) => {
    await holdFence(transaction, a.id)
    await write(transaction, 2)
    await pause()
  })
  await inFlight.reached
  await goSilent(a.id)
  const deposing = depose(b.db, a.id, { inFlightMs: 9000 })
  await someoneWaits()
  inFlight.goOn()
  expect(await inFlight.ended).toBe('committed')
  expect(await deposing).toEqual([1])
  expect(await written()).toEqual([2])
})

test('a server that was paused between its transaction and the fence writes nothing after it was deposed', async () => {
  const [a, b] = [await aServer(), await aServer()]
  const late = paused(a.db, async (transaction, pause) => {
    await sql`select 1`.execute(transaction)
    await pause()
    await holdFence(transaction, a.id)
    await write(transaction, 1)
  })
  await late.reached
  await goSilent(a.id)
  expect(await depose(b.db, a.id)).toEqual([])
  late.goOn()
  expect(await late.ended).toBeInstanceOf(Deposed)
  expect(await written()).toEqual([])
})

test('a fence that waits while its server is deposed sees that it was', async () => {
  const [a, b] = [await aServer(), await aServer()]
  const deposing = paused(b.db, async (transaction, pause) => {
    await sql`select pg_advisory_xact_lock(fence_key(${a.id}))`.execute(transaction)
    await sql`delete from servers where server_id = ${a.id}`.execute(transaction)
    await pause()
  })
  await deposing.reached
  const writing = fenced(a.db, a.id, (transaction) => write(transaction, 1)).catch((error: Error) => error)
  await someoneWaits()
  deposing.goOn()
  expect(await deposing.ended).toBe('committed')
  expect(await writing).toBeInstanceOf(Deposed)
})

test('a server that is paused amid a transaction holds nobody up: its connection is ended, and nothing of it is stored', async () => {
  const [a, b] = [await aServer(), await aServer()]
  await take(a.db, a.id, [7])
  const held = paused(a.db, async (transaction, pause) => {
    await holdFence(transaction, a.id)
    await write(transaction, 3)
    await pause()
    await write(transaction, 1)
  })
  const other = paused(b.db, async (transaction, pause) => {
    await holdFence(transaction, b.id)
    await write(transaction, 4)
    await pause()
  })
  await Promise.all([held.reached, other.reached])
  await goSilent(a.id)
  expect(await depose(b.db, a.id, { inFlightMs: 50 })).toEqual([7])
  held.goOn()
  other.goOn()
  expect(await held.ended).toBeInstanceOf(Error)
  expect(await other.ended).toBe('committed')
  expect(await written()).toEqual([4])
})

test('a transaction that sees the past alone gets no fence', async () => {
  const a = await aServer()
  const asked = a.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((transaction) => holdFence(transaction, a.id))
  await expect(asked).rejects.toThrow('bug: A fence sees')
})

test('a server whose process ended is gone two seconds after its last heartbeat; one that is only silent has connections', async () => {
  const [a, b] = [await aServer(), await aServer()]
  const quiet = (id: string) =>
    sql`update servers set seen_at = clock_timestamp() - interval '3 seconds' where server_id = ${id}`.execute(db)
  const stateOf = async (id: string) => (await listHolders(b.db)).servers.find(({ serverId }) => serverId === id)?.state
  await take(a.db, a.id, [9])
  await quiet(a.id)
  expect(await stateOf(a.id)).toBe('alive')
  expect(await depose(b.db, a.id)).toBeUndefined()
  await a.close()
  await eventually(async () => {
    await quiet(a.id)
    expect(await stateOf(a.id)).toBe('gone')
  })
  expect(await depose(b.db, a.id)).toEqual([9])
})

test('where nobody else can be there, a server is deposed however fresh its heartbeat', async () => {
  const [a, b] = [await aServer(), await aServer()]
  await take(a.db, a.id, [3])
  expect(await depose(b.db, a.id, { isCertain: true })).toEqual([3])
})

test('the database works out the same shard of an account', async () => {
  const ids = Array.from({ length: 200 }, () => randomUUID())
  for (const id of ids) await sql`insert into accounts (account_id, created_at) values (${id}, 0)`.execute(db)
  const { rows } = await sql<{ account_id: string; shard: number }>`select account_id, shard from accounts`.execute(db)
  expect(rows).toHaveLength(ids.length)
  for (const { account_id, shard } of rows) expect(shard).toBe(shardOf(account_id))
})
