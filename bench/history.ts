/**
 * What questions about the past take for a fleet with a month of history, each beside the plain SQL beneath it, and how many bytes a
 * device's day has. Goals: docs/architecture.md#goals. `npm run bench history [-- --devices=1000 --days=30 --carepads=1000
 * --temperature-days=90]`; of 0 devices or carepads nothing is asked.
 */
import { parseArgs } from 'node:util'
import { KnownPartitions, SHOWN_POSITIONS, STAYS, TEMPERATURES } from '@whereabouts/server/state/partitions'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { figures } from './lib/figures.ts'
import { ACCOUNT, fill, placeTrackers, startBenchServer, trackerId } from './lib/server.ts'
import { signIn } from './lib/stream.ts'

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '1000' },
    days: { type: 'string', default: '30' },
    carepads: { type: 'string', default: '1000' },
    'temperature-days': { type: 'string', default: '90' },
    calls: { type: 'string', default: '60' },
  },
})
const [DEVICES, DAYS, CALLS] = [Number(values.devices), Number(values.days), Number(values.calls)]
const [CAREPADS, TEMPERATURE_DAYS] = [Number(values.carepads), Number(values['temperature-days'])]
const STATIONS = 50
const DAY = 86_400_000
const HOUR = 3_600_000
/** A device stays half an hour and then walks for six minutes, in which it is shown at another place every so often (ms). */
const [STAY, WALK, SHOWN_EVERY] = [30 * 60_000, 6 * 60_000, 72_000]
const SLOTS = DAY / (STAY + WALK)
/** Up to now: dashboards ask for the latest. */
const temperaturesFromMs = Math.floor(Date.now() / DAY - TEMPERATURE_DAYS + 1) * DAY
const startMs = Math.floor(Date.now() / DAY - DAYS) * DAY

const server = await startBenchServer()
const { db, pool } = server.database

/** A day of everybody, in the order of time, as reports would have left it. */
async function writeDay(client: pg.ClientBase, dayMs: number): Promise<void> {
  await new KnownPartitions(STAYS).ensure(client, [dayMs])
  await new KnownPartitions(SHOWN_POSITIONS).ensure(client, [dayMs])
  const days = `(
    select 'G3-' || lpad(device::text, 8, '0') as device_id, device, ${dayMs} + slot * ${STAY + WALK} + device % 60 * 1000 as began,
      mod(abs(hashint4extended(device, ${dayMs} + slot)), ${STATIONS}) as station
    from generate_series(0, ${DEVICES - 1}) as device, generate_series(0, ${SLOTS - 1}) as slot)`
  const station = "'T4-' || lpad(upper(to_hex(station)), 12, '0')"
  await client.query(`
    insert into stays select '${ACCOUNT}', device_id, began, began + ${STAY}, 'station', ${station}, 'Station ' || station,
      null, null, null, 35 + station / 1000.0, 139 + station / 1000.0, -60, 30, 'Device ' || device, 0
    from ${days} d order by began`)
  await client.query(`
    insert into shown_positions select '${ACCOUNT}', device_id, began + ${STAY} + step * ${SHOWN_EVERY} as at_ms, true, true, 3,
      ${station}, null, null, null, 35 + station / 1000.0 + step / 100000.0, 139 + station / 1000.0, 5, 80
    from ${days} d, generate_series(0, ${WALK / SHOWN_EVERY - 1}) as step order by at_ms`)
}

/**
 * Writes on a connection whose statements may take long, without the indexes of these tables: building them afterwards takes a fraction
 * of the time.
 */
async function inBulk(tables: readonly string[], write: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = new pg.Client(server.address)
  await client.connect()
  try {
    await client.query("set maintenance_work_mem = '512MB'")
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i where i.indrelid = any($1::regclass[])`,
      [tables],
    )
    for (const { name } of rows) await client.query(`drop index ${name}`)
    await write(client)
    for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON '))
    for (const table of tables) await client.query(`analyze ${table}`)
  } finally {
    await client.end()
  }
}

/** Hours of minutes that carepads take turns with: what a database stores and reads is the same as of hours that all differ. */
const PATTERNS = 500

const carepadId = (index: number | RawBuilder<unknown>) => sql`'PAD-' || lpad((${index})::text, 8, '0')`

/** Carepads with an excursion a week each. */
async function addCarepads(): Promise<void> {
  await sql`
    insert into carepads (account_id, carepad_id, carepad_name, measures, threshold_high, threshold_low, created_at)
    select ${ACCOUNT}::uuid, ${carepadId(sql`pad`)}, 'Carepad ' || pad, 'fridge', 8, 2, 1
    from generate_series(0, ${CAREPADS - 1}) as pad`.execute(db)
  await sql`
    insert into excursions (account_id, carepad_id, event, since_ms, until_ms, is_raised, carepad_name, threshold_high,
      threshold_low, alert_type)
    select ${ACCOUNT}::uuid, ${carepadId(sql`pad`)}, 'high_temperature', since, since + 2400000, true, 'Carepad ' || pad, 8, 2,
      'persistent'
    from generate_series(0, ${CAREPADS - 1}) as pad,
      generate_series(${temperaturesFromMs}::bigint, ${Date.now()}::bigint, ${7 * DAY}::bigint) as since`.execute(db)
  await sql`
    create table patterns as select nth,
      array(select (480 + 60 * sin(minute / 9.0 + nth) - nth % 7)::smallint from generate_series(0, 59) minute) as lows,
      array(select (490 + 60 * sin(minute / 9.0 + nth) + nth % 5)::smallint from generate_series(0, 59) minute) as highs
    from generate_series(0, ${PATTERNS - 1}) nth`.execute(db)
  await sql`create unique index on patterns (nth)`.execute(db)
  await sql`analyze patterns`.execute(db)
}

/** A value a minute of every carepad for a day; a third of them measure humidity too. */
async function writeTemperatures(dayMs: number): Promise<void> {
  const client = await pool.connect()
  try {
    await new KnownPartitions(TEMPERATURES).ensure(client, [dayMs])
  } finally {
    client.release()
  }
  for (let hour = 0; hour < 24; hour += 1) {
    await sql`
      insert into temperature_hours
      select ${ACCOUNT}::uuid, ${carepadId(sql`pad`)}, ${dayMs + hour * HOUR}::bigint, lows, highs, case when pad % 3 = 0 then lows end
      from generate_series(0, ${CAREPADS - 1}) as pad join patterns on nth = (pad * 7 + ${hour * 13}) % ${PATTERNS}`.execute(
      db,
    )
  }
}

const partitionsOf = async (table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass`.execute(db)
  return rows.map(({ name }) => name)
}

const bytesOf = async (table: string): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(inhrelid))::bigint as bytes from pg_inherits where inhparent = ${table}::regclass`.execute(
    db,
  )
  return rows[0]!.bytes
}

/** What is asked for, and the plain SQL beneath it. */
type Questions = Record<string, () => { path: string; plain: () => Promise<unknown> }>

let random = 1
/** From 0 to the number, the same in every run. */
const below = (limit: number): number => {
  random = (random * 48_271) % 2_147_483_647
  return Math.floor((random / 2_147_483_647) * limit)
}

try {
  await fill(server.database, { trackers: DEVICES, stations: STATIONS })
  await placeTrackers(server.database)
  if (DEVICES > 0) {
    const filledAt = performance.now()
    await inBulk(['stays', 'shown_positions'], async (client) => {
      for (let day = 0; day < DAYS; day += 1) await writeDay(client, startMs + day * DAY)
    })
    console.log(
      `${DEVICES} devices, ${DAYS} days, ${SLOTS} stays and ${(SLOTS * WALK) / SHOWN_EVERY} places a day each; written in ${Math.round((performance.now() - filledAt) / 1000)} s`,
    )
    const perDay = async (table: string) => Math.round((await bytesOf(table)) / DEVICES / DAYS)
    console.table({
      'bytes a device and day': { stays: await perDay('stays'), places: await perDay('shown_positions') },
    })
  }
  if (CAREPADS > 0) {
    const pouredAt = performance.now()
    await addCarepads()
    for (let day = 0; day < TEMPERATURE_DAYS; day += 1) await writeTemperatures(temperaturesFromMs + day * DAY)
    for (const partition of await partitionsOf('temperature_hours'))
      await sql`analyze ${sql.table(partition)}`.execute(db)
    await sql`analyze excursions`.execute(db)
    const seconds = Math.round((performance.now() - pouredAt) / 1000)
    console.log(`${CAREPADS} carepads, ${TEMPERATURE_DAYS} days of a value a minute; written in ${seconds} s`)
    const temperatures = Math.round((await bytesOf('temperature_hours')) / CAREPADS / TEMPERATURE_DAYS)
    console.table({ 'bytes a carepad and day': { temperatures } })
  }

  const headers = { authorization: `Bearer ${await signIn(server.url)}` }
  const get = async (path: string): Promise<number> => {
    const response = await fetch(`${server.url}/v3${path}`, { headers })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`)
    return text.length
  }
  const device = () => trackerId(below(DEVICES))
  const of = (id: string) => sql`account_id = ${ACCOUNT} and device_id = ${id}`
  const dayMs = () => startMs + below(DAYS) * DAY
  const instant = () => startMs + HOUR + below(DAYS * DAY - 2 * HOUR)
  const weekMs = Math.min(7, DAYS) * DAY
  const ofCarepad = () => {
    const id = `PAD-${String(below(CAREPADS)).padStart(8, '0')}`
    return { id, from: temperaturesFromMs + below(Math.max(1, TEMPERATURE_DAYS - 30)) * DAY }
  }
  const hoursOf = (id: string, from: number, until: number) =>
    sql`select * from temperature_hours where account_id = ${ACCOUNT} and device_id = ${id}
      and hour_ms between ${from}::bigint and ${until}::bigint`.execute(db)
  const chart = (days: number) => () => {
    const { id, from } = ofCarepad()
    const until = from + Math.min(days, TEMPERATURE_DAYS) * DAY
    return {
      path: `/app/carepads/${id}/temperatures?query_start=${from / 1000}&query_end=${until / 1000}`,
      plain: () => hoursOf(id, from, until),
    }
  }
  const trends = (range: string, sinceMs: number) => () => ({
    path: `/app/carepads/trends?range=${range}`,
    plain: () =>
      sql`select * from temperature_hours where account_id = ${ACCOUNT} and hour_ms > ${Date.now() - sinceMs}::bigint`.execute(
        db,
      ),
  })
  const ofTemperatures: Questions = {
    'trends of all carepads, 24 hours (goal: p95 ≤ 1000)': trends('24h', DAY),
    'trends of all carepads, a week': trends('1w', 7 * DAY),
    'a list of all carepads': () => ({
      path: `/app/carepads?count=${CAREPADS}`,
      plain: () => sql`select * from carepads where account_id = ${ACCOUNT}`.execute(db),
    }),
    'a week of a carepad by minutes': chart(7),
    'a month of a carepad (goal: p95 ≤ 300)': chart(30),
    'a page of excursions': () => ({
      path: '/app/excursions',
      plain: () =>
        sql`select * from excursions where account_id = ${ACCOUNT} order by since_ms desc limit 50`.execute(db),
    }),
  }
  const ofPlaces: Questions = {
    'a trail day (goal: p95 ≤ 300)': () => {
      const [id, from] = [device(), dayMs()]
      return {
        path: `/device/trail/${id}?start_time=${from / 1000}&end_time=${(from + DAY) / 1000}`,
        plain: () =>
          sql`select * from stays where ${of(id)} and from_ms between ${from}::bigint and ${from + DAY}::bigint`.execute(
            db,
          ),
      }
    },
    'a way of a day': () => {
      const [id, from] = [device(), dayMs()]
      return {
        path: `/app/history/way/${id}?from_ms=${from}&until_ms=${from + DAY}`,
        plain: () =>
          sql`select * from shown_positions where ${of(id)} and at_ms between ${from}::bigint and ${from + DAY}::bigint`.execute(
            db,
          ),
      }
    },
    'the site at an instant (goal: p95 ≤ 300)': () => {
      const at = instant()
      return {
        path: `/app/history/site?at_ms=${at}`,
        plain: () =>
          sql`select p.* from trackers t join lateral (
            select * from shown_positions s where s.account_id = t.account_id and s.device_id = t.device_id
              and s.at_ms between ${at - 7 * DAY}::bigint and ${at}::bigint order by at_ms desc limit 1) p on true
            where t.account_id = ${ACCOUNT}`.execute(db),
      }
    },
    'ten minutes of play at 600 times': () => {
      const at = instant()
      return {
        path: `/app/history/changes?from_ms=${at}&until_ms=${at + 600_000}&step_ms=60000`,
        plain: () =>
          sql`select * from shown_positions where account_id = ${ACCOUNT}
            and at_ms between ${at}::bigint and ${at + 600_000}::bigint`.execute(db),
      }
    },
    'density of a day': () => {
      const from = dayMs()
      return {
        path: `/app/history/density?from_ms=${from}&until_ms=${from + DAY}&buckets=288`,
        plain: () =>
          sql`select at_ms / 300000, count(*) from shown_positions where account_id = ${ACCOUNT}
            and at_ms between ${from}::bigint and ${from + DAY}::bigint group by 1`.execute(db),
      }
    },
    'contacts of a week (goal: p95 ≤ 500)': () => {
      const [id, from] = [device(), startMs + below(Math.max(1, DAYS - 7)) * DAY]
      return {
        path: `/app/history/contacts/${id}?from_ms=${from}&until_ms=${from + weekMs}`,
        plain: () =>
          sql`select o.device_id, sum(least(s.until_ms, o.until_ms) - greatest(s.from_ms, o.from_ms))
            from stays s join stays o on o.account_id = s.account_id and o.sender_id = s.sender_id
              and o.from_ms between s.from_ms - ${DAY}::bigint and s.until_ms and o.until_ms > s.from_ms
            where s.account_id = ${ACCOUNT} and s.device_id = ${id}
              and s.from_ms between ${from}::bigint and ${from + weekMs}::bigint
            group by 1`.execute(db),
      }
    },
  }
  const table: Record<string, object> = {}
  const questions = { ...(DEVICES > 0 ? ofPlaces : {}), ...(CAREPADS > 0 ? ofTemperatures : {}) }
  for (const [name, ask] of Object.entries(questions)) {
    const [calls, plains, sizes]: [number[], number[], number[]] = [[], [], []]
    for (let nth = 0; nth < CALLS; nth += 1) {
      const { path, plain } = ask()
      const askedAt = performance.now()
      sizes.push(await get(path))
      calls.push(performance.now() - askedAt)
      const plainAt = performance.now()
      await plain()
      plains.push(performance.now() - plainAt)
    }
    const [theirs, ours] = [figures(plains), figures(calls)]
    table[name] = {
      ...{ p50: ours.p50, p95: ours.p95, 'SQL p50': theirs.p50, 'SQL p95': theirs.p95 },
      kB: Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 1000),
    }
  }
  console.log('Times in ms')
  console.table(table)
} finally {
  await server.stop()
}
