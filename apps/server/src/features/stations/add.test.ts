import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { hashTables } from '../../matrix/tables.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

const newId = () => `T4-${randomBytes(6).toString('hex').toUpperCase()}`
const add = async (person: Pick<Person, 'token'>, body: Record<string, unknown>) => {
  if (body.bind_check !== true) await given.exchanged(person.token, 't4', String(body.t4_id).toUpperCase())
  return call('POST', '/v3/app/stations', { ...person, body })
}
const list = async (person: Person) => (await call('GET', '/v3/app/stations', person)).body.stations
const withoutLocationService = ({ accountId }: Person) =>
  sql`update accounts set location_service = false where account_id = ${accountId}`.execute(db)

test('a bind check stores nothing but that it passed [API-POST /app/stations]', async () => {
  const person = await given.person()
  const before = await hashTables(app)
  const answer = await add(person, { t4_id: newId(), bind_check: true })
  expect(answer).toMatchObject({ status: 200, body: { result: true, code: 200 } })
  expect(answer.body).not.toHaveProperty('station')
  const { bind_checks: _checks, ...rest } = before
  expect(await hashTables(app)).toMatchObject(rest)
})

test('a station is stored with all fields and gets a credential, which is told this once [API-POST /app/stations]', async () => {
  const person = await given.person()
  const t4_id = newId()
  const body = {
    ...{ t4_name: ' Nurse desk 2F ', t4_id: t4_id.toLowerCase(), mac_address: '00:11:22:aa:bb:cc' },
    ...{ gps_latitude: 24.1, gps_longitude: 120.6, wifi_ssid: '護理站' },
  }
  const { status, body: answer } = await add(person, body)
  expect(status).toBe(200)
  expect(answer.station).toMatchObject({
    ...{ t4_id, t4_name: 'Nurse desk 2F', type: 't4', mac_address: '00:11:22:AA:BB:CC', wifi_ssid: '護理站' },
    ...{ gps_latitude: 24.1, gps_longitude: 120.6, connection_status: 'disconnected', removal_pending: false },
  })
  expect(answer.credential).toEqual({
    sender_id: t4_id,
    kind: 'native',
    password: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    url: app.origin,
    mqtt_url: `mqtt://127.0.0.1:${app.mqttPort}`,
    topic: `whereabouts/${t4_id}/up`,
    tcp_port: null,
    addresses: [],
  })
  const listed = await list(person)
  expect(listed).toEqual([answer.station])
  expect(JSON.stringify(listed)).not.toContain(answer.credential.password)

  const report = { t4_id, key: answer.credential.password, seq: 1, scanned_at_ms: clock.now(), scans: [] }
  expect((await call('POST', '/v3/device/report', { body: report })).body).toMatchObject({ stored: 1 })
  await eventually(async () => expect((await list(person))[0].connection_status).toBe('connected'))
})

test('its address follows from its id where none is said', async () => {
  const { body } = await add(await given.person(), { t4_id: 'T4-0A1B2C3D4E5F', t4_name: 'Gate' })
  expect(body.station.mac_address).toBe('0A:1B:2C:3D:4E:5F')
})

test('a station of the own account is 400109, one of another 400108, checked or added [ERR-400108, ERR-400109]', async () => {
  const owner = await given.person()
  const stranger = await given.person()
  const t4_id = newId()
  await add(owner, { t4_id, t4_name: 'Gate', mac_address: '00:00:00:00:00:02' })
  const { bind_checks: _checks, ...before } = await hashTables(app)
  for (const rest of [{ bind_check: true }, { t4_name: 'Gate 2' }]) {
    expect((await add(owner, { t4_id, ...rest })).body.code).toBe(400109)
    expect((await add(stranger, { t4_id, ...rest })).body.code).toBe(400108)
    const other = { t4_id, mac_address: '00:00:00:00:00:01', ...rest }
    expect((await add(stranger, other)).body.code).toBe(409001)
  }
  expect(await hashTables(app)).toMatchObject(before)
})

test('adding stations one after the other to learn which are taken is limited like checks', async () => {
  const [owner, stranger] = [await given.person(), await given.person()]
  const t4_id = newId()
  expect((await add(owner, { t4_id, t4_name: 'Gate' })).body.code).toBe(200)
  const guess = async () => (await add(stranger, { t4_id, t4_name: 'Guess' })).body.code
  for (let count = 0; count < 60; count++) expect(await guess()).toBe(400108)
  expect(await guess()).toBe(429101)
})

test('a station that made itself known by a credential of the account is 400109', async () => {
  const person = await given.person()
  const { t4Id } = await given.station(person.accountId)
  expect((await add(person, { t4_id: t4Id, bind_check: true })).body.code).toBe(400109)
  expect((await add(person, { t4_id: t4Id, t4_name: 'Again' })).body.code).toBe(400109)
})

test('a station bound to another brand is 400104 [ERR-400104]', async () => {
  const person = await given.person()
  const t4_id = newId()
  await add(await given.person(), { t4_id, t4_name: 'Gate' })
  await sql`update bindings set brand = 'another' where device_id = ${t4_id}`.execute(db)
  expect((await add(person, { t4_id, bind_check: true })).body.code).toBe(400104)
})

test('a taken name is 400102, and the hardware stays free [ERR-400102]', async () => {
  const person = await given.person()
  await add(person, { t4_id: newId(), t4_name: 'Gate' })
  const t4_id = newId()
  expect((await add(person, { t4_id, t4_name: 'Gate' })).body.code).toBe(400102)
  expect((await add(await given.person(), { t4_id, t4_name: 'Gate' })).body.code).toBe(200)
})

test('without the location service a station is 400120, checked or added [STN-05, ERR-400120]', async () => {
  const person = await given.person()
  await withoutLocationService(person)
  expect(await add(person, { t4_id: newId(), bind_check: true })).toMatchObject({ status: 400, body: { code: 400120 } })
  expect((await add(person, { t4_id: newId(), t4_name: 'Gate' })).body.code).toBe(400120)
  expect(await list(person)).toEqual([])
})

test('two who add the same station at once do not both get it', async () => {
  const people = await Promise.all([given.person(), given.person()])
  const t4_id = newId()
  const answers = await Promise.all(people.map((person) => add(person, { t4_id, t4_name: 'Gate' })))
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual([200, 400108])
})

const bad: readonly (readonly [field: string, value: unknown])[] = [
  ...[90.1, -90.1, 'abc', '', null].map((value) => ['gps_latitude', value] as const),
  ...[180.1, -180.1, 'abc', '', null].map((value) => ['gps_longitude', value] as const),
  ['t4_name', ''],
  ['t4_name', 'x'.repeat(51)],
  ['t4_id', 'T4-0A1B2C3D4E5'],
  ['t4_id', 'T4-0A1B2C3D4E5FA'],
  ['t4_id', 'unassign'],
  ['mac_address', '00:11:22:33:44'],
  ['wifi_ssid', '護'.repeat(11)],
]
test.each(bad)('%s of %j is refused [VALID-27, VALID-28]', async (field, value) => {
  const person = await given.person()
  const whole = { t4_id: newId(), t4_name: 'Gate', gps_latitude: 90, gps_longitude: -180 }
  const { status, body } = await add(person, { ...whole, [field]: value })
  expect({ status, code: body.code, info: body.info }).toEqual({ status: 400, code: 400001, info: `body.${field}` })
  expect((await add(person, whole)).body.code).toBe(200)
})

test('visitors on site add a station; a read-only guest does not', async () => {
  const owner = await given.person()
  const token = await given.visitor(owner, 'support')
  expect((await add({ token }, { t4_id: newId(), t4_name: 'Gate' })).body.code).toBe(200)
  const guest = await given.person({ accountId: owner.accountId, class: 'readonly' })
  expect((await add(guest, { t4_id: newId(), t4_name: 'Ward' })).body.code).toBe(403001)
  expect(await list(owner)).toHaveLength(1)
})
