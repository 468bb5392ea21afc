/** Makes shift reports, as jobs. Source: decisions 0034, 0042. */
import type { App, Background } from '../../context.ts'
import { queueTold } from '../../events/sinks.ts'
import type { JobPayloads } from '../../jobs/payloads.ts'
import type { Job } from '../../jobs/queue.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { isStorageAway } from '../../platform/postgres/storage-away.ts'
import { settlePast } from '../../state/flush-hot-rows.ts'
import { gatherContent } from './content.ts'
import { findUnmade, saveContent, saveFailure } from './queries.ts'

/** So often it is tried before people read that it failed; trying goes on for a quarter of an hour. */
const TRIES_UNTOLD = 3
const MAX_TRIES = 10

type Payload = JobPayloads['makeShiftReport']

/** Queues the making of a report, in the transaction that adds it. `retries`: how often people had it made again. */
export const queueReport = (db: Db, { jobs }: Pick<App, 'jobs'>, payload: Payload, retries = 0): Promise<boolean> =>
  // A key of its own each time somebody asks: an earlier job may wait for its next try.
  jobs.add(db, 'makeShiftReport', payload, { key: `${payload.report_id} ${retries}`, maxAttempts: MAX_TRIES })

export async function makeReport(
  { db, clock, streams, sinks, homes }: Pick<Background, 'db' | 'clock' | 'streams' | 'sinks' | 'homes'>,
  { payload, tries }: Job<Payload>,
): Promise<void> {
  const { account_id: accountId, report_id: reportId } = payload
  const tellChanged = () => streams.listChanged(accountId, 'shift_reports')
  try {
    const period = await findUnmade(db, accountId, reportId)
    if (period === undefined) return
    await settlePast({ homes }, accountId)
    const nowMs = clock.now()
    const content = await gatherContent(db, accountId, { ...period, nowMs })
    await db.transaction().execute(async (transaction) => {
      if (!(await saveContent(transaction, accountId, reportId, content))) return
      const facts = { report_id: reportId }
      const told = { accountId, event: 'shift_report.made', facts, atMs: nowMs } as const
      await queueTold(transaction, sinks, [told], nowMs)
    })
    tellChanged()
  } catch (error) {
    if (tries >= TRIES_UNTOLD && !isStorageAway(error)) {
      await saveFailure(db, accountId, reportId)
      tellChanged()
    }
    throw error
  }
}
