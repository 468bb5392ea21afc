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

const { floor, jobId } = workerData as { readonly floor: TrainedFloor; readonly jobId: string | undefined }
const measured: Measured = {
  coverage: coverageOf(floor),
  all: improvementOfAll(floor),
  ofJob: jobId === undefined ? undefined : improvementOf(floor, jobId),
  radioMap: radioMapOf(floor),
}
parentPort?.postMessage(measured)
