/** SQL that reads the log. Cross-account by nature: ingest serves every account at once. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { DeviceKey } from '../../state/device-key.ts'
import type { LogRow } from '../../state/log-row.ts'
import type { StateBelief } from '../../state/tracker-state.ts'
import { LOG_COLUMNS } from './log-columns.ts'

/** Rows of the log read at once. */
const PORTION_ROWS = 10_000

const names = Object.keys(LOG_COLUMNS)
const logColumns = sql.raw(names.map((name) => `"${name}"`).join(', '))

/** Rows of the accounts of shards, from one position of the log up to another, in order, in chunks. */
export const listRowsBetween = (
  db: Db,
  shards: readonly number[],
  from: number,
  until: number,
): AsyncGenerator<LogRow[]> =>
  inPortions(
    db,
    from,
    (next) => sql`log_order >= ${next} and log_order < ${until}
      and account_id in (select account_id from accounts where shard = any(${shards}::integer[]))`,
  )

/** A belief remembers for this long what was heard before it was stored (ms). */
const RECALL_MS = 60_000

/**
 * What stations heard of devices from a minute before their beliefs were stored up to a log position, in the log's order. Needs the
 * times of the beliefs, by which the log is partitioned.
 */
export async function listHeardSince(db: Db, wanted: readonly (DeviceKey & StateBelief)[]): Promise<readonly LogRow[]> {
  const { rows } = await sql<LogRow>`
    select ${sql.raw(names.map((name) => `l."${name}"`).join(', '))}
    from unnest(${wanted.map(({ account_id }) => account_id)}::uuid[], ${wanted.map(({ id }) => id)}::text[],
      ${wanted.map(({ since_ms }) => since_ms - RECALL_MS)}::bigint[], ${wanted.map(({ to_order }) => to_order)}::bigint[])
      as w (account_id, device_id, since_ms, to_order)
    join location_logs l on l.account_id = w.account_id and l.device_id = w.device_id
      and l.scanned_at_ms >= w.since_ms and l.log_order <= w.to_order and l.rssi is not null
    order by l.log_order`.execute(db)
  return rows
}

/** The reports of a tracker after a time and up to another (epoch ms), in the order in which they make its past, in chunks. */
export async function* listRowsOfDevice(
  db: Db,
  { account_id, id }: DeviceKey,
  { afterMs, untilMs }: { readonly afterMs: number; readonly untilMs: number },
): AsyncGenerator<LogRow[]> {
  let last: Pick<LogRow, 'scanned_at_ms' | 'sender_id' | 'seq'> | undefined
  for (;;) {
    const { rows } = await sql<LogRow>`
      select ${logColumns} from location_logs
      where account_id = ${account_id} and device_id = ${id}
        and scanned_at_ms > ${afterMs}::bigint and scanned_at_ms <= ${untilMs}::bigint
        ${
          last === undefined
            ? sql``
            : sql`and scanned_at_ms >= ${last.scanned_at_ms}::bigint and (scanned_at_ms, sender_id collate "C", seq collate "C")
                > (${last.scanned_at_ms}::bigint, ${last.sender_id}::text, ${last.seq}::text)`
        }
      order by scanned_at_ms, sender_id collate "C", seq collate "C" limit ${PORTION_ROWS}`.execute(db)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (rows.length < PORTION_ROWS) return
  }
}

async function* inPortions(
  db: Db,
  place: number,
  where: (next: number) => RawBuilder<unknown>,
): AsyncGenerator<LogRow[]> {
  for (let next = place; ; ) {
    const rows = await db.transaction().execute(async (transaction) => {
      // The planner has no statistics about new positions, and would read the whole day. Neither has that of a worker of Citus.
      await sql`set local citus.propagate_set_commands to 'local'; set local enable_seqscan = off;
        set local max_parallel_workers_per_gather = 0`.execute(transaction)
      const portion = await sql<LogRow>`select ${logColumns} from location_logs where ${where(next)}
        order by log_order limit ${PORTION_ROWS}`.execute(transaction)
      return portion.rows
    })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < PORTION_ROWS) return
    next = last.log_order + 1
  }
}
