/** SQL that writes the history. Cross-account by nature: ingest serves every account at once. */
import { sql } from 'kysely'
import { toArrayText } from '../../platform/postgres/array-text.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { EndedStay, ShownPosition, StepCount } from './history.ts'

/** Rows of one statement. */
const CHUNK_ROWS = 2000

type Value = string | number | boolean | null
type Columns<Row> = readonly (readonly [name: string, type: string, read: (row: Row) => Value])[]

const STAY_COLUMNS: Columns<EndedStay> = [
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
  ['rssi', 'real', ({ stay }) => (stay.rssi_count === 0 ? null : stay.rssi_sum / stay.rssi_count)],
  ['sightings', 'integer', ({ stay }) => stay.sightings],
  ['device_name', 'text', ({ stay }) => stay.device_name],
  ['class_index', 'smallint', ({ stay }) => stay.class_index],
]

const POSITION_COLUMNS: Columns<ShownPosition> = [
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
]

/** Stays that ended. One that a replayed log ends again is the same. */
export const insertStays = (db: Db, rows: readonly EndedStay[]): Promise<void> =>
  insertInto(db, 'stays', STAY_COLUMNS, rows)

/** Places at which trackers were shown; one of the same time is the same. */
export const insertShownPositions = (db: Db, rows: readonly ShownPosition[]): Promise<void> =>
  insertInto(db, 'shown_positions', POSITION_COLUMNS, rows)

async function insertInto<Row>(db: Db, table: string, columns: Columns<Row>, rows: readonly Row[]): Promise<void> {
  const names = sql.raw(columns.map(([name]) => `"${name}"`).join(', '))
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const chunk = rows.slice(start, start + CHUNK_ROWS)
    const arrays = columns.map(([, type, read]) => sql`${toArrayText(chunk.map(read))}::${sql.raw(type)}[]`)
    await sql`
      insert into ${sql.table(table)} (${names}) select * from unnest(${sql.join(arrays)})
      on conflict do nothing`.execute(db)
  }
}

/** Steps of days so far. */
export async function upsertStepDays(db: Db, rows: readonly StepCount[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into step_days (account_id, device_id, day, count)
    select * from unnest(${toArrayText(rows.map(({ account_id }) => account_id))}::uuid[],
      ${toArrayText(rows.map(({ id }) => id))}::text[], ${toArrayText(rows.map(({ day }) => day))}::date[],
      ${toArrayText(rows.map(({ count }) => count))}::integer[]) as new (account_id, device_id, day, count)
    order by 1, 2, 3
    on conflict (account_id, device_id, day) do update set count = excluded.count`.execute(db)
}
