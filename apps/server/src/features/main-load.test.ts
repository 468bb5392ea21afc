/** The small loads of a console's start: classes, remarks, signed-in devices, configuration, and the contract's own page. */

import { api, beside } from '@whereabouts/contract/api'
import type { Endpoint } from '@whereabouts/contract/kit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call } = app

test('all ten class slots are answered, unused ones without a name [API-GET /app/users/extrasettings/class]', async () => {
  const { accountId, token } = await given.person()
  await sql`insert into tracker_classes values (${accountId}, 3, 'Keys', '#6F7526', ${JSON.stringify([
    { name: 'Log', url: 'https://keys.example' },
  ])})`.execute(app.database.db)
  const { body } = await call('GET', '/v3/app/users/extrasettings/class', { token })
  expect(body.result).toBe(true)
  expect(body.classes).toHaveLength(10)
  expect(body.classes[3]).toEqual({
    index: 3,
    name: 'Keys',
    color: '#6F7526',
    urls: [{ name: 'Log', url: 'https://keys.example' }],
    is_staff: false,
  })
  expect(body.classes[4]).toMatchObject({ index: 4, name: '' })
  const stranger = await given.person()
  const foreign = await call('GET', '/v3/app/users/extrasettings/class', { token: stranger.token })
  expect(JSON.stringify(foreign.body)).not.toContain('Keys')
})

test('remark items come in their order, and not to read-only guests [API-GET /app/users/extrasettings/remarks]', async () => {
  const { accountId, token } = await given.person()
  await sql`insert into remark_items values (${accountId}, 1, 'Hearing'), (${accountId}, 0, 'Mobility')`.execute(
    app.database.db,
  )
  const { body } = await call('GET', '/v3/app/users/extrasettings/remarks', { token })
  expect(body.items).toEqual([
    { index: 0, name: 'Mobility' },
    { index: 1, name: 'Hearing' },
  ])
  const guest = await given.person({ accountId, class: 'readonly' })
  expect((await call('GET', '/v3/app/users/extrasettings/remarks', { token: guest.token })).body.code).toBe(403001)
})

test('signed-in devices list all sessions of the account and mark the own one [API-GET /app/activity/devices, ENT-activityDevice.id, ENT-activityDevice.device_type, ENT-activityDevice.name, ENT-activityDevice.is_current_device, ENT-activityDevice.sigint_at_ms]', async () => {
  const person = await given.person()
  const second = await given.signIn(person.email)
  await given.visitor(person)
  // The app for phones signs itself in; here the session of a browser is made a phone's.
  const phone = await given.signIn(person.email)
  const own = (await call('GET', '/v3/app/activity/devices', { token: phone })).body.activity_devices
  const phoneId = own.find((device: { is_current_device: boolean }) => device.is_current_device).id
  await sql`update sessions set device_type = 'mobile', platform = 'ios' where session_id = ${phoneId}`.execute(
    app.database.db,
  )
  const { body } = await call('GET', '/v3/app/activity/devices', { token: person.token })
  const devices: { is_current_device: boolean; device_type: string; sigint_at_ms: number; id: string; name: string }[] =
    body.activity_devices
  expect(devices.map((device) => device.device_type).toSorted()).toEqual(['access_link', 'mobile', 'web', 'web'])
  const current = (await call('GET', '/v3/app/activity/devices', { token: second })).body.activity_devices
  const ids = (list: typeof devices) => list.filter((device) => device.is_current_device).map(({ id }) => id)
  expect(ids(devices)).toHaveLength(1)
  expect(ids(current)).toHaveLength(1)
  expect(ids(current)).not.toEqual(ids(devices))
  expect(new Set(devices.map((device) => device.id)).size).toBe(4)
  expect(devices.find(({ id }) => id === phoneId)?.device_type).toBe('mobile')
  for (const device of devices) {
    expect(device.sigint_at_ms).toBeGreaterThan(1e12)
    expect(device.name).toMatch(device.device_type === 'access_link' ? /^Link \d+$/ : /^Mori Yuki$/)
  }
  const guest = await given.person({ accountId: person.accountId, class: 'readonly' })
  expect((await call('GET', '/v3/app/activity/devices', { token: guest.token })).body.code).toBe(403001)
})

test('the configuration is there before anybody signs in, and offers no service without keys', async () => {
  const { status, body } = await call('GET', '/v3/app/config')
  expect(status).toBe(200)
  expect(body).toMatchObject({ providers: [], brand: 'default', map_style_url: '', demo: false })
})

test('the OpenAPI document names the Idempotency-Key with the writes of sessions, and with nothing else', async () => {
  const { body } = await call('GET', '/v3/openapi.json')
  interface Operation {
    operationId: string
    parameters: { name: string; in: string }[]
    responses: Record<string, { description: string }>
  }
  const operations = Object.values(body.paths as Record<string, Record<string, Operation>>).flatMap(
    Object.values<Operation>,
  )
  const withKey = operations.filter(({ parameters }) =>
    parameters.some((parameter) => parameter.name === 'Idempotency-Key' && parameter.in === 'header'),
  )
  const named = withKey.map(({ operationId }) => operationId)
  expect(named).toEqual(expect.arrayContaining(['accessLinks.create', 'integrators.createUser', 'accessLinks.remove']))
  for (const none of [
    'trackers.list',
    'auth.token',
    'auth.signout',
    'auth.signin',
    'accounts.signUp',
    'deviceReports.report',
  ]) {
    expect(named).not.toContain(none)
  }
  for (const { responses } of withKey) expect(responses['409']!.description).toContain('409001')
})

test('the OpenAPI document describes every call with its refusals, and its page is served', async () => {
  const { body } = await call('GET', '/v3/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  const described = Object.values<Record<string, { operationId: string }>>(body.paths)
    .flatMap((operations) => Object.values(operations))
    .map((operation) => operation.operationId)
  const calls = Object.entries(api).flatMap(([word, members]) => Object.keys(members).map((name) => `${word}.${name}`))
  const others = beside.map(({ name }) => `beside.${name}`)
  expect(described.toSorted()).toEqual([...calls, ...others].toSorted())
  const page = await call('GET', '/v3/docs/')
  expect(page.body).toContain('swagger-ui-bundle.js')
  expect((await call('GET', '/v3/docs/swagger-ui-bundle.js')).status).toBe(200)
})

test('every call refuses a caller without a token or credential, but the public ones', async () => {
  for (const [word, members] of Object.entries(api)) {
    for (const [name, { method, path, policy }] of Object.entries<Endpoint>(members)) {
      const { body } = await call(method, `/v3${path}`, method === 'GET' ? {} : { body: {} })
      if (policy === 'public') expect(body.code, `${word}.${name}`).not.toBe(401001)
      else expect(body.code, `${word}.${name}`).toBe(401001)
    }
  }
})

test('live and ready answer without details', async () => {
  expect(await call('GET', '/live')).toMatchObject({ status: 200, body: 'live\n' })
  expect(await call('GET', '/ready')).toMatchObject({ status: 200, body: 'ready\n' })
})
