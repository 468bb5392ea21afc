/** Day partitions of the location log, made as rows come. Source: architecture §4. */
import type { PoolClient } from 'pg'

const DAY_MS = 86_400_000
/** Taken while a partition is made, so that two writers do not make the same one. */
const LOCK_KEY = 7_201_001

export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

const nameOf = (day: number): string =>
  `location_logs_${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '_')}`

/** Makes the partition of a UTC day (days since the epoch) unless it is there. */
export async function ensurePartition(client: PoolClient, day: number): Promise<void> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    await client.query(
      `create table if not exists ${nameOf(day)} partition of location_logs
       for values from (${day * DAY_MS}) to (${(day + 1) * DAY_MS})`,
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
