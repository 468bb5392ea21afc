/**
 * Erases one person's history: asked for by the owner, done in small steps by a job, and again an hour later, since reports under way
 * may still be stored. Source: decision 0044; security rule 36.
 */
import { sql } from 'kysely'
import type { App, Background } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { JobPayloads } from '../../jobs/payloads.ts'
import type { Job } from '../../jobs/queue.ts'
import type { Actor } from '../../platform/actor.ts'
import { requireFresh } from '../../platform/actor.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { openStays } from '../../state/open-past.ts'
import { mustHavePast } from './queries.ts'

/** Rows that one statement deletes, far within a statement's time. */
const ROWS_AT_ONCE = 10_000
/** After this long (ms) no report from before is in progress any more. */
const SETTLED_MS = 3_600_000

/** Tables with a row for each report or place, each with the column of its time. */
const TABLES = {
  location_logs: 'scanned_at_ms',
  ahead_reports: 'received_at_ms',
  shown_positions: 'at_ms',
  stays: 'from_ms',
  visits: 'from_ms',
  past_states: 'at_ms',
  late_spans: 'since_ms',
  temperature_hours: 'hour_ms',
}

/** Refuses with 412001 without a fresh password, and with 404103 a device that has no past in the account. */
export async function askErasure(app: App, actor: Actor, deviceId: string, ip: string): Promise<void> {
  requireFresh(actor)
  const { accountId } = actor
  await mustHavePast(app.db, accountId, deviceId)
  const now = app.clock.now()
  await app.db.transaction().execute(async (db) => {
    const payload = { account_id: accountId, device_id: deviceId, until_ms: now }
    const key = `${accountId} ${deviceId} ${now}`
    await app.jobs.add(db, 'erasePast', payload, { key })
    await app.jobs.add(db, 'erasePast', payload, { key: `${key} again`, runAt: now + SETTLED_MS })
    await recordActivity(db, app, actor, { action: 'erase_history', target: await nameOf(db, accountId, deviceId), ip })
  })
  app.jobs.wake()
}

async function nameOf(db: Db, accountId: string, deviceId: string): Promise<string> {
  const trackers = await sql<{ name: string }>`
    select name from trackers where account_id = ${accountId} and device_id = ${deviceId}`.execute(db)
  if (trackers.rows[0] !== undefined) return trackers.rows[0].name
  const stays = await sql<{ name: string }>`
    select device_name as name from stays where account_id = ${accountId} and device_id = ${deviceId}
    order by from_ms desc limit 1`.execute(db)
  return stays.rows[0]?.name ?? ''
}

/** Erases what a device left until a time; tells how many rows are gone. It may be broken off, and be done twice. */
export async function erasePast(
  { db, homes }: Pick<Background, 'db' | 'homes'>,
  { payload, signal, progress }: Job<JobPayloads['erasePast']>,
): Promise<void> {
  const { account_id: accountId, device_id: deviceId, until_ms: untilMs } = payload
  const ofDevice = sql`account_id = ${accountId} and device_id = ${deviceId}`
  await homes.of(accountId).flush()
  // The current stay began before, so it is erased with its state; the next report starts a new one.
  const { rows } = await sql`
    select from ${openStays(accountId)} o where device_id = ${deviceId} and from_ms <= ${untilMs}::bigint`.execute(db)
  if (rows.length > 0) {
    await homes.of(accountId).tell({ kind: 'gone', trackers: [deviceId] })
    await sql`delete from tracker_states where ${ofDevice}`.execute(db)
  }
  let erased = 0
  for (const [name, column] of Object.entries(TABLES)) {
    const [table, time] = [sql.table(name), sql.ref(column)]
    for (let deleted = ROWS_AT_ONCE; deleted >= ROWS_AT_ONCE; ) {
      signal.throwIfAborted()
      const { numAffectedRows } = await sql`
        delete from ${table} where ${ofDevice} and ${time} <= coalesce((
          select ${time} from ${table} where ${ofDevice} and ${time} <= ${untilMs}::bigint
          order by ${time} offset ${ROWS_AT_ONCE - 1} limit 1), ${untilMs}::bigint)`.execute(db)
      deleted = Number(numAffectedRows)
      erased += deleted
      await progress(erased)
    }
  }
  for (const table of ['step_days', 'attendance_notes']) {
    await sql`
      delete from ${sql.table(table)} where ${ofDevice} and day <= to_timestamp(${untilMs}::bigint / 1000.0)::date`.execute(
      db,
    )
  }
  await sql`delete from temperatures_thinned where account_id = ${accountId} and carepad_id = ${deviceId}`.execute(db)
  await sql`delete from excursions where account_id = ${accountId} and carepad_id = ${deviceId}
    and until_ms <= ${untilMs}::bigint`.execute(db)
  await sql`delete from device_conditions where ${ofDevice} and until_ms <= ${untilMs}::bigint`.execute(db)
  // What is still to be answered for stays.
  await sql`
    delete from notifications n where ${ofDevice} and created_at_ms <= ${untilMs}::bigint
      and not exists (select from alarms a where a.account_id = n.account_id and a.alarm_id = coalesce(n.again_of, n.id)
        and (a.state <> 'acknowledged' or a.due_at_ms is not null))`.execute(db)
}
