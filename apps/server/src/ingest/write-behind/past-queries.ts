/** SQL that writes the past. Cross-account by nature: ingest serves every account at once. */
import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import { toArrayText } from '../../platform/postgres/array-text.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { concernsAllRows } from '../../platform/postgres/storage-away.ts'
import type { DeviceKey } from '../../state/device-key.ts'
import type { PastPosition, PastStay, PastVisit } from '../../state/open-past.ts'
import { KnownPartitions, PAST_STATES, SHOWN_POSITIONS, STAYS, VISITS } from '../../state/partitions.ts'
import type { PastWrite, StateAt } from './past-rows.ts'

/** Rows of one statement. */
const CHUNK_ROWS = 2000

type Value = string | number | boolean | null
type Columns<Row> = readonly (readonly [name: string, type: string, read: (row: Row) => Value])[]

export type StayOfDevice = DeviceKey & { readonly stay: PastStay }
export type PositionOfDevice = DeviceKey & PastPosition
export type VisitOfDevice = DeviceKey & { readonly visit: PastVisit }
export type StateOfDevice = DeviceKey & StateAt
export type StepsOfDevice = DeviceKey & { readonly day: string; readonly count: number }

const STAY_COLUMNS: Columns<StayOfDevice> = [
  ['account_id', 'uuid', ({ account_id }) => account_id],
  ['device_id', 'text', ({ id }) => id],
  ['from_ms', 'bigint', ({ stay }) => stay.from_ms],
  ['until_ms', 'bigint', ({ stay }) => stay.until_ms],
  ['kind', 'text', ({ stay }) => stay.kind],
  ['sender_id', 'text', ({ stay }) => stay.sender_id],
  ['sender_name', 'text', ({ stay }) => stay.sender_name],
  ['map_id', 'uuid', ({ stay }) => stay.map_id],
  ['indoor_X', 'double precision', ({ stay }) => stay.indoor_X],
  ['indoor_Y', 'double precision', ({ stay }) => stay.indoor_Y],
  ['gps_latitude', 'double precision', ({ stay }) => stay.gps_latitude],
  ['gps_longitude', 'double precision', ({ stay }) => stay.gps_longitude],
  ['rssi', 'real', ({ stay }) => stay.rssi],
  ['sightings', 'integer', ({ stay }) => stay.sightings],
  ['device_name', 'text', ({ stay }) => stay.device_name],
  ['class_index', 'smallint', ({ stay }) => stay.class_index],
  ['known_from_ms', 'bigint', ({ stay }) => stay.known_from_ms],
]

const POSITION_COLUMNS: Columns<PositionOfDevice> = [
  ['account_id', 'uuid', ({ account_id }) => account_id],
  ['device_id', 'text', ({ id }) => id],
  ['at_ms', 'bigint', ({ at_ms }) => at_ms],
  ['connected', 'boolean', ({ connected }) => connected],
  ['moving', 'boolean', ({ moving }) => moving],
  ['reason_code', 'smallint', ({ reason_code }) => reason_code],
  ['sender_id', 'text', ({ sender_id }) => sender_id],
  ['map_id', 'uuid', ({ map_id }) => map_id],
  ['indoor_X', 'double precision', ({ indoor_X }) => indoor_X],
  ['indoor_Y', 'double precision', ({ indoor_Y }) => indoor_Y],
  ['gps_latitude', 'double precision', ({ gps_latitude }) => gps_latitude],
  ['gps_longitude', 'double precision', ({ gps_longitude }) => gps_longitude],
  ['accuracy', 'real', ({ accuracy }) => accuracy],
  ['battery', 'real', ({ battery }) => battery],
  ['known_from_ms', 'bigint', ({ known_from_ms }) => known_from_ms],
]

const VISIT_COLUMNS: Columns<VisitOfDevice> = [
  ['account_id', 'uuid', ({ account_id }) => account_id],
  ['device_id', 'text', ({ id }) => id],
  ['zone_id', 'uuid', ({ visit }) => visit.zone_id],
  ['zone_name', 'text', ({ visit }) => visit.zone_name],
  ['zone_type', 'text', ({ visit }) => visit.zone_type],
  ['device_name', 'text', ({ visit }) => visit.device_name],
  ['class_index', 'smallint', ({ visit }) => visit.class_index],
  ['map_id', 'uuid', ({ visit }) => visit.map_id],
  ['from_ms', 'bigint', ({ visit }) => visit.from_ms],
  ['until_ms', 'bigint', ({ visit }) => visit.until_ms],
  ['ended', 'text', ({ visit }) => visit.ended],
  ['ended_ms', 'bigint', ({ visit }) => visit.ended_ms],
  ['known_from_ms', 'bigint', ({ visit }) => visit.known_from_ms],
]

const STATE_COLUMNS: Columns<StateOfDevice> = [
  ['account_id', 'uuid', ({ account_id }) => account_id],
  ['device_id', 'text', ({ id }) => id],
  ['at_ms', 'bigint', ({ at_ms }) => at_ms],
  ['state', 'json', ({ state }) => JSON.stringify(state)],
]

/** Stays that ended. */
export const insertStays = (db: Db, rows: readonly StayOfDevice[]): Promise<void> =>
  insertInto(db, 'stays', STAY_COLUMNS, rows, sql`on conflict do nothing`)

/** Places at which trackers were. */
export const insertShownPositions = (db: Db, rows: readonly PositionOfDevice[]): Promise<void> =>
  insertInto(db, 'shown_positions', POSITION_COLUMNS, rows, sql`on conflict do nothing`)

/** Visits that ended. */
export const insertVisits = (db: Db, rows: readonly VisitOfDevice[]): Promise<void> =>
  insertInto(db, 'visits', VISIT_COLUMNS, rows, sql`on conflict do nothing`)

/** States that pasts can be made again from; one of the same time takes the place of the one before. */
export const upsertPastStates = (db: Db, rows: readonly StateOfDevice[]): Promise<void> =>
  insertInto(
    db,
    'past_states',
    STATE_COLUMNS,
    rows,
    sql`
    on conflict (account_id, device_id, at_ms) do update set state = excluded.state`,
  )

async function insertInto<Row>(
  db: Db,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
  conflict: ReturnType<typeof sql>,
): Promise<void> {
  const names = sql.raw(columns.map(([name]) => `"${name}"`).join(', '))
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const chunk = rows.slice(start, start + CHUNK_ROWS)
    const arrays = columns.map(([, type, read]) => sql`${toArrayText(chunk.map(read))}::${sql.raw(type)}[]`)
    await sql`
      insert into ${sql.table(table)} (${names}) select * from unnest(${sql.join(arrays)}) ${conflict}`.execute(db)
  }
}

/** Steps of days so far. */
export async function upsertStepDays(db: Db, rows: readonly StepsOfDevice[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into step_days (account_id, device_id, day, count)
    select * from unnest(${toArrayText(rows.map(({ account_id }) => account_id))}::uuid[],
      ${toArrayText(rows.map(({ id }) => id))}::text[], ${toArrayText(rows.map(({ day }) => day))}::date[],
      ${toArrayText(rows.map(({ count }) => count))}::integer[]) as new (account_id, device_id, day, count)
    order by 1, 2, 3
    on conflict (account_id, device_id, day) do update set count = excluded.count`.execute(db)
}

/** Spans of reports that came late, joined with those that wait already. */
async function noteLateSpans(db: Db, writes: readonly PastWrite[]): Promise<void> {
  const rows = writes.flatMap(({ account_id, id, late }) => (late === undefined ? [] : [{ account_id, id, ...late }]))
  if (rows.length === 0) return
  await sql`
    insert into late_spans as s (account_id, device_id, from_ms, until_ms, reports, since_ms)
    select * from unnest(${rows.map(({ account_id }) => account_id)}::uuid[], ${rows.map(({ id }) => id)}::text[],
      ${rows.map(({ from_ms }) => from_ms)}::bigint[], ${rows.map(({ until_ms }) => until_ms)}::bigint[],
      ${rows.map(({ reports }) => reports)}::integer[], ${rows.map(({ since_ms }) => since_ms)}::bigint[])
      as new (account_id, device_id, from_ms, until_ms, reports, since_ms)
    order by 1, 2
    on conflict (account_id, device_id) do update set from_ms = least(s.from_ms, excluded.from_ms),
      until_ms = greatest(s.until_ms, excluded.until_ms), reports = s.reports + excluded.reports`.execute(db)
}

/** The rows of all, each with its device. */
const all = <Row>(writes: readonly PastWrite[], read: (write: PastWrite) => readonly Row[]) =>
  writes.flatMap((write) => {
    const { account_id, id } = write
    return read(write).map((row) => ({ account_id, id, row }))
  })

/** One for each table of the past. */
const PARTS: readonly ((db: Db, writes: readonly PastWrite[]) => Promise<void>)[] = [
  (db, writes) => {
    const stays = all(writes, ({ events }) => events.stays)
    return insertStays(
      db,
      stays.map(({ row: stay, ...key }) => ({ ...key, stay })),
    )
  },
  (db, writes) => {
    const positions = all(writes, ({ events }) => events.positions)
    return insertShownPositions(
      db,
      positions.map(({ row, ...key }) => ({ ...key, ...row })),
    )
  },
  (db, writes) => {
    const visits = all(writes, ({ events }) => events.visits)
    return insertVisits(
      db,
      visits.map(({ row: visit, ...key }) => ({ ...key, visit })),
    )
  },
  (db, writes) => {
    const steps = all(writes, ({ events }) => [...events.steps])
    return upsertStepDays(
      db,
      steps.map(({ row: [day, count], ...key }) => ({ ...key, day, count })),
    )
  },
  (db, writes) => {
    const states = all(writes, (write) => write.states)
    return upsertPastStates(
      db,
      states.map(({ row, ...key }) => ({ ...key, ...row })),
    )
  },
  noteLateSpans,
]

/** Writes what reports added to pasts, in the transaction of the hot rows that follow from it. */
export async function writePasts(db: Db, writes: readonly PastWrite[]): Promise<void> {
  for (const part of PARTS) await part(db, writes)
}

/**
 * The same of one tracker. What the database refuses for its content is left out, table by table, so that the hot row is written all the
 * same; `onBug` is told of it.
 */
export async function writePastInParts(db: Db, write: PastWrite, onBug: (error: unknown) => void): Promise<void> {
  if (
    await isDone(
      db,
      () => writePasts(db, [write]),
      () => {},
    )
  )
    return
  for (const part of PARTS) await isDone(db, () => part(db, [write]), onBug)
}

/** Whether work was done; where the database refused its content, nothing of it was, and the transaction goes on. */
async function isDone(db: Db, work: () => Promise<void>, onRefused: (error: unknown) => void): Promise<boolean> {
  await sql`savepoint part`.execute(db)
  try {
    await work()
    return true
  } catch (error) {
    if (concernsAllRows(error)) throw error
    await sql`rollback to savepoint part`.execute(db)
    onRefused(error)
    return false
  }
}

/** The partitions of the tables of the past, which are made before a transaction writes to them. */
export class PastPartitions {
  readonly #stays = new KnownPartitions(STAYS)
  readonly #positions = new KnownPartitions(SHOWN_POSITIONS)
  readonly #visits = new KnownPartitions(VISITS)
  readonly #states = new KnownPartitions(PAST_STATES)

  /** Makes those of these rows unless they are there. */
  async ensure(
    pool: { connect(): Promise<ClientBase & { release(): void }> },
    writes: readonly PastWrite[],
  ): Promise<void> {
    const timesMs = (read: (write: PastWrite) => readonly number[]) => writes.flatMap(read)
    const wanted = [
      [this.#stays, timesMs(({ events }) => events.stays.map(({ from_ms }) => from_ms))],
      [this.#positions, timesMs(({ events }) => events.positions.map(({ at_ms }) => at_ms))],
      [this.#visits, timesMs(({ events }) => events.visits.map(({ from_ms }) => from_ms))],
      [this.#states, timesMs(({ states }) => states.map(({ at_ms }) => at_ms))],
    ] as const
    const missing = wanted.filter(([known, times]) => !known.has(times))
    if (missing.length === 0) return
    const client = await pool.connect()
    try {
      for (const [known, times] of missing) await known.ensure(client, times)
    } finally {
      client.release()
    }
  }

  /** One may be gone since. */
  forget(): void {
    for (const known of [this.#stays, this.#positions, this.#visits, this.#states]) known.forget()
  }
}
