/**
 * SQL of the servers on this database. Each sends heartbeats with its checkpoint; after its death another one takes over and replays
 * the rest. Source: security rule 61; decisions 0004, 0024.
 */
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { nextPosition } from '../../state/log-position.ts'
import type { SetBacks } from '../../state/moments.ts'
import { setBacksIn } from '../log/clock-set-backs.ts'

/** Interval of heartbeats (ms). */
export const SEEN_EVERY_MS = 2000
/** A server without a heartbeat for this long (s) is dead. */
const DEAD_AFTER_S = 10

const isDead = sql`seen_at < clock_timestamp() - make_interval(secs => ${DEAD_AFTER_S})`

/**
 * When a server may take others for dead. Where it could not send heartbeats itself, as the database was away, or starts only now,
 * the others may not have been able to either: they get as long for a heartbeat before any of them is taken for dead.
 */
export class Heartbeat {
  readonly #clock: Clock
  /** By the monotonic clock (ms). */
  #lastMs: number
  #judgesFromMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#lastMs = clock.steady()
    this.#judgesFromMs = this.#lastMs + DEAD_AFTER_S * 1000
  }

  /** It just sent a heartbeat; answers whether it may take others for dead. */
  beat(): boolean {
    const nowMs = this.#clock.steady()
    const deadMs = DEAD_AFTER_S * 1000
    // The others' last heartbeat before an outage may be one interval earlier, and their first after it one later.
    if (nowMs - this.#lastMs > deadMs - 2 * SEEN_EVERY_MS) this.#judgesFromMs = nowMs + deadMs
    this.#lastMs = nowMs
    return nowMs >= this.#judgesFromMs
  }
}

interface Joined {
  /** Every row before this position in the log is in the hot rows, whichever server wrote it; 1: none is. */
  readonly checkpoint: number
  /** The first position in the log that was not given out by then. */
  readonly nextPosition: number
  /** Servers that seem dead; after an outage they may only have been unable to send heartbeats. */
  readonly silent: readonly string[]
}

/** Registers a server that starts; until its states are up to date its checkpoint is the oldest of all. */
export const joinServers = (db: Db, serverId: string): Promise<Joined> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ server_id: string; log_order: number; is_dead: boolean }>`
      select server_id, log_order, ${isDead} as is_dead from servers order by server_id for update`.execute(transaction)
    const checkpoint = rows.length === 0 ? 1 : Math.min(...rows.map((row) => row.log_order))
    const nextPosition = await saveCheckpoint(transaction, serverId, checkpoint)
    return { checkpoint, nextPosition, silent: rows.filter((row) => row.is_dead).map((row) => row.server_id) }
  })

/**
 * Heartbeat: this server is alive, and every row it wrote before the checkpoint is in the hot rows. A server that was taken for dead
 * is back. Answers the first position in the log that was not given out.
 */
export async function saveCheckpoint(db: Db, serverId: string, checkpoint: number): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    insert into servers (server_id, log_order) values (${serverId}, ${checkpoint})
    on conflict (server_id) do update set log_order = excluded.log_order, seen_at = clock_timestamp()
    returning ${nextPosition} as next`.execute(db)
  return rows[0]!.next
}

/**
 * Silent servers' rows are in the hot rows up to that position. Their rows stay until they are taken over, as consoles may listen
 * at them; one that comes back saves its own checkpoint.
 */
export async function moveCheckpoints(db: Db, serverIds: readonly string[], checkpoint: number): Promise<void> {
  await sql`update servers set log_order = greatest(log_order, ${checkpoint}::bigint)
    where server_id = any(${serverIds}::uuid[]) and ${isDead}`.execute(db)
}

/**
 * Takes over from servers that died: answers the position to replay the log from; undefined: no server
 * died. Until then the checkpoint of this server, which must be alive, includes theirs. Each is taken over by one server. Consoles that
 * listened at them count no longer.
 */
export async function takeOverDead(db: Db, serverId: string): Promise<number | undefined> {
  const { rows } = await sql<{ from_order: number }>`
    with dead as (
      delete from servers where server_id in (
        select server_id from servers where ${isDead} and server_id <> ${serverId} order by server_id for update skip locked)
      returning log_order
    ), left_over as (select min(log_order) as from_order from dead)
    update servers set log_order = least(log_order, from_order) from left_over
    where server_id = ${serverId} and from_order is not null
    returning from_order`.execute(db)
  return rows[0]?.from_order
}

interface Reach {
  /** The first position that was not given out yet. */
  readonly next: number
  /** Before it every row is committed, by the servers' checkpoints. */
  readonly checkpoint: number
  readonly set_backs: SetBacks
}

/** The end of the log, and where in it the clock was set back. */
export async function askReach(db: Db): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select ${nextPosition} as next, (select coalesce(min(log_order), 1) from servers) as checkpoint, ${setBacksIn} as set_backs`.execute(
    db,
  )
  return rows[0]!
}
