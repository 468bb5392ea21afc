import { randomBytes } from 'node:crypto'
import { closeSecretBox } from '@whereabouts/protocol/secret-box'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { listen } from '../../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { ownAddresses } from '../../platform/http/origin.ts'
import { handOver } from './hand-over.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const create = (token: string, sender_id: string, kind = 'any') =>
  call('POST', '/v3/app/credentials', { token, body: { sender_id, kind } })
const list = async (token: string) => (await call('GET', '/v3/app/credentials', { token })).body.credentials
const remove = (token: string, sender_id: string) => call('DELETE', `/v3/app/credentials/${sender_id}`, { token })
const seconds = () => Math.floor(clock.now() / 1000)
const report = (key: string, phone_id: string, seq: number) =>
  call('POST', '/v3/device/report', {
    body: { phone_id, key, seq, scanned_at_ms: clock.now(), gps_latitude: 24.1, gps_longitude: 120.6, scans: [] },
  })
const activityOf = async ({ token }: Person) =>
  (await call('GET', '/v3/app/activity/logs?type=security', { token })).body.activity_logs.map(
    (log: { action: string; target: string }) => `${log.action} ${log.target}`,
  )

test('a credential says once all that its sender needs, and lets it in', async () => {
  const person = await given.person()
  const { body } = await create(person.token, 'my-phone', 'native')
  expect(body.credential).toEqual({
    sender_id: 'my-phone',
    kind: 'native',
    password: expect.stringMatching(/^[\w-]{43}$/),
    url: app.origin,
    mqtt_url: `mqtt://127.0.0.1:${app.mqttPort}`,
    topic: 'whereabouts/my-phone/up',
    tcp_port: null,
    // The test's server listens to its own machine alone.
    addresses: [],
  })
  expect((await report(body.credential.password, 'my-phone', 1)).status).toBe(200)
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(c)::text as row from credentials c where account_id = ${person.accountId}`.execute(app.database.db)
  expect(rows[0]!.row).not.toContain(body.credential.password)
  expect(JSON.stringify(await list(person.token))).not.toContain(body.credential.password)
  expect(await activityOf(person)).toContain('create_credential my-phone')
})

test('the list tells newest first which station a sender is and when it was last heard, kept once a minute', async () => {
  const person = await given.person()
  const made = await create(person.token, 'van')
  clock.move(1000)
  await create(person.token, 'T4-0123456789AB', 'native')
  expect(await list(person.token)).toEqual([
    {
      sender_id: 'T4-0123456789AB',
      kind: 'native',
      t4_id: 'T4-0123456789AB',
      created_time: expect.any(Number),
      last_used: null,
      connected_time: null,
      made_by_link: '',
      has_payload_key: false,
      set_aside: [],
    },
    expect.objectContaining({ sender_id: 'van', kind: 'any', t4_id: null, last_used: null, made_by_link: '' }),
  ])
  const { password } = made.body.credential
  const lastUsed = async () => (await list(person.token))[1].last_used
  const firstAt = seconds()
  await report(password, 'van', 1)
  await eventually(async () => expect(await lastUsed()).toBeGreaterThanOrEqual(firstAt))
  const first = await lastUsed()
  clock.move(20_000)
  await report(password, 'van', 2)
  await app.running.app.senders.look()
  expect(await lastUsed()).toBe(first)
  clock.move(45_000)
  await report(password, 'van', 3)
  await eventually(async () => expect(await lastUsed()).toBeGreaterThanOrEqual(first + 60))
})

test('a message that is refused does not count as a use; that its sender came does', async () => {
  const person = await given.person()
  const { body } = await create(person.token, 'tasker', 'osmand')
  expect((await report(body.credential.password, 'tasker', 1)).body.code).toBe(403001)
  await app.running.app.senders.look()
  expect((await list(person.token))[0]).toMatchObject({ last_used: null, connected_time: expect.any(Number) })
})

test('a name in use is refused with 409001; once revoked it can be created again with another password', async () => {
  const person = await given.person()
  const first = await create(person.token, 'door')
  expect((await create(person.token, 'door')).body).toMatchObject({ code: 409001, info: 'sender_id' })
  expect((await remove(person.token, 'door')).status).toBe(200)
  const second = await create(person.token, 'door', 'native')
  expect(second.body.credential.kind).toBe('native')
  expect((await report(first.body.credential.password, 'door', 1)).status).toBe(401)
  expect((await report(second.body.credential.password, 'door', 2)).status).toBe(200)
  expect(await list(person.token)).toHaveLength(1)
})

test('a revoked credential is shut out within a second by HTTP, and its open MQTT connection is closed', async () => {
  const person = await given.person()
  const { password } = (await create(person.token, 'stolen')).body.credential
  const client = mqtt.connect(`mqtt://127.0.0.1:${app.mqttPort}`, { username: 'stolen', password, reconnectPeriod: 0 })
  await new Promise((resolve) => client.once('connect', () => resolve(undefined)))
  expect((await report(password, 'stolen', 1)).status).toBe(200)
  await remove(person.token, 'stolen')
  await eventually(async () => expect(client.connected).toBe(false), 1000)
  expect((await report(password, 'stolen', 2)).body.code).toBe(401001)
  expect(await activityOf(person)).toContain('revoke_credential stolen')
  expect(await list(person.token)).toEqual([])
})

test('revoking at another server or by the operator closes the open MQTT connection too', async () => {
  const person = await given.person()
  const { password } = (await create(person.token, 'silent')).body.credential
  const client = mqtt.connect(`mqtt://127.0.0.1:${app.mqttPort}`, { username: 'silent', password, reconnectPeriod: 0 })
  await new Promise((resolve) => client.once('connect', () => resolve(undefined)))
  const closed = new Promise((resolve) => client.once('close', () => resolve(undefined)))
  await sql`update credentials set revoked_at = ${seconds()} where sender_id = 'silent'`.execute(app.database.db)
  await closed
  client.end(true)
})

test('a name that is not there, or is of another account, is 404102 and stays in force', async () => {
  const [person, neighbour] = [await given.person(), await given.person()]
  const { password } = (await create(neighbour.token, 'theirs')).body.credential
  expect((await remove(person.token, 'theirs')).body.code).toBe(404102)
  expect((await remove(person.token, 'nothing')).body.code).toBe(404102)
  expect((await report(password, 'theirs', 1)).status).toBe(200)
})

test.each([
  ['', 'any'],
  ['with blanks', 'any'],
  ['a'.repeat(65), 'any'],
  ['good', 'carrier-pigeon'],
])('%j of kind %s is refused with 400001', async (senderId, kind) => {
  const { token } = await given.person()
  expect((await create(token, senderId, kind)).body.code).toBe(400001)
})

test('support and guests may neither see nor make credentials', async () => {
  const { accountId, token } = await given.person()
  const support = await given.person({ accountId, class: 'support' })
  const guest = await given.person({ accountId, class: 'readonly' })
  await create(token, 'kept')
  for (const nosy of [support.token, guest.token]) {
    expect((await call('GET', '/v3/app/credentials', { token: nosy })).body.code).toBe(403001)
    expect((await create(nosy, 'mine')).body.code).toBe(403001)
    expect((await remove(nosy, 'kept')).body.code).toBe(403001)
  }
})

test('no visitor sees, makes or revokes credentials, and the one of the station a visitor set up says by which link', async () => {
  const owner = await given.person()
  const visitor = await given.visitor(owner, 'support')
  await create(owner.token, 'kept')
  expect((await create(visitor, 'spy', 'espresense')).body.code).toBe(403001)
  expect((await call('GET', '/v3/app/credentials', { token: visitor })).body.code).toBe(403001)
  expect((await remove(visitor, 'kept')).body.code).toBe(403001)
  const { name } = (await call('GET', '/v3/app/accesslink', { token: owner.token })).body.accesslinks[0]
  const t4_id = 'T4-0A0B0C0D0E0F'
  const body = { t4_id, t4_name: 'Hall', gps_latitude: 25, gps_longitude: 121 }
  await given.exchanged(visitor, 't4', t4_id)
  expect((await call('POST', '/v3/app/stations', { token: visitor, body })).status).toBe(200)
  expect(await list(owner.token)).toMatchObject([
    { sender_id: t4_id, made_by_link: name },
    { sender_id: 'kept', made_by_link: '' },
  ])
})

const encrypted = 'a secret of OwnTracks'
const location = () => ({ _type: 'location', lat: 35.62, lon: 139.57, tst: seconds(), tid: 'ph' })
/** As the app sends it under a key. */
const box = (message: object, key: string) => ({
  _type: 'encrypted',
  data: closeSecretBox(JSON.stringify(message), key, randomBytes(24)),
})
const owntracks = (user: string, password: string, body: object) =>
  call('POST', '/gateway/owntracks', {
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
    body,
  })
const setKey = (token: string, sender_id: string, key: unknown) =>
  call('PUT', `/v3/app/credentials/${sender_id}/payload-key`, { token, body: { key } })
const removeKey = (token: string, sender_id: string) =>
  call('DELETE', `/v3/app/credentials/${sender_id}/payload-key`, { token })
const setAsideOf = async (token: string, senderId: string) => {
  await app.running.app.counts.flush()
  const { set_aside } = (await list(token)).find((each: { sender_id: string }) => each.sender_id === senderId)
  return set_aside.map(({ reason, count }: { reason: string; count: number }) => `${reason} ${count}`)
}

test.each([
  ['in Latin letters', 'correct-horse-battery-staple-in-the-garden'],
  ['of three bytes a character', '訪客電話專用金鑰請勿外流第二版'],
])('of a key that is longer than 32 bytes, %s, the first 32 count, as in the apps', async (_what, key) => {
  const { token } = await given.person()
  const { password } = (await create(token, 'long-key', 'owntracks')).body.credential
  expect((await setKey(token, 'long-key', key)).status).toBe(200)
  expect((await setKey(token, 'long-key', 'x'.repeat(257))).body.code).toBe(400001)
  await owntracks('long-key', password, box(location(), key))
  await app.running.ingest.flush()
  expect((await call('GET', '/v3/app/trackers', { token })).body.trackers).toHaveLength(1)
  expect(await setAsideOf(token, 'long-key')).toEqual([])
})

test('encrypted messages of a phone are rejected and counted until its key is entered; the key is stored encrypted, and a change or removal applies at once', async () => {
  const person = await given.person()
  const { token, accountId } = person
  const { events } = await listen(app, token)
  const { password } = (await create(token, 'secret-phone', 'owntracks')).body.credential
  const send = (key: string) => owntracks('secret-phone', password, box(location(), key))
  const tracked = async () => (await call('GET', '/v3/app/trackers', { token })).body.trackers.length

  expect((await send(encrypted)).status).toBe(200)
  expect(await setAsideOf(token, 'secret-phone')).toEqual(['encrypted_no_key 1'])
  expect((await list(token))[0]).toMatchObject({ last_used: null, has_payload_key: false })
  // An open console hears of the first.
  const changed = () => events.filter(({ event }) => event === 'lists').flatMap(({ data }) => data.changed)
  await eventually(async () => expect(changed().filter((name) => name === 'credentials')).toHaveLength(2))

  expect((await setKey(token, 'secret-phone', encrypted)).status).toBe(200)
  expect((await list(token))[0]).toMatchObject({ has_payload_key: true, set_aside: [] })
  await eventually(async () => {
    await send(encrypted)
    await app.running.ingest.flush()
    expect(await tracked()).toBe(1)
  })
  const { rows } = await sql<{ row: string }>`
    select row_to_json(c)::text as row from credentials c where account_id = ${accountId}`.execute(app.database.db)
  expect(rows[0]!.row).not.toContain(encrypted)
  expect(rows[0]!.row).not.toContain(Buffer.from(encrypted).toString('hex'))
  expect(JSON.stringify(await list(token))).not.toContain(encrypted)

  await setKey(token, 'secret-phone', 'another key')
  await app.running.app.senders.look()
  await send(encrypted)
  expect(await setAsideOf(token, 'secret-phone')).toEqual(['decryption_failed 1'])
  expect((await removeKey(token, 'secret-phone')).status).toBe(200)
  await app.running.app.senders.look()
  await send(encrypted)
  expect(await setAsideOf(token, 'secret-phone')).toEqual(['encrypted_no_key 1'])
  expect(await activityOf(person)).toEqual(
    expect.arrayContaining(['set_payload_key secret-phone', 'remove_payload_key secret-phone']),
  )
})

test('a key is refused where it is none, where the sender cannot encrypt, and where there is no such sender of the account', async () => {
  const [person, neighbour] = [await given.person(), await given.person()]
  const guest = await given.person({ accountId: person.accountId, class: 'readonly' })
  await create(person.token, 'phone', 'owntracks')
  await create(person.token, 'board', 'espresense')
  for (const key of ['', 'k'.repeat(257), '鍵'.repeat(86), 7]) {
    expect((await setKey(person.token, 'phone', key)).body.code).toBe(400001)
  }
  expect((await setKey(person.token, 'phone', '鍵'.repeat(10))).status).toBe(200)
  expect((await setKey(person.token, 'board', 'a key')).body).toMatchObject({ code: 400001, info: 'sender_id' })
  expect((await removeKey(person.token, 'board')).body).toMatchObject({ code: 400001, info: 'sender_id' })
  for (const change of [setKey, removeKey]) {
    expect((await change(person.token, 'nobody', 'a key')).body.code).toBe(404102)
    expect((await change(neighbour.token, 'phone', 'a key')).body.code).toBe(404102)
    expect((await change(guest.token, 'phone', 'a key')).body.code).toBe(403001)
  }
})

test('faults are counted per sender: another protocol, another user name; a sender that is created again starts without', async () => {
  const { token } = await given.person()
  const { password } = (await create(token, 'van', 'owntracks')).body.credential
  expect((await call('GET', `/gateway/osmand/${password}?id=van&lat=1&lon=1&timestamp=${seconds()}`)).status).toBe(403)
  expect((await owntracks('somebody', password, location())).status).toBe(401)
  expect(await setAsideOf(token, 'van')).toEqual(['forbidden 1', 'wrongUser 1'])
  await remove(token, 'van')
  await create(token, 'van', 'owntracks')
  expect(await setAsideOf(token, 'van')).toEqual([])
})

test('the addresses that are offered are those that other machines reach, never this machine by its name for itself', async () => {
  const wired = { netmask: '', mac: '', cidr: null, internal: false }
  const interfaces = () => ({
    lo: [{ ...wired, family: 'IPv4' as const, address: '127.0.0.1', internal: true }],
    eth0: [
      { ...wired, family: 'IPv6' as const, address: 'fe80::1', scopeid: 2 },
      { ...wired, family: 'IPv6' as const, address: 'fd00::7', scopeid: 0 },
      { ...wired, family: 'IPv4' as const, address: '192.168.1.20' },
    ],
    docker0: [{ ...wired, family: 'IPv4' as const, address: '172.17.0.1' }],
  })
  expect(ownAddresses('0.0.0.0', interfaces())).toEqual(['192.168.1.20', 'fd00::7'])
  expect(ownAddresses('10.0.0.9', interfaces())).toEqual(['10.0.0.9'])
  expect(ownAddresses('127.0.0.1', interfaces())).toEqual([])

  const settings = { ...app.running.app.settings, publicUrl: undefined }
  const deps = {
    settings,
    origin: () => 'http://localhost:8080',
    mqttUrl: () => 'mqtt://localhost:1883',
    hardwarePorts: app.running.app.hardwarePorts,
    ownAddresses: () => ownAddresses('::', interfaces()),
  }
  const credential = { sender_id: 'phone', kind: 'owntracks', password: 'x' } as const
  const from = (host: string) => ({ protocol: 'http', host }) as FastifyRequest
  const urls = (request?: FastifyRequest) => handOver(deps, credential, request).addresses.map(({ url }) => url)
  expect(urls(from('localhost:8080'))).toEqual(['http://192.168.1.20:8080', 'http://[fd00::7]:8080'])
  expect(urls(from('house.local:8080'))[0]).toBe('http://house.local:8080')
  expect(urls(from('192.168.1.20:8080'))).toEqual(['http://192.168.1.20:8080', 'http://[fd00::7]:8080'])
  expect(handOver(deps, credential).addresses[1]).toEqual({
    url: 'http://[fd00::7]:8080',
    mqtt_url: 'mqtt://[fd00::7]:1883',
  })
  const named = { ...deps, settings: { ...settings, publicUrl: 'https://care.example' } }
  const isNamed = { ...named, origin: () => 'https://care.example', mqttUrl: () => 'mqtts://care.example:8883' }
  expect(handOver(isNamed, credential, from('192.168.1.20:8080')).addresses).toEqual([
    { url: 'https://care.example', mqtt_url: 'mqtts://care.example:8883' },
  ])
})
