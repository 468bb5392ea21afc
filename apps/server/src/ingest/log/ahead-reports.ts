/**
 * Repeats of reports whose sender's clock was ahead. Such a report is stored under its time of receipt, so its repeat has
 * another key in the log, and looks like any other report once the claimed time has come. The sender's number and time are
 * therefore kept beside the log. Source: wire formats §0; security rule 47.
 */
import { sql } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { Db } from '../../platform/postgres/database.ts'
import type { LogRow } from '../../state/log-row.ts'
import { RETENTION_MS } from '../../state/partitions.ts'

/** The part of the log's key that names an ahead report: its sender's number and time. */
export const aheadSeq = (seq: string, claimedMs: number): string => `${seq}@${claimedMs}`

interface Name {
  readonly account_id: string
  readonly device_id: string
  readonly sender_id: string
  readonly seq: string
}

/** The row's key, if its time was, or is, ahead. */
const nameOf = (row: LogRow): Name => ({
  ...row,
  seq: row.clock_ahead ? row.seq : aheadSeq(row.seq, row.scanned_at_ms),
})
const textOf = (name: Name): string => `${name.account_id}\n${name.device_id}\n${name.sender_id}\n${name.seq}`
const columnsOf = (names: readonly Name[]) => [
  names.map((name) => name.account_id),
  names.map((name) => name.device_id),
  names.map((name) => name.sender_id),
  names.map((name) => name.seq),
]
const senderOf = (row: LogRow): string => `${row.account_id} ${row.sender_id}`

const NAMES = 'account_id, device_id, sender_id, seq'

export class AheadReports {
  /** Senders that were ever ahead; only their reports are looked up. */
  readonly #senders = new Set<string>()

  /** Loads which senders were ahead before this server started. */
  async load(pool: Pool): Promise<void> {
    const { rows } = await pool.query<LogRow>('select distinct account_id, sender_id from ahead_reports')
    for (const row of rows) this.#senders.add(senderOf(row))
  }

  /** Whether the row must pass `newOf`. */
  concerns(row: LogRow): boolean {
    return row.clock_ahead || (this.#senders.size > 0 && this.#senders.has(senderOf(row)))
  }

  /** The rows that repeat no ahead report; stores new ahead reports in the caller's transaction. */
  async newOf<Row extends LogRow>(client: ClientBase, rows: readonly Row[]): Promise<readonly Row[]> {
    const ahead = rows.filter((row) => row.clock_ahead)
    for (const row of ahead) this.#senders.add(senderOf(row))
    const isNew = await note(client, ahead)
    const isKnown = await findKnown(
      client,
      rows.filter((row) => !row.clock_ahead && this.concerns(row)),
    )
    return rows.filter((row) => {
      const text = textOf(nameOf(row))
      // `delete`: of two equal ones in one batch the first counts.
      return row.clock_ahead ? isNew.delete(text) : !isKnown.has(text)
    })
  }
}

/** Stores ahead reports and answers those that were not stored yet. */
async function note(client: ClientBase, ahead: readonly LogRow[]): Promise<Set<string>> {
  if (ahead.length === 0) return new Set()
  const { rows } = await client.query<Name>(
    `insert into ahead_reports (${NAMES}, received_at_ms)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[])
     on conflict do nothing returning ${NAMES}`,
    [...columnsOf(ahead), ahead.map((row) => row.received_at_ms)],
  )
  return new Set(rows.map(textOf))
}

/** Those of the reports that arrived before, when their time was still ahead. */
async function findKnown(client: ClientBase, inTime: readonly LogRow[]): Promise<ReadonlySet<string>> {
  if (inTime.length === 0) return new Set()
  const { rows } = await client.query<Name>(
    `select ${NAMES} from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as given (${NAMES})
     join ahead_reports using (${NAMES})`,
    columnsOf(inTime.map(nameOf)),
  )
  return new Set(rows.map(textOf))
}

/** Deletes those that are older than the log's retention. */
export async function sweepAheadReports(db: Db, nowMs: number): Promise<void> {
  await sql`delete from ahead_reports where received_at_ms < ${nowMs - RETENTION_MS}`.execute(db)
}
