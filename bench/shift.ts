/**
 * What the end of a shift takes of a large site: a month of attendance, and a shift report of every device, beside which reports go on
 * reaching the consoles. Goals: docs/architecture.md#goals. `npm run bench shift [-- --people=1000 --days=31]`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { figures } from './lib/figures.ts'
import { openPosts } from './lib/post.ts'
import { reportsOf } from './lib/reports.ts'
import { ACCOUNT, fill, placeTrackers, startBenchServer, stationId } from './lib/server.ts'
import { openStream, signIn } from './lib/stream.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000' },
    days: { type: 'string', default: '31' },
    calls: { type: 'string', default: '20' },
  },
})
const [PEOPLE, DAYS, CALLS] = [Number(values.people), Number(values.days), Number(values.calls)]
const STATIONS = 20
const DAY = 86_400_000
const ZONE = '22222222-2222-7222-8222-222222222222'
/** A report is looked for this often (ms). */
const LOOK_EVERY_MS = 50

const server = await startBenchServer()
const { db } = server.database
const nowMs = Date.now()

/** Everybody comes at about eight in Taipei, goes out at noon for an hour, and leaves at about five. */
async function writeDays(): Promise<void> {
  await sql`update users set groups = array['G3OfficeLog'] where account_id = ${ACCOUNT}`.execute(db)
  const shape = JSON.stringify({ t4_ids: [stationId(0)] })
  await sql`insert into zones (account_id, id, zone_name, zone_type, shape, created_at)
    values (${ACCOUNT}, ${ZONE}, 'Entrance', 'attendance', ${shape}, ${Math.floor(nowMs / 1000)})`.execute(db)
  const firstMs = Math.floor(nowMs / DAY - DAYS) * DAY
  for (const [fromMinutes, untilMinutes] of [
    [0, 240],
    [300, 540],
  ] as const) {
    await sql`
      insert into device_conditions (account_id, device_id, kind, subject, since_ms, seen_ms, is_raised, until_ms)
      select account_id, device_id, 'in_zone', ${ZONE}, came, came, true, came + ${(untilMinutes - fromMinutes) * 60_000}::bigint
      from (
        select account_id, device_id, ${firstMs + fromMinutes * 60_000}::bigint + day * ${DAY}::bigint
          + mod(abs(hashtext(device_id || day)), 900) * 1000 as came
        from trackers cross join generate_series(0, ${DAYS - 1}) as day where account_id = ${ACCOUNT}) d`.execute(db)
  }
  await sql`analyze device_conditions`.execute(db)
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await ask()
  return performance.now() - startedAt
}

try {
  await fill(server.database, { trackers: PEOPLE, stations: STATIONS })
  await placeTrackers(server.database)
  await writeDays()
  const token = await signIn(server.url)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async (path: string, body?: object) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${server.url}/v3${path}`, { headers, ...init })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
    return JSON.parse(text)
  }

  const month = new Date(nowMs - 15 * DAY).toISOString().slice(0, 7)
  const [begin, end] = [Math.floor(nowMs / 1000) - (DAYS - 1) * 86_400, Math.floor(nowMs / 1000)]
  const days = `/application/officelog?query_begin=${begin}&query_end=${end}`
  const questions: Record<string, string> = {
    'a month by person (goal: p95 ≤ 1000)': `/application/officelogmonth?month=${month}`,
    [`${DAYS} days, the first page (goal: p95 ≤ 1000)`]: days,
    [`${DAYS} days of one name`]: `${days}&device_name=G3-00000007`,
    today: '/application/officelog',
  }
  const table: Record<string, object> = {}
  for (const [name, path] of Object.entries(questions)) {
    const times: number[] = []
    for (let nth = 0; nth < CALLS; nth += 1) times.push(await timed(() => call(path)))
    const { p50, p95, worst } = figures(times)
    table[name] = { p50, p95, worst }
  }
  console.log(`Attendance of ${PEOPLE} people, ${DAYS} days, ${CALLS} calls each; times in ms`)
  console.table(table)

  const posts = openPosts(1)
  const next = reportsOf({ stations: STATIONS, trackers: PEOPLE }, 1, 1, true)
  let onTold = () => {}
  const stream = await openStream(server.url, token, () => onTold())
  const report = () =>
    timed(async () => {
      const told = new Promise<void>((resolve) => {
        onTold = resolve
      })
      const status = await posts.post(server.url, next())
      if (status !== 200) throw new Error(`A report was answered ${status}.`)
      await told
    })
  /** Times from a report to a console, until something is over. */
  async function reportsUntil(isOver: () => boolean): Promise<number[]> {
    const times: number[] = []
    while (!isOver()) {
      times.push(await report())
      await wait(LOOK_EVERY_MS)
    }
    return times
  }
  for (let warm = 0; warm < 20; warm += 1) await report()
  const restUntil = performance.now() + 3000
  const atRest = figures(await reportsUntil(() => performance.now() > restUntil))

  const makings: number[] = []
  const beside: number[] = []
  for (let nth = 0; nth < 5; nth += 1) {
    let isMade = false
    const making = timed(async () => {
      const { shift_reports: made } = await call('/app/shiftreports', { notes: '' })
      const id = made[0].report_id
      for (;;) {
        const { shift_report: shown } = await call(`/app/shiftreports/${id}`)
        if (shown.state === 'failure') throw new Error('A shift report failed.')
        if (shown.state === 'success') break
        await wait(LOOK_EVERY_MS)
      }
      await call(`/app/shiftreports/${id}/pdf`)
    }).finally(() => {
      isMade = true
    })
    beside.push(...(await reportsUntil(() => isMade)))
    makings.push(await making)
  }
  const [made, during] = [figures(makings), figures(beside)]
  console.log(`A shift report of ${PEOPLE} devices, from asking for it to its PDF; times in ms`)
  console.table({ 'made (goal: p95 ≤ 5000)': { p50: made.p50, p95: made.p95, worst: made.worst } })
  console.log('From a report of a station to a console; times in ms')
  console.table({
    'at rest': { p50: atRest.p50, p99: atRest.p99, worst: atRest.worst },
    'while a report is made': { p50: during.p50, p99: during.p99, worst: during.worst },
  })
  stream.close()
  posts.close()
} finally {
  await server.stop()
}
