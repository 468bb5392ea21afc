/** What an operator does at the machine. That the commands are a program of their own: admin.process.test.ts. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../scripts/harness/given.ts'
import { quietLog } from '../../../scripts/harness/quiet-log.ts'
import { testApp } from '../../../scripts/harness/test-app.ts'
import { makeDatabase } from '../../../scripts/harness/test-database.ts'
import { runAdmin } from './admin-commands.ts'
import { withClient } from './platform/postgres/database-client.ts'
import { StartFault } from './platform/start-fault.ts'

const server = await testApp()
const { port } = new URL(server.origin)

/** A command beside the running server, on its database. */
async function admin(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { host, user, database } = server.database.address
  const env = { DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`, PORT: port }
  try {
    return { code: 0, stdout: await runAdmin(args, env, quietLog), stderr: '' }
  } catch (error) {
    // Any other one is a fault of ours, which the program would end with a stack.
    if (!(error instanceof StartFault)) throw error
    return { code: 1, stdout: '', stderr: error.message }
  }
}

const post = (path: string, body: object, headers = {}) =>
  fetch(`${server.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const signIn = (email: string, password: string) =>
  post('/v3/app/users/signin', {
    device: { platform: 'web', useragent: '', push_token: '' },
    user: { provider: 'email', email, password },
  })

const locate = (key: string, seq: number) =>
  post('/v3/device/report', {
    phone_id: 'my-phone',
    key,
    seq,
    scanned_at_ms: Date.now(),
    gps_latitude: 35.6,
    gps_longitude: 139.6,
    scans: [],
  })

test('an owner signs in with the first password, and a second one of that e-mail is refused', async () => {
  const made = await admin('owner', 'owner@example.com', 'Mori Yuki')
  const { email, password } = JSON.parse(made.stdout)
  expect(email).toBe('owner@example.com')
  const answer = await signIn(email, password)
  expect(await answer.json()).toMatchObject({ result: true, email, name: 'Mori Yuki', class: 'owner', b2b_user: true })
  expect(await admin('owner', 'OWNER@example.com', 'Another')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'This e-mail has an account already.',
  })
})

test("a sender's credential says all that the sender needs; the next one replaces it; a revoked one is shut out", async () => {
  const owner = JSON.parse((await admin('owner', 'site@example.com', 'Kita Emi')).stdout)
  const first = JSON.parse((await admin('credential', 'site@example.com', 'my-phone')).stdout)
  expect(first).toEqual({
    url: `http://localhost:${port}`,
    username: 'my-phone',
    password: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    mqtt_url: 'mqtt://localhost:1883',
    topic: 'whereabouts/my-phone/up',
    addresses: expect.any(Array),
  })
  // For senders on other machines, where this one has an address that they reach.
  expect(first.addresses.map(({ url }: { url: string }) => new URL(url).hostname)).not.toContain('localhost')
  expect((await locate(first.password, 1)).status).toBe(200)

  const second = JSON.parse((await admin('credential', 'site@example.com', 'my-phone')).stdout)
  expect((await locate(second.password, 2)).status).toBe(200)
  await eventually(async () => expect((await locate(first.password, 3)).status).toBe(401))

  expect((await admin('revoke', 'site@example.com', 'my-phone')).code).toBe(0)
  await eventually(async () => expect((await locate(second.password, 4)).status).toBe(401))
  expect((await admin('revoke', 'site@example.com', 'my-phone')).stderr).toBe(
    'This account has no valid credential of that name.',
  )
  const { access_token } = await (await signIn(owner.email, owner.password)).json()
  const logs = await fetch(`${server.origin}/v3/app/activity/logs?type=security`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  const deeds = (await logs.json()).activity_logs.filter(({ name }: { name: string }) => name === 'npm run admin')
  expect(deeds.map(({ action, target }: { action: string; target: string }) => `${action} ${target}`)).toEqual([
    'revoke_credential my-phone',
    'create_credential my-phone',
    'create_credential my-phone',
    'sign_up ',
  ])
})

test('the operator alone makes somebody an integrator, and ends that while there are no business users', async () => {
  const { password } = JSON.parse((await admin('owner', 'maker@example.com', 'Ito Mei')).stdout)
  expect(JSON.parse((await admin('integrator', 'maker@example.com')).stdout)).toEqual({
    email: 'maker@example.com',
    integrator: true,
  })
  await admin('integrator', 'maker@example.com', 'on')
  const { access_token, groups } = await (await signIn('maker@example.com', password)).json()
  expect(groups).toEqual(['Integrator'])
  const call = (method: string, body?: object) =>
    fetch(`${server.origin}/v3/app/integrator/user`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const user = { email: 'customer@example.com', fullname: 'Customer', locale: 'en-us' }
  const { b2b_users } = await (await call('POST', { user })).json()
  expect((await admin('integrator', 'maker@example.com', 'off')).stderr).toContain(
    'This integrator still has business users',
  )
  expect((await call('DELETE', { user_id: b2b_users[0].user_id })).status).toBe(200)
  expect((await admin('integrator', 'maker@example.com', 'off')).code).toBe(0)
  expect((await call('GET')).status).toBe(403)
})

test('the operator says whether an account may have stations [STN-05]', async () => {
  const { password } = JSON.parse((await admin('owner', 'stations@example.com', 'Ito Mei')).stdout)
  const { access_token } = await (await signIn('stations@example.com', password)).json()
  const check = async () => {
    const headers = { authorization: `Bearer ${access_token}` }
    const answer = await post('/v3/app/stations', { t4_id: 'T4-0A1B2C3D4E5F', bind_check: true }, headers)
    return (await answer.json()).code
  }
  expect(await check()).toBe(200)
  expect(JSON.parse((await admin('location-service', 'stations@example.com', 'off')).stdout)).toEqual({
    email: 'stations@example.com',
    location_service: false,
  })
  expect(await check()).toBe(400120)
  expect((await admin('location-service', 'stations@example.com', 'on')).code).toBe(0)
  expect(await check()).toBe(200)
})

test('without a mail server the operator reads mails from the outbox: a line each, or the newest of one address whole', async () => {
  await admin('owner', 'mailless@example.com', 'Kita Emi')
  expect((await post('/v3/app/users/recovery', { user: { email: 'mailless@example.com' } })).status).toBe(200)
  const { stdout } = await admin('mail')
  const [newest] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(newest).toMatchObject({ email: 'mailless@example.com', kind: 'recovery', tries: 0, sent_at_ms: null })
  expect(stdout).not.toContain('token=')
  const whole = JSON.parse((await admin('mail', 'MAILLESS@example.com')).stdout)
  const [, token] = /http:\/\/127\.0\.0\.1:\d+\/reset-password#token=(\S+)/.exec(whole.body_text) ?? []
  const password = 'chosen by the operator’s help'
  expect((await post('/v3/app/users/confirm/recovery', { token, user: { password } })).status).toBe(200)
  expect((await signIn('mailless@example.com', password)).status).toBe(200)
})

test('the operator sees work that waits: of a deleted account, the second look for what it left', async () => {
  const { password } = JSON.parse((await admin('owner', 'leaving@example.com', 'Ito Aoi')).stdout)
  const { access_token } = await (await signIn('leaving@example.com', password)).json()
  const asked = await fetch(`${server.origin}/v3/app/users/profile`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ user: { email: 'leaving@example.com' } }),
  })
  expect(asked.status).toBe(200)
  const before = (await admin('jobs')).stdout.trim().split('\n')
  const mail = JSON.parse((await admin('mail', 'leaving@example.com')).stdout)
  const [, token] = /#token=(\S+)/.exec(mail.body_text) ?? []
  expect((await post('/v3/app/users/confirm/remove', { token })).status).toBe(200)
  const waiting = await eventually(async () => {
    const jobs = (await admin('jobs')).stdout.trim().split('\n')
    const added = jobs.filter((job) => !before.includes(job))
    expect(added).toHaveLength(1)
    return JSON.parse(added[0]!)
  })
  expect(waiting).toMatchObject({ kind: 'eraseHistory', state: 'waiting', tries: 0, fault: null })
  expect(waiting.due_at_ms - waiting.created_at_ms).toBeGreaterThan(3_500_000)
})

test.each([
  [[], 'Usage:'],
  [['integrator', 'nobody@example.com'], 'There is no account with this e-mail.'],
  [['integrator', 'site@example.com', 'maybe'], 'The last argument must be on or off.'],
  [['location-service', 'site@example.com', 'maybe'], 'The last argument must be on or off.'],
  [['constructor'], 'Usage:'],
  [['mail', 'nobody@example.com'], 'There is no mail to this address.'],
  [['explode'], 'Usage:'],
  [['owner', 'no e-mail', 'Mori Yuki'], 'The e-mail is not valid.'],
  [['owner', 'a@example.com'], 'The full name is missing.'],
  [['credential', 'nobody@example.com', 'my-phone'], 'There is no account with this e-mail.'],
  [['credential', 'site@example.com', 'my phone'], 'A sender id has 1 to 64'],
  [['credential', 'site@example.com', 'my-phone', '--kind', 'carrier-pigeon'], '--kind must be one of'],
])('%j ends with a sentence and code 1', async (args, sentence) => {
  const { code, stdout, stderr } = await admin(...args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(sentence)
})

test('firmware is put in from two files, once a version, and said in what it is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'firmware-'))
  const [image, signature] = [join(folder, 'image.bin'), join(folder, 'image.sig')]
  writeFileSync(image, Buffer.alloc(5000, 1))
  writeFileSync(signature, 'signed')
  const put = (...args: string[]) => admin('firmware', ...args)
  const made = await put('g3', '1.8.4', image, signature)
  expect(JSON.parse(made.stdout)).toEqual({ device_model: 'g3', version: '1.8.4', size: 5000 })
  for (const [args, words] of [
    [['g3', '1.8.4', image, signature], 'Version 1.8.4 of g3 exists already.'],
    [['g4', '1.8.4', image, signature], 'The model must be one of g3, g3s, g3d, g3d2, g3m, g5, t4.'],
    [['g3', '1.8', image, signature], 'The version must be three numbers, such as 1.8.3.'],
    [['g3', '1.8.5', image], 'The file of the signature is missing.'],
    [['g3', '1.8.5', join(folder, 'none'), signature], 'The file of the image cannot be read'],
  ] as const) {
    const { code, stderr } = await put(...args)
    expect(code).toBe(1)
    expect(stderr).toContain(words)
  }
  rmSync(folder, { recursive: true })
})

test('a saved month of excursions is whole, or the first row that is not is named', async () => {
  const email = 'auditor@example.com'
  const made = JSON.parse((await admin('owner', email, 'Mori Yuki')).stdout)
  const { access_token } = await (await signIn(email, made.password)).json()
  const headers = { authorization: `Bearer ${access_token}` }
  const month = await fetch(`${server.origin}/v3/app/excursions/csv?month=2026-11`, { headers })
  const { csv } = await month.json()
  const folder = mkdtempSync(join(tmpdir(), 'record-'))
  const file = join(folder, 'month.csv')
  writeFileSync(file, csv)
  expect(JSON.parse((await admin('verify-excursions', file)).stdout)).toMatchObject({
    ...{ whole: true, month: '2026-11', rows: 0, owner: email, account_id: expect.any(String) },
    ...{ exported_at: expect.any(String), month_was_over: expect.any(Boolean) },
  })
  writeFileSync(file, csv.replace('2026-11', '2026-10'))
  expect(await admin('verify-excursions', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Row 0 was changed'),
  })
  expect(await admin('verify-excursions')).toMatchObject({ code: 1, stderr: 'The file of the record is missing.' })
  rmSync(folder, { recursive: true })
})

test('the operator sees how much each account has stored', async () => {
  const email = 'much@example.com'
  await admin('owner', email, 'Mori Yuki')
  const lines = (await admin('usage')).stdout.trim().split('\n')
  const usage = lines.map((line) => JSON.parse(line)).find((each) => each.email === email)
  expect(usage).toEqual({ account_id: expect.any(String), email, picture_bytes: 0, rows: 0, percent_of_rows: 0 })
})

test.each([
  ['backup'],
  ['restore', '2026-01-01T00-00-00-000Z-by-hand'],
  ['usage'],
  ['owner', 'new@example.com', 'Mori Yuki'],
  ['mail'],
  ['jobs'],
  ['integrator', 'owner@example.com'],
  ['location-service', 'owner@example.com'],
  ['credential', 'owner@example.com', 'phone'],
  ['revoke', 'owner@example.com', 'phone'],
  ['firmware', 'g3', '1.0.0', 'image', 'signature'],
  ['verify-excursions', 'record.csv'],
])('%s without the settings of a server makes no database, and says which settings lead to one', async (...args) => {
  const parent = mkdtempSync(join(tmpdir(), 'whereabouts-admin-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const DATA_DIR = join(parent, 'data')
  const fault = await runAdmin(args, { DATA_DIR }, quietLog).then(
    () => 'done',
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(StartFault)
  expect((fault as StartFault).message).toMatch(/^There is no (?:database in|such copy).*DATA_DIR/)
  expect(readdirSync(parent)).toEqual([])
})

test('a command fills no empty database that DATABASE_URL names', async () => {
  const { host, user, database } = await makeDatabase('template0')
  const DATABASE_URL = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  await expect(runAdmin(['usage'], { DATABASE_URL }, quietLog)).rejects.toThrow(/has no tables of ours.*DATABASE_URL/)
  const rows = await withClient({ host, user, database }, (client) =>
    client.query(`select from pg_tables where schemaname = 'public'`),
  )
  expect(rows.rowCount).toBe(0)
})
