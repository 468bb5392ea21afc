/** A thread of its own that builds radio maps: reports of devices are acknowledged meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import { radioMapOf, type TrainedFloor } from '@whereabouts/positioning/training'

parentPort?.postMessage((workerData as readonly TrainedFloor[]).map(radioMapOf))
