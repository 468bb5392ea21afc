/** Training jobs. The mock hears nothing, so a job of a connected tracker collects at a steady pace, and what it teaches is seeded. */
import type { RadioMapView, TrainingJob, trainingJobs } from '@whereabouts/contract/training-jobs'
import { faultOfPath } from '@whereabouts/domain/training-jobs'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Handlers, page, record, seconds, tellLists, type World } from '../world.ts'

/** Stations that hear the tracker, and how often (s). */
const STATIONS = 6
const EVERY_S = 2

export const trainingJobWords = (world: World): Handlers<typeof trainingJobs> => {
  /** Jobs as of now: those whose time is over have ended. */
  const jobsNow = (account: Account): readonly TrainingJob[] => {
    const now = seconds(world.now())
    for (const job of account.trainingJobs) {
      if (job.state === 'done') continue
      if (job.state === 'running') {
        job.stations = STATIONS
        job.readings = Math.floor((Math.min(now, job.end_time) - job.start_time) / EVERY_S) * STATIONS
      }
      if (now >= job.end_time) job.state = 'done'
    }
    return account.trainingJobs
  }

  return {
    list({ actor, query }) {
      const { query_start, query_end } = query
      const jobs = jobsNow(actor.account).filter(
        ({ start_time }) => start_time >= (query_start ?? 0) && start_time < (query_end ?? Number.POSITIVE_INFINITY),
      )
      const { items, metadata } = page(jobs, ({ job_id }) => job_id, query)
      return { jobs: items, query_start: query_start ?? null, query_end: query_end ?? null, metadata }
    },

    create({ actor, body }) {
      const { account } = actor
      const tracker = account.trackers.find(({ device_id }) => device_id === body.device_id)
      if (tracker === undefined) throw refuse('deviceNotFound')
      const map = account.maps.find(({ id }) => id === body.map_id)
      if (map === undefined) throw refuse('resourceNotFound', { info: 'map_id' })
      if (map.metres_per_pixel === null) throw refuse('invalidInput', { info: 'body.map_id' })
      const { indoor_X, indoor_Y, collection_time } = body
      if (indoor_X > map.width || indoor_Y > map.height) throw refuse('invalidInput', { info: 'body.indoor_X' })
      const isBusy = jobsNow(account).some((job) => job.state !== 'done' && job.device_id === tracker.device_id)
      if (isBusy) throw refuse('conflict')
      const start_time = seconds(world.now())
      const job: TrainingJob = {
        ...{ job_id: world.uuid(), device_id: tracker.device_id, device_name: tracker.name },
        ...{ map_id: map.id, map_name: map.map_name, indoor_X, indoor_Y, collection_time, note: body.note ?? '' },
        ...{ start_time, end_time: start_time + collection_time * 60 },
        ...{ state: tracker.status === 'connected' ? 'running' : 'waiting', valid: true, readings: 0, stations: 0 },
        path: body.walked === true ? [{ indoor_X, indoor_Y, at_ms: world.now() }] : null,
        result: null,
      }
      account.trainingJobs.unshift(job)
      record(world, actor, 'start_training', tracker.name)
      tellLists(world, account, 'training_jobs')
      return { job }
    },

    change({ actor, params: { jobID }, body }) {
      const { account } = actor
      const job = jobsNow(account).find(({ job_id }) => job_id === jobID)
      if (job === undefined) throw refuse('resourceNotFound')
      const { valid = job.valid, path, finish } = body
      if (job.state === 'done' && (path !== undefined || finish !== undefined)) throw refuse('notAllowed')
      if (path !== undefined) {
        const map = account.maps.find(({ id }) => id === job.map_id)
        if (job.path === null || map === undefined) throw refuse('notAllowed')
        const isOff = path.some(({ indoor_X, indoor_Y }) => indoor_X > map.width || indoor_Y > map.height)
        const isEarly = path[0]!.at_ms < job.path[0]!.at_ms || path.at(-1)!.at_ms > world.now() + 1000
        if (isOff || isEarly) throw refuse('invalidInput', { info: 'body.path' })
        const fault = faultOfPath(path, map.metres_per_pixel ?? 0)
        if (fault !== undefined) {
          throw refuse('invalidInput', { info: fault === 'tooFast' ? 'body.path.tooFast' : 'body.path' })
        }
        job.path = path
      }
      if (finish === true) Object.assign(job, { state: 'done', end_time: seconds(world.now()) })
      if (valid !== job.valid) {
        job.valid = valid
        record(world, actor, 'change_training', job.device_name)
      }
      tellLists(world, account, 'training_jobs')
      return { job }
    },

    radioMap({ actor, params: { map_id } }) {
      const { account } = actor
      const map = account.maps.find(({ id }) => id === map_id)
      if (map === undefined) throw refuse('resourceNotFound')
      const jobs = jobsNow(account).filter((job) => job.map_id === map_id && job.valid && job.state === 'done')
      const seeded = account.radioMaps.find((view) => view.map_id === map_id)
      const radio_map: RadioMapView = {
        ...(seeded ?? {
          ...{ map_id, coverage: jobs.length === 0 ? 'none' : 'few', before_metres: null, after_metres: null },
          ...{ cell: 1, cells: [], stations: [] },
        }),
        jobs: jobs.map(({ job_id, indoor_X, indoor_Y, path }) => ({ job_id, indoor_X, indoor_Y, path })),
      }
      return { radio_map }
    },
  }
}
