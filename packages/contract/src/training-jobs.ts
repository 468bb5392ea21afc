/**
 * Training jobs: a tracker is kept at a known spot or carried along a known path, and what stations hear meanwhile teaches the radio map
 * of the floor. Source: specification §7 Training data; G77.
 */
import { COLLECTION_MINUTES, MAX_CORNERS } from '@whereabouts/domain/training-jobs'
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { pageToken } from './paging.ts'
import { deviceId, epochSeconds, noteText } from './texts.ts'

/** Pixels of the map's image from its left and top edge. */
const spot = { indoor_X: z.number(), indoor_Y: z.number() }

const PathCorner = z.object({ ...spot, at_ms: z.number().int() })

export const TrainingJob = z.object({
  job_id: z.string(),
  /** The tracker, and its name as of the job. */
  device_id: z.string(),
  device_name: z.string(),
  map_id: z.string(),
  map_name: z.string(),
  /** Of a walked job: where it begins. */
  ...spot,
  /** Minutes; of a walked job: at most so many. */
  collection_time: z.number().int(),
  note: z.string(),
  /** Epoch seconds: when a station first heard the tracker, before that when the job was started. */
  start_time: z.number().int(),
  /** Epoch seconds; for a running job, when it will end. */
  end_time: z.number().int(),
  /** `waiting`: no station has heard the tracker yet. */
  state: z.enum(['waiting', 'running', 'done']),
  /** False: somebody marked it incorrect, and it teaches nothing. */
  valid: z.boolean(),
  /** Our own field. Of a walked job: the corners of its path, in their order; null: it is kept at one spot. */
  path: z.array(PathCorner).nullable(),
  /** Our own fields: how many readings of how many stations it collected. */
  readings: z.number().int(),
  stations: z.number().int(),
  /**
   * Our own field: mean distance (metres) between where the tracker was and where it would be placed by what stations heard, without
   * this job and with it; null: not measured yet, or nothing was heard.
   */
  result: z.object({ before_metres: z.number(), after_metres: z.number() }).nullable(),
})
export type TrainingJob = z.output<typeof TrainingJob>

/** The effect of a map's jobs on its positions. */
export const RadioMapView = z.object({
  map_id: z.string(),
  /**
   * `none`: no valid jobs; `few` and `corner`: too few, or all in one part of the floor, to place anybody by; `worse`: positions would
   * not be better by them; `good`: in use.
   */
  coverage: z.enum(['none', 'few', 'corner', 'worse', 'good']),
  /** Mean distance (metres) as of a job, over all valid jobs: without any of them, and by the others; null: not measured. */
  before_metres: z.number().nullable(),
  after_metres: z.number().nullable(),
  /** Valid jobs that are done. */
  jobs: z.array(z.object({ job_id: z.string(), ...spot, path: z.array(PathCorner).nullable() })),
  /** Edge of a cell (pixels), and the centres of the cells that are known. */
  cell: z.number(),
  cells: z.array(z.tuple([z.number(), z.number()])),
  /** The strength (dBm) to expect of each station, cell by cell. */
  stations: z.array(z.object({ t4_id: z.string(), rssi: z.array(z.number().int()) })),
})
export type RadioMapView = z.output<typeof RadioMapView>

const pixels = z.number().min(0).max(100_000)
const givenSpot = { indoor_X: pixels, indoor_Y: pixels }
const pastMs = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const minutes = z.union(COLLECTION_MINUTES.map((each) => z.literal(each)))

export const trainingJobs = {
  /** Newest first. */
  list: endpoint
    .get('/app/ai/collectjobs', 'viewTraining', 'Training jobs that were started within a range.')
    .takesQuery(
      z.strictObject({
        query_start: epochSeconds.optional(),
        query_end: epochSeconds.optional(),
        page_token: pageToken.optional(),
      }),
    )
    .answers(
      z.object({
        jobs: z.array(TrainingJob),
        /** Epoch seconds; null: open. */
        query_start: z.number().int().nullable(),
        query_end: z.number().int().nullable(),
        metadata: z.object({ next_token: z.string().optional() }).optional(),
      }),
    ),
  /**
   * The tracker is at the spot from now on, or with `walked` leaves it along a path whose corners follow by `change`. 409001 while
   * the tracker has a job that goes on. 400001 with info `body.map_id` for a map without a scale, and with `body.indoor_X` for a spot
   * outside of it.
   */
  create: endpoint
    .post('/app/ai/collectjobs', 'manageSite', 'Starts a training job.')
    .takes(
      z.strictObject({
        device_id: deviceId,
        map_id: z.uuid(),
        ...givenSpot,
        collection_time: minutes,
        note: noteText.optional(),
        walked: z.boolean().optional(),
      }),
    )
    .answers(z.object({ job: TrainingJob }))
    .refusesWith('deviceNotFound', 'resourceNotFound', 'conflict'),
  /**
   * `valid` marks a job incorrect or valid again. While it runs, `path` sends all corners of a walked job so far, beginning with its
   * start, and `finish` ends it. A path is refused with 400001 where its times are out of order or it leaves the map (info `body.path`),
   * or where nobody walks that fast (`body.path.tooFast`). 405001 where the job is over.
   */
  change: endpoint
    .put('/app/ai/collectjobs/{jobID}', 'manageSite', 'Marks a training job incorrect or valid, or goes on with it.')
    .takes(
      z
        .strictObject({
          valid: z.boolean().optional(),
          path: z
            .array(z.strictObject({ ...givenSpot, at_ms: pastMs }))
            .min(1)
            .max(MAX_CORNERS)
            .optional(),
          finish: z.literal(true).optional(),
        })
        .refine((change) => Object.keys(change).length > 0),
    )
    .answers(z.object({ job: TrainingJob }))
    .refusesWith('resourceNotFound', 'notAllowed'),
  /** Our own call. */
  radioMap: endpoint
    .get('/app/ai/radiomaps/{map_id}', 'viewTraining', 'What the training jobs of a map teach.')
    .answers(z.object({ radio_map: RadioMapView }))
    .refusesWith('resourceNotFound'),
}
