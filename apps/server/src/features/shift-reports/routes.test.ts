import { sql } from 'kysely'
import { extractText } from 'unpdf'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { listen } from '../../../../../scripts/harness/listen.ts'
import { helpOf, raised } from '../../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database, running } = app
const { db } = database

const REPORTS = '/v3/app/shiftreports'
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const create = async ({ token }: Person, notes = '') =>
  (await call('POST', REPORTS, { token, body: { notes } })).body.shift_reports[0]
const get = ({ token }: Person, path: string) => call('GET', path, { token })
const whenIs = (person: Person, report_id: string, state: string) =>
  eventually(async () => {
    // A retry waits for seconds; here it is due at once.
    await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(db)
    running.app.jobs.wake()
    const { body } = await get(person, `${REPORTS}/${report_id}`)
    expect(body.shift_report.state).toBe(state)
    return body
  })
const textOf = async (base64: string): Promise<string> =>
  (await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true })).text

/** Writes that something held of a device, from and to so many minutes ago. */
const condition = (accountId: string, deviceId: string, kind: string, from: number, to: number | null) =>
  sql`insert into device_conditions (account_id, device_id, kind, subject, since_ms, seen_ms, is_raised, until_ms)
    values (${accountId}, ${deviceId}, ${kind}, '', ${clock.now() - from * MINUTE_MS},
      ${clock.now() - (from + 15) * MINUTE_MS}, true, ${to === null ? null : clock.now() - to * MINUTE_MS})`.execute(db)

test('a report tells how every tracker is, and what changed since the last shift [ENT-shiftReport.creator] [ENT-shiftReport.date] [ENT-shiftReport.notes] [API-POST /app/shiftreports]', async () => {
  const person = await given.person()
  const { accountId, token } = person
  const ito = await given.tracker(accountId, { name: '伊藤 ハル' })
  const chair = await given.tracker(accountId, { name: 'Wheelchair 02' })
  const mapId = await given.indoorMap(accountId, '2F East')
  await sql`insert into tracker_classes (account_id, index, name, color) values (${accountId}, 1, 'Residents', '#112233')`.execute(
    db,
  )
  await sql`update trackers set class_index = 1 where device_id = ${ito}`.execute(db)
  await sql`insert into tracker_states (account_id, device_id, last_seen_ms, said_connected, battery, sender_name, map_id,
      updated_at_ms)
    values (${accountId}, ${ito}, ${clock.now() - 5000}, true, 82, 'Stairs B', ${mapId}, 0),
      (${accountId}, ${chair}, ${clock.now() - HOUR_MS}, true, 9, '', null, 0)`.execute(db)
  await sql`insert into carepads (account_id, carepad_id, carepad_name, created_at)
    values (${accountId}, 'fridge', 'enc:1:abc', 0)`.execute(db)
  await condition(accountId, chair, 'low_battery', 50, null)
  await condition(accountId, 'fridge', 'high_temperature', 70, 20)
  await sql`insert into location_logs (account_id, device_id, scanned_at_ms, sender_id, seq, received_at_ms, clock_ahead,
      temperature)
    select ${accountId}, 'fridge', ${clock.now()}::bigint - minutes * 60000, 's', minutes, 0, false, temperature
    from (values (75, 50.0), (60, 39.5), (40, 41.25), (30, 38.5)) as heard (minutes, temperature)`.execute(db)
  await call('POST', '/v3/app/users/extrasettings/remarks', { token, body: { items: [{ index: 0, name: 'Diet' }] } })
  await call('PUT', `/v3/app/trackers/${ito}/remarks`, { token, body: { items: [{ index: 0, memo: 'Soft' }] } })
  const [answered, open] = await raised(
    app,
    accountId,
    helpOf(ito, '伊藤 ハル', clock.now() - 2 * MINUTE_MS),
    helpOf(chair, 'Wheelchair 02', clock.now() - MINUTE_MS),
  )
  await call('POST', '/v3/app/alarms/acknowledge', { token, body: { alarm_ids: [answered] } })

  const askedAt = Math.floor(clock.now() / 1000)
  const { report_id } = await create(person, 'Restless night')
  const { shift_report, content } = await whenIs(person, report_id, 'success')
  expect(shift_report).toMatchObject({ creator: 'Mori Yuki', notes: 'Restless night', shift_name: '', read_by: [] })
  expect(shift_report.date).toBeGreaterThanOrEqual(askedAt)
  expect(shift_report.date).toBeLessThanOrEqual(clock.now() / 1000)
  expect(shift_report.date - shift_report.period_start).toBe(86_400)
  expect(content.devices).toMatchObject([
    { name: '伊藤 ハル', class_name: 'Residents', status: 'connected', battery: 82, place: '2F East · Stairs B' },
    { name: 'Wheelchair 02', class_name: '', status: 'offline', battery: 9, place: '', remarks: [] },
  ])
  expect(content.devices[0].remarks).toEqual([{ name: 'Diet', memo: 'Soft' }])
  expect(content.alarms).toMatchObject([
    { alarm_id: answered, subject: 'Help requested', acknowledged_by: 'Mori Yuki' },
    { alarm_id: open, acknowledged_by: null, acknowledged_at_ms: null },
  ])
  expect(content.low_batteries).toMatchObject([{ name: 'Wheelchair 02', battery: 9 }])
  expect(content.temperatures).toMatchObject([{ device_id: 'fridge', kind: 'high', peak: 41.25 }])
  expect(content.remarks).toMatchObject([{ name: '伊藤 ハル', item: 'Diet', memo: 'Soft', editor: 'Mori Yuki' }])

  await call('POST', `${REPORTS}/${report_id}/handover`, { token, body: { name: '林 偉' } })
  const text = await textOf((await get(person, shift_report.pdf_url)).body.base64)
  for (const part of [
    'Shift report',
    '伊藤 ハル',
    'Restless night',
    '2F East · Stairs B',
    'Diet: Soft',
    '林 偉',
    'Page 1 of',
  ])
    expect(text).toContain(part)
  // The browser alone can read such a name.
  expect(text).toContain('fridge')
  expect(text).not.toContain('enc:1')
})

test('who came and left is told by the last sighting there; an open visit beside a closed one is still there', async () => {
  clock.hold()
  const person = await given.person()
  const { accountId, token } = person
  const lobby = await given.station(accountId, { gps: [25, 121] })
  const yard = await given.station(accountId, { gps: [25.01, 121] })
  const shape = { t4_ids: [lobby.t4Id] }
  const zoned = await call('POST', '/v3/app/zones', { token, body: { zone_name: 'Lobby', zone_type: 'danger', shape } })
  expect(zoned.status).toBe(200)
  const [back, gone, silent] = [
    await given.tracker(accountId, { name: '伊藤 ハル' }),
    await given.tracker(accountId, { name: 'Lin Wei' }),
    await given.tracker(accountId, { name: 'Wheelchair 02' }),
  ] as const
  let seq = 0
  /** Heard there so many minutes long, each minute. */
  const heard = async (place: typeof lobby, trackers: readonly string[], minutes: number) => {
    for (let minute = 0; minute <= minutes; minute += 1) {
      seq += 1
      const { t4Id: t4_id, password: key } = place
      const scans = trackers.map((device_id) => ({ device_id, rssi: -50 }))
      const body = { t4_id, key, seq, scanned_at_ms: clock.now(), scans }
      expect((await call('POST', '/v3/device/report', { body })).body).toMatchObject({ stored: trackers.length })
      clock.move(MINUTE_MS)
    }
  }
  const cameMs = clock.now()
  await heard(lobby, [back, gone, silent], 10)
  await heard(yard, [back, gone], 20)
  await heard(lobby, [back], 4)
  // A session outlives no half an hour.
  const later = { ...person, token: await given.signIn(person.email) }
  const { report_id } = await create(later)
  const { content, shift_report } = await whenIs(later, report_id, 'success')
  const leftMs = cameMs + 10 * MINUTE_MS
  const first = { zone_name: 'Lobby', zone_type: 'danger', entered_ms: cameMs, left_ms: null, last_seen_ms: null }
  expect(content.visits).toEqual([
    { ...first, device_id: gone, name: 'Lin Wei', left_ms: leftMs, visits: 1, total_s: 600 },
    { ...first, device_id: silent, name: 'Wheelchair 02', last_seen_ms: leftMs, visits: 1, total_s: 600 },
    { ...first, device_id: back, name: '伊藤 ハル', visits: 2, total_s: 15 * 60 },
  ])
  expect(content.silent).toEqual([
    { device_id: silent, name: 'Wheelchair 02', is_station: false, since_ms: leftMs, until_ms: null },
  ])
  const text = await textOf((await get(later, shift_report.pdf_url)).body.base64)
  for (const part of ['Still there', 'last seen']) expect(text).toContain(part)
})

test('the PDF of a report is base64 under the API, for who is signed in, in the language of each reader [API-GET {pdf url}]', async () => {
  const person = await given.person()
  await given.tracker(person.accountId, { name: '陳 玉蘭' })
  const { report_id } = await create(person)
  const { pdf_url } = (await whenIs(person, report_id, 'success')).shift_report
  expect(pdf_url).toBe(`/v3/app/shiftreports/${report_id}/pdf`)
  expect((await call('GET', pdf_url)).body.code).toBe(401001)
  // English is in the test before, the characters of the third language in platform/pdf/pdf.test.ts.
  await call('PUT', '/v3/app/users/profile', { token: person.token, body: { user: { locale: 'ja-jp' } } })
  const { status, body } = await get(person, pdf_url)
  expect({ status, result: body.result }).toEqual({ status: 200, result: true })
  const text = await textOf(body.base64)
  expect(text).toContain('申し送り')
  expect(text).toContain('陳 玉蘭')
})

test('PDFs that several accounts ask for at once hold the report of each, also where somebody asks for one many times', async () => {
  const people = await Promise.all([given.person(), given.person()])
  const urls = await Promise.all(
    people.map(async (person, index) => {
      await given.tracker(person.accountId, { name: `Cart${index}` })
      const { report_id } = await create(person)
      return (await whenIs(person, report_id, 'success')).shift_report.pdf_url
    }),
  )
  const [first, second] = await Promise.all([
    Promise.all(Array.from({ length: 24 }, () => get(people[0]!, urls[0]))),
    get(people[1]!, urls[1]),
  ])
  expect(first.map(({ status }) => status)).toEqual(Array(24).fill(200))
  expect(await textOf(first.at(-1)!.body.base64)).toContain('Cart0')
  expect(await textOf(second.body.base64)).toContain('Cart1')
})

test('a report that cannot be made fails visibly, and succeeds when somebody retries it', async () => {
  const person = await given.person()
  const { events } = await listen(app, person.token)
  await app.database.ownerPool.query('alter table tracker_remarks rename to tracker_remarks_away')
  const putBack = () =>
    app.database.ownerPool.query('alter table if exists tracker_remarks_away rename to tracker_remarks')
  onTestFinished(async () => void (await putBack()))
  const { report_id } = await create(person)
  const { shift_report, content } = await whenIs(person, report_id, 'failure')
  expect(shift_report.pdf_url).toBe('')
  expect(content).toBeNull()
  expect((await get(person, `${REPORTS}/${report_id}/pdf`)).body.code).toBe(404102)
  const handover = { token: person.token, body: {} }
  expect((await call('POST', `${REPORTS}/${report_id}/handover`, handover)).body.code).toBe(405001)
  await putBack()
  const again = await call('POST', `${REPORTS}/${report_id}/retry`, { token: person.token })
  expect(['generating', 'success']).toContain(again.body.shift_report.state)
  await whenIs(person, report_id, 'success')
  const told = events.filter(({ event, data }) => event === 'lists' && data.changed.includes('shift_reports'))
  expect(told.length).toBeGreaterThan(2)
})

test('reports are listed newest first, in pages [API-GET /app/shiftreports]', async () => {
  const person = await given.person()
  await sql`insert into shift_reports (account_id, report_id, creator, date_ms, period_start_ms, state)
    select ${person.accountId}, gen_random_uuid(), 'auto', number * 1000, 0, 'failure' from generate_series(1, 60) number`.execute(
    db,
  )
  const dates = (page: { body: { shift_reports: { date: number }[] } }) =>
    page.body.shift_reports.map(({ date }) => date)
  const first = await get(person, REPORTS)
  expect(dates(first)).toEqual(Array.from({ length: 50 }, (_, index) => 60 - index))
  const next = await get(person, `${REPORTS}?page_token=${first.body.metadata.next_token}`)
  expect(dates(next)).toEqual(Array.from({ length: 10 }, (_, index) => 10 - index))
  expect(next.body.metadata.next_token).toBeUndefined()
  const stranger = await given.person()
  const stolen = await get(stranger, `${REPORTS}?page_token=${first.body.metadata.next_token}`)
  expect(stolen.body).toMatchObject({ code: 400001, info: 'query.page_token' })
})

test('support makes reports and changes no times; a guest does neither', async () => {
  const owner = await given.person()
  const timer = { body: { shift_report_timer: ['08:00'] } }
  const TIMER = '/v3/app/users/extrasettings/shifttimer'
  const support = await given.person({ accountId: owner.accountId, class: 'support' })
  expect((await create(support)).creator).toBe('Mori Yuki')
  expect((await call('POST', TIMER, { token: support.token, ...timer })).body.code).toBe(403001)
  const guest = { token: await given.visitor(owner, 'guest') }
  for (const [method, path, body] of [
    ['GET', REPORTS, undefined],
    ['POST', REPORTS, { notes: '' }],
    ['GET', TIMER, undefined],
    ['POST', TIMER, timer.body],
  ] as const)
    expect((await call(method, path, { ...guest, body })).body.code).toBe(403001)
})

test.each([['x'.repeat(501)], [undefined], [7]])('notes %j are refused', async (notes) => {
  const { token } = await given.person()
  expect((await call('POST', REPORTS, { token, body: { notes } })).body).toMatchObject({
    ...{ code: 400001, info: 'body.notes' },
  })
})
