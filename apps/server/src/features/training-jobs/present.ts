/** A training job as the published entity. Source: specification §3; G77. */
import type { TrainingJob } from '@whereabouts/contract/training-jobs'
import { toSeconds } from '../../platform/clock.ts'
import { endOf, type JobRow } from './queries.ts'

export const presentJob = (job: JobRow): TrainingJob => ({
  job_id: job.job_id,
  device_id: job.device_id,
  device_name: job.device_name,
  map_id: job.map_id,
  map_name: job.map_name,
  indoor_X: job.indoor_X,
  indoor_Y: job.indoor_Y,
  collection_time: job.collection_time,
  note: job.note,
  start_time: toSeconds(job.heard_at_ms ?? job.created_at_ms),
  end_time: toSeconds(job.ended_at_ms ?? endOf(job)),
  state: job.ended_at_ms !== null ? 'done' : job.heard_at_ms === null ? 'waiting' : 'running',
  valid: job.valid,
  path: job.path === null ? null : [...job.path],
  readings: job.reading_count,
  stations: job.station_count,
  result:
    job.before_metres === null || job.after_metres === null
      ? null
      : { before_metres: job.before_metres, after_metres: job.after_metres },
})
