/** Teltonika and GT06 over TCP, through the front door. */
import { once } from 'node:events'
import { crc16Ibm, crc16Itu } from '@whereabouts/protocol/crc16'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { answered, hardwareLine, hungUp } from '../../../../scripts/harness/hardware-line.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp({
  env: { TELTONIKA_PORT: '0', GT06_PORT: '0' },
  limits: { hardwareLoginWithinMs: 400 },
})
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

let imeis = 356307042441000
const nextImei = (): string => {
  imeis += 1
  return String(imeis)
}

const device = (kind: 'teltonika' | 'gt06') => hardwareLine(app, kind)

const imeiHello = (imei: string) => Buffer.concat([Buffer.from([0, 15]), Buffer.from(imei)])
function record(atMs: number, latitude: number, longitude: number, battery = 80): Buffer {
  const bytes = Buffer.alloc(24)
  bytes.writeBigUInt64BE(BigInt(atMs))
  bytes.writeInt32BE(Math.round(longitude * 1e7), 9)
  bytes.writeInt32BE(Math.round(latitude * 1e7), 13)
  bytes.writeUInt16BE(90, 19)
  bytes[21] = 7
  bytes.writeUInt16BE(36, 22)
  // Event, number of values, one of one byte: the battery; none of 2, 4 and 8.
  return Buffer.concat([bytes, Buffer.from([0, 1, 1, 113, battery, 0, 0, 0])])
}
function avl(...records: readonly Buffer[]): Buffer {
  const data = Buffer.concat([Buffer.from([8, records.length]), ...records, Buffer.from([records.length])])
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 4)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc16Ibm(data))
  return Buffer.concat([head, data, sum])
}

function gt06(protocol: number, content: Buffer, serial = 1): Buffer {
  const body = Buffer.concat([
    Buffer.from([content.length + 5, protocol]),
    content,
    Buffer.from([serial >> 8, serial & 0xff]),
  ])
  const sum = Buffer.alloc(2)
  sum.writeUInt16BE(crc16Itu(body))
  return Buffer.concat([Buffer.from([0x78, 0x78]), body, sum, Buffer.from([0x0d, 0x0a])])
}
const ack = (protocol: number, serial = 1) => gt06(protocol, Buffer.alloc(0), serial).toString('hex')
const login = (imei: string) => gt06(0x01, Buffer.from(`0${imei}`, 'hex'))
function place(atMs: number, latitude: number, longitude: number): Buffer {
  const date = new Date(atMs)
  const bytes = Buffer.alloc(18)
  bytes.set([date.getUTCFullYear() - 2000, date.getUTCMonth() + 1, date.getUTCDate()])
  bytes.set([date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), 0xc9], 3)
  bytes.writeUInt32BE(Math.round(latitude * 1_800_000), 7)
  bytes.writeUInt32BE(Math.round(longitude * 1_800_000), 11)
  bytes[15] = 36
  bytes.writeUInt16BE(0x1400 | 90, 16)
  return bytes
}

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
  await app.running.app.ingest.flush()
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

test('one account has an IMEI: another gets 409001 until it is revoked, and then its open connection ends', async () => {
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

test('a place off the globe is acknowledged, counted and not stored', async () => {
  const { person, imei } = await registered('teltonika')
  const line = device('teltonika')
  line.socket.write(Buffer.concat([imeiHello(imei), avl(record(clock.now(), 95, 120.65))]))
  await answered(line, '0100000001')
  expect(await rowsOf(person)).toEqual([])
  await app.running.app.counts.flush()
  const { rows } = await sql`select reason from gateway_counts where account_id = ${person.accountId}`.execute(db)
  expect(rows).toEqual([{ reason: 'bad_position' }])
})

test('who says nothing is hung up on, and so is who never ends his login', async () => {
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
