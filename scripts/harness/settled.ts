/** The end of all work that calls and the time that passed have left to the background. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { allHeard } from './all-heard.ts'
import { doDueJobs } from './due-jobs.ts'
import { eventually } from './given.ts'
import { newSweep } from './new-sweep.ts'
import type { TestApp } from './test-app.ts'

/** Nothing changes a table from then on but calls: reports are applied, what is due is done, and no time passes until the test is over. */
export async function settled(app: TestApp): Promise<void> {
  const { clock, database } = app
  clock.hold()
  await allHeard(app)
  await newSweep(app).look()
  await eventually(async () => {
    const { rows } = await sql`select from alarms
      where state <> 'acknowledged' and due_at_ms <= ${clock.now()}::bigint`.execute(database.db)
    expect(rows).toEqual([])
  })
  await doDueJobs(app)
}
