/**
 * What hears devices, beside that of a test's server and in its name: with a memory of its own, as after a restart. Its conditions are
 * written, and nobody is woken by them.
 */
import { changeConditions } from '../../apps/server/src/alarms/conditions.ts'
import { withExtras } from '../../apps/server/src/features/trackers/queries.ts'
import { readLearnt } from '../../apps/server/src/features/training-jobs/learnt.ts'
import { ServerFence } from '../../apps/server/src/homes/fence.ts'
import { SHARDS, shardOf } from '../../apps/server/src/homes/share-out.ts'
import { createIngest, type IngestDeps } from '../../apps/server/src/ingest/create-ingest.ts'
import type { Ingest } from '../../apps/server/src/ingest/ingest.ts'
import { quietListener } from './quiet-listener.ts'
import { quietLog } from './quiet-log.ts'
import type { TestApp } from './test-app.ts'

const ALL = Array.from({ length: SHARDS }, (_, shard) => shard)

/** It is not started. */
export function testIngest(
  { database: { db, pool }, clock, running: { app } }: TestApp,
  given: Partial<IngestDeps> = {},
): Ingest {
  const tools = { random: app.random, clock: given.clock ?? clock, sinks: app.sinks }
  const fence = new ServerFence(db, app.serverId)
  const shards = {
    held: () => ALL,
    holds: () => true,
    shardOf,
    savePositions: async (_: unknown, position: number) => position,
  }
  return createIngest({
    ...{ db, pool, clock, fence, shards, counts: app.counts },
    ...{ listener: quietListener, log: quietLog, withExtras },
    readLearnt,
    changeConditions: async (changes) => (await changeConditions(fence, tools, changes)).open,
    ...given,
  })
}

/** Starts it, with the log replayed from a position on; from its beginning unless told. */
export async function startFrom(ingest: Ingest, position = 1): Promise<void> {
  await ingest.start()
  await ingest.moves.take(ALL.map((shard) => ({ shard, position })))
}
