/** The past as all reports tell it that have come, however late. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { allHeard } from './all-heard.ts'
import { eventually } from './given.ts'
import type { TestApp } from './test-app.ts'

/** No report waits for the past of its time to be made again. The clock moves by the seconds for which it waits for more. */
export async function pastSettled(app: TestApp): Promise<void> {
  const { clock, database } = app
  await allHeard(app)
  clock.move(5000)
  await eventually(async () => {
    await allHeard(app)
    const { rows } = await sql`select device_id from late_spans`.execute(database.db)
    expect(rows).toEqual([])
  })
}
