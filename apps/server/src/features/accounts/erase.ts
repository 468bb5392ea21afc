/**
 * Deletes an account with everything in it. What hangs on the account goes in one transaction and nobody can enter any
 * more; the rows of its devices' history, which may be millions, follow in small steps by a job, and again an hour later, since
 * reports under way may still be stored. Source: G26; security rule 36.
 */
import { sql } from 'kysely'
import type { App, Background } from '../../context.ts'
import type { JobPayloads } from '../../jobs/payloads.ts'
import type { Job } from '../../jobs/queue.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { type EndedShare, endSharesOfAccount } from '../../state/shares.ts'
import { tellEnded } from '../trackers/tell-shares.ts'
import { hasBusinessUsers } from './queries.ts'

/** Rows of the log that one statement deletes, far within a statement's time. */
const ROWS_AT_ONCE = 10_000
/** After this long (ms) no report of the account is in progress any more. */
const SETTLED_MS = 3_600_000

/** Tables of an account without a foreign key to it, beside the log: each report writes a row, and a key would cost time. */
const LOOSE_TABLES = ['tracker_states', 'station_states', 'ahead_reports', 'gateway_counts', 'step_days', 'late_spans']

/** Tables in partitions, each with the column of its time: millions of rows, which go in steps. */
const PARTITIONED_TABLES = {
  location_logs: 'scanned_at_ms',
  stays: 'from_ms',
  shown_positions: 'at_ms',
  visits: 'from_ms',
  past_states: 'at_ms',
  temperature_hours: 'hour_ms',
}

/** Sessions and shares that ended with an account. */
interface Deletion {
  readonly sessionIds: readonly string[]
  readonly shares: readonly EndedShare[]
}

/**
 * Deletes the account; answers the sessions and shares that ended with it. Call `finishDeletion` once the transaction is committed.
 * Refuses with 409001 an integrator who has business users.
 */
export async function deleteAccount(
  db: Db,
  { clock, jobs }: Pick<App, 'clock' | 'jobs'>,
  accountId: string,
): Promise<Deletion> {
  // A call that creates a business user now waits for this lock, and then finds no integrator.
  await sql`select from accounts where account_id = ${accountId} for update`.execute(db)
  if (await hasBusinessUsers(db, accountId)) throw refuse('conflict', { info: 'business users' })
  const { rows } = await sql<{ session_id: string }>`
    select session_id from sessions where account_id = ${accountId}`.execute(db)
  const payload = { account_id: accountId }
  await jobs.add(db, 'eraseHistory', payload, { key: accountId })
  await jobs.add(db, 'eraseHistory', payload, { key: `${accountId} again`, runAt: clock.now() + SETTLED_MS })
  const shares = await endSharesOfAccount(db, accountId)
  await sql`delete from accounts where account_id = ${accountId}`.execute(db)
  return { sessionIds: rows.map((row) => row.session_id), shares }
}

/** After the commit: ends streams, forgets senders, and deletes the history in the background. */
export async function finishDeletion(app: App, accountId: string, { sessionIds, shares }: Deletion): Promise<void> {
  for (const sessionId of sessionIds) app.streams.endSession(sessionId)
  app.senders.forget(accountId)
  app.jobs.wake()
  app.log.info({ account: accountId }, 'Account deleted')
  await app.homes.of(accountId).tell({ kind: 'changed' })
  tellEnded(app, shares).catch((error: Error) =>
    app.log.warn({ reason: error.message }, 'Failed to tell consoles of shares that ended'),
  )
}

/** Erases what the devices of a deleted account left; tells how many rows of the log are gone. */
export async function eraseHistory(
  { db, homes }: Pick<Background, 'db' | 'homes'>,
  { payload, signal, progress }: Job<JobPayloads['eraseHistory']>,
): Promise<void> {
  const { account_id: accountId } = payload
  // States that wait to be written would come back.
  await homes.of(accountId).flush()
  for (const table of LOOSE_TABLES) {
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(db)
  }
  let erased = 0
  for (const [table, time] of Object.entries(PARTITIONED_TABLES)) {
    for (;;) {
      signal.throwIfAborted()
      const rows = await eraseSome(db, accountId, table, time)
      if (rows === undefined) break
      erased += rows
      await progress(erased)
    }
  }
}

/** Erases some rows of a device and answers how many; undefined: the account has none left. */
async function eraseSome(db: Db, accountId: string, name: string, column: string): Promise<number | undefined> {
  const [table, time] = [sql.table(name), sql.ref(column)]
  const { rows } = await sql<{ device_id: string }>`
    select device_id from ${table} where account_id = ${accountId} limit 1`.execute(db)
  const device = rows[0]
  if (device === undefined) return undefined
  const { numAffectedRows } = await sql`
    delete from ${table} where account_id = ${accountId} and device_id = ${device.device_id}
      and ${time} <= coalesce((
        select ${time} from ${table}
        where account_id = ${accountId} and device_id = ${device.device_id}
        order by ${time} offset ${ROWS_AT_ONCE} limit 1), ${Number.MAX_SAFE_INTEGER})`.execute(db)
  return Number(numAffectedRows)
}
