import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { listen, toldOf } from '../../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp({ env: { ASSIGN_PARAMS: 'g3m=21', PROXIES: '127.0.0.1' } })
const given = makeGiven(app)
const { call, clock, database } = app

type Caller = Pick<Person, 'token'>
const add = async ({ token }: Caller, body: Record<string, unknown>) => {
  if (body.bind_check !== true) await given.exchanged(token, 'g3', String(body.device_id))
  return call('POST', '/v3/app/trackers', { token, body })
}
const list = async ({ token }: Caller) => (await call('GET', '/v3/app/trackers', { token })).body.trackers

let count = 0
const newDevice = (rest: object = {}) => {
  count += 1
  const number = String(count).padStart(8, '0')
  return { device_name: `Cart ${count}`, device_id: `G3-${number}`, device_mode: 'g3', firmware: '1.8.3', ...rest }
}

test('a bind check of a free device stores none, and without it the tracker is listed with all values [API-POST /app/trackers]', async () => {
  const person = await given.person()
  const device = newDevice({ mac_address: 'aa:bb:cc:00:00:01' })
  const { device_name: _name, ...unnamed } = device
  expect((await add(person, { ...unnamed, bind_check: true })).body).toEqual({ result: true, code: 200 })
  expect(await list(person)).toEqual([])
  const { body } = await add(person, device)
  expect(body.tracker).toMatchObject({
    device_id: device.device_id,
    name: device.device_name,
    device_model: 'g3',
    mac_address: 'AA:BB:CC:00:00:01',
    firmware: '1.8.3',
    status: 'offline',
    class_index: -1,
    sync_config: null,
    removal_pending: false,
  })
  expect(await list(person)).toEqual([body.tracker])
})

test('each of the six models can be added, by either name of the field, and no other [TRK-01, ENT-tracker.device_model]', async () => {
  const person = await given.person()
  const models = ['g3', 'g3s', 'g3d', 'g3d2', 'g3m', 'g5']
  for (const [index, device_model] of models.entries()) {
    const { device_mode: _mode, ...device } = newDevice()
    const body = index % 2 === 0 ? { ...device, device_model } : { ...device, device_mode: device_model }
    expect((await add(person, body)).body.tracker.device_model).toBe(device_model)
  }
  const { carewatches } = (await call('GET', '/v3/app/carewatches', { token: person.token })).body
  const listed = [...(await list(person)), ...carewatches].map(({ device_model }) => device_model)
  expect(listed.toSorted()).toEqual(models.toSorted())
  for (const device_mode of ['g4', 'mobile', 't4', 'G3']) {
    expect((await add(person, newDevice({ device_mode }))).body.code).toBe(400001)
  }
})

test('a mode that the operator set for a model comes with the bind check', async () => {
  const person = await given.person()
  expect((await add(person, newDevice({ device_mode: 'g3m', bind_check: true }))).body.assign_param).toBe('21')
  expect((await add(person, newDevice({ bind_check: true }))).body.assign_param).toBeUndefined()
})

test.each([
  ['1.4.3', 405001],
  ['0.9.99', 405001],
  ['1.4.4', 200],
  ['1.4.10', 200],
  ['1.5.0', 200],
  ['unknown', 200],
])('a tracker with firmware %s is answered %i', async (firmware, code) => {
  const person = await given.person()
  for (const bind_check of [true, false]) {
    const { body } = await add(person, newDevice({ firmware, bind_check }))
    expect(body).toMatchObject({ code, ...(code === 405001 ? { info: 'firmware' } : {}) })
  }
})

test('a device belongs to one account: the own one, another user or another app has it, or two call themselves the same [ERR-400104, ERR-400108, ERR-400109]', async () => {
  const owner = await given.person()
  const stranger = await given.person()
  const device = newDevice({ mac_address: 'AA:BB:CC:00:00:02' })
  await add(owner, device)
  const twin = { ...device, mac_address: 'AA:BB:CC:00:00:03' }
  for (const bind_check of [true, false]) {
    const again = { ...device, device_name: 'Again', bind_check }
    expect((await add(owner, again)).body.code).toBe(400109)
    expect((await add(stranger, again)).body.code).toBe(400108)
    for (const person of [owner, stranger]) {
      expect((await add(person, { ...twin, device_name: 'Twin', bind_check })).body.code).toBe(409001)
    }
  }
  expect(await list(stranger)).toEqual([])
  // Another console of the same house, under another brand.
  await sql`update bindings set brand = 'harbor' where device_id = ${device.device_id}`.execute(database.db)
  expect((await add(stranger, { ...device, bind_check: true })).body).toMatchObject({ code: 400104 })
  expect((await add(owner, { ...device, bind_check: true })).body.code).toBe(400109)
})

test('adding an own device again keeps its history', async () => {
  const owner = await given.person()
  const station = await given.station(owner.accountId, { gps: [35, 139] })
  const device = newDevice()
  await add(owner, device)
  for (const battery of [90, 80, 70]) {
    const report = { t4_id: station.t4Id, key: station.password, seq: battery, scanned_at_ms: app.clock.now() }
    const scans = [{ device_id: device.device_id, rssi: -60, battery }]
    await call('POST', '/v3/device/report', { body: { ...report, scans } })
    app.clock.move(1000)
    const states = () => app.running.ingest.flush().then(() => list(owner))
    if (battery === 90) await eventually(async () => expect(await states()).toMatchObject([{ battery: 90 }]))
    expect((await add(owner, { ...device, device_name: 'Again' })).body.code).toBe(400109)
    await eventually(async () => expect(await states()).toMatchObject([{ battery }]))
  }
})

test('one of two accounts that add a device at the same moment gets it', async () => {
  const people = await Promise.all([given.person(), given.person(), given.person(), given.person()])
  const device = newDevice()
  const codes = (await Promise.all(people.map((person) => add(person, device)))).map(({ body }) => body.code)
  expect(codes.toSorted()).toEqual([200, 400108, 400108, 400108])
})

test('a name is one device of an account, and may be had by another account [ERR-400102]', async () => {
  const person = await given.person()
  const device = newDevice()
  await add(person, device)
  const { device_name } = device
  const refused = newDevice({ device_name: `  ${device_name} ` })
  expect(await add(person, refused)).toMatchObject({ status: 400, body: { code: 400102 } })
  // Nothing of it stayed behind: under another name it is free.
  expect((await add(person, { ...refused, device_name: 'Other' })).body.code).toBe(200)
  expect((await add(await given.person(), newDevice({ device_name }))).body.code).toBe(200)
})

test.each([
  [{ device_id: 'ring' }, 'body.device_id'],
  [{ device_id: 'Class' }, 'body.device_id'],
  [{ device_id: 'a/b' }, 'body.device_id'],
  [{ device_name: '' }, 'body.device_name'],
  [{ device_name: 'x'.repeat(51) }, 'body.device_name'],
  [{ device_name: undefined }, 'body.device_name'],
  [{ device_mode: undefined }, 'body.device_mode'],
  [{ mac_address: 'AA:BB' }, 'body.mac_address'],
  [{ colour: 'red' }, 'body'],
])('a tracker with %j is refused for %s', async (change, info) => {
  const person = await given.person()
  expect((await add(person, newDevice(change))).body).toMatchObject({ code: 400001, info })
  expect(await list(person)).toEqual([])
})

test('an account makes sixty bind checks an hour, in however many sessions and from however many addresses', async () => {
  const person = await given.person()
  const device = newDevice({ bind_check: true })
  const check = async ({ token }: Caller, from: string) =>
    (await call('POST', '/v3/app/trackers', { token, body: device, headers: { 'x-forwarded-for': from } })).body.code
  for (let index = 0; index < 60; index++) expect(await check(person, `203.0.113.${index}`)).toBe(200)
  expect(await check(person, '203.0.113.99')).toBe(429101)
  expect(await check({ token: await given.signIn(person.email) }, '198.51.100.1')).toBe(429101)
  expect((await add(await given.person(), device)).body.code).toBe(200)
})

test('an account that takes hundreds of trackers in seconds is refused, and another one adds its own', async () => {
  clock.hold()
  const [taker, honest] = [await given.person(), await given.person()]
  const codes: number[] = []
  for (let index = 0; index < 25; index += 1) codes.push((await add(taker, newDevice())).body.code)
  expect(codes).toEqual([...Array(20).fill(200), ...Array(5).fill(429101)])
  // What was refused is free for who has it in the hand.
  expect((await add(honest, { ...newDevice(), device_id: `G3-${String(count - 1).padStart(8, '0')}` })).body.code).toBe(
    200,
  )
  clock.move(60_000)
  expect((await add(taker, newDevice())).body.code).toBe(200)
})

test('adding devices one after the other to learn which are taken is limited like checks', async () => {
  const [owner, stranger] = [await given.person(), await given.person()]
  const device = newDevice()
  expect((await add(owner, device)).body.code).toBe(200)
  for (let guess = 0; guess < 60; guess++) expect((await add(stranger, device)).body.code).toBe(400108)
  expect((await add(stranger, device)).body.code).toBe(429101)
  expect((await add(stranger, newDevice())).body.code).toBe(200)
})

test('an open console hears of a tracker that somebody added', async () => {
  const person = await given.person()
  const { events } = await listen(app, person.token)
  const { body } = await add(person, newDevice())
  await eventually(async () => expect(toldOf(events, body.tracker.device_id)).toEqual(body.tracker))
})

test('a read-only guest adds nothing', async () => {
  const owner = await given.person()
  const guest = await given.person({ accountId: owner.accountId, class: 'readonly' })
  expect((await add(guest, newDevice())).body.code).toBe(403001)
  expect((await add({ token: await given.visitor(owner, 'guest') }, newDevice({ bind_check: true }))).body.code).toBe(
    403001,
  )
})
