/** Prints a past of the demo as lines of JSON, each one row: `past/main.ts <seed> <end in epoch ms> <days>`. */

import { once } from 'node:events'
import type { PastLine } from '@whereabouts/fixtures/past'
import { makePast } from './past.ts'

/** Lines written at once. */
const CHUNK_LINES = 1000

const [seed = Number.NaN, untilMs = Number.NaN, days = Number.NaN] = process.argv.slice(2).map(Number)
if (![seed, untilMs, days].every(Number.isInteger)) throw new Error('Three whole numbers: seed, end (epoch ms), days.')
const { stays, positions, conditions, alarms, training, calibrations } = makePast({ seed, untilMs, days })
const lines = function* (): Generator<PastLine> {
  for (const row of stays) yield ['stays', row]
  for (const row of positions) yield ['positions', row]
  for (const row of conditions) yield ['conditions', row]
  for (const row of alarms) yield ['alarms', row]
  for (const row of training) yield ['training', row]
  for (const row of calibrations) yield ['calibrations', row]
}
let chunk: string[] = []
const flush = async () => {
  const isFull = !process.stdout.write(chunk.map((line) => `${line}\n`).join(''))
  chunk = []
  if (isFull) await once(process.stdout, 'drain')
}
for (const line of lines()) {
  chunk.push(JSON.stringify(line))
  if (chunk.length >= CHUNK_LINES) await flush()
}
await flush()
