/** Frames as GPS hardware sends them, for tests: of any time, each with its right length and check sum. */
import { crc16Ibm, crc16Itu } from './crc16.ts'

const ofBytes = (value: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

export const hexOf = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex')

/** A packet of GT06; `isLong`: with two bytes of length. */
export function gt06Frame(protocol: number, content: Uint8Array | string, serial = 1, isLong = false): Buffer {
  const inner = typeof content === 'string' ? hexOf(content) : content
  const counted = Buffer.concat([
    ofBytes(inner.length + 5, isLong ? 2 : 1),
    ofBytes(protocol, 1),
    inner,
    ofBytes(serial, 2),
  ])
  return Buffer.concat([hexOf(isLong ? '7979' : '7878'), counted, ofBytes(crc16Itu(counted), 2), hexOf('0d0a')])
}

export const gt06Login = (imei: string, serial = 1): Buffer => gt06Frame(0x01, `0${imei}`, serial)

interface Place {
  readonly atMs: number
  readonly latitude?: number
  readonly longitude?: number
  /** Of satellites; a record without counts none. */
  readonly hasFix?: boolean
  readonly speedKmh?: number
  readonly course?: number
}

/** Six bytes: year − 2000, month, day, hour, minute, second. */
export function gt06Time(atMs: number): Buffer {
  const date = new Date(atMs)
  return Buffer.from([
    ...[date.getUTCFullYear() - 2000, date.getUTCMonth() + 1, date.getUTCDate()],
    ...[date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()],
  ])
}

/** The 18 bytes of a place. */
export function gt06Place({
  atMs,
  latitude = 35.54,
  longitude = 139.42,
  hasFix = true,
  speedKmh = 0,
  course = 90,
}: Place): Buffer {
  const status = (hasFix ? 0x1000 : 0) | (longitude < 0 ? 0x0800 : 0) | (latitude < 0 ? 0 : 0x0400) | course
  return Buffer.concat([
    gt06Time(atMs),
    ofBytes(hasFix ? 0xc9 : 0xc0, 1),
    ofBytes(Math.round(Math.abs(latitude) * 1_800_000), 4),
    ofBytes(Math.round(Math.abs(longitude) * 1_800_000), 4),
    ofBytes(speedKmh, 1),
    ofBytes(status, 2),
  ])
}

export const teltonikaLogin = (imei: string): Buffer => Buffer.concat([hexOf('000f'), Buffer.from(imei, 'latin1')])

/** A packet of records in this codec; they have to be of its width. */
export function teltonikaPacket(codec: number, records: readonly Uint8Array[]): Buffer {
  const count = ofBytes(records.length, 1)
  const data = Buffer.concat([ofBytes(codec, 1), count, ...records, count])
  return Buffer.concat([ofBytes(0, 4), ofBytes(data.length, 4), data, ofBytes(crc16Ibm(data), 4)])
}

interface AvlRecord extends Place {
  readonly event?: number
  /** Of one byte, by their AVL id. */
  readonly values?: Readonly<Record<number, number>>
  /** Ids and counts have this many bytes: 1 in Codec 8, 2 in Codec 8 Extended. */
  readonly width?: 1 | 2
}

export function teltonikaRecord(given: AvlRecord): Buffer {
  const { atMs, latitude = 35.54, longitude = 139.42, hasFix = true, speedKmh = 0, course = 0 } = given
  const { event = 0, values = {}, width = 1 } = given
  const place = Buffer.alloc(8)
  place.writeInt32BE(Math.round(longitude * 1e7), 0)
  place.writeInt32BE(Math.round(latitude * 1e7), 4)
  const pairs = Object.entries(values)
  return Buffer.concat([
    ...[ofBytes(Math.floor(atMs / 2 ** 32), 4), ofBytes(atMs % 2 ** 32, 4), ofBytes(event === 0 ? 0 : 1, 1), place],
    ...[ofBytes(20, 2), ofBytes(course, 2), ofBytes(hasFix ? 9 : 0, 1), ofBytes(speedKmh, 2), ofBytes(event, width)],
    ...[ofBytes(pairs.length, width), ofBytes(pairs.length, width)],
    ...pairs.map(([id, value]) => Buffer.concat([ofBytes(Number(id), width), ofBytes(value, 1)])),
    // None of 2, 4 and 8 bytes, nor of any length.
    Buffer.alloc(width === 1 ? 3 : 8),
  ])
}

interface Gh3000Record {
  readonly atMs: number
  readonly latitude: number
  readonly longitude: number
  /** Of the place: coordinates, height, angle, speed, satellites, cell, signal, network. Undefined: no place at all. */
  readonly mask?: number | undefined
  /** 0 low, 1 high, 2 panic, 3 theft. */
  readonly priority?: number
  /** Of one byte, by their AVL id. */
  readonly values?: Readonly<Record<number, number>>
}

/** A record of Codec 7. */
export function gh3000Record({ atMs, latitude, longitude, mask, priority = 0, values = {} }: Gh3000Record): Buffer {
  const place = Buffer.alloc(8)
  place.writeFloatBE(latitude, 0)
  place.writeFloatBE(longitude, 4)
  const parts = [
    place,
    hexOf('0064'),
    hexOf('40'),
    hexOf('05'),
    hexOf('09'),
    hexOf('00c80001'),
    hexOf('1f'),
    hexOf('00005fee'),
  ]
  const pairs = Object.entries(values)
  return Buffer.concat([
    ofBytes(priority * 2 ** 30 + Math.floor(atMs / 1000) - 1_167_609_600, 4),
    ofBytes((mask === undefined ? 0 : 1) | (pairs.length === 0 ? 0 : 2), 1),
    ...(mask === undefined ? [] : [ofBytes(mask, 1), ...parts.filter((_, bit) => (mask & (1 << bit)) !== 0)]),
    ...(pairs.length === 0 ? [] : [ofBytes(pairs.length, 1)]),
    ...pairs.map(([id, value]) => Buffer.from([Number(id), value])),
  ])
}
