/** What tests cost: seconds of processor of each file, in its worker, and of what the files of a tier share. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { secondsOfWorker } from './processor-time.ts'

export interface Cost {
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number
  /** Of the processor. */
  readonly seconds: number
}

declare module 'vitest' {
  interface TaskMeta {
    cost?: Cost
  }
}

let taken = 0

/** What this worker used since it was asked last, its start included for the first file. */
export function takeSeconds(): number {
  const used = secondsOfWorker()
  // A process that was killed takes what its own children used with it.
  const seconds = Math.max(0, used - taken)
  taken = used
  return seconds
}

/** Of a process that all files of a tier share. */
export interface SharedCost {
  readonly tier: string
  readonly seconds: number
}

/** Tells scripts/test.ts by the file that TEST_SHARED_COSTS names: a line of JSON for each cost. */
export function writeSharedCost(cost: SharedCost): void {
  const file = process.env.TEST_SHARED_COSTS
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(cost)}\n`)
}

/** All that were told. */
export const readSharedCosts = (file: string): SharedCost[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
