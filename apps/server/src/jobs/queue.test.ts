import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/harness/given.ts'
import { quietLog } from '../../../../scripts/harness/quiet-log.ts'
import { testDatabase } from '../../../../scripts/harness/test-database.ts'
import { connectDatabase, type Database } from '../platform/postgres/database.ts'
import { listJobs } from './list.ts'
import { JobQueue, type Tasks } from './queue.ts'

const database = await testDatabase()
const { db } = database
let keys = 0
const freshKey = () => `key ${++keys}`
const account_id = '3d5c2a0e-6f0c-4a53-9a0e-1b6f0a9c7d11'
const KIND = 'eraseHistory'

beforeEach(async () => void (await sql`delete from jobs.job`.execute(db)))

/** A server's queue with this task; what it logs is kept. */
async function server(task: Tasks[typeof KIND], { db, pool }: Pick<Database, 'db' | 'pool'> = database) {
  const told: unknown[][] = []
  const tell = (...words: unknown[]) => void told.push(words)
  const log = { ...quietLog, warn: tell, error: tell } as typeof quietLog
  const queue = new JobQueue({ db, pool, log, monitorEveryS: 1, finishWithinMs: 300 })
  await queue.start({ [KIND]: task })
  onTestFinished(() => queue.close())
  return { queue, told }
}
const add = (queue: JobQueue, key: string, options: { runAt?: number; maxAttempts?: number } = {}) =>
  queue.add(db, KIND, { account_id }, { key, ...options })
const jobOf = async (key: string) => (await listJobs(db, { most: 1, kind: KIND, key }))[0]
/** A retry waits for seconds; here it is due at once. */
const hurry = () => sql`update jobs.job set start_after = now() where state = 'retry'`.execute(db)
const whenIs = (queue: JobQueue, key: string, state: string) =>
  eventually(async () => {
    await hurry()
    queue.wake()
    expect(await jobOf(key)).toMatchObject({ state })
  })

test('a job is there with the transaction that adds it, and not without', async () => {
  const done: string[] = []
  const { queue } = await server(async ({ payload }) => void done.push(payload.account_id))
  const [lost, kept] = [freshKey(), freshKey()]
  const failing = db.transaction().execute(async (transaction) => {
    await queue.add(transaction, KIND, { account_id }, { key: lost })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await db.transaction().execute((transaction) => queue.add(transaction, KIND, { account_id }, { key: kept }))
  queue.wake()
  await whenIs(queue, kept, 'done')
  expect(done).toEqual([account_id])
  expect(await jobOf(lost)).toBeUndefined()
})

test('waiting jobs run one after the other, without a pause', async () => {
  const done: number[] = []
  const { queue } = await server(async () => void done.push(performance.now()))
  const all = Array.from({ length: 20 }, freshKey)
  for (const key of all) await add(queue, key)
  queue.wake()
  await eventually(async () => expect(done).toHaveLength(20))
})

test('at most one job of a key waits and runs at a time, and a deferred job waits', async () => {
  const { queue } = await server(async () => {})
  const key = freshKey()
  expect(await add(queue, key, { runAt: Date.now() + 3_600_000 })).toBe(true)
  expect(await add(queue, key)).toBe(false)
  expect(await jobOf(key)).toMatchObject({ state: 'waiting', tries: 0 })
  await sql`update jobs.job set start_after = now() where singleton_key = ${key}`.execute(db)
  queue.wake()
  await whenIs(queue, key, 'done')
  expect(await add(queue, key)).toBe(true)
})

test('a job that fails is tried again, and the operator sees why; after its last try it is given up', async () => {
  let tries = 0
  const { queue, told } = await server(async () => {
    tries += 1
    throw new Error(`no luck ${tries}`)
  })
  const key = freshKey()
  await add(queue, key, { maxAttempts: 2 })
  queue.wake()
  await eventually(async () => {
    expect(await listJobs(db, { most: 10 })).toContainEqual(
      expect.objectContaining({ key, state: 'waiting', tries: 1, fault: 'no luck 1' }),
    )
  })
  await whenIs(queue, key, 'failed')
  expect(await jobOf(key)).toMatchObject({ tries: 2, fault: 'no luck 2' })
  expect(told.map(([, words]) => words)).toEqual([
    'bug: failed to run a job; retrying',
    'Failed to run a job; giving up',
  ])
})

test('how far a job is can be read while it runs, and no longer', async () => {
  const running = Promise.withResolvers<void>()
  const { queue } = await server(async ({ progress }) => {
    await progress(3)
    await progress(7, 10)
    await running.promise
  })
  const key = freshKey()
  await add(queue, key)
  queue.wake()
  await eventually(async () => expect(await jobOf(key)).toMatchObject({ state: 'running', done: 7, total: 10 }))
  running.resolve()
  await whenIs(queue, key, 'done')
  expect(await jobOf(key)).toMatchObject({ done: null, total: null })
})

test('the job of a server that died is done by another', async () => {
  const dying = connectDatabase(database.address, quietLog)
  const begun = Promise.withResolvers<void>()
  const frozen = Promise.withResolvers<void>()
  const first = await server(async () => {
    begun.resolve()
    await frozen.promise
  }, dying)
  onTestFinished(() => frozen.resolve())
  const key = freshKey()
  await add(first.queue, key)
  first.queue.wake()
  await begun.promise
  // Nothing is heard of it any more, and that for as long as it takes.
  await dying.close()
  await sql`update jobs.job set heartbeat_on = heartbeat_on - interval '11 seconds' where singleton_key = ${key}`.execute(
    db,
  )
  const { queue, told } = await server(async () => {})
  await eventually(async () => {
    await hurry()
    queue.wake()
    expect(await jobOf(key)).toMatchObject({ state: 'done', tries: 2 })
  })
  expect(told).toEqual([])
})

test('a server that stops lets its job finish', async () => {
  const begun = Promise.withResolvers<void>()
  const running = Promise.withResolvers<void>()
  const { queue } = await server(async () => {
    begun.resolve()
    await running.promise
  })
  const key = freshKey()
  await add(queue, key)
  queue.wake()
  await begun.promise
  const closing = queue.close()
  running.resolve()
  await closing
  expect(await jobOf(key)).toMatchObject({ state: 'done', tries: 1 })
})

test('a job that a server which stops does not get done is broken off, and waits for another', async () => {
  const begun = Promise.withResolvers<void>()
  const { queue, told } = await server(async ({ signal }) => {
    begun.resolve()
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const key = freshKey()
  await add(queue, key)
  queue.wake()
  await begun.promise
  await queue.close()
  expect(await jobOf(key)).toMatchObject({ state: 'waiting', tries: 1 })
  expect(told).toEqual([])
})

test('a database whose queue is of another version is refused', async () => {
  await sql`update jobs.version set version = version - 1`.execute(db)
  onTestFinished(async () => void (await sql`update jobs.version set version = version + 1`.execute(db)))
  await expect(new JobQueue({ ...database, log: quietLog }).start({ [KIND]: async () => {} })).rejects.toThrow()
})
