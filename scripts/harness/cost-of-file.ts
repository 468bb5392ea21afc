/** Runs before each test file of a worker: says when the file ran and what it cost, for scripts/harness/tier-reporter.ts. */
import { afterAll } from 'vitest'
import { takeSeconds } from './costs.ts'

const startedAt = Date.now()

// biome-ignore lint/correctness/noEmptyPattern: vitest reads here which fixtures a hook wants.
afterAll(({}, file) => {
  file.meta.cost = { startedAt, endedAt: Date.now(), seconds: takeSeconds() }
})
