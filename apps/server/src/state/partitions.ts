/**
 * Partitions of tables by time: created ahead of it, dropped after their retention. Each is created apart and attached, and detached
 * before it is dropped, so that neither waits for a backup that reads the table nor makes reports wait behind it.
 * Source: docs/architecture.md#storage; G10; decision 0086.
 */
import { sql } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { Db } from '../platform/postgres/database.ts'
import { PARTITION_DAYS } from './partition-days.ts'

const DAY_MS = 86_400_000
/** Reports that claim to be older are not taken. Source: G10, 90 days. */
export const RETENTION_MS = 90 * DAY_MS
/** Partitions of this many coming days exist ahead of time. */
const DAYS_AHEAD = 2
/** A table with partitions of this many days, counted from the epoch in UTC. */
export interface Partitioned {
  readonly table: string
  readonly days: number
}

export const LOCATION_LOGS: Partitioned = { table: 'location_logs', days: PARTITION_DAYS.location_logs }
export const STAYS: Partitioned = { table: 'stays', days: PARTITION_DAYS.stays }
export const SHOWN_POSITIONS: Partitioned = { table: 'shown_positions', days: PARTITION_DAYS.shown_positions }
export const VISITS: Partitioned = { table: 'visits', days: PARTITION_DAYS.visits }
export const PAST_STATES: Partitioned = { table: 'past_states', days: PARTITION_DAYS.past_states }
export const TEMPERATURES: Partitioned = { table: 'temperature_hours', days: PARTITION_DAYS.temperature_hours }
const ALL = [LOCATION_LOGS, STAYS, SHOWN_POSITIONS, VISITS, PAST_STATES, TEMPERATURES]

/** The number of the partition that a time belongs to. */
export const periodOf = ({ days }: Partitioned, ms: number): number => Math.floor(ms / (days * DAY_MS))

const startOf = ({ days }: Partitioned, period: number): number => period * days * DAY_MS

const nameOf = (of: Partitioned, period: number): string =>
  `${of.table}_${new Date(startOf(of, period)).toISOString().slice(0, 10).replaceAll('-', '_')}`

/** The start of the partition of this name (epoch ms); NaN for any other table. */
const startOfName = ({ table }: Partitioned, name: string): number =>
  Date.parse((/^_(\d{4}_\d\d_\d\d)$/.exec(name.slice(table.length))?.[1] ?? '').replaceAll('_', '-'))

/** The call of the database's function that makes a partition unless it is there. It runs as the owner of the tables. */
const making = (of: Partitioned, period: number) =>
  [of.table, nameOf(of, period), startOf(of, period), startOf(of, period + 1)] as const

/** Makes a partition unless it is there. */
export async function ensurePartition(client: ClientBase, of: Partitioned, period: number): Promise<void> {
  await client.query('select make_partition($1, $2, $3, $4)', [...making(of, period)])
}

/** Makes the partitions of these times (epoch ms) in a transaction of an empty database, to which nobody writes yet. */
export async function makePartitionsAtFirst(db: Db, of: Partitioned, times: Iterable<number>): Promise<void> {
  for (const period of new Set([...times].map((ms) => periodOf(of, ms)))) {
    await sql`select make_partition(${sql.join([...making(of, period)])})`.execute(db)
  }
}

/** Creates the partitions of today and of the coming days, so that midnight finds its partitions. */
export async function makePartitionsAhead(pool: Pool, nowMs: number): Promise<void> {
  const client = await pool.connect()
  try {
    for (const of of ALL) {
      const last = periodOf(of, nowMs + DAYS_AHEAD * DAY_MS)
      for (let period = periodOf(of, nowMs); period <= last; period += 1) await ensurePartition(client, of, period)
    }
  } finally {
    client.release()
  }
}

/** How long (ms) reports may wait behind one that waits for a reader of a table on Citus. */
const PATIENCE_MS = 2000

/** Citus detaches nothing concurrently: the table goes at once, or is left for the next call where somebody reads it. */
async function dropAtOnce(pool: Pool, name: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Shards on workers wait no longer.
    await client.query(`set local citus.propagate_set_commands to 'local'; set local lock_timeout to ${PATIENCE_MS}`)
    await client.query(`drop table ${name}`)
    await client.query('commit')
    client.release()
  } catch (error) {
    // Ends its transaction too.
    client.release(true)
    throw error
  }
}

/**
 * Drops the partitions of which everything is older than `keptMs` and answers their names. It may be interrupted anywhere: the next
 * call continues where this one stopped.
 */
export async function dropOldPartitions(
  pool: Pool,
  of: Partitioned,
  nowMs: number,
  keptMs: number,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string; hangs_on: boolean; is_leaving: boolean; is_spread: boolean }>(
    `select c.relname as name, i.inhrelid is not null as hangs_on, coalesce(i.inhdetachpending, false) as is_leaving,
       exists (select from pg_extension where extname = 'citus') as is_spread
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and starts_with(c.relname, $1)
     order by c.relname`,
    [`${of.table}_`],
  )
  const old = rows.filter(({ name }) => startOfName(of, name) + of.days * DAY_MS <= nowMs - keptMs)
  for (const { name, hangs_on, is_leaving, is_spread } of old) {
    if (is_spread) {
      await dropAtOnce(pool, name)
      continue
    }
    if (hangs_on) {
      await pool.query(`alter table ${of.table} detach partition ${name} ${is_leaving ? 'finalize' : 'concurrently'}`)
    }
    await pool.query(`drop table ${name}`)
  }
  return old.map(({ name }) => name)
}

/** Partitions that are known to be there, so that writers look for each once. */
export class KnownPartitions {
  readonly #of: Partitioned
  readonly #known = new Set<number>()

  constructor(of: Partitioned) {
    this.#of = of
  }

  /** Whether those of all these times (epoch ms) are known. */
  has(times: readonly number[]): boolean {
    return times.every((ms) => this.#known.has(periodOf(this.#of, ms)))
  }

  /** Makes the partitions of these times (epoch ms) unless they are there. */
  async ensure(client: ClientBase, times: Iterable<number>): Promise<void> {
    for (const ms of times) {
      const period = periodOf(this.#of, ms)
      if (this.#known.has(period)) continue
      await ensurePartition(client, this.#of, period)
      this.#known.add(period)
    }
  }

  /** A partition may be gone since (retention, another database behind the address): each is looked for again. */
  forget(): void {
    this.#known.clear()
  }
}
