/** Ends training jobs when their time is over, also where the server was away meanwhile: what they collect is in the log. Source: G77. */
import type { App, Background } from '../../context.ts'
import type { JobPayloads } from '../../jobs/payloads.ts'
import type { Job } from '../../jobs/queue.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { queueMeasure } from './measure.ts'
import { collectReadings, endJob, endOf, findJob, GRACE_MS, type JobRow, lockJob } from './queries.ts'

type Payload = JobPayloads['finishTraining']

/** Queues the end of a job that goes on, in the transaction that starts or delays it. */
export const queueFinish = (db: Db, { jobs }: Pick<App, 'jobs'>, accountId: string, job: JobRow): Promise<boolean> => {
  const runAt = endOf(job) + GRACE_MS
  return jobs.add(
    db,
    'finishTraining',
    { account_id: accountId, job_id: job.job_id },
    { key: `${job.job_id} ${runAt}`, runAt },
  )
}

/** Keeps what a job collected until a time (epoch ms); in a transaction that has locked it. */
export async function finish(
  db: Db,
  app: Pick<App, 'jobs'>,
  accountId: string,
  job: JobRow,
  untilMs: number,
): Promise<void> {
  const startedMs = Math.min(job.heard_at_ms ?? job.created_at_ms, untilMs)
  const endedMs = Math.min(untilMs, endOf(job))
  const readings = await collectReadings(db, accountId, {
    deviceId: job.device_id,
    fromMs: startedMs,
    untilMs: endedMs,
  })
  await endJob(db, accountId, job.job_id, { startedMs, endedMs, readings })
  const { map_id, job_id } = job
  await queueMeasure(db, app, { account_id: accountId, map_id, job_id }, job_id)
}

/** The task of the queue: ends a job whose time is over; one that began later than it was started has some time left. */
export async function finishTraining(
  app: Pick<Background, 'db' | 'clock' | 'homes' | 'jobs' | 'streams'>,
  { payload }: Job<Payload>,
): Promise<void> {
  const { account_id: accountId, job_id } = payload
  const isChanged = await app.db.transaction().execute(async (db) => {
    // Somebody may have deleted the map meanwhile.
    if ((await findJob(db, accountId, job_id)) === undefined) return false
    const job = await lockJob(db, accountId, job_id)
    if (job.ended_at_ms !== null) return false
    const now = app.clock.now()
    if (now < endOf(job) + GRACE_MS) await queueFinish(db, app, accountId, job)
    else await finish(db, app, accountId, job, endOf(job))
    return true
  })
  if (!isChanged) return
  app.jobs.wake()
  await app.homes.of(accountId).tell({ kind: 'changed' })
  app.streams.listChanged(accountId, 'training_jobs')
}
