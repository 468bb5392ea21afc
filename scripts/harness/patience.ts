/**
 * Limits of waiting end what hangs and measure nothing. They grow with how much longer than on the reference machine work takes by the
 * clock when a run begins (vitest.config.ts), as that tells how busy the machine is.
 */
import { REFERENCE_S } from '../tiers.ts'
import { secondsOfReference } from './processor-time.ts'

/** Long enough to be given time on a processor, and taken off it again. */
const MEASURED_TIMES = 30

/** How many times as long as on a quiet reference machine work takes now, at least once. */
export function measurePatience(): number {
  const startedAt = performance.now()
  for (let time = 0; time < MEASURED_TIMES; time += 1) secondsOfReference()
  const seconds = (performance.now() - startedAt) / 1000
  return Math.max(1, seconds / MEASURED_TIMES / REFERENCE_S)
}

/** A limit of waiting (ms) on this machine in this run. */
export const patient = (ms: number): number => Math.ceil(ms * Number(process.env.TEST_PATIENCE ?? 1))
