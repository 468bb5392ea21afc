/** Measures, as a job, what the training jobs of a map teach, and by how much a new one improves positions. Source: G77. */
import { Worker } from 'node:worker_threads'
import type { RadioMap } from '@whereabouts/positioning/radio-map'
import type { Coverage, Improvement, TrainedFloor } from '@whereabouts/positioning/training'
import type { App } from '../../context.ts'
import type { JobPayloads } from '../../jobs/payloads.ts'
import type { Job } from '../../jobs/queue.ts'
import type { Db } from '../../platform/database.ts'
import { findTrainedFloor, listMapsWithJobs, type StoredView, saveImprovement, saveRadioMap } from './queries.ts'

export interface Measured {
  readonly coverage: Coverage
  readonly all: Improvement | undefined
  readonly ofJob: Improvement | undefined
  readonly radioMap: RadioMap | undefined
}

const PROGRAM = new URL('./measure-worker.ts', import.meta.url)

type Payload = JobPayloads['measureTraining']

/** Queues the measuring of a map, in the transaction that changes what its jobs teach; `cause` tells one change from another. */
export const queueMeasure = (db: Db, { jobs }: Pick<App, 'jobs'>, payload: Payload, cause: string): Promise<boolean> =>
  jobs.add(db, 'measureTraining', payload, { key: `${payload.map_id} ${cause}` })

/** Queues the measuring of those of the maps that have jobs, as a station or their scale changed. */
export async function measureMaps(
  db: Db,
  app: Pick<App, 'jobs' | 'random'>,
  accountId: string,
  mapIds: readonly (string | null)[],
): Promise<void> {
  for (const map_id of await listMapsWithJobs(db, accountId, [...new Set(mapIds)])) {
    await queueMeasure(db, app, { account_id: accountId, map_id }, app.random.uuid())
  }
}

export async function measureTraining(
  { db, streams }: Pick<App, 'db' | 'streams'>,
  { payload }: Job<Payload>,
): Promise<void> {
  const { account_id: accountId, map_id, job_id } = payload
  const floor = await findTrainedFloor(db, accountId, map_id)
  if (floor === undefined) {
    await saveRadioMap(db, accountId, viewOf(map_id, undefined, undefined))
  } else {
    const measured = await measureApart(floor, job_id)
    if (job_id !== undefined && measured.ofJob !== undefined) {
      await saveImprovement(db, accountId, job_id, measured.ofJob)
    }
    await saveRadioMap(db, accountId, viewOf(map_id, floor, measured))
  }
  streams.listChanged(accountId, 'training_jobs')
}

/** A tenth of a pixel, as places are told everywhere. */
const toTenth = (value: number): number => Math.round(value * 10) / 10

function viewOf(mapId: string, floor: TrainedFloor | undefined, measured: Measured | undefined): StoredView {
  const { radioMap } = measured ?? {}
  const scale = floor?.metresPerPixel ?? 1
  const [xs, ys] = [radioMap?.xMetres ?? [], radioMap?.yMetres ?? []]
  return {
    map_id: mapId,
    coverage: measured?.coverage ?? 'none',
    before_metres: measured?.all?.beforeMetres ?? null,
    after_metres: measured?.all?.afterMetres ?? null,
    cell: toTenth(edgeOf(xs) / scale),
    cells: Array.from(xs, (x, index) => [toTenth(x / scale), toTenth(ys[index]! / scale)]),
    stations: [...(radioMap?.rssiDbm ?? [])].map(([t4_id, rssi]) => ({ t4_id, rssi: Array.from(rssi, Math.round) })),
  }
}

/** The distance of neighbours among the coordinates of a grid's cells. */
function edgeOf(coordinates: ArrayLike<number>): number {
  let edge = Number.POSITIVE_INFINITY
  for (let index = 1; index < coordinates.length; index += 1) {
    const step = Math.abs(coordinates[index]! - coordinates[index - 1]!)
    if (step > 1e-6 && step < edge) edge = step
  }
  return Number.isFinite(edge) ? edge : 1
}

function measureApart(floor: TrainedFloor, jobId: string | undefined): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(PROGRAM, { workerData: { floor, jobId } })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(`The thread that measures training jobs ended without a result: ${code}`)),
    )
  })
}
