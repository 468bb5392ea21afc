/**
 * SQL of the servers on this database. Each says that it lives and how far its states are written; what one that died had not
 * written yet is replayed by another. Source: security rule 61; decisions 0004, 0024.
 */
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { nextOrder } from '../state/log-position.ts'

/** A server says so often (ms) that it lives. */
export const SEEN_EVERY_MS = 2000
/** One that did not for so long (s) is dead. */
const DEAD_AFTER_S = 10

const isDead = sql`seen_at < clock_timestamp() - make_interval(secs => ${DEAD_AFTER_S})`

/**
 * Of a server that says again and again that it lives. Where it could not for long, as the database was away, or begins only
 * now, the others may not have been able to either: they have as long to say so before any of them is taken for dead.
 */
export class Heartbeat {
  readonly #clock: Clock
  /** By the steady clock (ms). */
  #lastMs: number
  #judgesFromMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#lastMs = clock.steady()
    this.#judgesFromMs = this.#lastMs + DEAD_AFTER_S * 1000
  }

  /** It said so just now; answers whether it may take others for dead. */
  beat(): boolean {
    const nowMs = this.#clock.steady()
    const deadMs = DEAD_AFTER_S * 1000
    // Others may have said so a beat earlier before an outage, and do a beat later after it.
    if (nowMs - this.#lastMs > deadMs - 2 * SEEN_EVERY_MS) this.#judgesFromMs = nowMs + deadMs
    this.#lastMs = nowMs
    return nowMs >= this.#judgesFromMs
  }
}

interface Joined {
  /** Every row before this position in the log is in the hot rows, whichever server wrote it; 1: none is. */
  readonly checkpoint: number
  /** The first position in the log that nobody had been given by then. */
  readonly nextOrder: number
  /** Who seems dead; after an outage nobody may have been able to say that he lives. */
  readonly silent: readonly string[]
}

/** Enters a server that begins; until its states are up to date its checkpoint is the oldest of all. */
export const joinServers = (db: Db, serverId: string): Promise<Joined> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ server_id: string; log_order: number; is_dead: boolean }>`
      select server_id, log_order, ${isDead} as is_dead from servers order by server_id for update`.execute(transaction)
    const checkpoint = rows.length === 0 ? 1 : Math.min(...rows.map((row) => row.log_order))
    const nextOrder = await saveCheckpoint(transaction, serverId, checkpoint)
    return { checkpoint, nextOrder, silent: rows.filter((row) => row.is_dead).map((row) => row.server_id) }
  })

/**
 * This server lives, and every row it wrote that stands before the checkpoint in the log is in the hot rows. One that was taken for dead
 * is back. Answers the first place in the log that nobody has been given.
 */
export async function saveCheckpoint(db: Db, serverId: string, checkpoint: number): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    insert into servers (server_id, log_order) values (${serverId}, ${checkpoint})
    on conflict (server_id) do update set log_order = excluded.log_order, seen_at = clock_timestamp()
    returning ${nextOrder} as next`.execute(db)
  return rows[0]!.next
}

/**
 * What these silent servers left is done up to that place in the log. They stay until they are taken over, as people may listen
 * at them; one that is back says itself how far it is.
 */
export async function moveCheckpoints(db: Db, serverIds: readonly string[], checkpoint: number): Promise<void> {
  await sql`update servers set log_order = greatest(log_order, ${checkpoint}::bigint)
    where server_id = any(${serverIds}::uuid[]) and ${isDead}`.execute(db)
}

/**
 * Takes over from servers that died: answers from which place on the log is to be played again; undefined: nobody
 * did. Until then the checkpoint of this server, which must live, stands for theirs. Of several servers one takes each. Who listened
 * at them listens no longer.
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
