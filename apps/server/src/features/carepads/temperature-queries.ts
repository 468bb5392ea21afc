/** What carepads measured: minutes of 90 days, hours before that. Source: G70; decision 0043. */
import type { Temperature } from '@whereabouts/contract/carepads'
import type { TrendRange } from '@whereabouts/domain/temperatures'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

const HOUR_S = 3600
/** Longer ranges (s) are answered by hours. */
const MOST_MINUTES_S = 8 * 86_400

interface Range {
  /** Epoch seconds. */
  readonly startS: number
  readonly endS: number
}

/** Minutes of a range, or hours of a long one, oldest first. */
export async function listTemperatures(
  db: Db,
  accountId: string,
  carepadId: string,
  { startS, endS }: Range,
): Promise<Temperature[]> {
  const firstHourMs = Math.floor(startS / HOUR_S) * HOUR_S * 1000
  const stored = sql`from temperature_hours where account_id = ${accountId} and device_id = ${carepadId}
    and hour_ms between ${firstHourMs}::bigint and ${endS * 1000}::bigint`
  if (endS - startS <= MOST_MINUTES_S) {
    const { rows } = await sql<Temperature>`
      select hour_ms / 1000 + 60 * (minute - 1) as time, round((low + high) / 200.0, 2)::float8 as temperature,
        low / 100.0::float8 as low, high / 100.0::float8 as high, humidity / 100.0::float8 as humidity
      from (select * ${stored}) hours
        cross join lateral unnest(lows, highs, humidities) with ordinality as minutes (low, high, humidity, minute)
      where low is not null and hour_ms / 1000 + 60 * (minute - 1) between ${startS} and ${endS}
      order by time`.execute(db)
    return rows
  }
  const { rows } = await sql<Temperature>`
    select hour_ms / 1000 as time, hour.mean / 100.0::float8 as temperature, hour.low / 100.0::float8 as low,
      hour.high / 100.0::float8 as high, hour.humidity / 100.0::float8 as humidity
    from (select * ${stored}) hours cross join lateral (
      select min(low) as low, round(avg((low + high) / 2.0))::integer as mean, max(high) as high,
        round(avg(humidity))::integer as humidity
      from unnest(lows, highs, humidities) as minutes (low, high, humidity)) as hour
    where hour.low is not null
    union all
    select hour_ms / 1000, mean, low, high, humidity from temperatures_thinned t
    where account_id = ${accountId} and carepad_id = ${carepadId}
      and hour_ms between ${firstHourMs}::bigint and ${endS * 1000}::bigint
      and not exists (select from temperature_hours h
        where h.account_id = t.account_id and h.device_id = t.carepad_id and h.hour_ms = t.hour_ms)
    order by 1`.execute(db)
  return rows
}

/** Stretches of each range: seconds of one, and how many. */
const STRETCHES: Readonly<Record<TrendRange, { readonly step: number; readonly count: number }>> = {
  '1h': { step: 60, count: 60 },
  '24h': { step: 900, count: 96 },
  '1w': { step: 7200, count: 84 },
}

interface Trends {
  start: number
  step: number
  trends: { carepad_id: string; temperatures: (number | null)[] }[]
}

/** Of every carepad a value a stretch: its mean, or what lay beyond a threshold. */
export async function listTrends(db: Db, accountId: string, range: TrendRange, nowS: number): Promise<Trends> {
  const { step, count } = STRETCHES[range]
  const start = (Math.floor(nowS / step) - count + 1) * step
  const firstHourMs = Math.floor(start / HOUR_S) * HOUR_S * 1000
  const { rows } = await sql<{
    carepad_id: string
    hour_ms: number
    lows: (number | null)[]
    highs: (number | null)[]
  }>`
    select device_id as carepad_id, hour_ms, lows, highs from temperature_hours
    where account_id = ${accountId} and hour_ms between ${firstHourMs}::bigint and ${nowS * 1000}::bigint`.execute(db)
  const { rows: limits } = await sql<{ carepad_id: string; high: number; low: number | null }>`
    select carepad_id, threshold_high as high, threshold_low as low from carepads where account_id = ${accountId}`.execute(
    db,
  )
  const byCarepad = Map.groupBy(rows, ({ carepad_id }) => carepad_id)
  const trends = limits.map(({ carepad_id, high, low }) => {
    const lows = new Array<number>(count).fill(Number.POSITIVE_INFINITY)
    const highs = new Array<number>(count).fill(Number.NEGATIVE_INFINITY)
    const sums = new Array<number>(count).fill(0)
    const minutes = new Array<number>(count).fill(0)
    for (const hour of byCarepad.get(carepad_id) ?? []) {
      for (let minute = 0; minute < 60; minute += 1) {
        const [lowest, highest] = [hour.lows[minute], hour.highs[minute]]
        const place = Math.floor((hour.hour_ms / 1000 + 60 * minute - start) / step)
        if (typeof lowest !== 'number' || typeof highest !== 'number' || place < 0 || place >= count) continue
        lows[place] = Math.min(lows[place]!, lowest)
        highs[place] = Math.max(highs[place]!, highest)
        sums[place]! += (lowest + highest) / 2
        minutes[place]! += 1
      }
    }
    const temperatures = minutes.map((measured, place) => {
      if (measured === 0) return null
      if (highs[place]! > high * 100) return highs[place]! / 100
      if (low !== null && lows[place]! < low * 100) return lows[place]! / 100
      return Math.round(sums[place]! / measured) / 100
    })
    return { carepad_id, temperatures }
  })
  return { start, step, trends }
}
