/** A thread of its own that works out what a floor can tell: reports of devices are acknowledged meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import { floorHealth } from '@whereabouts/positioning/health'
import { radioMapOf, type TrainedFloor } from '@whereabouts/positioning/training'

const floor = workerData as TrainedFloor
parentPort?.postMessage(floorHealth(radioMapOf(floor), floor))
