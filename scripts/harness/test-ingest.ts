/** What hears devices in another server on a test's database: its conditions are written, and nobody is woken by them. */
import { changeConditions } from '../../apps/server/src/alarms/conditions.ts'
import { withExtras } from '../../apps/server/src/features/trackers/queries.ts'
import { readLearnt } from '../../apps/server/src/features/training-jobs/learnt.ts'
import { createIngest, type IngestDeps } from '../../apps/server/src/ingest/create-ingest.ts'
import type { Ingest } from '../../apps/server/src/ingest/ingest.ts'
import { quietListener } from './quiet-listener.ts'
import { quietLog } from './quiet-log.ts'
import type { TestApp } from './test-app.ts'

/** It is not started. */
export function testIngest(
  { database: { db, pool }, clock, running: { app } }: TestApp,
  given: Partial<IngestDeps> = {},
): Ingest {
  const tools = { random: app.random, clock: given.clock ?? clock, sinks: app.sinks }
  return createIngest({
    ...{ serverId: app.random.uuid(), db, pool, clock, counts: app.counts },
    ...{ listener: quietListener, log: quietLog, withExtras },
    readLearnt,
    changeConditions: async (changes) => (await changeConditions(db, tools, changes)).open,
    ...given,
  })
}
