/** Jobs by the test's clock, which the queue's own knows nothing of. */
import { sql } from 'kysely'
import { eventually } from './given.ts'
import type { TestApp } from './test-app.ts'

/** Has all done that is due by the test's clock. */
export async function doDueJobs({ running, database: { db }, clock }: TestApp): Promise<void> {
  const isOpen = sql`state in ('created', 'retry')`
  await sql`update jobs.job set start_after = now()
    where ${isOpen} and start_after > now() and start_after <= to_timestamp(${clock.now()}::bigint / 1000.0)`.execute(
    db,
  )
  running.app.jobs.wake()
  await eventually(async () => {
    const { rows } = await sql`select name, output from jobs.job
      where state = 'active' or ${isOpen} and start_after <= now()`.execute(db)
    if (rows.length > 0) throw new Error(`Jobs are left: ${JSON.stringify(rows)}`)
  })
}
