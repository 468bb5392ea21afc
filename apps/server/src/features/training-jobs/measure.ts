/** Measures, as a job, what the training jobs of a map teach, and by how much a new one improves positions. Source: G77. */
import { Worker } from 'node:worker_threads'
import type { RadioMap } from '@whereabouts/positioning/radio-map'
import type { Coverage, Improvement, TrainedFloor } from '@whereabouts/positioning/training'
import type { App, Background } from '../../context.ts'
import type { JobPayloads } from '../../jobs/payloads.ts'
import type { Job } from '../../jobs/queue.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findTrainedFloor, listMapsWithJobs, type StoredView, saveImprovement, saveRadioMap } from './queries.ts'

export interface Measured {
  readonly coverage: Coverage
  readonly all: Improvement | undefined
  /** By job id, where enough was heard to tell. */
  readonly ofJobs: ReadonlyMap<string, Improvement>
  readonly radioMap: RadioMap
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
  { db, homes, streams }: Pick<Background, 'db' | 'homes' | 'streams'>,
  { payload }: Job<Payload>,
): Promise<void> {
  const { account_id: accountId, map_id, job_id } = payload
  await measureMap(db, accountId, map_id, job_id === undefined ? [] : [job_id])
  // Positions are told by another radio map from now on.
  await homes.of(accountId).tell({ kind: 'changed' })
  streams.listChanged(accountId, 'training_jobs')
}

/** Measures what the jobs of a map teach, and by how much each of these improves it; without any named, each of all. */
export async function measureMap(db: Db, accountId: string, map_id: string, jobIds?: readonly string[]): Promise<void> {
  const floor = await findTrainedFloor(db, accountId, map_id)
  if (floor === undefined) {
    await saveRadioMap(db, accountId, viewOf(map_id, undefined, undefined))
  } else {
    const measured = await measureApart(floor, jobIds ?? floor.surveys.map(({ jobId }) => jobId))
    for (const [jobId, improvement] of measured.ofJobs) await saveImprovement(db, accountId, jobId, improvement)
    await saveRadioMap(db, accountId, viewOf(map_id, floor, measured))
  }
}

/** A tenth of a pixel, as places are told everywhere. */
const toTenth = (value: number): number => Math.round(value * 10) / 10

function viewOf(mapId: string, floor: TrainedFloor | undefined, measured: Measured | undefined): StoredView {
  // Where the jobs do not cover the floor there is nothing to show of them.
  const radioMap = measured?.coverage === 'good' ? measured.radioMap : undefined
  const scale = floor?.metresPerPixel ?? 1
  const { x: xs = [], y: ys = [], cellMetres = 1 } = radioMap?.grid ?? {}
  return {
    map_id: mapId,
    coverage: coverageOf(measured),
    before_metres: measured?.all?.beforeMetres ?? null,
    after_metres: measured?.all?.afterMetres ?? null,
    cell: toTenth(cellMetres / scale),
    cells: Array.from(xs, (x, index) => [toTenth(x / scale), toTenth(ys[index]! / scale)]),
    stations: [...(radioMap?.surveyed ?? [])].map((t4_id) => ({
      ...{ t4_id, rssi: Array.from(radioMap!.fields.get(t4_id)!.expected, (quarters) => Math.round(quarters / 4)) },
    })),
  }
}

/** Jobs that cover the floor are used only where positions are better by them. */
function coverageOf(measured: Measured | undefined): StoredView['coverage'] {
  const { coverage = 'none', all } = measured ?? {}
  return coverage === 'good' && all !== undefined && all.afterMetres >= all.beforeMetres ? 'worse' : coverage
}

function measureApart(floor: TrainedFloor, jobIds: readonly string[]): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(PROGRAM, { workerData: { floor, jobIds } })
    worker.once('message', resolve)
    worker.on('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(`The thread that measures training jobs ended without a result: ${code}`)),
    )
  })
}
