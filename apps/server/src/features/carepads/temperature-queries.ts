/** What carepads measured: minutes of 90 days, hours before that. Source: G70; decision 0043. */
import type { Temperature } from '@whereabouts/contract/carepads'
import type { TrendRange } from '@whereabouts/domain/temperatures'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

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
  const kept = await sql<Temperature>`
    select hour_ms / 1000 as time, hour.mean / 100.0::float8 as temperature, hour.low / 100.0::float8 as low,
      hour.high / 100.0::float8 as high, hour.humidity / 100.0::float8 as humidity
    from (select * ${stored}) hours cross join lateral (
      select min(low) as low, round(avg((low + high) / 2.0))::integer as mean, max(high) as high,
        round(avg(humidity))::integer as humidity
      from unnest(lows, highs, humidities) as minutes (low, high, humidity)) as hour
    where hour.low is not null`.execute(db)
  const thinned = await sql<Temperature>`
    select hour_ms / 1000 as time, mean as temperature, low, high, humidity from temperatures_thinned
    where account_id = ${accountId} and carepad_id = ${carepadId}
      and hour_ms between ${firstHourMs}::bigint and ${endS * 1000}::bigint`.execute(db)
  // In a night an hour is in both for a moment.
  const times = new Set(kept.rows.map(({ time }) => time))
  return [...kept.rows, ...thinned.rows.filter(({ time }) => !times.has(time))].sort(
    (one, next) => one.time - next.time,
  )
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

/** What one statement reads (ms): a week of many carepads at once would take longer than a statement may. */
const READ_AT_ONCE_MS = 86_400_000
const NO_READING = Number.NaN

/** The 60 numbers of an array as the database writes it; NaN for null. Reads them ten times as fast as a parser of any array does. */
function readMinutes(text: string, into: Float64Array): void {
  let at = 1
  for (let minute = 0; minute < 60; minute += 1) {
    let code = text.charCodeAt(at)
    if (code === N) {
      into[minute] = NO_READING
      at += 'NULL,'.length
      continue
    }
    const sign = code === MINUS ? -1 : 1
    if (sign < 0) {
      at += 1
      code = text.charCodeAt(at)
    }
    let value = 0
    while (code >= ZERO && code <= NINE) {
      value = value * 10 + code - ZERO
      at += 1
      code = text.charCodeAt(at)
    }
    into[minute] = sign * value
    at += 1
  }
}

const [N, MINUS, ZERO, NINE] = ['N', '-', '0', '9'].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
]

/** By stretch: the extremes, and the sum and number of the minutes. */
interface Stretches {
  readonly lows: Float64Array
  readonly highs: Float64Array
  readonly sums: Float64Array
  readonly minutes: Float64Array
}

/** Of every carepad a value a stretch: its mean, or what lay beyond a threshold. */
export async function listTrends(db: Db, accountId: string, range: TrendRange, nowS: number): Promise<Trends> {
  const { step, count } = STRETCHES[range]
  const start = (Math.floor(nowS / step) - count + 1) * step
  const byCarepad = new Map<string, Stretches>()
  const [lowOf, highOf] = [new Float64Array(60), new Float64Array(60)]
  const add = (carepadId: string, hourS: number): void => {
    let of = byCarepad.get(carepadId)
    if (of === undefined) {
      const filled = (value: number) => new Float64Array(count).fill(value)
      of = { lows: filled(Infinity), highs: filled(-Infinity), sums: filled(0), minutes: filled(0) }
      byCarepad.set(carepadId, of)
    }
    for (let minute = 0; minute < 60; minute += 1) {
      const [low, high] = [lowOf[minute]!, highOf[minute]!]
      const place = Math.floor((hourS + 60 * minute - start) / step)
      if (Number.isNaN(low) || Number.isNaN(high) || place < 0 || place >= count) continue
      of.lows[place] = Math.min(of.lows[place]!, low)
      of.highs[place] = Math.max(of.highs[place]!, high)
      of.sums[place]! += (low + high) / 2
      of.minutes[place]! += 1
    }
  }
  for (let fromMs = Math.floor(start / HOUR_S) * HOUR_S * 1000; fromMs <= nowS * 1000; fromMs += READ_AT_ONCE_MS) {
    const untilMs = Math.min(fromMs + READ_AT_ONCE_MS - 1, nowS * 1000)
    const { rows } = await sql<{ device_id: string; hour_ms: number; lows: string; highs: string }>`
      select device_id, hour_ms, lows::text as lows, highs::text as highs from temperature_hours
      where account_id = ${accountId} and hour_ms between ${fromMs}::bigint and ${untilMs}::bigint`.execute(db)
    for (const row of rows) {
      readMinutes(row.lows, lowOf)
      readMinutes(row.highs, highOf)
      add(row.device_id, row.hour_ms / 1000)
    }
  }
  const { rows: limits } = await sql<{ carepad_id: string; high: number; low: number | null }>`
    select carepad_id, threshold_high as high, threshold_low as low from carepads where account_id = ${accountId}`.execute(
    db,
  )
  const trends = limits.map(({ carepad_id, high, low }) => {
    const of = byCarepad.get(carepad_id)
    const temperatures = Array.from({ length: count }, (_, place) => {
      if (of === undefined || of.minutes[place] === 0) return null
      if (of.highs[place]! > high * 100) return of.highs[place]! / 100
      if (low !== null && of.lows[place]! < low * 100) return of.lows[place]! / 100
      return Math.round(of.sums[place]! / of.minutes[place]!) / 100
    })
    return { carepad_id, temperatures }
  })
  return { start, step, trends }
}
