import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, PASSWORD, type Person } from '../../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { helpOf, raised } from '../../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database
const NEW_PASSWORD = 'another good password'
const STALE_MS = 301_000

const changePassword = (token: string, old_password = PASSWORD, new_password = NEW_PASSWORD) =>
  call('POST', '/v3/app/users/password', { token, body: { user: { old_password, new_password } } })
const changeEmail = (token: string, email: string) =>
  call('POST', '/v3/app/users/email', { token, body: { user: { email } } })
const confirmEmail = (token: string) => call('POST', '/v3/app/users/confirm/email', { body: { token } })
const remove = (token: string, email: string) =>
  call('DELETE', '/v3/app/users/profile', { token, body: { user: { email } } })
const confirmRemove = (token: string) => call('POST', '/v3/app/users/confirm/remove', { body: { token } })
const setPin = (token: string, pin_check: unknown) => call('PUT', '/v3/app/users/pin', { token, body: { pin_check } })
const preview = (token: string) => call('POST', '/v3/app/users/confirm/preview', { body: { token } })
const profile = (token: string) => call('GET', '/v3/app/users/profile', { token })
const signIn = (email: string, password = PASSWORD) =>
  call('POST', '/v3/app/users/signin', {
    body: {
      device: { platform: 'web', useragent: 'test', push_token: '' },
      user: { provider: 'email', email, password },
    },
  })
const mailTo = (email: string) => latestMail(app.database.address, email)
const tokenTo = async (email: string) => (await mailTo(email)).token
const actionsOf = async ({ accountId }: Person) =>
  (
    await sql<{ action: string }>`select action from activity_logs where account_id = ${accountId}`.execute(db)
  ).rows.map(({ action }) => action)
const byService = ({ userId }: Person) =>
  sql`update users set provider = 'apple', provider_issuer = 'https://apple.example', provider_subject = ${userId},
    password_hash = null where user_id = ${userId}`.execute(db)

let count = 0
const freshEmail = () => {
  count += 1
  return `fresh${count}@example.com`
}

test('a person changes the own password; other sessions end with their streams, this one continues with a fresh token [API-POST /app/users/password]', async () => {
  const person = await given.person()
  const other = await given.signIn(person.email)
  const visitor = await given.visitor(person)
  const stream = await fetch(`${app.origin}/v3/app/stream`, { headers: { authorization: `Bearer ${other}` } })
  const { body } = await changePassword(person.token)
  expect(body.access_token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(body.access_token).not.toBe(person.token)
  expect(await stream.text()).toContain('event: bye')
  expect((await profile(other)).body.code).toBe(401001)
  expect((await profile(body.access_token)).status).toBe(200)
  // Other tabs of this browser read the new token; a ward's console that came by a link stays.
  expect((await profile(person.token)).body.code).toBe(401001)
  expect((await call('GET', '/v3/app/trackers', { token: visitor })).status).toBe(200)
  expect((await signIn(person.email)).body.code).toBe(401101)
  expect((await signIn(person.email, NEW_PASSWORD)).status).toBe(200)
  expect(await mailTo(person.email)).toMatchObject({ kind: 'password_changed', token: '' })
  expect(await actionsOf(person)).toContain('change_password')
})

test('a new password ends the links that were asked for before', async () => {
  const person = await given.person()
  const tracker = await given.tracker(person.accountId)
  await call('DELETE', '/v3/app/trackers', { token: person.token, body: { device_ids: [tracker] } })
  const link = await tokenTo(person.email)
  expect((await preview(link)).status).toBe(200)
  expect((await changePassword(person.token)).status).toBe(200)
  expect((await preview(link)).body.code).toBe(401102)
})

test('a wrong old password changes nothing and ends nothing; guessing is throttled', async () => {
  const person = await given.person()
  for (let index = 0; index < 5; index += 1) {
    expect(await changePassword(person.token, 'wrong')).toMatchObject({ status: 401, body: { code: 401101 } })
  }
  expect(await changePassword(person.token)).toMatchObject({ status: 429, body: { code: 429101 } })
  expect((await profile(person.token)).status).toBe(200)
  expect((await actionsOf(person)).filter((action) => action === 'sign_in_refused')).toHaveLength(5)
  clock.move(61_000)
  expect((await changePassword(person.token)).status).toBe(200)
})

test.each([
  ['7 chars', 400106],
  ['football1', 400001],
  ['x'.repeat(129), 400001],
])('%s is no new password [VALID-01, ERR-400106]', async (password, code) => {
  const person = await given.person()
  const { body } = await changePassword(person.token, PASSWORD, password)
  expect(body.code).toBe(code)
  if (code === 400001) expect(body.info).toBe('body.user.new_password')
  expect((await signIn(person.email)).status).toBe(200)
})

test('one of two simultaneous changes with the same old password succeeds', async () => {
  const person = await given.person()
  const other = await given.signIn(person.email)
  const answers = await Promise.all([
    changePassword(person.token, PASSWORD, 'the first of two passwords'),
    changePassword(other, PASSWORD, 'the second of two passwords'),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('people who sign in with another service have no password and no e-mail to change here [ERR-400107, ERR-400112]', async () => {
  const person = await given.person()
  await byService(person)
  expect(await changePassword(person.token)).toMatchObject({ status: 400, body: { code: 400112 } })
  expect(await changeEmail(person.token, freshEmail())).toMatchObject({ status: 400, body: { code: 400107 } })
})

test('a new e-mail is in force once its link is used; the old address gets a notice [MAIL-04]', async () => {
  const person = await given.person()
  const other = await given.signIn(person.email)
  const email = freshEmail()
  expect((await changeEmail(person.token, email)).body).toEqual({ result: true, code: 200, mail_sent: true })
  expect((await profile(person.token)).body.email).toBe(person.email)
  const notice = await mailTo(person.email)
  expect(notice).toMatchObject({ kind: 'email_notice', link: '', token: '' })
  expect(notice.text).toContain(email)
  const mail = await mailTo(email)
  expect(mail).toMatchObject({ kind: 'change_email', link: `${app.origin}/change-email#token=${mail.token}` })
  expect((await preview(mail.token)).body).toMatchObject({ purpose: 'change_email', email })
  expect((await confirmEmail(mail.token)).body).toEqual({ result: true, code: 200, email })
  for (const token of [person.token, other])
    expect((await profile(token)).body).toMatchObject({ email, verified: true })
  expect((await signIn(person.email)).body.code).toBe(401101)
  expect((await signIn(email)).status).toBe(200)
  expect((await confirmEmail(mail.token)).body.code).toBe(401102)
  expect(await actionsOf(person)).toEqual(expect.arrayContaining(['ask_email_change', 'change_email']))
})

test('an e-mail that has an account is refused, the own one too, and one that is taken meanwhile [VALID-08, ERR-400105]', async () => {
  const [person, other] = [await given.person(), await given.person()]
  for (const email of [other.email, person.email, person.email.toUpperCase()]) {
    expect(await changeEmail(person.token, email)).toMatchObject({ status: 400, body: { code: 400105 } })
  }
  const email = freshEmail()
  await changeEmail(person.token, email)
  const first = await tokenTo(email)
  clock.move(10)
  await changeEmail(other.token, email)
  const second = await tokenTo(email)
  const answers = await Promise.all([confirmEmail(first), confirmEmail(second)])
  expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 400105])
})

test.each(['abc', '', 'a@b', 'a@b.example\r\nBcc: c@d.example'])('%j is no new e-mail [VALID-10]', async (email) => {
  const person = await given.person()
  expect((await changeEmail(person.token, email)).body).toMatchObject({ code: 400001, info: 'body.user.email' })
})

test('a change of e-mail ends links that went to the old address', async () => {
  const person = await given.person()
  await call('POST', '/v3/app/users/recovery', { body: { user: { email: person.email } } })
  const recovery = await tokenTo(person.email)
  const email = freshEmail()
  await changeEmail(person.token, email)
  await confirmEmail(await tokenTo(email))
  const { body } = await call('POST', '/v3/app/users/confirm/recovery', {
    body: { token: recovery, user: { password: NEW_PASSWORD } },
  })
  expect(body.code).toBe(401102)
})

test('wrong, foreign, older and expired links change no e-mail and delete nothing', async () => {
  const person = await given.person()
  const [first, second] = [freshEmail(), freshEmail()]
  await changeEmail(person.token, first)
  const older = await tokenTo(first)
  await changeEmail(person.token, second)
  const token = await tokenTo(second)
  clock.move(10)
  await remove(person.token, person.email)
  const removal = await tokenTo(person.email)
  for (const wrong of [older, removal, 'nothing']) expect((await confirmEmail(wrong)).body.code).toBe(401102)
  for (const wrong of [token, 'nothing']) expect((await confirmRemove(wrong)).body.code).toBe(401102)
  clock.move(3_600_000)
  expect((await confirmEmail(token)).body.code).toBe(401102)
  expect((await confirmRemove(removal)).body.code).toBe(401102)
  expect((await signIn(person.email)).status).toBe(200)
})

test('e-mail, deletion and PIN need a fresh password; the password itself only the old one', async () => {
  const person = await given.person()
  clock.move(STALE_MS)
  const stale = [
    await changeEmail(person.token, freshEmail()),
    await remove(person.token, person.email),
    await setPin(person.token, 'salt:verifier'),
  ]
  for (const { status, body } of stale) expect([status, body.code, body.info]).toEqual([412, 412001, 'reauth'])
  const proof = { token: person.token, body: { user: { password: PASSWORD } } }
  const { access_token } = (await call('POST', '/v3/app/users/reauth', proof)).body
  expect((await setPin(access_token, 'salt:verifier')).status).toBe(200)
  clock.move(STALE_MS)
  expect((await changePassword(access_token)).status).toBe(200)
})

test('the PIN is checked in the browser: the server stores the verifier and shows it to who may name carepads', async () => {
  const person = await given.person()
  expect((await profile(person.token)).body.pin_check).toBe('')
  expect((await setPin(person.token, 'c2FsdA==:dmVyaWZpZXI=')).body).toEqual({ result: true, code: 200 })
  expect((await profile(person.token)).body.pin_check).toBe('c2FsdA==:dmVyaWZpZXI=')
  expect((await profile(await given.visitor(person, 'support'))).body.pin_check).toBe('c2FsdA==:dmVyaWZpZXI=')
  expect((await profile(await given.visitor(person, 'guest'))).body.pin_check).toBe('')
  for (const bad of ['', '1 2', 'x'.repeat(513), 1234]) {
    expect((await setPin(person.token, bad)).body.code).toBe(400001)
  }
  expect(await actionsOf(person)).toContain('change_pin')
})

test('only owners who signed in themselves may change the account', async () => {
  const owner = await given.person()
  const others = await Promise.all(
    (['deputy', 'support', 'readonly'] as const).map((role) =>
      given.person({ accountId: owner.accountId, class: role }),
    ),
  )
  for (const token of [...others.map((person) => person.token), await given.visitor(owner)]) {
    const answers = await Promise.all([
      changePassword(token),
      changeEmail(token, freshEmail()),
      remove(token, owner.email),
      setPin(token, 'salt:verifier'),
    ])
    expect(answers.map(({ body }) => body.code)).toEqual([403001, 403001, 403001, 403001])
  }
})

/** Names of all tables; of those with an account in them alone, where wanted. */
async function tables({ ofAccounts = false } = {}): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and has_table_privilege(c.oid, 'select')
      and (not ${ofAccounts}::boolean or exists (
        select from pg_attribute where attrelid = c.oid and attname = 'account_id'))
    order by relname`.execute(db)
  return rows.map(({ name }) => name)
}

/** Names of tables with an account in them that still have a row of this account. */
async function tablesWith(accountId: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await tables({ ofAccounts: true })) {
    const { rows } = await sql`select from ${sql.table(name)} where account_id = ${accountId} limit 1`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Names of tables with any of these words in any column. */
async function tablesThatSay(words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of await tables()) {
    const { rows } = await sql`
      select from ${sql.table(name)} t where t::text ilike any(${words.map((word) => `%${word}%`)}) limit 1`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** An account that has something of everything, its devices' history with it. */
async function livelyAccount(): Promise<{
  person: Person
  senderPassword: string
  report: (seq: number) => Promise<number>
}> {
  const person = await given.person()
  const { accountId } = person
  const mapId = await given.indoorMap(accountId)
  const { t4Id } = await given.station(accountId, { mapId, x: 10, y: 10 })
  await given.visitor(person)
  const deviceId = await given.tracker(accountId)
  const senderPassword = await given.credential(accountId, 'phone')
  const report = async (seq: number) =>
    (
      await call('POST', '/v3/device/report', {
        body: {
          phone_id: 'phone',
          key: senderPassword,
          seq,
          scanned_at_ms: clock.now(),
          gps_latitude: 35,
          gps_longitude: 139,
          scans: [],
        },
      })
    ).status
  expect(await report(1)).toBe(200)
  await sql`insert into station_states (account_id, t4_id, connection_status, lastseen_ms, updated_at_ms)
    values (${accountId}, ${t4Id}, 'connected', 0, 0)`.execute(db)
  await sql`insert into ahead_reports values (${accountId}, ${deviceId}, 'phone', '1', 0)`.execute(db)
  await sql`insert into gateway_counts values (${accountId}, 'phone', '2026-01-01', 'tooOld', 1)`.execute(db)
  await sql`insert into media values (${accountId}, ${randomUUID()}, 'image/png', 'x', 1, 1, 0)`.execute(db)
  await sql`insert into line_groups values (${accountId}, ${randomUUID()}, 'group', 'Ward', 0)`.execute(db)
  await sql`insert into tracker_classes (account_id, index, name, color) values (${accountId}, 1, 'Chairs', '#AABBCC')`.execute(
    db,
  )
  await sql`insert into remark_items values (${accountId}, 1, 'Meal')`.execute(db)
  await sql`insert into tracker_remarks values (${accountId}, ${deviceId}, 1, 'Soft', 'Mori', 0)`.execute(db)
  await sql`insert into bind_checks values (${accountId}, ${randomUUID()}, 'g3', 'G3-1', 0)`.execute(db)
  await sql`insert into shares values (${accountId}, ${randomUUID()}, ${deviceId}, 'a@example.com', null, null, 0)`.execute(
    db,
  )
  await sql`insert into device_commands values (${accountId}, ${randomUUID()}, 'phone', ${deviceId}, 'ring', '{}', 0, 0)`.execute(
    db,
  )
  await sql`insert into unclaimed_tags (account_id, id, radio_identity, sender_id, rssi, first_seen, last_seen)
    values (${accountId}, ${randomUUID()}, 'ibeacon:1', 'phone', -60, 0, 0)`.execute(db)
  await sql`insert into radio_keys values (${accountId}, 'bthome:1', 'sealed')`.execute(db)
  await sql`insert into loggers values (${accountId}, ${randomUUID()}, 'Ward', '', 0)`.execute(db)
  await sql`insert into carepads (account_id, carepad_id, carepad_name, created_at)
    values (${accountId}, 'pad', 'Pad', 0)`.execute(db)
  await addRecords(accountId, deviceId)
  await addConnections(accountId)
  const headers = { 'idempotency-key': randomUUID() }
  await call('PUT', '/v3/app/users/pin', { token: person.token, body: { pin_check: 'salt:verifier' }, headers })
  await addAlarms(person, deviceId)
  await eventually(async () => expect(await tablesWith(accountId)).toContain('tracker_states'))
  return { person, senderPassword, report }
}

/** What is kept of days that went by: history, attendance, roll-calls, shift reports. */
async function addRecords(accountId: string, deviceId: string): Promise<void> {
  const [rollCallId, reportId] = [randomUUID(), randomUUID()]
  await sql`insert into stays (account_id, device_id, from_ms, until_ms, kind, sender_id, sender_name, sightings, device_name,
      class_index)
    values (${accountId}, ${deviceId}, ${clock.now()}, ${clock.now()}, 'moving', '', '', 1, 'Chair', 1)`.execute(db)
  await sql`insert into shown_positions (account_id, device_id, at_ms, moving) values (${accountId}, ${deviceId}, ${clock.now()}, false)`.execute(
    db,
  )
  await sql`insert into visits (account_id, device_id, zone_id, zone_name, zone_type, device_name, class_index, from_ms, until_ms,
      known_from_ms)
    values (${accountId}, ${deviceId}, ${randomUUID()}, 'Ward', 'attendance', 'Mei', 1, ${clock.now()}, ${clock.now()}, 0)`.execute(
    db,
  )
  await sql`insert into late_spans values (${accountId}, ${deviceId}, 0, 0, 1, 0)`.execute(db)
  await sql`insert into past_states values (${accountId}, ${deviceId}, ${clock.now()}, '{}')`.execute(db)
  await sql`insert into tracker_versions values (${accountId}, ${deviceId}, 0, 'Chair', 1)`.execute(db)
  await sql`insert into station_versions values (${accountId}, 'T4-1', 0, 'Lobby')`.execute(db)
  await sql`insert into step_days values (${accountId}, ${deviceId}, '2026-01-01', 1)`.execute(db)
  await sql`insert into temperature_hours values (${accountId}, 'pad', ${clock.now()}, '{3600}', '{3600}')`.execute(db)
  await sql`insert into temperatures_thinned values (${accountId}, 'pad', 0, 36, 36, 36)`.execute(db)
  await sql`insert into excursions (account_id, carepad_id, event, since_ms, is_raised, carepad_name, threshold_high, alert_type)
    values (${accountId}, 'pad', 'high_temperature', 0, true, 'Pad', 38, 'instant')`.execute(db)
  await sql`insert into attendance_notes (account_id, device_id, day, changed_by, changed_at)
    values (${accountId}, ${deviceId}, '2026-01-01', 'Mori', 0)`.execute(db)
  await sql`insert into attendance_rules (account_id, from_day, shifts, over_time_minutes)
    values (${accountId}, '2026-01-01', '[]', 30)`.execute(db)
  await sql`insert into calibrations
    values (${accountId}, ${randomUUID()}, 'auto', ${deviceId}, '{}', 0, 1, 1)`.execute(db)
  await sql`insert into station_calibrations
    select account_id, t4_id, 'auto', ${deviceId}, 0, null, null, '{}', '{}' from stations
    where account_id = ${accountId}`.execute(db)
  await sql`insert into training_jobs (account_id, job_id, device_id, device_name, map_id, "indoor_X", "indoor_Y",
      collection_time, note, created_at_ms)
    select account_id, ${randomUUID()}, ${deviceId}, 'Chair', id, 0, 0, 5, '', 0 from indoor_maps
    where account_id = ${accountId}`.execute(db)
  await sql`insert into radio_maps select account_id, id, '{}' from indoor_maps where account_id = ${accountId}`.execute(
    db,
  )
  await sql`insert into roll_call_settings values (${accountId}, '{1}')`.execute(db)
  await sql`insert into roll_calls values (${accountId}, ${rollCallId}, true, 0, 'Mori', null, null, '[]')`.execute(db)
  await sql`insert into roll_call_ticks
    values (${accountId}, ${rollCallId}, ${randomUUID()}, ${deviceId}, true, 0, 'Mori')`.execute(db)
  await sql`insert into shift_timers values (${accountId}, '{08:00}', '{Night}', '{0}')`.execute(db)
  await sql`insert into shift_reports (account_id, report_id, creator, date_ms, period_start_ms)
    values (${accountId}, ${reportId}, 'Mori', 1, 0)`.execute(db)
  await sql`insert into shift_report_readings values (${accountId}, ${reportId}, 'Mori', 'Mori', 0)`.execute(db)
}

/** What connects the account with other systems. */
async function addConnections(accountId: string): Promise<void> {
  const [brokerId, webhookId] = [randomUUID(), randomUUID()]
  await sql`insert into brokers (account_id, broker_id, broker_name, host, port, tls, reads, paused, created_at)
    values (${accountId}, ${brokerId}, 'House', '127.0.0.1', 1, false, '{espresense}', true, 0)`.execute(db)
  await sql`insert into broker_links (account_id, broker_id, slot, server_id, lease_until_ms, state_since_ms)
    values (${accountId}, ${brokerId}, 0, ${randomUUID()}, 0, 0)`.execute(db)
  await sql`insert into webhooks (account_id, webhook_id, url, note, events, secret_sealed, created_at_ms, off)
    values (${accountId}, ${webhookId}, 'https://desk.example', '', '{alarm.began}', '', 0, 'person')`.execute(db)
  await sql`insert into webhook_deliveries (account_id, webhook_id, delivery_id, event, facts, at_ms, created_at_ms, state)
    values (${accountId}, ${webhookId}, ${randomUUID()}, 'alarm.began', '{}', 0, 0, 'delivered')`.execute(db)
}

/** Zones, alarms, and the mails, pushes and messages they cause. */
async function addAlarms({ accountId, email }: Person, deviceId: string): Promise<void> {
  await sql`insert into zones (account_id, id, zone_name, zone_type, shape, created_at)
    values (${accountId}, ${randomUUID()}, 'Stairs', 'danger', '{}', 0)`.execute(db)
  await sql`insert into device_conditions (account_id, device_id, kind, since_ms, seen_ms, is_raised, until_ms)
    values (${accountId}, ${deviceId}, 'help', 0, 0, true, 1)`.execute(db)
  await sql`insert into confirmed_contacts values (${accountId}, 'night@contacts.example', 0)`.execute(db)
  await sql`insert into alert_settings values (${accountId}, 60, ${JSON.stringify([{ email, after_s: 0 }])}::jsonb)`.execute(
    db,
  )
  await raised(app, accountId, helpOf(deviceId, 'Ito Haru', clock.now()))
  await eventually(async () => expect((await mailTo(email)).kind).toBe('alarm'))
  // The mail of the second waits for half a minute.
  const [id] = await raised(app, accountId, helpOf(deviceId, 'Ito Haru', clock.now()))
  await eventually(async () => expect(await tablesWith(accountId)).toContain('alarm_letters'))
  const server = randomUUID()
  await sql`insert into servers (server_id, seen_at, connection_name) values (${server}, 'infinity', '')`.execute(db)
  await sql`insert into listeners (server_id, account_id) values (${server}, ${accountId})`.execute(db)
  await sql`insert into push_subscriptions
    select account_id, session_id, session_id::text, 'key', 'auth', 0 from sessions
    where account_id = ${accountId} limit 1`.execute(db)
  await sql`insert into pushes
    select ${randomUUID()}::uuid, account_id, session_id, ${id}::uuid, 0 from push_subscriptions
    where account_id = ${accountId}`.execute(db)
}

test('an account stays until the link of the mail is used; then it is gone with everything in it [MAIL-01, API-DELETE /app/users/profile, API-POST /app/users/confirm/remove]', async () => {
  const { person, report } = await livelyAccount()
  const [neighbour, other] = [await livelyAccount(), await given.signIn(person.email)]
  const stream = await fetch(`${app.origin}/v3/app/stream`, { headers: { authorization: `Bearer ${other}` } })
  expect((await remove(person.token, person.email.toUpperCase())).body).toEqual({
    result: true,
    code: 200,
    mail_sent: true,
  })
  expect((await profile(person.token)).status).toBe(200)
  const mail = await mailTo(person.email)
  expect(mail).toMatchObject({ kind: 'remove_account', link: `${app.origin}/delete-account#token=${mail.token}` })
  expect((await preview(mail.token)).body).toMatchObject({ purpose: 'remove_account', email: person.email })
  // What is to go is there: a table made later has to be filled above.
  expect(await tablesWith(person.accountId)).toEqual(await tables({ ofAccounts: true }))
  const before = await tablesWith(neighbour.person.accountId)

  const answers = await Promise.all([confirmRemove(mail.token), confirmRemove(mail.token)])
  expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 401102])
  expect(await stream.text()).toContain('event: bye')
  expect((await profile(person.token)).body.code).toBe(401001)
  expect((await signIn(person.email)).body.code).toBe(401101)
  await eventually(async () => expect(await tablesWith(person.accountId)).toEqual([]))
  // Counted before, and not written yet.
  const { counts } = app.running.app
  counts.add({ accountId: person.accountId, senderId: 'phone' }, 'tooOld', clock.now())
  await counts.flush()
  expect(await tablesWith(person.accountId)).toEqual([])
  // Nor does any other table know whose it was.
  expect(await tablesThatSay([person.accountId, person.userId, person.email])).toEqual([])
  clock.move(1100)
  expect(await report(2)).toBe(401)
  expect(await tablesWith(neighbour.person.accountId)).toEqual(before)
  expect((await profile(neighbour.person.token)).status).toBe(200)
  // The address is free again.
  const again = { email: person.email, password: PASSWORD, fullname: 'Sato Ren', locale: 'zh-tw' }
  expect((await call('POST', '/v3/app/users/signup', { body: { user: again } })).status).toBe(200)
})

test('typing another address than the own deletes nothing', async () => {
  const person = await given.person()
  const { status, body } = await remove(person.token, freshEmail())
  expect({ status, code: body.code, info: body.info }).toEqual({ status: 400, code: 400001, info: 'body.user.email' })
})

test('an integrator with business users is not deleted, neither when asking nor when confirming', async () => {
  const integrator = await given.person({ groups: ['Integrator'] })
  await remove(integrator.token, integrator.email)
  const token = await tokenTo(integrator.email)
  const user = await given.person()
  await sql`update accounts set integrator_account_id = ${integrator.accountId}
    where account_id = ${user.accountId}`.execute(db)
  expect(await remove(integrator.token, integrator.email)).toMatchObject({ status: 409, body: { code: 409001 } })
  expect((await confirmRemove(token)).body.code).toBe(409001)
  await sql`update accounts set integrator_account_id = null where account_id = ${user.accountId}`.execute(db)
  expect((await confirmRemove(token)).status).toBe(200)
  expect((await signIn(integrator.email)).body.code).toBe(401101)
})
