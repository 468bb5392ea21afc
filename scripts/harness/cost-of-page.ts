/** Runs before each test file of a page: says when it ran and what the page's process used, for scripts/harness/tier-reporter.ts. */
import { afterAll } from 'vitest'
import { cdp } from 'vitest/browser'
import type {} from './costs.ts'

async function secondsOfPage(): Promise<number> {
  const { metrics } = await cdp().send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ProcessTime')!.value
}

await cdp().send('Performance.enable')
const startedAt = Date.now()
const before = await secondsOfPage()

// biome-ignore lint/correctness/noEmptyPattern: vitest reads here which fixtures a hook wants.
afterAll(async ({}, file) => {
  file.meta.cost = { startedAt, endedAt: Date.now(), seconds: (await secondsOfPage()) - before }
})
