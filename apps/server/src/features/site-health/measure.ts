/** The health of a floor as of now. Source: decision 0061. */
import { Worker } from 'node:worker_threads'
import type { FloorHealth } from '@whereabouts/contract/site-health'
import { compareStations, type FloorHealth as Expected } from '@whereabouts/positioning/health'
import { isSolvable } from '@whereabouts/positioning/site'
import type { TrainedFloor } from '@whereabouts/positioning/training'
import type { Db } from '../../platform/postgres/database.ts'
import { findTrainedFloor, listSurveys } from '../training-jobs/queries.ts'
import { listFloorStations, listSignalsSince } from './queries.ts'

const PROGRAM = new URL('./health-worker.ts', import.meta.url)
/** Stations are compared by what they heard of each other in this time (ms), every ten seconds or so. */
const COMPARED_MS = 600_000

const toTenth = (value: number): number => Math.round(value * 10) / 10
const toTenthOrNull = (value: number | undefined): number | null => (value === undefined ? null : toTenth(value))

export async function measureHealth(db: Db, accountId: string, mapId: string, nowMs: number): Promise<FloorHealth> {
  const floor = await findTrainedFloor(db, accountId, mapId)
  const expected = floor === undefined ? undefined : await expect(db, accountId, floor)
  const radii = expected?.errors.map(({ radiusMetres }) => radiusMetres).sort((a, b) => a - b) ?? []
  const at = (share: number) => toTenthOrNull(radii[Math.round(share * (radii.length - 1))])
  const { newStation } = expected ?? {}
  return {
    map_id: mapId,
    state: floor === undefined ? 'noScale' : expected === undefined ? 'fewStations' : 'good',
    ...{ typical_metres: at(0.5), worst_metres: at(0.9), cell: toTenth(expected?.edge ?? 0) },
    cells: expected?.errors.map(({ x, y, radiusMetres }) => [toTenth(x), toTenth(y), toTenth(radiusMetres)]) ?? [],
    new_station:
      newStation === undefined
        ? null
        : {
            ...{ indoor_X: toTenth(newStation.x), indoor_Y: toTenth(newStation.y) },
            ...{ before_metres: toTenth(newStation.beforeMetres), after_metres: toTenth(newStation.afterMetres) },
          },
    stations: await compare(db, accountId, mapId, nowMs),
  }
}

/** By the surveys that positions are told by. Undefined: too few stations hang there. */
async function expect(db: Db, accountId: string, floor: TrainedFloor): Promise<Expected | undefined> {
  const surveys = (await listSurveys(db, accountId)).filter(({ mapId }) => mapId === floor.mapId)
  return isSolvable(floor, surveys.length > 0) ? expectApart({ ...floor, surveys }) : undefined
}

function expectApart(floor: TrainedFloor): Promise<Expected> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(PROGRAM, { workerData: floor })
    worker.once('message', resolve)
    worker.on('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(`The thread for the health of a floor ended without a result: ${code}`)),
    )
  })
}

async function compare(db: Db, accountId: string, mapId: string, nowMs: number): Promise<FloorHealth['stations']> {
  const stations = await listFloorStations(db, accountId, mapId)
  const ids = stations.map(({ t4_id }) => t4_id)
  const before = new Map(stations.map(({ t4_id, signals }) => [t4_id, new Map(Object.entries(signals ?? {}))]))
  const now = await listSignalsSince(db, accountId, ids, nowMs - COMPARED_MS)
  const compared = compareStations(ids, before, now)
  return stations.map(({ t4_id, t4_name, stopped_at_ms }, index) => {
    const { change, hearsDb, isHeardDb } = compared[index]!
    return {
      ...{ t4_id, t4_name, change, hears: toTenthOrNull(hearsDb), heard: toTenthOrNull(isHeardDb) },
      calibrated_at_ms: stopped_at_ms,
    }
  })
}
