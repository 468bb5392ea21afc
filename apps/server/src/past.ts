/** Gives the demo its past, once: rows that the simulator makes in a process of its own, written after the server listens. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DEMO_PAST_DAYS, DEMO_SEED, type Past, type PastLine } from '@whereabouts/fixtures/past'
import { demoSite } from '@whereabouts/fixtures/site'
import { measureByHand, signalsOf } from '@whereabouts/positioning/measure-calibration'
import { sql } from 'kysely'
import { toRows } from './features/calibrations/measure.ts'
import { endCalibration, insertCalibration, saveStationCalibrations } from './features/calibrations/queries.ts'
import { measureMap } from './features/training-jobs/measure.ts'
import { insertShownPositions, insertStays } from './ingest/write-behind/past-queries.ts'
import type { Database, Db } from './platform/postgres/database.ts'
import { KnownPartitions, type Partitioned, SHOWN_POSITIONS, STAYS, VISITS } from './state/partitions.ts'

const DAY_MS = 86_400_000
/** Rows of one statement. */
const BATCH_ROWS = 2000
/** It gives way to the live demo, and still ends on a busy machine. */
const NICENESS = 5
const SIMULATED_PAST = join(import.meta.dirname, '../../simulator/src/past/main.ts')
const { account_id } = demoSite.account

/**
 * Writes the days before the demo's account was made, all or nothing; false: they were there. An aborted one throws, and the next
 * start writes them.
 */
export async function makeDemoPast(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  signal: AbortSignal,
  days = DEMO_PAST_DAYS,
): Promise<boolean> {
  const untilMs = await startOfDemo(db)
  if (untilMs === undefined || (await hasPast(db, untilMs))) return false
  const batches = simulate(untilMs, days, signal)
  try {
    // Nothing is held in the database while the simulator works.
    const first = await batches.next()
    const client = await pool.connect()
    try {
      for (const table of [STAYS, SHOWN_POSITIONS, VISITS]) {
        await new KnownPartitions(table).ensure(client, timesOf(table, untilMs, days))
      }
    } finally {
      client.release()
    }
    await db.transaction().execute(async (transaction) => {
      for (let next = first; !next.done; next = await batches.next()) await write(transaction, next.value)
      await insertVisits(transaction)
    })
  } finally {
    await batches.return(undefined)
  }
  for (const { id } of demoSite.maps) await measureMap(db, account_id, id)
  return true
}

/** When the demo's account was made (epoch ms), to the second. */
async function startOfDemo(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ created_at: number }>`
    select created_at from accounts where account_id = ${account_id}`.execute(db)
  return rows[0] && rows[0].created_at * 1000
}

async function hasPast(db: Db, untilMs: number): Promise<boolean> {
  const { rows } = await sql`
    select from stays where account_id = ${account_id} and from_ms < ${untilMs - DAY_MS} limit 1`.execute(db)
  return rows.length > 0
}

/** A moment of each partition that the days touch. */
const timesOf = ({ days: step }: Partitioned, untilMs: number, days: number): number[] => {
  const count = Math.ceil((days + 1) / step)
  return [...Array.from({ length: count }, (_, index) => untilMs - (days + 1 - index * step) * DAY_MS), untilMs]
}

type Batch = { [Kind in keyof Past]: { readonly kind: Kind; readonly rows: Past[Kind] } }[keyof Past]

/** The past from a process of lower priority, so that the first minute of the live demo is not slowed. */
async function* simulate(untilMs: number, days: number, signal: AbortSignal): AsyncGenerator<Batch, undefined> {
  const child = spawn(process.execPath, [SIMULATED_PAST, `${DEMO_SEED}`, `${untilMs}`, `${days}`], {
    ...{ signal, stdio: ['ignore', 'pipe', 'inherit'] },
  })
  const ended = once(child, 'close')
  // Awaited below, after its output.
  ended.catch(() => {})
  if (child.pid !== undefined) setPriority(child.pid, NICENESS)
  try {
    let batch: { kind: keyof Past; rows: PastLine[1][] } | undefined
    for await (const line of createInterface({ input: child.stdout })) {
      const [kind, row] = JSON.parse(line) as PastLine
      if (batch !== undefined && (batch.kind !== kind || batch.rows.length === BATCH_ROWS)) {
        yield batch as Batch
        batch = undefined
      }
      batch ??= { kind, rows: [] }
      batch.rows.push(row)
    }
    const [code] = await ended
    if (code !== 0) throw new Error(`The simulator of the past ended with code ${code}.`)
    if (batch !== undefined) yield batch as Batch
  } finally {
    child.kill()
  }
}

function write(db: Db, { kind, rows }: Batch): Promise<unknown> {
  switch (kind) {
    case 'stays':
      return insertStays(
        db,
        rows.map(({ device_id: id, rssi_sum, rssi_count, ...stay }) => {
          const rssi = rssi_count === 0 ? null : rssi_sum / rssi_count
          return { account_id, id, stay: { ...stay, rssi, known_from_ms: 0 } }
        }),
      )
    case 'positions':
      return insertShownPositions(
        db,
        rows.map(({ device_id: id, ...position }) => ({ account_id, id, ...position, known_from_ms: 0 })),
      )
    case 'conditions':
      return insertConditions(db, rows)
    case 'alarms':
      return insertAlarms(db, rows)
    case 'training':
      return insertTraining(db, rows)
    case 'calibrations':
      return insertCalibrations(db, rows)
  }
}

const insertConditions = (db: Db, rows: Past['conditions']) =>
  sql`insert into device_conditions (account_id, device_id, kind, subject, since_ms, seen_ms, is_raised, until_ms)
    select ${account_id}::uuid, c.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (device_id text, kind text, subject text, since_ms bigint,
      seen_ms bigint, is_raised boolean, until_ms bigint)
    on conflict do nothing`.execute(db)

/** Visits of zones, as the conditions have them; a silence within one ends it at the last sighting before. */
const insertVisits = (db: Db) =>
  sql`insert into visits (account_id, device_id, zone_id, zone_name, zone_type, device_name, class_index, map_id, from_ms,
      until_ms, ended, ended_ms, known_from_ms)
    select c.account_id, c.device_id, z.id, z.zone_name, z.zone_type, t.name, t.class_index, z.map_id, c.since_ms,
      coalesce(silence.seen_ms, c.until_ms), 'outside', c.until_ms, 0
    from device_conditions c
      join zones z on z.account_id = c.account_id and z.id::text = c.subject
      join trackers t on t.account_id = c.account_id and t.device_id = c.device_id
      left join lateral (
        select o.seen_ms from device_conditions o
        where o.account_id = c.account_id and o.device_id = c.device_id and o.kind = 'offline'
          and o.seen_ms >= c.since_ms and o.seen_ms < c.until_ms and o.until_ms >= c.until_ms
        order by o.seen_ms limit 1) silence on true
    where c.account_id = ${account_id} and c.kind = 'in_zone' and c.until_ms is not null
    on conflict do nothing`.execute(db)

const insertTraining = (db: Db, rows: Past['training']) =>
  sql`insert into training_jobs (account_id, job_id, device_id, device_name, map_id, "indoor_X", "indoor_Y", collection_time,
      note, created_at_ms, started_at_ms, ended_at_ms, valid, path, readings, reading_count)
    select ${account_id}::uuid, job_id, device_id, device_name, map_id, "indoor_X", "indoor_Y", collection_time, note,
      started_at_ms, started_at_ms, ended_at_ms, valid, nullif(path, 'null'), readings,
      (select coalesce(sum(jsonb_array_length(heard -> 'rssi')), 0) from jsonb_array_elements(readings) heard)
    from jsonb_populate_recordset(null::training_jobs, ${JSON.stringify(rows)}::jsonb)`.execute(db)

async function insertCalibrations(db: Db, rows: Past['calibrations']): Promise<void> {
  for (const { sightings, hearings, ...given } of rows) {
    const { stopped_at_ms } = given
    const row = { ...given, method: 'manual' as const, ends_at_ms: stopped_at_ms }
    await insertCalibration(db, account_id, row)
    await endCalibration(db, account_id, row.calibration_id, stopped_at_ms)
    const measured = { byStation: measureByHand(row.t4_ids, sightings), signals: signalsOf(hearings) }
    await saveStationCalibrations(db, account_id, toRows(row, measured, stopped_at_ms))
  }
}

/** They are listed and read; they were stored long ago, so that no console is told of them. */
async function insertAlarms(db: Db, rows: Past['alarms']): Promise<void> {
  const alarms = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (id uuid, type text, device_id text, facts jsonb,
    raised_at_ms bigint, acknowledged_at_ms bigint, acknowledged_by text, ended_at_ms bigint, seen_by text, seen_at_ms bigint,
    record jsonb)`
  await sql`insert into notifications (account_id, id, type, is_listed, device_id, facts, event_time_ms, repeat, created_at_ms,
      stored_at)
    select ${account_id}::uuid, a.id, a.type, true, a.device_id, a.facts, a.raised_at_ms, true, a.raised_at_ms,
      to_timestamp(a.raised_at_ms / 1000.0)
    from ${alarms}`.execute(db)
  await sql`insert into alarms (account_id, alarm_id, type, device_id, state, repeat, event_time_ms, raised_at_ms, shown_at_ms,
      acknowledged_at_ms, acknowledged_by, changed_at, seen_by, seen_at_ms, ended_at_ms, record)
    select ${account_id}::uuid, a.id, a.type, a.device_id, 'acknowledged', true, a.raised_at_ms, a.raised_at_ms,
      a.raised_at_ms + 1000, a.acknowledged_at_ms, a.acknowledged_by, to_timestamp(a.acknowledged_at_ms / 1000.0), a.seen_by,
      a.seen_at_ms, a.ended_at_ms, a.record
    from ${alarms}`.execute(db)
}
