import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/harness/given.ts'
import { quietLog } from '../../../../scripts/harness/quiet-log.ts'
import { testPostgres } from '../../../../scripts/harness/test-postgres.ts'
import { connectDatabase } from '../platform/postgres/database.ts'
import { DATABASE_NAME } from '../platform/postgres/supervise-database.ts'
import { listJobs } from './list.ts'
import { JobQueue } from './queue.ts'

const KIND = 'eraseHistory'
const payload = { account_id: '3d5c2a0e-6f0c-4a53-9a0e-1b6f0a9c7d11' }

test('a job that ends while the database is away is done again after it is back, and so is what comes later', async () => {
  const postgres = await testPostgres({ isPrepared: true })
  onTestFinished(() => postgres.remove())
  const address = { connectionString: postgres.urlOf(DATABASE_NAME) }
  const { db, pool, close } = connectDatabase(address, quietLog)
  onTestFinished(close)
  const queue = new JobQueue({ db, pool, log: quietLog, monitorEveryS: 1 })
  onTestFinished(() => queue.close())
  let tries = 0
  let isAway = false
  await queue.start({
    [KIND]: async () => {
      tries += 1
      if (tries > 1) return
      await postgres.stop()
      isAway = true
    },
  })
  const whenDone = (key: string, expected: object) =>
    eventually(async () => {
      // What keeps it from being tried at once: the heartbeat of the first try, and the pause before the second.
      await sql`update jobs.job set heartbeat_on = heartbeat_on - interval '11 s', start_after = now()
        where state in ('active', 'retry')`.execute(db)
      queue.wake()
      expect(await listJobs(db, { most: 1, kind: KIND, key })).toMatchObject([{ state: 'done', ...expected }])
    })
  await queue.add(db, KIND, payload, { key: 'first' })
  queue.wake()
  await eventually(async () => expect(isAway).toBe(true))
  await expect(sql`select`.execute(db)).rejects.toThrow()
  await postgres.start()
  await whenDone('first', { tries: 2 })
  await queue.add(db, KIND, payload, { key: 'second' })
  await whenDone('second', {})
})
