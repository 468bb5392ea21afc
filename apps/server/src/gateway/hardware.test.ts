/** Teltonika and GT06 over TCP, through the front door. */
import { once } from 'node:events'
import {
  gt06Frame,
  gt06Login,
  gt06Place,
  gt06Time,
  teltonikaLogin,
  teltonikaPacket,
  teltonikaRecord,
} from '@whereabouts/protocol/tracker-frames'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../scripts/harness/all-heard.ts'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { answered, hardwareLine, hungUp } from '../../../../scripts/harness/hardware-line.ts'
import { listen } from '../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { connectionLimits } from '../platform/http/limits.ts'

const app = await testApp({
  env: { TELTONIKA_PORT: '0', GT06_PORT: '0' },
  limits: { hardwareLoginWithinMs: 400, connections: { ...connectionLimits(1000), wrongTries: 10 } },
})
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

let imeis = 356307042441000
const nextImei = (): string => {
  imeis += 1
  return String(imeis)
}

const device = (kind: 'teltonika' | 'gt06', localAddress?: string) => hardwareLine(app, kind, localAddress)

const imeiHello = teltonikaLogin
const record = (atMs: number, latitude: number, longitude: number, battery = 80): Buffer =>
  teltonikaRecord({ ...{ atMs, latitude, longitude, course: 90, speedKmh: 36 }, values: { 113: battery } })
const avl = (...records: readonly Buffer[]): Buffer => teltonikaPacket(0x08, records)
const gt06 = gt06Frame
const ack = (protocol: number, serial = 1) => gt06Frame(protocol, '', serial).toString('hex')
const login = (imei: string) => gt06Login(imei)
const place = (atMs: number, latitude: number, longitude: number): Buffer =>
  gt06Place({ atMs, latitude, longitude, speedKmh: 36 })

const rowsOf = async ({ accountId }: Person) => {
  const { rows } = await sql<Record<string, unknown>>`
    select device_id, scanned_at_ms, gps_latitude, battery, speed, help from location_logs
    where account_id = ${accountId} order by log_order`.execute(db)
  return rows
}
const strangers = async (): Promise<Record<string, number>> => {
  await app.running.app.counts.flush()
  const { rows } = await sql<{ reason: string; n: number }>`
    select reason, sum(count)::bigint as n from gateway_counts where account_id is null group by reason`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.reason, row.n]))
}
const trackerOf = async ({ token }: Person, id: string) => {
  await app.running.ingest.flush()
  const { body } = await call('GET', '/v3/app/trackers?count=1000', { token })
  return body.trackers.find((tracker: { device_id: string }) => tracker.device_id === id)
}
const registered = async (kind: 'teltonika' | 'gt06') => {
  const person = await given.person()
  const imei = nextImei()
  const { body } = await call('POST', '/v3/app/credentials', { token: person.token, body: { sender_id: imei, kind } })
  expect(body.credential.tcp_port).toBe(app.hardwarePorts[kind])
  return { person, imei }
}

test('a Teltonika tells its IMEI, sends records and has them acknowledged once they are stored; they make its dot', async () => {
  const { person, imei } = await registered('teltonika')
  const line = device('teltonika')
  line.socket.write(imeiHello(imei))
  await answered(line, '01')
  const now = clock.now()
  line.socket.write(avl(record(now - 2000, 24.15, 120.65), record(now - 1000, 24.16, 120.66, 79)))
  await answered(line, '0100000002')
  expect(await rowsOf(person)).toMatchObject([
    { device_id: imei, scanned_at_ms: now - 2000, gps_latitude: 24.15, battery: 80, speed: 10 },
    { device_id: imei, scanned_at_ms: now - 1000, gps_latitude: 24.16, battery: 79 },
  ])
  await eventually(async () =>
    expect(await trackerOf(person, imei)).toMatchObject({ device_model: 'mobile', gps_latitude: 24.16, battery: 79 }),
  )
  // The acknowledgement was lost: it sends them again over its next connection.
  const again = device('teltonika')
  again.socket.write(Buffer.concat([imeiHello(imei), avl(record(now - 2000, 24.15, 120.65))]))
  await answered(again, '0100000001')
  expect(await rowsOf(person)).toHaveLength(2)
})

test('a GT06 logs in, sends places in pieces, heartbeats and alarms, each acknowledged once it is stored', async () => {
  const { person, imei } = await registered('gt06')
  const line = device('gt06')
  line.socket.write(login(imei))
  await answered(line, ack(0x01))
  line.heard = ''
  const at = Math.floor(clock.now() / 1000) * 1000
  const here = gt06(0x22, place(at - 3000, 24.15, 120.65), 2)
  line.socket.write(here.subarray(0, 9))
  await new Promise((next) => setImmediate(next))
  line.socket.write(here.subarray(9))
  await answered(line, ack(0x22, 2))
  line.heard = ''
  line.socket.write(gt06(0x13, Buffer.from([0x44, 3, 4, 0, 1]), 3))
  await answered(line, ack(0x13, 3))
  line.heard = ''
  const cell = Buffer.from([9, 1, 0xcc, 0, 0x28, 0x7d, 0, 0x1f, 0x72])
  const alarm = Buffer.concat([place(at - 1000, 24.16, 120.66), cell, Buffer.from([0x65, 6, 4, 1, 1])])
  line.socket.write(gt06(0x16, alarm, 4))
  await answered(line, ack(0x16, 4))
  expect(await rowsOf(person)).toMatchObject([
    { device_id: imei, scanned_at_ms: at - 3000, gps_latitude: 24.15, speed: 10, help: null },
    { device_id: imei, gps_latitude: null, battery: 50 },
    { device_id: imei, scanned_at_ms: at - 1000, gps_latitude: 24.16, battery: 100, help: true },
  ])
})

test('an IMEI that nobody registered is refused and counted, and stands in no log', async () => {
  const teltonika = device('teltonika')
  teltonika.socket.write(imeiHello('999999999999999'))
  await hungUp(teltonika)
  expect(teltonika.heard).toBe('00')
  const gt = device('gt06')
  gt.socket.write(login('999999999999999'))
  await hungUp(gt)
  expect(gt.heard).toBe('')
  expect(await strangers()).toMatchObject({ unknownImei: 2 })
})

test('a tracker of one make is not known at the port of the other, nor is a phone that is named like an IMEI', async () => {
  const { imei } = await registered('teltonika')
  const atOther = device('gt06')
  atOther.socket.write(login(imei))
  await hungUp(atOther)
  const { accountId } = await given.person()
  const phone = nextImei()
  await given.credential(accountId, phone)
  const line = device('teltonika')
  line.socket.write(imeiHello(phone))
  await hungUp(line)
  expect(line.heard).toBe('00')
})

test('an IMEI belongs to one account: another gets 409001 until it is revoked, which closes its open connection', async () => {
  const { person, imei } = await registered('teltonika')
  const stranger = await given.person()
  const create = () =>
    call('POST', '/v3/app/credentials', { token: stranger.token, body: { sender_id: imei, kind: 'gt06' } })
  expect((await create()).body.code).toBe(409001)
  const line = device('teltonika')
  line.socket.write(imeiHello(imei))
  await answered(line, '01')
  await call('DELETE', `/v3/app/credentials/${imei}`, { token: person.token })
  await hungUp(line)
  expect((await create()).status).toBe(200)
  line.socket.destroy()
  const later = device('teltonika')
  later.socket.write(imeiHello(imei))
  await hungUp(later)
  expect(later.heard).toBe('00')
})

test.each(['van', '35630704244101', '3563070424410133'])('%s is no IMEI: 400001', async (sender_id) => {
  const { token } = await given.person()
  const body = { sender_id, kind: 'teltonika' }
  expect((await call('POST', '/v3/app/credentials', { token, body })).body).toMatchObject({
    code: 400001,
    info: 'body.sender_id',
  })
})

test('a broken check sum, or a packet that is too long, ends the connection without an acknowledgement; nothing is stored', async () => {
  const { person, imei } = await registered('teltonika')
  const broken = avl(record(clock.now(), 24.15, 120.65))
  broken[broken.length - 1]! ^= 1
  for (const bytes of [broken, Buffer.from('0000000000100000', 'hex')]) {
    const line = device('teltonika')
    line.socket.write(Buffer.concat([imeiHello(imei), bytes]))
    await hungUp(line)
    expect(line.heard).toBe('01')
  }
  const gt = await registered('gt06')
  const line = device('gt06')
  const place78 = gt06(0x12, place(clock.now(), 24.15, 120.65))
  place78[8]! ^= 1
  line.socket.write(Buffer.concat([login(gt.imei), place78]))
  await hungUp(line)
  expect(line.heard).toBe(ack(0x01))
  expect([...(await rowsOf(person)), ...(await rowsOf(gt.person))]).toEqual([])
})

test('a position off the globe, and one without a time, are acknowledged and counted; the tracker is heard and listed without a location', async () => {
  const { person, imei } = await registered('teltonika')
  const line = device('teltonika')
  line.socket.write(Buffer.concat([imeiHello(imei), avl(record(clock.now(), 95, 120.65), record(1000, 24, 120, 40))]))
  await answered(line, '0100000002')
  expect(await rowsOf(person)).toMatchObject([
    { gps_latitude: null, battery: 80 },
    { gps_latitude: null, battery: 40 },
  ])
  await eventually(async () =>
    expect(await trackerOf(person, imei)).toMatchObject({ status: 'connected', gps_latitude: null }),
  )
  expect(await countsOf(person)).toEqual({ bad_position: 1, bad_time: 1 })
})

test('a connection without a login, or with an unfinished one, is closed', async () => {
  const silent = device('teltonika')
  const slow = device('gt06')
  await once(slow.socket, 'connect')
  slow.socket.write(Buffer.from([0x78, 0x78, 0x0d]))
  await hungUp(silent)
  await hungUp(slow)
  const long = device('gt06')
  long.socket.write(Buffer.alloc(2000, 0x79))
  await hungUp(long)
})

const countsOf = async ({ accountId }: Person): Promise<Record<string, number>> => {
  await app.running.app.counts.flush()
  const { rows } = await sql<{ reason: string; n: number }>`
    select reason, sum(count)::bigint as n from gateway_counts
    where account_id = ${accountId} and sender_id <> '' group by reason`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.reason, row.n]))
}
const openAlarms = async ({ token }: Person): Promise<string[]> =>
  (await call('GET', '/v3/app/alarms?state=open', { token })).body.alarms.map(({ type }: { type: string }) => type)
const rings = (person: Person) => eventually(async () => expect(await openAlarms(person)).toEqual(['help']))
const settled = async (person: Person) => {
  await allHeard(app)
  expect(await openAlarms(person)).toEqual([])
}
const CELL_2G = '01b80a04d200c0de'
const [CELL_4G, CELL_4G_WIDE] = ['01b80a000004d2000000000000c0de', '81b8000a000004d2000000000000c0de']

test.each([
  ['by its alarm', '0004040102'],
  ['by its state', '2004040002'],
])('a GT06 that sees no satellites calls for help %s, and a cut of its power does not', async (_, state) => {
  const { person, imei } = await registered('gt06')
  const line = device('gt06')
  const at = Math.floor(clock.now() / 1000) * 1000
  const say = async (protocol: number, content: Buffer | string, serial: number) => {
    line.heard = ''
    line.socket.write(gt06(protocol, content, serial))
    await answered(line, ack(protocol, serial))
  }
  line.socket.write(login(imei))
  await answered(line, ack(0x01))
  await say(0x22, Buffer.concat([place(at, 24.15, 120.65), Buffer.from(`${CELL_2G}000001`, 'hex')]), 2)
  await say(0x19, `${CELL_2G}0004040202`, 3)
  await settled(person)
  await say(0x19, `${CELL_2G}${state}`, 4)
  await rings(person)
})

test('a 4G tracker is placed, heard and told the time; what nobody knows is counted, and its connection stays', async () => {
  const { person, imei } = await registered('gt06')
  const line = device('gt06')
  const at = Math.floor(clock.now() / 1000) * 1000
  const behind = (mileage: string) => Buffer.from(`000e00${mileage}`, 'hex')
  const frames: readonly [protocol: number, content: Buffer | string][] = [
    [0xa0, Buffer.concat([place(at - 60_000, 35.54, 139.42), Buffer.from(CELL_4G, 'hex'), behind('0000ed3c')])],
    [0xa0, Buffer.concat([place(at, 35.541, 139.42), Buffer.from(CELL_4G_WIDE, 'hex'), behind('0000ed3d')])],
    [0x36, '40040302000018020181'],
    [0x7e, '010203'],
    [0x94, '0400'],
    [0x13, '4006040002'],
  ]
  const serials = frames.map((_, index) => index + 2)
  line.socket.write(
    Buffer.concat([
      login(imei),
      ...frames.map(([protocol, content], index) => gt06(protocol, content, serials[index])),
    ]),
  )
  const answers = frames.flatMap(([protocol], index) => (protocol === 0x94 ? [] : [ack(protocol, serials[index])]))
  await answered(line, [ack(0x01), ...answers].join(''))
  expect(await rowsOf(person)).toMatchObject([
    { scanned_at_ms: at - 60_000, gps_latitude: 35.54 },
    { scanned_at_ms: at, gps_latitude: 35.541 },
    ...[{ battery: 67 }, { gps_latitude: null }, { gps_latitude: null }, { battery: 100 }],
  ])
  expect(await countsOf(person)).toEqual({ 'unknown_message 0x7E': 1, 'not_read 0x94': 1 })
  line.heard = ''
  clock.hold()
  line.socket.write(gt06(0x8a, '', 9))
  await answered(line, gt06(0x8a, gt06Time(clock.now()), 9).toString('hex'))
  expect(line.isClosed).toBe(false)
})

test('a Teltonika whose wearer fell calls for help, and the end of a fall does not', async () => {
  const { person, imei } = await registered('teltonika')
  const line = device('teltonika')
  const fell = (value: number, atMs: number) =>
    teltonikaPacket(0x8e, [teltonikaRecord({ atMs, width: 2, event: 242, values: { 242: value } })])
  line.socket.write(Buffer.concat([imeiHello(imei), fell(0, clock.now() - 2000)]))
  await answered(line, '0100000001')
  await settled(person)
  line.socket.write(fell(1, clock.now() - 1000))
  await answered(line, '010000000100000001')
  await rings(person)
})

test('all reports of one message are stored by one COMMIT: 255 records of a tracker, a list of a phone', async () => {
  const transactions = async (person: Person) =>
    (
      await sql<{ rows: number; commits: number }>`
        select count(*)::int as rows, count(distinct xmin::text)::int as commits from location_logs
        where account_id = ${person.accountId}`.execute(db)
    ).rows[0]
  const { person, imei } = await registered('teltonika')
  const line = device('teltonika')
  const now = clock.now()
  const records = Array.from({ length: 255 }, (_, second) => record(now - second * 1000, 35 + second / 10_000, 139))
  line.socket.write(Buffer.concat([imeiHello(imei), avl(...records)]))
  await answered(line, '01000000ff')
  expect(await transactions(person)).toEqual({ rows: 255, commits: 1 })
  const other = await given.person()
  const password = await given.credential(other.accountId, 'walker')
  const list = records.map((_, second) => ({ id: 'walker', lat: 35, lon: 139, timestamp: now - second * 1000 }))
  expect((await call('POST', `/gateway/osmand/${password}`, { body: list })).status).toBe(200)
  expect(await transactions(other)).toEqual({ rows: 255, commits: 1 })
})

test('an address that tries many IMEIs waits for each refusal, and a known tracker does not', async () => {
  const { imei } = await registered('teltonika')
  const tries = async () => {
    const startedAt = performance.now()
    const line = device('teltonika', '127.0.0.50')
    line.socket.write(imeiHello('999999999999999'))
    await hungUp(line)
    expect(line.heard).toBe('00')
    return performance.now() - startedAt
  }
  for (let count = 0; count < 10; count += 1) await tries()
  expect(await tries()).toBeGreaterThanOrEqual(900)
  const known = device('teltonika', '127.0.0.50')
  known.socket.write(imeiHello(imei))
  await answered(known, '01')
})

test('bytes that no tracker ever sent, before and after the login, end nothing but their own connection', async () => {
  const { person, imei } = await registered('gt06')
  const { imei: other } = await registered('teltonika')
  const hostile = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 600 }), 20)
  for (const [index, bytes] of hostile.entries()) {
    const kind = index % 2 === 0 ? 'gt06' : 'teltonika'
    const line = device(kind)
    const hello = index % 4 < 2 ? Buffer.alloc(0) : kind === 'gt06' ? login(imei) : imeiHello(other)
    line.socket.end(Buffer.concat([hello, bytes]))
    await hungUp(line)
  }
  const line = device('gt06')
  line.socket.write(Buffer.concat([login(imei), gt06(0x13, '4006040002', 2)]))
  await answered(line, ack(0x01) + ack(0x13, 2))
  expect((await rowsOf(person)).at(-1)).toMatchObject({ battery: 100 })
})

test('a tracker that logs in and says nothing: its sender tells when it connected, and there is no device', async () => {
  const { person, imei } = await registered('gt06')
  const stream = await listen(app, person.token)
  const line = device('gt06')
  line.socket.write(login(imei))
  await answered(line, ack(0x01))
  await eventually(async () => {
    const { body } = await call('GET', '/v3/app/credentials', { token: person.token })
    expect(body.credentials).toMatchObject([{ last_used: null, connected_time: expect.any(Number), set_aside: [] }])
  })
  await eventually(async () => expect(JSON.stringify(stream.events)).toContain('credentials'))
  expect(await trackerOf(person, imei)).toBeUndefined()
})
