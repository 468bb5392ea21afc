/** Where names of carepads stand once there is a PIN: encrypted in their own column, and nowhere else. */
import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { namesHash } from '@whereabouts/domain/protected-names'
import { sql } from 'kysely'
import pino from 'pino'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { connectSender } from '../../../../../scripts/harness/connect-sender.ts'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { lineService } from '../../../../../scripts/harness/line-service.ts'
import { listen } from '../../../../../scripts/harness/listen.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { pushService } from '../../../../../scripts/harness/push-service.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { ward } from '../../../../../scripts/harness/ward.ts'

const [line, push] = [await lineService(), await pushService()]
const logged: string[] = []
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk))
      done()
    },
  }),
)
const app = await testApp({ ...line.given, pushServices: push.services, log })
const given = makeGiven(app)
const { call, clock } = app
const { db, address } = app.database
const { newWard, typesTold } = ward(app)

const protectedName = () => `enc:1:${randomBytes(36).toString('base64')}`
const PIN_CHECK = '1:c2FsdA==:b25l'

/** Answers the name of the newest carepad. */
async function protect({ token }: Person): Promise<string> {
  const pads: { carepad_id: string; carepad_name: string }[] = (await call('GET', '/v3/app/carepads', { token })).body
    .carepads
  const names = pads.map(({ carepad_id }) => [carepad_id, protectedName()] as const)
  const body = { pin_check: PIN_CHECK, names_hash: namesHash(pads), names }
  expect((await call('PUT', '/v3/app/users/pin', { token, body })).body).toEqual({ result: true, code: 200 })
  return names[0]![1]
}

/** Columns of the database in which a text stands. */
async function placesOf(text: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and data_type not in ('bigint', 'boolean', 'integer')`.execute(
    db,
  )
  const looks = columns.map(
    ({ table, column }) => sql`select ${sql.lit(`${table}.${column}`)} as place
      where exists (select from ${sql.table(table)} where position(${sql.lit(text)} in ${sql.ref(column)}::text) > 0)`,
  )
  const { rows } = await sql<{ place: string }>`${sql.join(looks, sql` union all `)} order by 1`.execute(db)
  return rows.map(({ place }) => place)
}

/** Everything that this person is answered about carepads and what they caused, as one text. */
async function answersTo({ token }: Person): Promise<string> {
  const answers: unknown[] = []
  for (const path of [
    'carepads',
    'notifications',
    'alarms?state=open',
    'activity/logs',
    'shiftreports',
    excursionsNow(),
    'users/profile',
  ]) {
    answers.push((await call('GET', `/v3/app/${path}`, { token })).body)
  }
  return JSON.stringify(answers)
}

const excursionsNow = () => {
  const now = Math.floor(clock.now() / 1000)
  return `excursions?query_start=${now - 86_400}&query_end=${now}`
}

const textOf = async (base64: string): Promise<string> =>
  (await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true })).text

async function makeReport({ token }: Person): Promise<{ content: string; pdf: string }> {
  const made = (await call('POST', '/v3/app/shiftreports', { token, body: { notes: '' } })).body.shift_reports[0]
  const { shift_report, content } = await eventually(async () => {
    const { body } = await call('GET', `/v3/app/shiftreports/${made.report_id}`, { token })
    expect(body.shift_report.state).toBe('success')
    return body
  })
  const { base64 } = (await call('GET', shift_report.pdf_url, { token })).body
  return { content: JSON.stringify(content), pdf: await textOf(base64) }
}

/** Too warm for a carepad of `body`, and its battery is low. */
const fever = (device_id: string, temperature = 39.4) => [{ device_id, rssi: -50, temperature, battery: 9 }]

test('once there is a PIN, neither database, log, mail, push, LINE, PDF, reader nor any answer holds the plain name; the id stands for it', async () => {
  clock.hold()
  const { person, say, flush } = await newWard()
  const { accountId, token } = person
  const [id, plain, first] = ['CP-HARU', 'Sato Haruko 207', 'Haruko S.']
  expect(
    (await call('POST', '/v3/app/carepads', { token, body: { carepad_id: id, carepad_name: first } })).status,
  ).toBe(200)
  await call('PUT', `/v3/app/carepads/${id}`, { token, body: { carepad_name: plain } })
  // Somebody is there, so that no mail has to say it.
  const { events } = await listen(app, token)
  await eventually(async () => {
    const { rows } = await sql`select from listeners where account_id = ${accountId}`.execute(db)
    expect(rows).toHaveLength(1)
  })
  await say(fever(id))
  await flush()
  await eventually(async () => expect(await typesTold(person)).toContain('high_temperature'))
  await call('POST', '/v3/app/notifications', { token, body: { type: 'disengage', event_time_ms: clock.now() } })
  expect((await makeReport(person)).pdf).toContain(plain)
  expect(await placesOf(plain)).toEqual(
    expect.arrayContaining([
      'carepads.carepad_name',
      'excursions.carepad_name',
      'notifications.facts',
      'shift_reports.content',
      'activity_logs.target',
    ]),
  )

  const stored = await protect(person)
  for (const name of [plain, first]) expect(await placesOf(name)).toEqual([])
  expect(await placesOf(stored)).toEqual(['carepads.carepad_name'])

  for (const told of [logged, line.posted, events]) told.length = 0
  await sql`insert into line_groups (account_id, line_group_id, group_id, note, created_time)
    values (${accountId}, gen_random_uuid(), ${`C${accountId}`}, 'Night', 0)`.execute(db)
  await sql`update accounts set notification_ring_repeat = true where account_id = ${accountId}`.execute(db)
  const browser = push.browser()
  await call('PUT', '/v3/app/users/pushtoken', { token, body: { push_token: browser.token } })
  const reader = await connectSender(app, 'ha', await given.credential(accountId, 'ha', { kind: 'reader' }))
  const read = new Map<string, string>()
  reader.on('message', (topic, payload) => read.set(topic, payload.toString()))
  await reader.subscribeAsync('homeassistant/#')

  const renamed = protectedName()
  const names = { carepad_name: renamed, pin_check: PIN_CHECK }
  expect((await call('PUT', `/v3/app/carepads/${id}`, { token, body: names })).status).toBe(200)
  clock.move(60_000)
  await say(fever(id, 37))
  clock.move(60_000)
  await say(fever(id, 39.9))
  await flush()
  const rang = (types: string[]) => types.filter((type) => type === 'high_temperature').length
  await eventually(async () => expect(rang(await typesTold(person))).toBe(2))
  clock.move(20_000)
  app.running.app.alarms.wake()
  const alarmMail = await eventually(() => latestMail(address, person.email))
  await eventually(async () => expect(line.posted.length).toBeGreaterThan(0))
  await eventually(async () => expect(browser.woken().length).toBeGreaterThan(0))
  await eventually(async () => expect(read.has(`homeassistant/sensor/whereabouts_${id}/config`)).toBe(true))
  const report = await makeReport(person)
  expect((await call('DELETE', `/v3/app/carepads/${id}`, { token })).status).toBe(200)
  const removalMail = await eventually(async () => {
    const mail = await latestMail(address, person.email)
    expect(mail.kind).toBe('remove_carepads')
    return mail
  })
  const answers = await answersTo(person)
  const month = new Date(clock.now()).toISOString().slice(0, 7)
  const { csv } = (await call('GET', `/v3/app/excursions/csv?month=${month}`, { token })).body
  const monthPdf = await textOf((await call('GET', `/v3/app/excursions/pdf?month=${month}`, { token })).body.base64)
  const preview = (await call('POST', '/v3/app/users/confirm/preview', { body: { token: removalMail.token } })).body

  const written = {
    alarmMail: JSON.stringify(alarmMail),
    removalMail: JSON.stringify(removalMail),
    line: JSON.stringify(line.posted),
    preview: JSON.stringify(preview),
    reader: JSON.stringify([...read]),
    content: report.content,
    pdf: report.pdf,
    csv,
    monthPdf,
    stream: JSON.stringify(events),
    answers,
  }
  for (const [where, text] of Object.entries(written)) {
    expect(text, where).toContain(id)
    for (const name of [plain, first]) expect(text, where).not.toContain(name)
    if (where !== 'answers') expect(text, where).not.toContain('enc:1:')
  }
  const quiet = { log: logged.join(''), push: JSON.stringify(browser.woken()) }
  expect(quiet.log).not.toBe('')
  for (const [where, text] of Object.entries(quiet)) {
    for (const name of [plain, first, renamed, stored]) expect(text, where).not.toContain(name)
  }
  expect(preview.device_names).toEqual([id])
  for (const name of [plain, first, stored]) expect(await placesOf(name)).toEqual([])
  expect(await placesOf(renamed)).toEqual(['carepads.carepad_name'])

  const gone = (await call('POST', '/v3/app/carepads/unassign', { body: { token: removalMail.token } })).body
  expect(gone.device_names).toEqual([id])
  expect(await placesOf(renamed)).toEqual([])
})

test('a carepad with a PIN is stored encrypted and says so; without one plain [ENT-carepad.encryption_state]', async () => {
  const person = await given.person()
  const { token } = person
  const body = { carepad_id: 'CP-STATE', carepad_name: 'Bed 3' }
  expect((await call('POST', '/v3/app/carepads', { token, body })).body.carepad).toMatchObject({ encrypted: false })
  const columns = async () =>
    (
      await sql<{ carepad_name: string; written_name: string }>`
        select carepad_name, written_name from carepads where account_id = ${person.accountId}`.execute(db)
    ).rows
  expect(await columns()).toEqual([{ carepad_name: 'Bed 3', written_name: 'Bed 3' }])
  const stored = await protect(person)
  expect(await columns()).toEqual([{ carepad_name: stored, written_name: 'CP-STATE' }])
  expect((await call('GET', '/v3/app/carepads', { token })).body.carepads).toMatchObject([
    { carepad_name: stored, encrypted: true },
  ])
})

test('a PIN and a new carepad at the same time: whichever is first, no name stays plain under the PIN', async () => {
  const person = await given.person()
  const { token } = person
  for (let round = 0; round < 4; round += 1) {
    const replaces = (await call('GET', '/v3/app/users/profile', { token })).body.pin_check
    const pads = (await call('GET', '/v3/app/carepads', { token })).body.carepads as {
      carepad_id: string
      carepad_name: string
    }[]
    const names = pads.map(({ carepad_id }) => [carepad_id, protectedName()])
    const pin = { pin_check: `1:cm91bmQ=:${round}`, replaces, names_hash: namesHash(pads), names }
    const pad = { carepad_id: `CP-RACE-${round}`, ...(round === 0 ? { carepad_name: 'Bed' } : {}) }
    const under = round === 0 ? pad : { ...pad, carepad_name: protectedName(), pin_check: replaces }
    const [set, added] = await Promise.all([
      call('PUT', '/v3/app/users/pin', { token, body: pin }),
      call('POST', '/v3/app/carepads', { token, body: under }),
    ])
    // One of them was told that it knew too little.
    expect([set.body.code, added.body.code].sort()).toEqual([200, 409001])
    if (set.body.code !== 200) {
      const all = (await call('GET', '/v3/app/carepads', { token })).body.carepads
      const again = { ...pin, names_hash: namesHash(all), names: [...names, [pad.carepad_id, protectedName()]] }
      expect((await call('PUT', '/v3/app/users/pin', { token, body: again })).body.code).toBe(200)
    }
    const { carepads } = (await call('GET', '/v3/app/carepads', { token })).body
    expect(carepads.every(({ encrypted }: { encrypted: boolean }) => encrypted)).toBe(true)
  }
})

test('ten thousand carepads come under a PIN in one call', async () => {
  const { token, accountId } = await given.person()
  await sql`insert into carepads (account_id, carepad_id, carepad_name, created_at)
    select ${accountId}, 'PAD-' || lpad(n::text, 6, '0'), 'Ito Haru ' || n, n from generate_series(1, 10000) as n`.execute(
    db,
  )
  const { rows } = await sql<{ carepad_id: string; carepad_name: string }>`
    select carepad_id, carepad_name from carepads where account_id = ${accountId}`.execute(db)
  const names = rows.map(({ carepad_id }) => [carepad_id, protectedName()])
  const body = { pin_check: PIN_CHECK, names_hash: namesHash(rows), names }
  expect((await call('PUT', '/v3/app/users/pin', { token, body })).body.code).toBe(200)
  const { rows: plain } =
    await sql`select from carepads where account_id = ${accountId} and carepad_name not like 'enc:1:%'`.execute(db)
  expect(plain).toEqual([])
})
