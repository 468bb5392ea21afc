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
    const chunk = hours.slice(start, start + CHUNK_ROWS)
    await sql`
      insert into temperature_hours (account_id, device_id, hour_ms, lows, highs, humidities)
      select account_id, device_id, hour_ms, lows::smallint[], highs::smallint[], humidities::smallint[]
      from unnest(${chunk.map(({ account_id }) => account_id)}::uuid[], ${chunk.map(({ id }) => id)}::text[],
        ${chunk.map(({ hourMs }) => hourMs)}::bigint[], ${chunk.map(({ lows }) => arrayText(lows))}::text[],
        ${chunk.map(({ highs }) => arrayText(highs))}::text[],
        ${chunk.map(({ humidities }) => humidities && arrayText(humidities))}::text[])
        as new (account_id, device_id, hour_ms, lows, highs, humidities)
      where exists (select from carepads c where c.account_id = new.account_id and c.carepad_id = new.device_id)
      order by account_id, device_id, hour_ms
      on conflict (account_id, device_id, hour_ms) do update
        set lows = ${merged('least', 'lows')}, highs = ${merged('greatest', 'highs')},
          humidities = ${merged('greatest', 'humidities')}`.execute(db)
  }
}

/** Of hours past the retention of minutes, keeps the extremes and the mean; deletes those past their own. May be repeated. */
export async function thinTemperatures(db: Db, now: number): Promise<void> {
  await sql`
    insert into temperatures_thinned (account_id, carepad_id, hour_ms, low, mean, high, humidity)
    select temperature_hours.account_id, device_id, hour_ms, hour.low / 100.0, hour.mean / 100.0, hour.high / 100.0,
      hour.humidity / 100.0
    from temperature_hours
    join carepads on carepads.account_id = temperature_hours.account_id and carepad_id = device_id
    cross join lateral (
      select min(low) as low, avg((low + high) / 2.0) as mean, max(high) as high, avg(humidity) as humidity
      from unnest(lows, highs, humidities) as minutes (low, high, humidity)
    ) as hour
    where hour_ms < ${now - MINUTES_KEPT_MS}::bigint and hour.low is not null
    on conflict do nothing`.execute(db)
  await sql`delete from temperatures_thinned where hour_ms < ${now - HOURS_KEPT_MS}::bigint`.execute(db)
}
