import type { Stay } from '@whereabouts/domain/history'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { writePast } from '../../../../../scripts/harness/past.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { unzip } from '../../../../../scripts/harness/unzip.ts'
import { geoJsonOf, gpxOf } from './export.ts'
import { EXPORTED } from './export-queries.ts'

const lines: string[] = []
const app = await testApp({ log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }) })
const given = makeGiven(app)
const { call, clock, origin } = app

async function exported(token: string) {
  const response = await fetch(`${origin}/v3/app/history/export`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="whereabouts-\d{4}-\d\d-\d\d\.zip"$/,
  )
  const files = unzip(Buffer.from(await response.arrayBuffer()))
  return { files, textOf: (name: string) => files.get(name)!.toString() }
}

test('everything an account owns comes in one archive, with no secret and nothing of others, and the log tells so', async () => {
  const [person, stranger] = [await given.person(), await given.person()]
  const { accountId, token } = person
  const [id, foreign] = [
    await given.tracker(accountId, { name: '=1+1' }),
    await given.tracker(stranger.accountId, { name: 'Somebody else' }),
  ]
  const mapId = await given.indoorMap(accountId)
  const { password } = await given.station(accountId)
  const fromMs = clock.now() - 3_600_000
  const place = { map_id: null, indoor_X: null, indoor_Y: null, gps_latitude: 35.5, gps_longitude: 139.5 }
  const stay: Stay = {
    ...{
      from_ms: fromMs,
      until_ms: fromMs + 60_000,
      kind: 'station',
      sender_id: 'T4-1',
      sender_name: 'Hall',
      ...place,
    },
    ...{ rssi: -60, device_name: 'Sato', class_index: 0 },
  }
  const position = {
    ...{ at_ms: fromMs, connected: true, moving: false, reason_code: 3, sender_id: 'T4-1', ...place },
    ...{ accuracy: 5, battery: 80 },
  }
  // More places than one statement reads.
  const places = Array.from({ length: 2500 }, (_, index) => ({ ...position, at_ms: fromMs + index * 1000 }))
  await writePast(app.database, {
    stays: [accountId, stranger.accountId].map((account_id) => ({ account_id, id, stay })),
    positions: [
      ...places.map((each) => ({ ...each, account_id: accountId, id })),
      { ...position, account_id: stranger.accountId, id: foreign },
    ],
  })
  const db = app.database.db
  await sql`insert into attendance_notes (account_id, device_id, day, vacation, comment, changed_by, changed_at)
    values (${accountId}, ${id}, current_date - 40, true, 'In Hakone', 'Mori', 1)`.execute(db)
  await sql`insert into roll_calls (account_id, id, is_drill, started_at_ms, started_by, ended_at_ms, ended_by, people)
    values (${accountId}, gen_random_uuid(), true, 1, 'Mori', 2, 'Mori', '[]')`.execute(db)
  await sql`insert into shift_reports (account_id, report_id, creator, date_ms, period_start_ms, notes)
    values (${accountId}, gen_random_uuid(), 'Mori', 2, 1, 'A quiet night')`.execute(db)
  await sql`insert into carepads (account_id, carepad_id, carepad_name, created_at)
    values (${accountId}, 'CP-1', 'Bed 1', 1)`.execute(db)
  await sql`insert into temperatures_thinned (account_id, carepad_id, hour_ms, low, mean, high)
    values (${accountId}, 'CP-1', 3600000, 36.1, 36.4, 36.9)`.execute(db)
  const { files, textOf } = await exported(token)
  const linesOf = (name: string) => textOf(name).trim().split('\r\n')
  expect(linesOf('attendance.csv')).toHaveLength(2)
  expect(linesOf('attendance.csv')[1]).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d,${id},.*,In Hakone,`))
  expect(linesOf('roll_calls.csv')[1]).toContain('Mori')
  expect(linesOf('shift_reports.csv')[1]).toContain('A quiet night')
  expect(linesOf('temperatures_thinned.csv')[1]).toContain('CP-1,3600000,36.1,36.4,36.9')
  for (const name of ['temperature_hours', 'roll_call_ticks', 'shift_report_readings', 'attendance_rules'])
    expect(linesOf(`${name}.csv`), name).toHaveLength(1)
  expect(textOf('trackers.csv')).toMatch(/^\uFEFFdevice_id,name,/)
  expect(textOf('trackers.csv')).toContain(`${id},'=1+1,`)
  expect(textOf('shown_positions.csv').trim().split('\r\n')).toHaveLength(2501)
  expect(textOf('stays.csv').trim().split('\r\n')).toHaveLength(2)
  const { features } = JSON.parse(textOf('stays.geojson'))
  expect(features).toMatchObject([
    {
      geometry: { type: 'Point', coordinates: [139.5, 35.5] },
      properties: { device_id: id, device_name: 'Sato', from: new Date(fromMs).toISOString() },
    },
  ])
  expect(textOf('ways.gpx').match(/<trkpt/g)).toHaveLength(2500)
  expect(files.get(`floor-plans/${mapId}.png`)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'))
  const all = [...files.values()].map(String).join('\n')
  for (const secret of [foreign, 'Somebody else', 'argon2', password, 'password_hash', 'account_id'])
    expect(all.includes(secret), secret).toBe(false)
  const { body } = await call('GET', '/v3/app/activity/logs?type=security', { token })
  expect(body.activity_logs[0]).toMatchObject({ action: 'export_account', name: 'Mori Yuki' })
  // The first is over, so that it may be asked for again.
  expect((await exported(token)).files.size).toBe(files.size)
})

/** Of an account, and not its own to keep: secrets, states that follow from the rest, what is under way, and pictures by the page. */
const LEFT_OUT = [
  ...['sessions', 'mail_links', 'mails', 'media', 'idempotency_keys', 'bindings', 'bind_checks', 'radio_keys'],
  ...['station_states', 'tracker_states', 'alert_states', 'radio_maps', 'gateway_counts', 'ahead_reports'],
  ...['device_commands', 'unclaimed_tags', 'alarm_letters', 'line_messages', 'push_subscriptions', 'pushes'],
  ...['listeners', 'webhook_deliveries', 'broker_links', 'late_spans', 'past_states'],
]

test('every table with rows of an account is exported, or left out on purpose', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
      join pg_class t on t.relname = c.table_name and t.relkind in ('r', 'p') and not t.relispartition
    where c.table_schema = 'public' and c.column_name = 'account_id'`.execute(app.database.db)
  const known = [...Object.keys(EXPORTED), ...LEFT_OUT]
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('it asks for the owner, and for a fresh password', async () => {
  const person = await given.person()
  const deputy = await given.person({ accountId: person.accountId, class: 'deputy' })
  const visitor = await given.visitor(person)
  for (const token of [deputy.token, visitor])
    expect((await call('GET', '/v3/app/history/export', { token })).body.code).toBe(403001)
  expect((await call('GET', '/v3/app/history/export')).body.code).toBe(401001)
  clock.move(300_001)
  const stale = await call('GET', '/v3/app/history/export', { token: person.token })
  expect(stale.body).toMatchObject({ code: 412001, info: 'reauth' })
})

test('a way is parted by devices and by long silences, and its names are safe', async () => {
  async function* pages() {
    const at = (device_id: string, minute: number) => ({
      ...{ device_id, at_ms: String(minute * 60_000), gps_latitude: '35.5', gps_longitude: '139.5' },
    })
    yield [at('A<&"', 0), at('A<&"', 15), at('A<&"', 31), { ...at('A<&"', 32), gps_latitude: null }]
    yield [at('B', 0)]
  }
  let text = ''
  for await (const part of gpxOf(pages())) text += part
  expect(text.match(/<trk>/g)).toHaveLength(2)
  expect(text.match(/<trkseg>/g)).toHaveLength(3)
  expect(text.match(/<trkpt/g)).toHaveLength(4)
  expect(text).toContain('<name>A&lt;&amp;&quot;</name>')
  expect(text.trim().endsWith('</trkseg></trk>\n</gpx>')).toBe(true)
})

test('pages whose stays are all superseded leave the file of stays well formed', async () => {
  async function* pages() {
    yield []
    yield [{ device_id: 'A', gps_latitude: '35.5', gps_longitude: '139.5', from_ms: '0', until_ms: '1' }]
    yield []
  }
  let text = ''
  for await (const part of geoJsonOf(pages())) text += part
  expect(JSON.parse(text).features).toHaveLength(1)
})

/** Holds exports at the table of stays until `letGo`; `terminate` ends the connections of those that wait there. */
async function holdAtStays() {
  const client = new pg.Client(app.database.address)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; lock table stays in access exclusive mode')
  return {
    letGo: () => client.query('rollback'),
    terminate: async () => {
      const { rows } = await client.query(
        `select pg_terminate_backend(pid) from pg_locks where relation = 'stays'::regclass and not granted`,
      )
      return rows.length
    },
  }
}

const remove = async ({ token, email }: { token: string; email: string }) => {
  expect((await call('DELETE', '/v3/app/users/profile', { token, body: { user: { email } } })).status).toBe(200)
  const mail = await latestMail(app.database.address, email)
  const confirmed = await call('POST', '/v3/app/users/confirm/remove', { body: { token: mail.token } })
  expect(confirmed.body).toMatchObject({ email })
}

test.each(['its connection to the database is ended', 'the account is deleted'])(
  'an export is cut off and logged once when %s in the midst of it, and nothing else happens',
  async (what) => {
    const [person, other] = [await given.person(), await given.person()]
    const { letGo, terminate } = await holdAtStays()
    const response = await fetch(`${origin}/v3/app/history/export`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(response.status).toBe(200)
    lines.length = 0
    if (what === 'the account is deleted') await remove(person)
    else await eventually(async () => expect(await terminate()).toBe(1))
    await letGo()
    await expect(response.arrayBuffer()).rejects.toThrow()
    expect(lines.filter((line) => line.includes('Failed to finish an export'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('bug:'))).toEqual([])
    expect((await exported(other.token)).files.size).toBeGreaterThan(0)
  },
)
