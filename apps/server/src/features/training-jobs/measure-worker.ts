/** A thread of its own that measures what the jobs of a floor teach: reports of devices are acknowledged meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import {
  coverageOf,
  improvementOf,
  improvementOfAll,
  radioMapOf,
  type TrainedFloor,
} from '@whereabouts/positioning/training'
import type { Measured } from './measure.ts'

const { floor, jobIds } = workerData as { readonly floor: TrainedFloor; readonly jobIds: readonly string[] }
const [only, ...others] = floor.surveys
const measured: Measured = {
  coverage: coverageOf(floor),
  // A lone job is judged by itself, half by half: there is no other.
  all: only !== undefined && others.length === 0 ? improvementOf(floor, only.jobId) : improvementOfAll(floor),
  ofJobs: new Map(
    jobIds.flatMap((id) => {
      const improvement = improvementOf(floor, id)
      return improvement === undefined ? [] : [[id, improvement]]
    }),
  ),
  radioMap: radioMapOf(floor),
}
parentPort?.postMessage(measured)
