import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Delivery, Webhook } from '@whereabouts/contract/webhooks'
import { WEBHOOK_EVENTS, type WebhookEvent } from '@whereabouts/domain/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { raised } from '../../../../../scripts/harness/raised.ts'
import { type TestApp, testApp } from '../../../../../scripts/harness/test-app.ts'
import { changeConditions } from '../../alarms/conditions.ts'
import { ServerFence } from '../../homes/fence.ts'
import type { ConditionChange } from '../../state/conditions.ts'
import { sweepDeliveries } from './queries.ts'

interface Taken {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A receiver: what it was sent, and how it answers. */
const receiver = { status: 204, headers: {} as Record<string, string>, taken: [] as Taken[], silent: false }
const http = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    receiver.taken.push({ path: request.url ?? '', headers: request.headers, text })
    if (!receiver.silent) response.writeHead(receiver.status, receiver.headers).end()
  })
})
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  http.close()
  http.closeAllConnections()
})
beforeEach(() => Object.assign(receiver, { status: 204, headers: {}, silent: false }))
const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

const app = await testApp({ isShared: true, env: { PRIVATE_ADDRESSES: '127.0.0.1, 10.9.0.0/16' } })
const beside = await testApp({ beside: app, env: { PRIVATE_ADDRESSES: '127.0.0.1' } })
const given = makeGiven(app)
const { call, clock, database, running } = app
const { db } = database
const fenceOf = ({ database, running }: TestApp) => new ServerFence(database.db, running.app.serverId)

type Made = Webhook & { readonly secret: string; readonly path: string }

async function webhook(
  { token }: Pick<Person, 'token'>,
  events: readonly WebhookEvent[] = WEBHOOK_EVENTS,
): Promise<Made> {
  const path = `/${randomUUID()}`
  const { body } = await call('POST', '/v3/app/webhooks', {
    token,
    body: { url: address + path, note: 'Desk', events },
  })
  return { ...body.webhook, secret: body.secret, path }
}

/** What came at a webhook, in order. */
const takenAt = ({ path }: Made) => receiver.taken.filter((each) => each.path === path)
const saidAt = (hook: Made) =>
  takenAt(hook).map(
    ({ text }) => JSON.parse(text) as { type: string; timestamp: string; data: Record<string, unknown> },
  )
const listOf = async ({ token }: Person, { webhook_id }: Made): Promise<Delivery[]> =>
  (await call('GET', `/v3/app/webhooks/${webhook_id}/deliveries`, { token })).body.deliveries

/** Deliveries are sent by either server; the clock alone makes them due. */
const sent = (hook: Made, count: number) =>
  eventually(async () => {
    running.app.webhooks.wake()
    expect(takenAt(hook)).toHaveLength(count)
    return saidAt(hook)
  })
/** The newest, by the database: where days are moved, sessions end. */
const settled = (hook: Made, state: Delivery['state'], tries: number) =>
  eventually(async () => {
    running.app.webhooks.wake()
    const { rows } = await sql<Delivery>`select * from webhook_deliveries where webhook_id = ${hook.webhook_id}
      order by created_at_ms desc limit 1`.execute(db)
    expect(rows[0]).toMatchObject({ state, tries })
    // While a try is under way nothing is known of it.
    if (state === 'waiting') expect(rows[0]!.fault).not.toBeNull()
    return rows[0]!
  })

const help = (deviceId: string, device_name = 'Sato Ren') =>
  ({ type: 'help', deviceId, facts: { device_name, place: '2F' }, happenedAtMs: clock.now() }) as const
const signatureOf = (secret: string, { headers, text }: Taken): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

test('an alarm is told as it begins, is answered and ends, signed as Standard Webhooks has it', async () => {
  const person = await given.person({ fullname: 'Mori Yuki' })
  const hook = await webhook(person, ['alarm.began', 'alarm.answered'])
  const other = await webhook(person, ['shift_report.made'])
  const deviceId = await given.tracker(person.accountId, { name: 'Sato Ren' })
  const beforeMs = clock.now()
  const [alarm_id] = await raised(app, person.accountId, help(deviceId))
  const [began] = await sent(hook, 1)
  const afterMs = clock.now()
  expect(began).toMatchObject({
    type: 'alarm.began',
    data: {
      alarm_id,
      alert_type: 'help',
      device_id: deviceId,
      device_name: 'Sato Ren',
      place: '2F',
      subject: 'Help requested',
    },
  })
  expect(Date.parse(began!.timestamp)).toBeGreaterThanOrEqual(beforeMs)
  expect(Date.parse(began!.timestamp)).toBeLessThanOrEqual(afterMs)
  const [first] = takenAt(hook)
  expect(first!.headers['content-type']).toBe('application/json')
  expect(first!.headers['webhook-signature']).toBe(signatureOf(hook.secret, first!))
  const sentAt = Number(first!.headers['webhook-timestamp'])
  expect(sentAt).toBeGreaterThanOrEqual(Math.floor(beforeMs / 1000))
  expect(sentAt).toBeLessThanOrEqual(afterMs / 1000)

  await call('POST', '/v3/app/alarms/acknowledge', { token: person.token, body: { alarm_ids: [alarm_id] } })
  const [, answered] = await sent(hook, 2)
  expect(answered).toMatchObject({ type: 'alarm.answered', data: { alarm_id, step: 'stopped', by: 'Mori Yuki' } })
  const delivery = await settled(hook, 'delivered', 1)
  expect(delivery).toMatchObject({ event: 'alarm.answered', status: 204, fault: null, next_try_at_ms: null })
  expect(delivery.delivery_id).toBe(takenAt(hook)[1]!.headers['webhook-id'])
  expect(await listOf(person, other)).toEqual([])
})

test('zones, silence, low batteries and temperatures are told once, however often and by how many servers they are seen', async () => {
  const person = await given.person()
  const { accountId } = person
  const hook = await webhook(person)
  const deviceId = await given.tracker(accountId, { name: 'Sato Ren' })
  const { t4Id } = await given.station(accountId)
  const zone_id = randomUUID()
  await sql`insert into zones (account_id, id, zone_name, zone_type, shape, created_at)
    values (${accountId}, ${zone_id}, 'Garden', 'attendance', ${JSON.stringify({ t4_ids: [t4Id] })}, 0)`.execute(db)
  const now = clock.now()
  const of = (kind: ConditionChange['kind'], id = deviceId, subject = '') => ({
    accountId,
    deviceId: id,
    kind,
    subject,
    atMs: now,
  })
  const temperature = {
    device_name: 'Bed 1',
    temperature: 39,
    threshold: 38,
    temperature_unit: 'C',
    minutes: null,
  } as const
  const changes: ConditionChange[] = [
    { ...of('in_zone', deviceId, zone_id), step: 'begin', isRaised: false, seenMs: 0 },
    { ...of('low_battery'), step: 'begin', isRaised: true },
    { ...of('station_offline', t4Id), step: 'begin', isRaised: true },
    {
      ...of('high_temperature', 'pad'),
      step: 'begin',
      isRaised: true,
      tell: { type: 'high_temperature', facts: temperature },
    },
  ]
  const ends: ConditionChange[] = [
    { ...of('in_zone', deviceId, zone_id), atMs: now + 1, step: 'end' },
    { ...of('station_offline', t4Id), atMs: now + 1, step: 'end' },
    {
      ...of('high_temperature', 'pad'),
      atMs: now + 1,
      step: 'end',
      tell: { type: 'back_to_normal', facts: temperature },
    },
  ]
  // Who waits too long for the other's lock tries again, as sweeps do.
  const see = (all: readonly ConditionChange[]) =>
    Promise.all([app, beside].map((each) => eventually(() => changeConditions(fenceOf(each), running.app, all))))
  await see(changes)
  await see(ends)
  await see([...changes, ...ends])
  const said = await sent(hook, 9)
  const device = { device_id: deviceId, device_name: 'Sato Ren', device_kind: 'tracker' }
  const zone = { zone_id, zone_name: 'Garden', zone_type: 'attendance' }
  const dataOf = (type: string) => said.filter((each) => each.type === type).map(({ data }) => data)
  expect(dataOf('zone.entered')).toEqual([{ ...device, ...zone, battery: null }])
  expect(dataOf('zone.left')).toEqual([{ ...device, ...zone, battery: null }])
  expect(dataOf('device.low_battery')).toMatchObject([device])
  for (const type of ['device.silent', 'device.heard'])
    expect(dataOf(type)).toMatchObject([{ device_id: t4Id, device_kind: 'station' }])
  expect(dataOf('temperature.beyond')).toMatchObject([{ device_name: 'Bed 1', temperature: 39, threshold: 38 }])
  expect(dataOf('temperature.normal')).toMatchObject([{ subject: 'Back to normal' }])
  expect(dataOf('alarm.began')).toMatchObject([{ alert_type: 'high_temperature' }])
  expect(dataOf('alarm.ended')).toHaveLength(1)
  // Every one under an id of its own; both servers took part, and none sent what the other did.
  expect(new Set(takenAt(hook).map(({ headers }) => headers['webhook-id'])).size).toBe(takenAt(hook).length)
})

test('a shift report is told once it is made', async () => {
  const person = await given.person()
  const hook = await webhook(person, ['shift_report.made'])
  const { body } = await call('POST', '/v3/app/shiftreports', { token: person.token, body: { notes: '' } })
  expect(body.code).toBe(200)
  const [made] = await sent(hook, 1)
  expect(made).toMatchObject({ type: 'shift_report.made', data: { creator: 'Mori Yuki' } })
})

test('the name of a carepad under a PIN is never sent: its id stands for it', async () => {
  const person = await given.person()
  const hook = await webhook(person, ['device.low_battery'])
  const name = `enc:1:${'A'.repeat(40)}`
  await sql`insert into carepads (account_id, carepad_id, carepad_name, created_at)
    values (${person.accountId}, 'pad-1', ${name}, 0)`.execute(db)
  const begun = {
    accountId: person.accountId,
    deviceId: 'pad-1',
    kind: 'low_battery',
    subject: '',
    atMs: clock.now(),
  } as const
  await changeConditions(fenceOf(app), running.app, [{ ...begun, step: 'begin', isRaised: true }])
  const [said] = await sent(hook, 1)
  expect(said!.data).toMatchObject({ device_id: 'pad-1', device_name: 'pad-1', device_kind: 'carepad' })
  expect(takenAt(hook)[0]!.text).not.toContain('enc:')
})

test('a rejected delivery is retried under the same id with growing delays, and given up after ten tries', async () => {
  clock.hold()
  const person = await given.person()
  const hook = await webhook(person)
  receiver.status = 500
  await raised(app, person.accountId, help(await given.tracker(person.accountId)))
  const first = await settled(hook, 'waiting', 1)
  expect(first).toMatchObject({ status: 500, fault: 'status', next_try_at_ms: clock.now() + 5000 })
  for (const [tries, waitMs] of [5e3, 30e3, 120e3, 600e3, 1800e3, 7200e3, 18_000e3, 28_800e3].entries()) {
    clock.move(waitMs)
    await settled(hook, 'waiting', tries + 2)
  }
  clock.move(43_200e3)
  await settled(hook, 'failed', 10)
  expect(new Set(takenAt(hook).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const late = { ...person, token: await given.signIn(person.email) }
  // Each try is signed for its own time.
  expect(new Set(takenAt(hook).map(({ headers }) => headers['webhook-signature'])).size).toBe(10)
  receiver.status = 200
  const [{ delivery_id }] = (await listOf(late, hook)) as [Delivery]
  const again = await call('POST', `/v3/app/webhooks/${hook.webhook_id}/deliveries/${delivery_id}`, late)
  expect(again.body.delivery.state).toBe('waiting')
  await settled(hook, 'delivered', 11)
})

test('a receiver may ask to wait longer, and a clock that was set back delays nothing for long', async () => {
  clock.hold()
  const person = await given.person()
  const hook = await webhook(person)
  Object.assign(receiver, { status: 429, headers: { 'retry-after': '600' } })
  await raised(app, person.accountId, help(await given.tracker(person.accountId)))
  const { next_try_at_ms } = await settled(hook, 'waiting', 1)
  expect(next_try_at_ms).toBe(clock.now() + 600_000)
  receiver.status = 200
  clock.set(-2 * 86_400_000)
  await sent(hook, 2)
  clock.set(2 * 86_400_000)
})

test('a receiver that takes nothing for five days is switched off, and the account is told', async () => {
  clock.hold()
  const person = await given.person()
  const hook = await webhook(person, ['alarm.began'])
  const deviceId = await given.tracker(person.accountId)
  receiver.status = 503
  await raised(app, person.accountId, help(deviceId))
  await settled(hook, 'waiting', 1)
  clock.move(5 * 86_400_000)
  await eventually(async () => {
    running.app.webhooks.wake()
    const { rows } = await sql`select from webhooks where webhook_id = ${hook.webhook_id} and off = 'failures'`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
  })
  const late = { ...person, token: await given.signIn(person.email) }
  await settled(hook, 'failed', 2)
  const { body } = await call('GET', '/v3/app/notifications', late)
  expect(body.notifications[0]).toMatchObject({
    ...{ type: 'webhook_off', subject: 'Webhook switched off', message: 'Desk has taken nothing for five days.' },
  })
  await raised(app, person.accountId, help(deviceId))
  expect(await listOf(late, hook)).toHaveLength(1)
  // Switched on again it has days again.
  receiver.status = 200
  const on = await call('PUT', `/v3/app/webhooks/${hook.webhook_id}`, { ...late, body: { is_on: true } })
  expect(on.body.webhook).toMatchObject({ off: null, failing_since_ms: null })
  await raised(app, person.accountId, help(await given.tracker(person.accountId)))
  await settled(hook, 'delivered', 1)
})

test('a receiver that says it is gone is switched off at once', async () => {
  const person = await given.person()
  const hook = await webhook(person, ['alarm.began'])
  receiver.status = 410
  await raised(app, person.accountId, help(await given.tracker(person.accountId)))
  await settled(hook, 'failed', 1)
  await eventually(async () => {
    const { body } = await call('GET', '/v3/app/webhooks', person)
    expect(body.webhooks[0].off).toBe('gone')
  })
})

test('a receiver that says nothing delays neither alarms nor other webhooks', async () => {
  const person = await given.person()
  const slow = await webhook(person, ['alarm.began'])
  const deviceId = await given.tracker(person.accountId)
  receiver.silent = true
  for (let count = 0; count < 12; count += 1) await raised(app, person.accountId, help(deviceId))
  // Four places of its own at each of two servers are all that it fills.
  await sent(slow, 8)
  const quick = await webhook(person, ['alarm.answered'])
  receiver.silent = false
  const { body } = await call('GET', '/v3/app/alarms?state=open', person)
  const ids = body.alarms.map(({ alarm_id }: { alarm_id: string }) => alarm_id)
  await call('POST', '/v3/app/alarms/acknowledge', { token: person.token, body: { alarm_ids: ids } })
  await sent(quick, 12)
  expect(takenAt(slow)).toHaveLength(8)
  http.closeAllConnections()
})

test('a test is sent once, to one that is off too, and says nothing about deliveries', async () => {
  const person = await given.person()
  const hook = await webhook(person)
  const path = `/v3/app/webhooks/${hook.webhook_id}`
  await call('PUT', path, { token: person.token, body: { is_on: false } })
  receiver.status = 404
  const { body } = await call('POST', `${path}/test`, person)
  expect(body.delivery).toMatchObject({ event: 'webhook.test', state: 'waiting', tries: 0 })
  const delivery = await settled(hook, 'failed', 1)
  expect(delivery).toMatchObject({ status: 404, fault: 'status' })
  expect((await call('GET', '/v3/app/webhooks', person)).body.webhooks[0]).toMatchObject({
    off: 'person',
    failing_since_ms: null,
  })
  expect(saidAt(hook)).toMatchObject([{ type: 'webhook.test', data: {} }])
  clock.move(61_000)
  const codes = []
  for (let count = 0; count < 31; count += 1) codes.push((await call('POST', `${path}/test`, person)).body.code)
  expect([codes[29], codes[30]]).toEqual([200, 429101])
  clock.move(61_000)
})

test('a webhook is listed without its secret, changed, given another secret and deleted; the log says so', async () => {
  const person = await given.person()
  const hook = await webhook(person, ['alarm.began'])
  expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const path = `/v3/app/webhooks/${hook.webhook_id}`
  const { secret, path: _path, ...listed } = hook
  const list = async () => (await call('GET', '/v3/app/webhooks', person)).body.webhooks
  expect(await list()).toEqual([listed])
  const changed = await call('PUT', path, { token: person.token, body: { note: 'Ward desk', events: ['zone.left'] } })
  expect(changed.body.webhook).toEqual({ ...listed, note: 'Ward desk', events: ['zone.left'] })
  const renewed = (await call('POST', `${path}/secret`, person)).body.secret as string
  expect(renewed).not.toBe(secret)
  // For a day both sign, so that a receiver can be changed without a gap.
  await call('POST', `${path}/test`, person)
  await sent(hook, 1)
  const [both] = takenAt(hook)
  expect(both!.headers['webhook-signature']).toBe(`${signatureOf(renewed, both!)} ${signatureOf(secret, both!)}`)
  clock.move(86_400_001)
  const token = await given.signIn(person.email)
  await call('POST', `${path}/test`, { token })
  await sent(hook, 2)
  expect(takenAt(hook)[1]!.headers['webhook-signature']).toBe(signatureOf(renewed, takenAt(hook)[1]!))
  const { rows } = await sql<{ sealed: Buffer }>`select secret_sealed as sealed from webhooks
    where webhook_id = ${hook.webhook_id}`.execute(db)
  expect(rows[0]!.sealed.toString('latin1')).not.toContain(renewed.slice(6))
  expect((await call('DELETE', path, { token })).body.code).toBe(200)
  expect((await call('GET', '/v3/app/webhooks', { token })).body.webhooks).toEqual([])
  const logs = (await call('GET', '/v3/app/activity/logs?type=security', { token })).body.activity_logs
  const actions = logs.map(({ action }: { action: string }) => action)
  for (const action of ['add_webhook', 'change_webhook', 'remove_webhook']) expect(actions).toContain(action)
})

test.each([
  ['http at a public host', 'http://192.0.32.10/', 'body.url.https'],
  ['a private address', 'https://10.0.0.1/', 'body.url.private'],
  ['a private address in another form', 'https://0x0a.1/', 'body.url.private'],
  ['a private address of IPv6', 'https://[fd00::1]/', 'body.url.private'],
  ['the loopback inside IPv6', 'https://[::ffff:127.0.0.2]/', 'body.url.private'],
  ['the address of a cloud’s metadata', 'https://169.254.169.254/latest', 'body.url.private'],
  ['another protocol', 'ftp://hooks.example/', 'body.url'],
  ['a password in the address', 'https://a:b@hooks.example/', 'body.url'],
])('%s is refused as an address', async (_what, url, info) => {
  const { token } = await given.person()
  const body = { url, note: '', events: ['alarm.began'] }
  expect(await call('POST', '/v3/app/webhooks', { token, body })).toMatchObject({
    status: 400,
    body: { code: 400001, info },
  })
})

test('addresses that the operator named may be private, and are called by http', async () => {
  const { token } = await given.person()
  for (const url of ['http://10.9.1.1/x', 'https://10.9.1.1/x', 'https://hooks.example/x', 'http://desk.local/x'])
    expect(
      (await call('POST', '/v3/app/webhooks', { token, body: { url, note: '', events: ['zone.left'] } })).body.code,
    ).toBe(200)
})

test('a name that leads to a private address is not called, and a redirect is not followed', async () => {
  const strict = await testApp({ env: {} })
  const of = makeGiven(strict)
  const person = await of.person()
  const body = { url: 'https://localhost:1/', note: '', events: ['alarm.began'] }
  const made = await strict.call('POST', '/v3/app/webhooks', { token: person.token, body })
  await strict.call('POST', `/v3/app/webhooks/${made.body.webhook.webhook_id}/test`, person)
  await eventually(async () => {
    const { body: list } = await strict.call(
      'GET',
      `/v3/app/webhooks/${made.body.webhook.webhook_id}/deliveries`,
      person,
    )
    expect(list.deliveries[0]).toMatchObject({ state: 'failed', fault: 'private_address', status: null })
  })
  const own = await given.person()
  const hook = await webhook(own)
  Object.assign(receiver, { status: 302, headers: { location: `${address}/elsewhere` } })
  await call('POST', `/v3/app/webhooks/${hook.webhook_id}/test`, own)
  expect(await settled(hook, 'failed', 1)).toMatchObject({ fault: 'status', status: 302 })
  expect(receiver.taken.some(({ path }) => path === '/elsewhere')).toBe(false)
})

test('owners and deputies have webhooks, twenty at most; nobody else sees one', async () => {
  const owner = await given.person()
  const deputy = await given.person({ accountId: owner.accountId, class: 'deputy' })
  const hook = await webhook(deputy)
  for (const person of ['support', 'readonly'] as const) {
    const { token } = await given.person({ accountId: owner.accountId, class: person })
    expect((await call('GET', '/v3/app/webhooks', { token })).body.code).toBe(403001)
    expect((await call('POST', `/v3/app/webhooks/${hook.webhook_id}/test`, { token })).body.code).toBe(403001)
  }
  expect((await call('GET', '/v3/app/webhooks', { token: await given.visitor(owner) })).body.code).toBe(403001)
  const stranger = await given.person()
  for (const id of [hook.webhook_id, randomUUID(), 'no id']) {
    const answer = await call('POST', `/v3/app/webhooks/${id}/test`, stranger)
    expect(answer).toMatchObject({ status: 404, body: { code: 404102 } })
  }
  for (let count = 1; count < 20; count += 1) await webhook(owner)
  const body = { url: address, note: '', events: ['alarm.began'] }
  expect((await call('POST', '/v3/app/webhooks', { token: owner.token, body })).body).toMatchObject({
    code: 409001,
    info: 'webhooks',
  })
})

test('deliveries are listed page by page and cleared away after two weeks', async () => {
  const person = await given.person()
  const hook = await webhook(person)
  await sql`insert into webhook_deliveries (account_id, webhook_id, delivery_id, event, facts, at_ms, created_at_ms, state)
    select ${person.accountId}, ${hook.webhook_id}, gen_random_uuid(), 'zone.left', '{}', n, n, 'delivered'
    from generate_series(1, 60) n`.execute(db)
  const path = `/v3/app/webhooks/${hook.webhook_id}/deliveries`
  const first = (await call('GET', path, person)).body
  expect(first.deliveries).toHaveLength(50)
  expect(first.deliveries[0].at_ms).toBe(60)
  const rest = (await call('GET', `${path}?page_token=${first.metadata.next_token}`, person)).body
  expect(rest.deliveries.map(({ at_ms }: Delivery) => at_ms)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  await sweepDeliveries(db, 31)
  expect((await call('GET', path, person)).body.deliveries).toHaveLength(30)
})
