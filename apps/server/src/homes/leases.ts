/**
 * SQL of who is home for which accounts. A server that sends heartbeats may take shards that nobody holds; it keeps them until it frees them, or
 * until others depose it after its death. Each transaction that writes for accounts at home asks the fence first, so that a server which
 * was only paused can write nothing once its shards are somebody else's. Source: decision 0077.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'
import { Deposed } from '../state/home.ts'
import { nextPosition } from '../state/log-position.ts'

/** Interval of heartbeats (ms). */
export const RENEW_EVERY_MS = 1000
/** A server without a heartbeat for this long (s) is dead. */
export const DEAD_AFTER_S = 6
/** One without a connection to the database is gone after this time (s): its process ended. */
const GONE_AFTER_S = 2
/** What a dead server's transactions may still take (ms) before they are ended. */
const IN_FLIGHT_MS = 1000

const isSilent = sql`seen_at < clock_timestamp() - make_interval(secs => ${DEAD_AFTER_S})`
/** Not where the database itself has just been started: others may be on their way back to it. */
const isGone = sql`(connection_name <> '' and seen_at < clock_timestamp() - make_interval(secs => ${GONE_AFTER_S})
  and pg_postmaster_start_time() < clock_timestamp() - make_interval(secs => ${DEAD_AFTER_S})
  and not exists (select from pg_stat_activity where application_name = connection_name))`
const isDead = sql`(${isSilent} or ${isGone})`
/** SQLSTATE of a lock that was waited for too long. */
const LOCK_NOT_AVAILABLE = '55P03'

/** A shard as its holder got it. */
export interface Holding {
  readonly shard: number
  /** Of this holding alone. */
  readonly epoch: number
  /** The position to replay the log from. */
  readonly position: number
}

/** First in a transaction that writes for accounts at home; throws `Deposed` where they no longer are. */
export async function holdFence(transaction: Db, serverId: string): Promise<void> {
  const { rows } = await sql<{ holds: boolean }>`select hold_fence(${serverId}) as holds`.execute(transaction)
  if (!rows[0]!.holds) throw new Deposed('This server was taken for dead.')
}

/** A transaction behind the fence. */
export const fenced = <Result>(db: Db, serverId: string, work: (transaction: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (transaction) => {
    await holdFence(transaction, serverId)
    return work(transaction)
  })

/** Registers a server that starts, under an id that no server has had. It holds nothing yet. */
export async function register(db: Db, serverId: string, connectionName: string): Promise<void> {
  await sql`insert into servers (server_id, connection_name) values (${serverId}, ${connectionName})`.execute(db)
}

/** A server ends that accepts nothing any more. */
export const unregister = (db: Db, serverId: string): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    // Those that it was about to take.
    await sql`update shards set server_id = null where server_id = ${serverId}`.execute(transaction)
    await sql`delete from servers where server_id = ${serverId}`.execute(transaction)
  })

/**
 * Heartbeat. Answers the first position in the log that was not given out. Throws `Deposed` where the server was taken for dead; it cannot
 * come back.
 */
export async function renew(db: Db, serverId: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    update servers set seen_at = clock_timestamp() where server_id = ${serverId} returning ${nextPosition} as next`.execute(
    db,
  )
  if (rows[0] === undefined) throw new Deposed('This server was taken for dead.')
  return rows[0].next
}

export interface ListedServer {
  readonly serverId: string
  /** Differs between two heartbeats. */
  readonly seenAt: string
  /** Gone: it has no connection any more. After an outage of the database it may only have been unable to send heartbeats, as a silent one. */
  readonly state: 'alive' | 'silent' | 'gone'
}

/** The servers, and the holder of each shard. */
export interface Holders {
  readonly servers: readonly ListedServer[]
  readonly shards: readonly (Holding & { readonly serverId: string | null })[]
}

export async function listServers(db: Db): Promise<readonly ListedServer[]> {
  const { rows } = await sql<ListedServer>`
    select server_id as "serverId", seen_at::text as "seenAt",
      case when ${isGone} then 'gone' when ${isSilent} then 'silent' else 'alive' end as state
    from servers order by server_id`.execute(db)
  return rows
}

export async function listHolders(db: Db): Promise<Holders> {
  const servers = await listServers(db)
  const { rows: shards } = await sql<Holders['shards'][number]>`
    select shard, server_id as "serverId", epoch, position from shards order by shard`.execute(db)
  return { servers, shards }
}

/** Takes those of the shards that nobody holds; answers them. Nobody's rows of the log before their positions are missing in the hot rows. */
export const take = (db: Db, serverId: string, shards: readonly number[]): Promise<readonly Holding[]> =>
  fenced(db, serverId, async (transaction) => {
    const { rows } = await sql<Holding>`
      update shards set server_id = ${serverId}, epoch = epoch + 1 where shard in (
        select shard from shards where shard = any(${shards}::integer[]) and server_id is null order by shard for update skip locked)
      returning shard, epoch, position`.execute(transaction)
    return rows.toSorted((a, b) => a.shard - b.shard)
  })

/**
 * Every row of the shards' accounts before the position is in the hot rows. Only what the server holds is changed, so it needs no fence.
 * Answers the first position in the log that was not given out.
 */
export async function savePositions(
  db: Db,
  serverId: string,
  shards: readonly number[],
  position: number,
): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    with saved as (
      update shards set position = ${position}::bigint
      where shard = any(${shards}::integer[]) and server_id = ${serverId} and position < ${position}::bigint
    )
    select ${nextPosition} as next`.execute(db)
  return rows[0]!.next
}

/** Gives up shards whose accounts accept nothing any more and are written up to that position; answers those that were held. */
export const free = (
  db: Db,
  serverId: string,
  holdings: readonly Pick<Holding, 'shard' | 'epoch'>[],
  position: number,
): Promise<readonly number[]> =>
  fenced(db, serverId, async (transaction) => {
    const { rows } = await sql<{ shard: number }>`
      update shards set server_id = null, position = greatest(position, ${position}::bigint)
      from unnest(${holdings.map(({ shard }) => shard)}::integer[], ${holdings.map(({ epoch }) => epoch)}::bigint[]) as held (shard, epoch)
      where shards.shard = held.shard and shards.epoch = held.epoch and server_id = ${serverId}
      returning shards.shard`.execute(transaction)
    return rows.map(({ shard }) => shard).sort((a, b) => a - b)
  })

interface DeposeOptions {
  readonly inFlightMs?: number
  /** Nobody else can be there: it is dead, however fresh its heartbeat. */
  readonly isCertain?: boolean
}

/**
 * Takes a dead server's shards from it; answers those that are free then, or undefined: it lives, or another deposed it. What it has in
 * flight is waited for, for a second; then its connections are ended, as those of a process that was paused amid a transaction.
 */
export async function depose(
  db: Db,
  deadId: string,
  { inFlightMs = IN_FLIGHT_MS, isCertain = false }: DeposeOptions = {},
): Promise<readonly number[] | undefined> {
  const isItDead = isCertain ? sql`true` : isDead
  try {
    return await deposeOnce(db, deadId, inFlightMs, isItDead)
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    await endTransactionsOf(db, deadId, isItDead)
    return deposeOnce(db, deadId, inFlightMs, isItDead)
  }
}

const deposeOnce = (
  db: Db,
  deadId: string,
  inFlightMs: number,
  isItDead: RawBuilder<unknown>,
): Promise<readonly number[] | undefined> =>
  db.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', ${`${inFlightMs}ms`}, true)`.execute(transaction)
    await sql`select pg_advisory_xact_lock(fence_key(${deadId}))`.execute(transaction)
    const { rows: dead } = await sql`
      select server_id from servers where server_id = ${deadId} and ${isItDead} for update`.execute(transaction)
    if (dead.length === 0) return undefined
    const { rows } = await sql<{ shard: number }>`
      update shards set server_id = null where server_id = ${deadId} returning shard`.execute(transaction)
    await sql`delete from servers where server_id = ${deadId}`.execute(transaction)
    return rows.map(({ shard }) => shard).sort((a, b) => a - b)
  })

/** Ends the connections whose transactions are behind a dead server's fence; they roll back, and nobody was told that they are stored. */
async function endTransactionsOf(db: Db, deadId: string, isItDead: RawBuilder<unknown>): Promise<void> {
  await sql`select end_behind_fence(${deadId}) where exists (
    select from servers where server_id = ${deadId} and ${isItDead})`.execute(db)
}
