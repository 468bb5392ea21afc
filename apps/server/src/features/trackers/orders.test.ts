import { createHash } from 'node:crypto'
import { RING_MS } from '@whereabouts/domain/device-settings'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { listen, toldOf } from '../../../../../scripts/harness/listen.ts'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { insertFirmware } from '../onboarding/firmwares.ts'
import { TrackerWatch } from './watch.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app
const { db } = database

const open: mqtt.MqttClient[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.endAsync(true)
})

interface Station {
  readonly t4Id: string
  readonly password: string
}
type Caller = Pick<Person, 'token'>

const list = async ({ token }: Caller) => (await call('GET', '/v3/app/trackers?count=10000', { token })).body.trackers
const one = async (caller: Caller, id: string) =>
  (await list(caller)).find(({ device_id }: { device_id: string }) => device_id === id)
const ring = ({ token }: Caller, device_id: string, ringing = true) =>
  call('POST', '/v3/app/trackers/ring', { token, body: { device_id, ringing } })
const upgrade = ({ token }: Caller, device_id: string) =>
  call('POST', '/v3/app/trackers/ota', { token, body: { device_id, mode: 'initial' } })
const save = ({ token }: Caller, sync_configs: object[]) =>
  call('PUT', '/v3/app/trackers/advsettings', { token, body: { sync_configs } })

let seq = 0
/** A station reports that it heard a tracker just now. */
const hear = ({ t4Id, password }: Station, device_id: string, rest: object = {}) => {
  seq += 1
  const scans = [{ device_id, rssi: -60, connected: true, ...rest }]
  return call('POST', '/v3/device/report', {
    body: { t4_id: t4Id, key: password, seq, scanned_at_ms: clock.now(), scans },
  })
}

const basic = ({ t4Id, password }: Station) => ({
  authorization: `Basic ${Buffer.from(`${t4Id}:${password}`).toString('base64')}`,
})
const fetchCommands = async (station: Station) =>
  (await call('GET', '/v3/device/commands', { headers: basic(station) })).body.commands

/** A station that listens over MQTT, with what it is told. */
async function listening({ t4Id, password }: Station) {
  const client = mqtt.connect(`mqtt://127.0.0.1:${app.mqttPort}`, { username: t4Id, password, reconnectPeriod: 0 })
  open.push(client)
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the command it names carries.
  const commands: any[] = []
  client.on('message', (_topic, payload) => commands.push(JSON.parse(payload.toString())))
  await client.subscribeAsync(`whereabouts/${t4Id}/down`, { qos: 1 })
  return commands
}

/** A tracker that a station hears. */
async function heard(rest: object = {}) {
  const owner = await given.person()
  const station = await given.station(owner.accountId, { gps: [35, 139] })
  const id = await given.tracker(owner.accountId)
  await hear(station, id, rest)
  await eventually(async () => expect(await one(owner, id)).toMatchObject({ status: 'connected' }))
  return { owner, station, id }
}

test('a connected tracker rings for 60 seconds by the station that hears it best, and is silent again [API-POST /app/trackers/ring, API-GET /app/trackers]', async () => {
  const { owner, station, id } = await heard()
  const near = await given.station(owner.accountId, { gps: [35, 139] })
  await hear(near, id, { rssi: -40 })
  const commands = await listening(near)
  const { events } = await listen(app, owner.token)
  clock.hold()
  const before = clock.now()
  const { body } = await ring(owner, id)
  expect(body.ringing_until_ms).toBeGreaterThanOrEqual(before + RING_MS)
  expect((await one(owner, id)).ringing_until_ms).toBe(body.ringing_until_ms)
  await eventually(async () => expect(toldOf(events, id).ringing_until_ms).toBe(body.ringing_until_ms))
  await eventually(async () =>
    expect(commands).toMatchObject([
      { device_id: id, radio_identity: '', command: 'ring', parameters: { ringing: true, duration_s: 60 } },
    ]),
  )
  expect(commands[0].expires_at_ms - before).toBeLessThan(31_000)
  expect(await fetchCommands(near)).toEqual([])
  expect(await fetchCommands(station)).toEqual([])
  expect((await ring(owner, id, false)).body.ringing_until_ms).toBeNull()
  expect((await one(owner, id)).ringing_until_ms).toBeNull()
  await eventually(async () => expect(commands[1]).toMatchObject({ parameters: { ringing: false } }))
  await eventually(async () => expect(toldOf(events, id).ringing_until_ms).toBeNull())
  // What is silent is told nothing.
  expect((await ring(owner, id, false)).body).toEqual({ result: true, code: 200, ringing_until_ms: null })
  const { rows } = await sql`select from device_commands where device_id = ${id} and command = 'ring'`.execute(db)
  expect(rows).toHaveLength(2)
})

test('a tracker stops ringing by itself after 60 seconds', async () => {
  const { owner, id } = await heard()
  await ring(owner, id)
  clock.move(RING_MS + 1)
  expect((await one(owner, id)).ringing_until_ms).toBeNull()
})

test('a tracker that is not connected, or that nobody can tell anything, does not ring [ERR-405001]', async () => {
  const { owner, station, id } = await heard()
  const unheard = await given.tracker(owner.accountId)
  const refused = { status: 405, body: { code: 405001, info: 'offline' } }
  expect(await ring(owner, unheard)).toMatchObject(refused)
  clock.move(1000)
  await hear(station, id, { connected: false })
  await allHeard(app)
  expect(await ring(owner, id)).toMatchObject(refused)
  // An ESPresense station hears what it cannot command.
  await sql`update credentials set kind = 'espresense' where t4_id = ${station.t4Id}`.execute(db)
  clock.move(1000)
  await sql`update tracker_states set said_connected = true where device_id = ${id}`.execute(db)
  expect(await ring(owner, id)).toMatchObject(refused)
})

test('tags of other makes neither ring nor take settings or firmware', async () => {
  const { owner, id } = await heard()
  await sql`update trackers set make = 'Ruuvi' where device_id = ${id}`.execute(db)
  expect((await ring(owner, id)).body).toMatchObject({ code: 405001, info: 'make' })
  expect((await upgrade(owner, id)).body.code).toBe(405001)
  expect((await save(owner, [{ device_id: id, adv_settings: {} }])).body.failed_list).toEqual([{ id, code: 405001 }])
})

test('a stranger, a read-only guest and a wrong id command nothing', async () => {
  const { owner, station, id } = await heard()
  const stranger = await given.person()
  const guest = { token: await given.visitor(owner, 'guest') }
  for (const command of [ring, upgrade]) {
    expect((await command(stranger, id)).body.code).toBe(404103)
    expect((await command(owner, 'nobody')).body.code).toBe(404103)
    expect((await command(guest, id)).body.code).toBe(403001)
  }
  const configs = [{ device_id: id, adv_settings: { ring_volume: 1 } }]
  expect((await save(stranger, configs)).body).toMatchObject({ code: 409002, failed_list: [{ id, code: 404103 }] })
  expect((await save(guest, configs)).body.code).toBe(403001)
  expect(await fetchCommands(station)).toEqual([])
  expect(await one(owner, id)).toMatchObject({ ringing_until_ms: null, ota_state: null, sync_config: null })
})

test('the receiver of a shared device may ring it, and its owner sees that', async () => {
  const { owner, station, id } = await heard()
  const friend = await given.person()
  await sql`insert into shares (account_id, share_id, device_id, email, receiver_account_id, accepted_at, created_time)
    values (${owner.accountId}, gen_random_uuid(), ${id}, ${friend.email}, ${friend.accountId}, 1, 1)`.execute(db)
  const { body } = await ring(friend, id)
  expect(body.ringing_until_ms).toBeGreaterThan(clock.now())
  expect((await one(owner, id)).ringing_until_ms).toBe(body.ringing_until_ms)
  expect(await fetchCommands(station)).toHaveLength(1)
  // Nothing else of it is his.
  expect((await upgrade(friend, id)).body.code).toBe(404103)
})

test('a device rings once in five seconds', async () => {
  clock.hold()
  const { owner, id } = await heard()
  expect((await ring(owner, id)).body.code).toBe(200)
  expect((await ring(owner, id)).body.code).toBe(429101)
  expect((await ring(owner, id, false)).body.code).toBe(200)
  clock.move(5001)
  expect((await ring(owner, id)).body.code).toBe(200)
})

test('a session rings thirty times a minute', async () => {
  const { owner, station, id } = await heard()
  const others = await Promise.all(Array.from({ length: 30 }, () => given.tracker(owner.accountId)))
  for (const device of others) await hear(station, device)
  await eventually(async () => {
    const trackers: { status: string }[] = await list(owner)
    expect(trackers.filter(({ status }) => status === 'connected')).toHaveLength(31)
  })
  const codes: number[] = []
  for (const device of [id, ...others]) codes.push((await ring(owner, device)).body.code)
  expect(codes).toEqual([...Array(30).fill(200), 429101])
  clock.move(60_001)
  expect((await ring(owner, others.at(-1)!)).body.code).toBe(200)
})

test('a command is handed out once, to its own sender, before it is void', async () => {
  const { owner, station, id } = await heard()
  const namesake = await given.person()
  const password = await given.credential(namesake.accountId, station.t4Id, { t4Id: station.t4Id })
  await ring(owner, id)
  expect(await fetchCommands({ t4Id: station.t4Id, password })).toEqual([])
  const both = await Promise.all([fetchCommands(station), fetchCommands(station)])
  expect(both.flat()).toHaveLength(1)
  clock.move(6000)
  await ring(owner, id)
  clock.move(31_000)
  expect(await fetchCommands(station)).toEqual([])
  expect((await call('GET', '/v3/device/commands')).body.code).toBe(401001)
  const wrong = await call('GET', '/v3/device/commands', { headers: basic({ ...station, password: 'wrong' }) })
  expect(wrong.body.code).toBe(401001)
})

test('a sender of another account with the same name hears nothing, and one that was revoked neither', async () => {
  const { owner, station, id } = await heard()
  const namesake = await given.person()
  const password = await given.credential(namesake.accountId, station.t4Id, { t4Id: station.t4Id })
  const foreign = await listening({ t4Id: station.t4Id, password })
  const own = await listening(station)
  await ring(owner, id)
  await eventually(async () => expect(own).toHaveLength(1))
  expect(foreign).toEqual([])
  await sql`update credentials set revoked_at = 1 where account_id = ${owner.accountId}`.execute(db)
  clock.move(6000)
  expect((await ring(owner, id)).body).toMatchObject({ code: 405001, info: 'offline' })
  expect(own).toHaveLength(1)
})

const settings = { report_interval_s: 30, scan_interval_s: 5, motion_sensitivity: 3, ring_volume: 9, led: true }

test('settings are pending until a report carries the time of their saving [API-PUT /app/trackers/advsettings, ENT-tracker.sync_config.adv_settings, ENT-tracker.sync_config.update_time]', async () => {
  const { owner, station, id } = await heard()
  const second = await given.tracker(owner.accountId)
  const { events } = await listen(app, owner.token)
  const at = Math.floor(clock.now() / 1000)
  const saved = await save(
    owner,
    [id, second].map((device_id) => ({ device_id, adv_settings: settings })),
  )
  expect(saved.body).toEqual({ result: true, code: 200 })
  for (const device of [id, second]) {
    const { sync_config } = await one(owner, device)
    expect(sync_config).toEqual({ adv_settings: settings, update_time: expect.any(Number), pending: true })
    expect(sync_config.update_time).toBeGreaterThanOrEqual(at)
  }
  const { update_time } = (await one(owner, id)).sync_config
  await eventually(async () => expect(toldOf(events, id).sync_config).toMatchObject({ pending: true }))
  expect(await fetchCommands(station)).toMatchObject([
    { device_id: id, command: 'settings', parameters: { adv_settings: settings, update_time } },
  ])
  clock.move(2000)
  await hear(station, id, { settings_time: update_time - 1 })
  await hear(station, id, { settings_time: update_time })
  await eventually(async () => expect((await one(owner, id)).sync_config).toMatchObject({ pending: false }))
  await eventually(async () => expect(toldOf(events, id).sync_config).toMatchObject({ update_time, pending: false }))
  expect((await one(owner, second)).sync_config.pending).toBe(true)
})

test('settings saved twice within a second are two savings, and keys nobody named again stay', async () => {
  const { owner, station, id } = await heard()
  await save(owner, [{ device_id: id, adv_settings: { ring_volume: 1, led: true } }])
  const first = (await one(owner, id)).sync_config
  await save(owner, [{ device_id: id, adv_settings: { ring_volume: 2 } }])
  const second = (await one(owner, id)).sync_config
  expect(second).toMatchObject({ adv_settings: { ring_volume: 2, led: true }, pending: true })
  expect(second.update_time).toBeGreaterThan(first.update_time)
  expect(await fetchCommands(station)).toMatchObject([{ parameters: { update_time: second.update_time } }])
  clock.move(2000)
  await hear(station, id, { settings_time: first.update_time })
  await hear(station, id, { battery: 50 })
  await eventually(async () => expect(await one(owner, id)).toMatchObject({ battery: 50 }))
  expect((await one(owner, id)).sync_config.pending).toBe(true)
})

test.each([
  { report_interval_s: 9 },
  { report_interval_s: 3601 },
  { scan_interval_s: 0 },
  { motion_sensitivity: 11 },
  { ring_volume: 1.5 },
  { ring_volume: '7' },
  { 'not a key': 1 },
  { nested: {} },
  Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`key_${index}`, index])),
])('settings %j are refused', async (adv_settings) => {
  const owner = await given.person()
  const id = await given.tracker(owner.accountId)
  expect((await save(owner, [{ device_id: id, adv_settings }])).body.code).toBe(400001)
  expect((await one(owner, id)).sync_config).toBeNull()
})

test('each item of a batch of settings is applied whole or not at all, and failed ones have a reason [ERR-409002]', async () => {
  const owner = await given.person()
  const stranger = await given.person()
  const id = await given.tracker(owner.accountId)
  const full = await given.tracker(owner.accountId)
  const phone = await given.tracker(owner.accountId, { model: 'mobile' })
  const foreign = await given.tracker(stranger.accountId)
  const keys = (from: number) => Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${from + index}`, 1]))
  await save(owner, [{ device_id: full, adv_settings: keys(0) }])
  const before = await one(owner, full)
  const { status, body } = await save(
    owner,
    [id, full, phone, foreign, 'nobody'].map((device_id) => ({ device_id, adv_settings: keys(20) })),
  )
  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: 409002,
    failed_list: [
      { id: full, code: 400001 },
      { id: phone, code: 405001 },
      { id: foreign, code: 404103 },
      { id: 'nobody', code: 404103 },
    ],
  })
  expect((await one(owner, id)).sync_config.adv_settings).toEqual(keys(20))
  expect(await one(owner, full)).toEqual(before)
  expect((await one(stranger, foreign)).sync_config).toBeNull()
})

test('a thousand trackers take settings in one call, which is as many as a body may say something of', async () => {
  const owner = await given.person()
  const ids = Array.from({ length: 1001 }, (_, index) => `S-${String(index).padStart(4, '0')}`)
  await sql`insert into trackers (account_id, device_id, name, device_model, created_at)
    select ${owner.accountId}, id, id, 'g3', 1 from unnest(${ids}::text[]) as id`.execute(db)
  const { led: _led, ...adv_settings } = settings
  const configs = ids.map((device_id) => ({ device_id, adv_settings }))
  expect((await save(owner, configs)).body.code).toBe(400001)
  expect((await save(owner, configs.slice(0, 1000))).body.code).toBe(200)
  const saved = (await list(owner)).filter((tracker: { sync_config: unknown }) => tracker.sync_config !== null)
  expect(saved).toHaveLength(1000)
})

test('settings of a tracker that nobody hears wait, and go out by who hears it then', async () => {
  const owner = await given.person()
  const station = await given.station(owner.accountId, { gps: [35, 139] })
  const id = await given.tracker(owner.accountId)
  await save(owner, [{ device_id: id, adv_settings: { ring_volume: 3 } }])
  const watch = new TrackerWatch(app.running.background)
  await watch.look()
  expect(await fetchCommands(station)).toEqual([])
  /** What the station is told once the watch has seen that it heard the tracker. */
  const told = (to: Station) =>
    eventually(async () => {
      await watch.look()
      const commands = await fetchCommands(to)
      expect(commands).toMatchObject([{ command: 'settings', parameters: { adv_settings: { ring_volume: 3 } } }])
      return commands
    })
  await hear(station, id)
  await told(station)
  await watch.look()
  expect(await fetchCommands(station)).toEqual([])
  // The tracker did not take them, and is heard elsewhere when its time comes again.
  clock.move(11 * 60_000)
  const other = await given.station(owner.accountId, { gps: [35, 139] })
  await hear(other, id)
  await told(other)
  expect(await fetchCommands(station)).toEqual([])
})

const IMAGE = Buffer.from('image of firmware')
const putIn = (model: string, version: string, image = IMAGE) =>
  insertFirmware(db, { model, version, image, signature: Buffer.from('signed'), now: 1 })

test('an upgrade goes to the newest version through the station that hears the tracker, from waiting to done [API-POST /app/trackers/ota]', async () => {
  const { owner, station, id } = await heard({ firmware: '1.6.3' })
  await sql`update trackers set device_model = 'g3d' where device_id = ${id}`.execute(db)
  for (const version of ['1.6.10', '1.8.4', '1.7.9']) await putIn('g3d', version)
  const { events } = await listen(app, owner.token)
  expect((await upgrade(owner, id)).body).toMatchObject({ code: 200, ota_state: 'waiting' })
  expect((await one(owner, id)).ota_state).toBe('waiting')
  await eventually(async () => expect(toldOf(events, id).ota_state).toBe('waiting'))
  const [command] = await fetchCommands(station)
  expect(command).toMatchObject({
    device_id: id,
    command: 'ota',
    parameters: {
      version: '1.8.4',
      hash: createHash('sha256').update(IMAGE).digest('hex'),
      signature: Buffer.from('signed').toString('base64'),
    },
  })
  // Only senders fetch the image.
  const { pathname } = new URL(command.parameters.url)
  expect((await call('GET', pathname, { headers: basic(station) })).body).toBe(IMAGE.toString())
  expect((await call('GET', pathname, { token: owner.token })).body.code).toBe(401001)
  expect((await call('GET', pathname.replace('1.8.4', '9.9.9'), { headers: basic(station) })).body.code).toBe(404102)
  clock.move(1000)
  // How an earlier upgrade ended says nothing of this one.
  await hear(station, id, { firmware: '1.6.3', ota: 'failed' })
  clock.move(1000)
  await hear(station, id, { firmware: '1.6.3', ota: 'running' })
  await eventually(async () => expect((await one(owner, id)).ota_state).toBe('running'))
  expect((await upgrade(owner, id)).body.ota_state).toBe('running')
  expect(await fetchCommands(station)).toEqual([])
  clock.move(1000)
  await hear(station, id, { firmware: '1.8.4' })
  await eventually(async () => expect((await one(owner, id)).ota_state).toBe('done'))
  await eventually(async () => expect(toldOf(events, id).ota_state).toBe('done'))
  expect((await upgrade(owner, id)).body).toMatchObject({ code: 405001, info: 'firmware' })
})

test('a tracker whose reports do not say what it runs has the firmware it was added with', async () => {
  const { owner, station, id } = await heard()
  await sql`update trackers set assigned_firmware = '1.7.2' where device_id = ${id}`.execute(db)
  expect(await one(owner, id)).toMatchObject({ status: 'connected', firmware: '1.7.2' })
  clock.move(1000)
  await hear(station, id, { firmware: '1.8.3' })
  await eventually(async () => expect(await one(owner, id)).toMatchObject({ firmware: '1.8.3' }))
})

test('an upgrade that fails says so, and may be asked for again', async () => {
  const { owner, station, id } = await heard({ firmware: '1.6.3' })
  await sql`update trackers set device_model = 'g3s' where device_id = ${id}`.execute(db)
  await putIn('g3s', '1.8.4')
  await upgrade(owner, id)
  for (const ota of ['running', 'failed']) {
    clock.move(5001)
    await hear(station, id, { ota })
  }
  await eventually(async () => expect((await one(owner, id)).ota_state).toBe('failed'))
  expect((await upgrade(owner, id)).body.ota_state).toBe('waiting')
})

test('an upgrade of which nothing is heard any more has failed after half an hour, one that never began after a day', async () => {
  const { owner, station, id } = await heard({ firmware: '1.6.3' })
  const silent = await given.tracker(owner.accountId)
  await sql`update trackers set device_model = 'g3m', assigned_firmware = '1.6.3' where account_id = ${owner.accountId}`.execute(
    db,
  )
  await putIn('g3m', '1.8.4')
  const watch = new TrackerWatch(app.running.background)
  for (const device of [id, silent]) expect((await upgrade(owner, device)).body.ota_state).toBe('waiting')
  await hear(station, id, { ota: 'running' })
  await eventually(async () => expect((await one(owner, id)).ota_state).toBe('running'))
  clock.move(29 * 60_000)
  await watch.look()
  expect((await one({ token: await given.signIn(owner.email) }, id)).ota_state).toBe('running')
  clock.move(2 * 60_000)
  await watch.look()
  const later = { token: await given.signIn(owner.email) }
  expect((await one(later, id)).ota_state).toBe('failed')
  expect((await one(later, silent)).ota_state).toBe('waiting')
  clock.move(24 * 3_600_000)
  await watch.look()
  expect((await one({ token: await given.signIn(owner.email) }, silent)).ota_state).toBe('failed')
})

test('a model without newer firmware, and a phone, are not upgraded [ERR-405001]', async () => {
  const { owner, id } = await heard({ firmware: '9.0.0' })
  await putIn('g3', '1.8.4')
  expect((await upgrade(owner, id)).body).toMatchObject({ code: 405001, info: 'firmware' })
  const phone = await given.tracker(owner.accountId, { model: 'mobile' })
  expect((await upgrade(owner, phone)).body).toMatchObject({ code: 405001, info: 'device_model' })
})

test('the watch says what stopped it, and goes on', async () => {
  const bugs: unknown[] = []
  const log = { ...quietLog, error: (...words: unknown[]) => bugs.push(words) }
  const broken = { ...app.running.background, log, clock: { ...clock, now: () => Number.NaN } }
  await new TrackerWatch(broken as never).look()
  expect(bugs).toHaveLength(1)
})
