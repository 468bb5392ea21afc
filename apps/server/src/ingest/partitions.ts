/**
 * Day partitions of the location log: created ahead of their day, dropped after their retention. Each is created
 * apart and attached, and detached before it is dropped, so that neither waits for a backup that reads the log nor makes
 * reports wait behind it. Source: docs/architecture.md#storage; G10.
 */
import type { ClientBase, Pool } from 'pg'

const DAY_MS = 86_400_000
/** Location logs are kept this long. Source: G10, 90 days. */
export const RETENTION_MS = 90 * DAY_MS
/** Partitions of this many coming days exist ahead of time. */
const DAYS_AHEAD = 2
/** Taken while a partition is made, so that two writers do not make the same one. */
const LOCK_KEY = 7_201_001

export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

const nameOf = (day: number): string =>
  `location_logs_${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '_')}`

/** The day a partition's name stands for; NaN for any other table. */
const dayOfName = (name: string): number =>
  dayOf(Date.parse((/^location_logs_(\d{4}_\d\d_\d\d)$/.exec(name)?.[1] ?? '').replaceAll('_', '-')))

/** Makes the partition of a UTC day (days since the epoch) unless it is there. */
export async function ensurePartition(client: ClientBase, day: number): Promise<void> {
  const name = nameOf(day)
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const { rowCount } = await client.query('select from pg_inherits where inhrelid = to_regclass($1)', [name])
    if (rowCount === 0) {
      // A table that is attached to nothing was detached from the log and is about to be dropped.
      await client.query(`drop table if exists ${name}`)
      await client.query(`create table ${name} (like location_logs)`)
      await client.query(`alter table location_logs attach partition ${name}
        for values from (${day * DAY_MS}) to (${(day + 1) * DAY_MS})`)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Creates the partitions of today and of the coming days, so that midnight finds its partition. */
export async function makePartitionsAhead(pool: Pool, nowMs: number): Promise<void> {
  const client = await pool.connect()
  try {
    for (let day = dayOf(nowMs); day <= dayOf(nowMs) + DAYS_AHEAD; day += 1) await ensurePartition(client, day)
  } finally {
    client.release()
  }
}

/**
 * Drops the days past their retention and answers their names. It may be interrupted anywhere: the next
 * call continues where this one stopped.
 */
export async function dropOldPartitions(pool: Pool, nowMs: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string; hangs_on: boolean; is_leaving: boolean }>(`
    select c.relname as name, i.inhrelid is not null as hangs_on, coalesce(i.inhdetachpending, false) as is_leaving
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname like 'location\\_logs\\_%'
    order by c.relname`)
  const old = rows.filter(({ name }) => (dayOfName(name) + 1) * DAY_MS <= nowMs - RETENTION_MS)
  for (const { name, hangs_on, is_leaving } of old) {
    if (hangs_on) {
      await pool.query(`alter table location_logs detach partition ${name} ${is_leaving ? 'finalize' : 'concurrently'}`)
    }
    await pool.query(`drop table ${name}`)
  }
  return old.map(({ name }) => name)
}
