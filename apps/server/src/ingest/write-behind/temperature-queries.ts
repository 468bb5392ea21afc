/** SQL that writes and thins temperatures. Cross-account by nature: ingest serves every account at once. Source: decision 0043. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { TemperatureHour } from './temperatures.ts'

const DAY_MS = 86_400_000
/** Minutes are kept this long (ms), like location logs (G10); their hours for two years. */
export const MINUTES_KEPT_MS = 90 * DAY_MS
const HOURS_KEPT_MS = 730 * DAY_MS
const CHUNK_ROWS = 1000

const arrayText = (values: readonly (number | null)[]): string => `{${values.map((value) => value ?? 'NULL').join()}}`

/** Element by element the lowest or the highest of two arrays of minutes. */
const merged = (pick: 'least' | 'greatest', column: 'lows' | 'highs' | 'humidities') => sql`(
  select array_agg(${sql.raw(pick)}(stored, new) order by minute)
  from unnest(temperature_hours.${sql.ref(column)}, excluded.${sql.ref(column)}) with ordinality
    as minutes (stored, new, minute))`

/** Adds minutes to their hours, in key order so that two writers never deadlock. Carepads that are gone are left out. */
export async function upsertTemperatureHours(db: Db, hours: readonly TemperatureHour[]): Promise<void> {
  for (let start = 0; start < hours.length; start += CHUNK_ROWS) {
    const chunk = await ofCarepads(db, hours.slice(start, start + CHUNK_ROWS))
    await sql`
      insert into temperature_hours (account_id, device_id, hour_ms, lows, highs, humidities)
      select account_id, device_id, hour_ms, lows::smallint[], highs::smallint[], humidities::smallint[]
      from unnest(${chunk.map(({ account_id }) => account_id)}::uuid[], ${chunk.map(({ id }) => id)}::text[],
        ${chunk.map(({ hourMs }) => hourMs)}::bigint[], ${chunk.map(({ lows }) => arrayText(lows))}::text[],
        ${chunk.map(({ highs }) => arrayText(highs))}::text[],
        ${chunk.map(({ humidities }) => humidities && arrayText(humidities))}::text[])
        as new (account_id, device_id, hour_ms, lows, highs, humidities)
      order by account_id, device_id, hour_ms
      on conflict (account_id, device_id, hour_ms) do update
        set lows = ${merged('least', 'lows')}, highs = ${merged('greatest', 'highs')},
          humidities = ${merged('greatest', 'humidities')}`.execute(db)
  }
}

async function ofCarepads(db: Db, hours: readonly TemperatureHour[]): Promise<TemperatureHour[]> {
  const { rows } = await sql<{ place: number }>`
    select place::integer as place
    from unnest(${hours.map(({ account_id }) => account_id)}::uuid[], ${hours.map(({ id }) => id)}::text[])
      with ordinality as given (account_id, carepad_id, place)
    join carepads using (account_id, carepad_id) order by place`.execute(db)
  return rows.map(({ place }) => hours[place - 1]!)
}

interface ThinnedHour {
  readonly account_id: string
  readonly device_id: string
  readonly hour_ms: number
  readonly low: number
  readonly mean: number
  readonly high: number
  readonly humidity: number | null
}

/** Of hours past the retention of minutes, keeps the extremes and the mean; deletes those past their own. May be repeated. */
export async function thinTemperatures(db: Db, now: number): Promise<void> {
  for (let last: ThinnedHour | undefined, isDone = false; !isDone; ) {
    const after =
      last &&
      sql`and (hour_ms, account_id, device_id) > (${last.hour_ms}::bigint, ${last.account_id}::uuid, ${last.device_id})`
    const { rows } = await sql<ThinnedHour>`
      select h.account_id, device_id, hour_ms, hour.low / 100.0::float8 as low, hour.mean::float8 / 100 as mean,
        hour.high / 100.0::float8 as high, hour.humidity::float8 / 100 as humidity
      from temperature_hours h cross join lateral (
        select min(low) as low, avg((low + high) / 2.0) as mean, max(high) as high, avg(humidity) as humidity
        from unnest(lows, highs, humidities) as minutes (low, high, humidity)
      ) as hour
      where hour_ms < ${now - MINUTES_KEPT_MS}::bigint and hour.low is not null ${after ?? sql``}
      order by hour_ms, account_id, device_id limit ${CHUNK_ROWS}`.execute(db)
    await sql`
      insert into temperatures_thinned (account_id, carepad_id, hour_ms, low, mean, high, humidity)
      select account_id, carepad_id, hour_ms, low, mean, high, humidity
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as thin
        (account_id uuid, device_id text, hour_ms bigint, low float8, mean float8, high float8, humidity float8)
        join carepads using (account_id) where carepad_id = device_id
      on conflict do nothing`.execute(db)
    last = rows.at(-1)
    isDone = rows.length < CHUNK_ROWS
  }
  await sql`delete from temperatures_thinned where hour_ms < ${now - HOURS_KEPT_MS}::bigint`.execute(db)
}
