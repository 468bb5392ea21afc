/** Training jobs of the demo's past for the mock, which hears nothing: figures and a radio map that look like a real one. */
import type { RadioMapView, TrainingJob } from '@whereabouts/contract/training-jobs'
import { demoSite } from '@whereabouts/fixtures/site'
import { pastTrainingJobs } from '@whereabouts/fixtures/training-jobs'
import { seconds } from './world.ts'

/** The floor whose jobs cover it, and the edge of a cell (metres). */
const LEARNT = 'Hinoki Garden 2F East'
const CELL_METRES = 1

export function seededTraining(nowMs: number): {
  readonly trainingJobs: TrainingJob[]
  readonly radioMaps: Omit<RadioMapView, 'jobs'>[]
} {
  const trainingJobs = pastTrainingJobs(nowMs).map((job): TrainingJob => {
    const [first] = job.corners
    const isLearnt = job.plan.map_name === LEARNT
    return {
      ...{ job_id: job.job_id, device_id: job.device_id, device_name: job.device_name },
      ...{ map_id: job.plan.id, map_name: job.plan.map_name, indoor_X: first!.x, indoor_Y: first!.y },
      ...{ collection_time: job.collection_time, note: job.note, state: 'done', valid: job.valid },
      ...{ start_time: seconds(job.started_at_ms), end_time: seconds(job.ended_at_ms) },
      readings: Math.round((job.ended_at_ms - job.started_at_ms) / 2000) * 7,
      stations: 7,
      path: job.walked
        ? job.corners.map(({ x, y }, index) => ({ indoor_X: x, indoor_Y: y, at_ms: job.passed_at_ms[index]! }))
        : null,
      result: isLearnt && job.valid ? { before_metres: 3.4, after_metres: 1.5 } : null,
    }
  })
  const map = demoSite.maps.find(({ map_name }) => map_name === LEARNT)!
  const cell = CELL_METRES / map.metres_per_pixel
  const cells: [number, number][] = []
  for (let y = cell; y < map.height - cell; y += cell) {
    for (let x = cell; x < map.width - cell; x += cell) cells.push([Math.round(x), Math.round(y)])
  }
  const stations = demoSite.stations.flatMap(({ t4_id, map_id, indoor_X, indoor_Y }) => {
    if (map_id !== map.id || indoor_X === null || indoor_Y === null) return []
    const rssi = cells.map(([x, y]) => {
      const metres = Math.hypot(x - indoor_X, y - indoor_Y) * map.metres_per_pixel
      return Math.round(-57 - 11 * Math.log10(metres ** 2 + 1))
    })
    return [{ t4_id, rssi }]
  })
  const figures = { coverage: 'good', before_metres: 3.6, after_metres: 1.7 } as const
  return { trainingJobs, radioMaps: [{ map_id: map.id, ...figures, cell: Math.round(cell), cells, stations }] }
}
