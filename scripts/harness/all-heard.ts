/** The end of the way from a report to what lists say. */
import { expect } from 'vitest'
import { eventually } from './given.ts'
import type { TestApp } from './test-app.ts'

/** What the server was told and has stored is in the states by then, and in their hot rows. */
export async function allHeard({ running }: TestApp): Promise<void> {
  const { ingest } = running
  await eventually(async () => expect(ingest.oldestPendingMs()).toBe(Number.POSITIVE_INFINITY))
  await ingest.flush()
}
