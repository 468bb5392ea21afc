import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { insertFirmware } from './firmwares.ts'

const KEY = randomBytes(32)
const app = await testApp({ env: { DEVICE_KEY_G3: KEY.toString('hex') } })
const given = makeGiven(app)
const { call, clock, database } = app
const { db } = database

type Caller = Pick<Person, 'token'>
const challenge = () => randomBytes(16).toString('hex')
const exchange = ({ token }: Caller, body: object) =>
  call('POST', '/v3/app/security', {
    token,
    body: { type: 'g3', i_cmd: 0x01, mode: 0x11, sr: challenge(), ...body },
    headers: { 'x-app-version': '2.3.27' },
  })
const check = ({ token }: Caller, device_id: string) =>
  call('POST', '/v3/app/trackers', { token, body: { device_id, device_mode: 'g3', bind_check: true } })

test('after a bind check a challenge is answered by the key of its type, within five minutes [API-POST /app/security]', async () => {
  const person = await given.person()
  const id = 'G3-00C0FFEE'
  const sr = challenge()
  expect((await exchange(person, { id, sr })).body.code).toBe(403001)
  await check(person, id)
  const { body } = await exchange(person, { id, sr })
  const message = Buffer.concat([Buffer.from(id), Buffer.from([0x01, 0x11]), Buffer.from(sr, 'hex')])
  const expected = createHmac('sha256', KEY).update(message).digest('hex').slice(0, 32)
  expect(body).toEqual({ result: true, code: 200, si: expected })
  // Another challenge, mode or command has another answer.
  const others = await Promise.all(
    [{ id }, { id, sr: challenge(), mode: 0x1d }, { id, i_cmd: 0x07, mode: 0 }].map((change) =>
      exchange(person, change),
    ),
  )
  expect(new Set([expected, ...others.map((answer) => answer.body.si)]).size).toBe(4)
  clock.move(5 * 60_000 + 1)
  expect((await exchange(person, { id })).body.code).toBe(403001)
})

test('a bind check counts for its own session and device only', async () => {
  const person = await given.person()
  await check(person, 'G3-AAAA0001')
  const other = { token: await given.signIn(person.email) }
  expect((await exchange(other, { id: 'G3-AAAA0001' })).body.code).toBe(403001)
  expect((await exchange(person, { id: 'G3-AAAA0002' })).body.code).toBe(403001)
  expect((await exchange(await given.person(), { id: 'G3-AAAA0001' })).body.code).toBe(403001)
})

test('an own device is spoken to without a bind check, one of somebody else never', async () => {
  const owner = await given.person()
  const stranger = await given.person()
  const id = await given.tracker(owner.accountId)
  expect((await exchange(owner, { id, i_cmd: 0x07, mode: 0 })).body.code).toBe(200)
  expect((await check(stranger, id)).body.code).toBe(400108)
  expect((await exchange(stranger, { id, i_cmd: 0x07, mode: 0 })).body.code).toBe(403001)
})

test('each challenge is answered once', async () => {
  const owner = await given.person()
  const id = await given.tracker(owner.accountId)
  const sr = challenge()
  const codes = await Promise.all([sr, sr.toUpperCase(), sr].map((one) => exchange(owner, { id, sr: one })))
  expect(codes.map(({ body }) => body.code).toSorted()).toEqual([200, 403001, 403001])
})

test('a station is set up by its own command and a key of its own', async () => {
  const owner = await given.person()
  const { t4Id } = await given.station(owner.accountId)
  const tracker = await given.tracker(owner.accountId)
  const setUp = { id: t4Id, type: 't4', i_cmd: 0x10, mode: 0, sr: challenge() }
  const { body } = await exchange(owner, setUp)
  expect(body.si).toMatch(/^[0-9a-f]{32}$/)
  const message = Buffer.concat([Buffer.from(t4Id), Buffer.from([0x10, 0]), Buffer.from(setUp.sr, 'hex')])
  expect(body.si).not.toBe(createHmac('sha256', KEY).update(message).digest('hex').slice(0, 32))
  for (const wrong of [
    { id: tracker, i_cmd: 0x10 },
    { id: t4Id, type: 't4', i_cmd: 0x01 },
    { id: t4Id, type: 't4', i_cmd: 0x07 },
  ]) {
    expect((await exchange(owner, wrong)).body).toMatchObject({ code: 400001, info: 'body.i_cmd' })
  }
})

test('a command comes with a mode of its own only', async () => {
  const owner = await given.person()
  const { t4Id } = await given.station(owner.accountId)
  const id = await given.tracker(owner.accountId)
  for (const mode of [0x01, 0x11, 0x1d, 0x21, 0x31]) expect((await exchange(owner, { id, mode })).body.code).toBe(200)
  for (const wrong of [
    { id, mode: 0 },
    { id, mode: 0x12 },
    { id, i_cmd: 0x07, mode: 0x11 },
    { id: t4Id, type: 't4', i_cmd: 0x10, mode: 0x11 },
  ]) {
    expect((await exchange(owner, wrong)).body).toMatchObject({ code: 400001, info: 'body.mode' })
  }
})

test.each([{ sr: 'ab'.repeat(15) }, { sr: 'zz'.repeat(16) }, { mode: 256 }, { i_cmd: 2 }, { type: 'g4' }])(
  'an exchange with %j is refused',
  async (change) => {
    const owner = await given.person()
    const id = await given.tracker(owner.accountId)
    expect((await exchange(owner, { id, ...change })).body.code).toBe(400001)
  },
)

test('ten exchanges a minute are enough for an account at one address', async () => {
  const owner = await given.person()
  const id = await given.tracker(owner.accountId)
  for (let turn = 0; turn < 10; turn++) expect((await exchange(owner, { id })).body.code).toBe(200)
  expect((await exchange(owner, { id })).body.code).toBe(429101)
  clock.move(60_001)
  expect((await exchange(owner, { id })).body.code).toBe(200)
})

test('the newest firmware of each model is listed, by number and not by letters', async () => {
  const owner = await given.person()
  const image = Buffer.alloc(1000, 7)
  const put = (model: string, version: string) =>
    insertFirmware(db, { model, version, image, signature: Buffer.from('s'), now: 1 })
  for (const version of ['1.8.9', '1.8.10', '1.7.99']) expect(await put('g3', version)).toBe(true)
  await put('t4', '2.4.1')
  expect(await put('t4', '2.4.1')).toBe(false)
  const list = (token: string) => call('GET', '/v3/app/firmwares', { token })
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect((await list(owner.token)).body.firmwares).toEqual([
    { device_model: 'g3', version: '1.8.10', size: 1000, hash },
    { device_model: 't4', version: '2.4.1', size: 1000, hash },
  ])
  expect((await list(await given.visitor(owner, 'guest'))).body.code).toBe(403001)
})

test('keys that the server made for itself are its own, and the same at the next start', async () => {
  const { rows } = await sql<{ name: string }>`
    select name from server_secrets where name like 'device-key-%' and octet_length(value) = 32`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(['device-key-t4'])
})

test('a tracker is added after its bind check and its exchange of this session, within five minutes, once', async () => {
  const person = await given.person()
  const id = 'G3-BBBB0001'
  const add = ({ token }: Caller, device_id = id) =>
    call('POST', '/v3/app/trackers', { token, body: { device_id, device_name: device_id, device_mode: 'g3' } })
  const refused = { status: 412, body: { code: 412001, info: 'security' } }
  expect(await add(person)).toMatchObject(refused)
  await check(person, id)
  expect(await add(person)).toMatchObject(refused)
  expect((await exchange(person, { id })).body.code).toBe(200)
  expect(await add({ token: await given.signIn(person.email) })).toMatchObject(refused)
  expect(await add(person, 'G3-BBBB0002')).toMatchObject(refused)
  clock.move(5 * 60_000 + 1)
  expect(await add(person)).toMatchObject(refused)
  await check(person, id)
  await exchange(person, { id })
  expect((await add(person)).body.code).toBe(200)
})

test('a station is added after its exchange too; the answer for an upgrade proves nothing', async () => {
  const person = await given.person()
  const t4_id = 'T4-0000BBBB0001'
  const add = (body: object) => call('POST', '/v3/app/stations', { token: person.token, body: { t4_id, ...body } })
  expect((await add({ t4_name: 'Gate' })).body).toMatchObject({ code: 412001, info: 'security' })
  await add({ bind_check: true })
  await exchange(person, { id: t4_id, type: 't4', i_cmd: 0x10, mode: 0 })
  expect((await add({ t4_name: 'Gate' })).body.code).toBe(200)

  const id = 'G3-BBBB0003'
  await check(person, id)
  expect((await exchange(person, { id, i_cmd: 0x07, mode: 0 })).body.code).toBe(200)
  const body = { device_id: id, device_name: 'Cart', device_mode: 'g3' }
  expect((await call('POST', '/v3/app/trackers', { token: person.token, body })).body.code).toBe(412001)
})

test('hardware that somebody took and nobody heard for a day is free again; what was heard stays his', async () => {
  const [squatter, honest] = [await given.person(), await given.person()]
  const [silent, heard] = ['G3-CCCC0001', 'G3-CCCC0002']
  const add = async ({ token }: Caller, device_id: string) => {
    await given.exchanged(token, 'g3', device_id)
    return call('POST', '/v3/app/trackers', { token, body: { device_id, device_name: device_id, device_mode: 'g3' } })
  }
  for (const id of [silent, heard]) expect((await add(squatter, id)).body.code).toBe(200)
  await sql`insert into tracker_states (account_id, device_id, last_seen_ms, updated_at_ms)
    values (${squatter.accountId}, ${heard}, ${clock.now()}, ${clock.now()})`.execute(db)
  clock.move(24 * 3_600_000 - 60_000)
  const before = { token: await given.signIn(honest.email) }
  expect((await add(before, silent)).body.code).toBe(400108)
  clock.move(61_000)
  expect((await check(before, silent)).body.code).toBe(200)
  expect((await add(before, silent)).body.code).toBe(200)
  expect((await add(before, heard)).body.code).toBe(400108)
  expect((await add({ token: await given.signIn(squatter.email) }, silent)).body.code).toBe(400108)
})
