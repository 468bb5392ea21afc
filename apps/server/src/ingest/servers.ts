/**
 * SQL of the servers on this database. Each says that it lives and how far its states are written; what one that died had not
 * written yet is played again by another. Source: security rule 61; decisions 0004, 0024.
 */
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** A server says so often (ms) that it lives. */
export const SEEN_EVERY_MS = 2000
/** One that did not for so long (s) is dead. */
const DEAD_AFTER_S = 10

const isDead = sql`seen_at < clock_timestamp() - make_interval(secs => ${DEAD_AFTER_S})`

interface Entrance {
  /** Every row received before is in the hot rows, whichever server received it (epoch ms); 0: none is. */
  readonly markMs: number
  /** Who died before. */
  readonly dead: readonly string[]
}

/** Enters a server that begins; until its states are up to date its mark is the oldest of all. */
export const enterServer = (db: Db, serverId: string): Promise<Entrance> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ server_id: string; received_at_ms: number; is_dead: boolean }>`
      select server_id, received_at_ms, ${isDead} as is_dead from servers order by server_id for update`.execute(
      transaction,
    )
    const markMs = rows.length === 0 ? 0 : Math.min(...rows.map((row) => row.received_at_ms))
    await saveMark(transaction, serverId, markMs)
    return { markMs, dead: rows.filter((row) => row.is_dead).map((row) => row.server_id) }
  })

/** This server lives, and every row received before that time is in the hot rows. One that was taken for dead is back. */
export async function saveMark(db: Db, serverId: string, receivedAtMs: number): Promise<void> {
  await sql`
    insert into servers (server_id, received_at_ms) values (${serverId}, ${receivedAtMs})
    on conflict (server_id) do update set received_at_ms = excluded.received_at_ms, seen_at = clock_timestamp()`.execute(
    db,
  )
}

/** What these dead servers left is done; one that is back stays. */
export async function forgetServers(db: Db, serverIds: readonly string[]): Promise<void> {
  await sql`delete from servers where server_id = any(${serverIds}::uuid[]) and ${isDead}`.execute(db)
}

/**
 * Takes over from servers that died: answers from which time on (epoch ms) the log is to be played again; undefined: nobody
 * did. Until then the mark of this server, which must live, stands for theirs. Of several servers one takes each.
 */
export async function takeOverDead(db: Db, serverId: string): Promise<number | undefined> {
  const { rows } = await sql<{ from_ms: number }>`
    with dead as (
      delete from servers where server_id in (
        select server_id from servers where ${isDead} and server_id <> ${serverId} order by server_id for update skip locked)
      returning received_at_ms
    ), left_over as (select min(received_at_ms) as from_ms from dead)
    update servers set received_at_ms = least(received_at_ms, from_ms) from left_over
    where server_id = ${serverId} and from_ms is not null
    returning from_ms`.execute(db)
  return rows[0]?.from_ms
}
