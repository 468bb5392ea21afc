/**
 * SQL of who is home for which accounts. A server that sends heartbeats may take shards that nobody holds; it keeps them until it frees them, or
 * until others depose it after its death. Each transaction that writes for accounts at home asks the fence first, so that a server which
 * was only paused can write nothing once its shards are somebody else's. Source: decision 0077.
 */
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'
import { nextPosition } from '../state/log-position.ts'

/** Interval of heartbeats (ms). */
export const RENEW_EVERY_MS = 1000
/** A server without a heartbeat for this long (s) is dead. */
export const DEAD_AFTER_S = 6
/** What a dead server's transactions may still take (ms) before they are ended. */
const IN_FLIGHT_MS = 1000

const isDead = sql`seen_at < clock_timestamp() - make_interval(secs => ${DEAD_AFTER_S})`
/** SQLSTATE of a lock that was waited for too long. */
const LOCK_NOT_AVAILABLE = '55P03'

/** This server was taken for dead: its shards are others'. It starts afresh, under another id. */
export class Deposed extends Error {
  override readonly name = 'Deposed'
}

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
export async function register(db: Db, serverId: string): Promise<void> {
  await sql`insert into servers (server_id, log_order) values (${serverId}, ${nextPosition})`.execute(db)
}

/** Heartbeat. Throws `Deposed` where the server was taken for dead; it cannot come back. */
export async function renew(db: Db, serverId: string): Promise<void> {
  const { rows } = await sql`
    update servers set seen_at = clock_timestamp() where server_id = ${serverId} returning server_id`.execute(db)
  if (rows.length === 0) throw new Deposed('This server was taken for dead.')
}

/** Servers that are alive, those that seem dead, and the holder of each shard. */
export interface Holders {
  readonly living: readonly string[]
  /** After an outage of the database they may only have been unable to send heartbeats. */
  readonly silent: readonly string[]
  readonly shards: readonly { readonly shard: number; readonly serverId: string | null; readonly epoch: number }[]
}

export async function listHolders(db: Db): Promise<Holders> {
  const { rows: servers } = await sql<{ server_id: string; is_dead: boolean }>`
    select server_id, ${isDead} as is_dead from servers order by server_id`.execute(db)
  const { rows: shards } = await sql<{ shard: number; serverId: string | null; epoch: number }>`
    select shard, server_id as "serverId", epoch from shards order by shard`.execute(db)
  const idsOf = (dead: boolean) => servers.filter(({ is_dead }) => is_dead === dead).map(({ server_id }) => server_id)
  return { living: idsOf(false), silent: idsOf(true), shards }
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

/** Every row of the shards' accounts before the position is in the hot rows. */
export async function savePositions(
  transaction: Db,
  serverId: string,
  shards: readonly number[],
  position: number,
): Promise<void> {
  await sql`update shards set position = greatest(position, ${position}::bigint)
    where shard = any(${shards}::integer[]) and server_id = ${serverId}`.execute(transaction)
}

/** Gives up a shard whose accounts accept nothing any more and are written up to that position; answers whether it was held. */
export const free = (
  db: Db,
  serverId: string,
  { shard, epoch }: Pick<Holding, 'shard' | 'epoch'>,
  position: number,
): Promise<boolean> =>
  fenced(db, serverId, async (transaction) => {
    const { rows } = await sql`
      update shards set server_id = null, position = greatest(position, ${position}::bigint)
      where shard = ${shard} and server_id = ${serverId} and epoch = ${epoch} returning shard`.execute(transaction)
    return rows.length > 0
  })

/**
 * Takes a dead server's shards from it; answers those that are free then, or undefined: it lives, or another deposed it. What it has in
 * flight is waited for, for a second; then its connections are ended, as those of a process that was paused amid a transaction.
 */
export async function depose(
  db: Db,
  deadId: string,
  inFlightMs = IN_FLIGHT_MS,
): Promise<readonly number[] | undefined> {
  try {
    return await deposeOnce(db, deadId, inFlightMs)
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    await endTransactionsOf(db, deadId)
    return deposeOnce(db, deadId, inFlightMs)
  }
}

const deposeOnce = (db: Db, deadId: string, inFlightMs: number): Promise<readonly number[] | undefined> =>
  db.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', ${`${inFlightMs}ms`}, true)`.execute(transaction)
    await sql`select pg_advisory_xact_lock(fence_key(${deadId}))`.execute(transaction)
    const { rows: dead } = await sql`
      select server_id from servers where server_id = ${deadId} and ${isDead} for update`.execute(transaction)
    if (dead.length === 0) return undefined
    const { rows } = await sql<{ shard: number }>`
      update shards set server_id = null where server_id = ${deadId} returning shard`.execute(transaction)
    await sql`delete from servers where server_id = ${deadId}`.execute(transaction)
    return rows.map(({ shard }) => shard).sort((a, b) => a - b)
  })

/** Ends the connections whose transactions are behind a dead server's fence; they roll back, and nobody was told that they are stored. */
async function endTransactionsOf(db: Db, deadId: string): Promise<void> {
  await sql`select end_behind_fence(${deadId}) where exists (
    select from servers where server_id = ${deadId} and ${isDead})`.execute(db)
}
