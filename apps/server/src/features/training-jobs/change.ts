/** Starts training jobs, goes on with walked ones, and marks them incorrect or valid again. Source: G77. */
import type { BodyOf } from '@whereabouts/contract/kit'
import type { TrainingJob, trainingJobs } from '@whereabouts/contract/training-jobs'
import { faultOfPath, MAX_TRAINING_JOBS, type PathCorner } from '@whereabouts/domain/training-jobs'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { refuse } from '../../platform/refusal.ts'
import { findMapWithScale } from '../../state/indoor-maps.ts'
import { CLOCK_TOLERANCE_MS } from '../../state/moments.ts'
import { lockTracker } from '../trackers/queries.ts'
import { finish, queueFinish } from './finish.ts'
import { queueMeasure } from './measure.ts'
import { presentJob } from './present.ts'
import { countJobs, insertJob, type JobRow, lockJob, setPath, setValid } from './queries.ts'

type New = BodyOf<typeof trainingJobs.create>
type Change = BodyOf<typeof trainingJobs.change>

interface Plan {
  readonly width: number
  readonly height: number
}

const isOff = ({ indoor_X, indoor_Y }: Pick<PathCorner, 'indoor_X' | 'indoor_Y'>, { width, height }: Plan): boolean =>
  indoor_X > width || indoor_Y > height

export async function createJob(app: App, actor: Actor, given: New, ip: string): Promise<{ job: TrainingJob }> {
  const { accountId } = actor
  const { note = '', walked = false, ...body } = given
  const job_id = app.random.uuid()
  const created_at_ms = app.clock.now()
  const job = await app.db.transaction().execute(async (db) => {
    const { name: device_name } = await lockTracker(db, accountId, body.device_id)
    const map = await findMapWithScale(db, accountId, body.map_id)
    if (map === undefined) throw refuse('resourceNotFound', { info: 'map_id' })
    // Nobody knows how far anything is from anything else there.
    if (map.metres_per_pixel === null) throw refuse('invalidInput', { info: 'body.map_id' })
    if (isOff(body, map)) throw refuse('invalidInput', { info: 'body.indoor_X' })
    if ((await countJobs(db, accountId)) >= MAX_TRAINING_JOBS) throw refuse('invalidInput', { info: 'jobs.count' })
    const { indoor_X, indoor_Y } = body
    const path = walked ? [{ indoor_X, indoor_Y, at_ms: created_at_ms }] : null
    await insertJob(db, accountId, { ...body, job_id, device_name, note, created_at_ms, path })
    const job = await lockJob(db, accountId, job_id)
    await queueFinish(db, app, accountId, job)
    await recordActivity(db, app, actor, { action: 'start_training', target: device_name, ip })
    return job
  })
  app.streams.listChanged(accountId, 'training_jobs')
  return { job: presentJob(job) }
}

export async function changeJob(
  app: App,
  actor: Actor,
  jobId: string,
  change: Change,
  ip: string,
): Promise<{ job: TrainingJob }> {
  const { accountId } = actor
  const { valid, path } = change
  const now = app.clock.now()
  const job = await app.db.transaction().execute(async (db) => {
    const before = await lockJob(db, accountId, jobId)
    const isOver = before.ended_at_ms !== null
    if (isOver && (path !== undefined || change.finish !== undefined)) throw refuse('notAllowed')
    if (path !== undefined) {
      mustBeWalked(before, path, now)
      await setPath(db, accountId, jobId, path)
    }
    if (change.finish === true) await finish(db, app, accountId, before, now)
    if (valid !== undefined && valid !== before.valid) {
      await setValid(db, accountId, jobId, valid)
      if (isOver) {
        const { map_id } = before
        await queueMeasure(db, app, { account_id: accountId, map_id, job_id: jobId }, `${jobId} ${valid} ${now}`)
      }
      await recordActivity(db, app, actor, { action: 'change_training', target: before.device_name, ip })
    }
    return lockJob(db, accountId, jobId)
  })
  app.jobs.wake()
  // Positions are told by another radio map from now on.
  await app.homes.of(accountId).tell({ kind: 'changed' })
  app.streams.listChanged(accountId, 'training_jobs')
  return { job: presentJob(job) }
}

/** Refuses with 405001 a path of a job that is kept at one spot, and with 400001 one that nobody walked. */
function mustBeWalked(job: JobRow, path: readonly PathCorner[], now: number): void {
  const [start] = job.path ?? []
  if (start === undefined) throw refuse('notAllowed')
  const wrong = (info: string) => refuse('invalidInput', { info })
  if (path.some((corner) => isOff(corner, job))) throw wrong('body.path')
  if (path[0]!.at_ms < start.at_ms || path.at(-1)!.at_ms > now + CLOCK_TOLERANCE_MS) throw wrong('body.path')
  const fault = faultOfPath(path, job.metres_per_pixel ?? 0)
  if (fault !== undefined) throw wrong(fault === 'tooFast' ? 'body.path.tooFast' : 'body.path')
}
