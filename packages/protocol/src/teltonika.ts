/**
 * Teltonika trackers over TCP: Codec 7, 8, 8 Extended and 16. The device sends its IMEI and waits for one byte; then it sends packets of
 * records and keeps each until the number of its records is acknowledged. Numbers are big endian.
 * Source: wire formats §11.4; wiki.teltonika-gps.com, data sending protocols and AVL ids.
 */
import type { Observation } from '@whereabouts/domain/observations'
import { notRead, type SetAsideReason, unknownMessage } from '@whereabouts/domain/set-aside'
import { Cursor } from './byte-cursor.ts'
import { bufferOf } from './bytes.ts'
import { crc16Ibm } from './crc16.ts'
import { isImei, isTrackerTime, metresPerSecond, type TrackerFrame } from './hardware-tracker.ts'
import { seqOf } from './seq.ts'
import { type AvlRecord, readGh3000Record } from './teltonika-gh3000.ts'
import { courseDegrees, geoPosition, percent } from './values.ts'

const IMEI_LENGTH = 15
/** Bytes of ids, of counts, and whether the reason of a record stands in it and values of any length behind it. */
interface Layout {
  readonly idBytes: 1 | 2
  readonly countBytes: 1 | 2
  readonly hasReason: boolean
  readonly hasTexts: boolean
}
type ReadRecord = (cursor: Cursor) => AvlRecord | undefined
const inLayout =
  (layout: Layout): ReadRecord =>
  (cursor) =>
    readRecord(cursor, layout)
/** By codec. */
const RECORDS: ReadonlyMap<number, ReadRecord> = new Map([
  [0x07, readGh3000Record],
  [0x08, inLayout({ idBytes: 1, countBytes: 1, hasReason: false, hasTexts: false })],
  [0x8e, inLayout({ idBytes: 2, countBytes: 2, hasReason: false, hasTexts: true })],
  [0x10, inLayout({ idBytes: 2, countBytes: 1, hasReason: true, hasTexts: false })],
])
/** Codec 12 to 15: commands, their answers, and texts of what is connected to the tracker. None is acknowledged. */
const TEXT_CODECS: ReadonlySet<number> = new Set([0x0c, 0x0d, 0x0e, 0x0f])
/** Of the data between length and check sum. The makers' own limit is 1,280 bytes; Codec 8 Extended may bring texts. */
const MAX_DATA = 8192
/** Four zeros and the length of the data. */
const HEAD = 8
const CHECK = 4
/** A byte that some devices send to keep the connection open. */
const PING = 0xff
const DEGREES = 1e-7

/** AVL ids of what is read. */
const BATTERY_PERCENT = 113
const MOVING = 240
/** Events of a person: pressed the alarm button; fell (ManDown). 1 begins, 0 ends. */
const CALLS_FOR_HELP: ReadonlySet<number> = new Set([236, 242])

const invalid = (reason: SetAsideReason): TrackerFrame => ({ kind: 'invalid', reason })

const signed = (value: number): number => value | 0

/** Values of a record by their AVL id; undefined: cut short. */
function readValues(
  cursor: Cursor,
  { idBytes, countBytes, hasTexts }: Layout,
): ReadonlyMap<number, number> | undefined {
  const values = new Map<number, number>()
  if (cursor.take(countBytes) === undefined) return undefined
  for (const length of [1, 2, 4, 8]) {
    const count = cursor.take(countBytes)
    if (count === undefined) return undefined
    for (let index = 0; index < count && !cursor.isPastEnd; index += 1) {
      const id = cursor.take(idBytes)
      if (length === 8) cursor.skip(length)
      else {
        const value = cursor.take(length)
        if (id !== undefined && value !== undefined) values.set(id, value)
      }
    }
  }
  if (hasTexts) {
    const count = cursor.take(2)
    if (count === undefined) return undefined
    for (let index = 0; index < count && !cursor.isPastEnd; index += 1) {
      cursor.take(2)
      cursor.skip(cursor.take(2) ?? 0)
    }
  }
  return cursor.isPastEnd ? undefined : values
}

function readRecord(cursor: Cursor, layout: Layout): AvlRecord | undefined {
  const high = cursor.take(4)
  const low = cursor.take(4)
  // Its priority.
  cursor.take(1)
  const longitude = cursor.take(4)
  const latitude = cursor.take(4)
  // Metres above the sea.
  cursor.take(2)
  const angle = cursor.take(2)
  const satellites = cursor.take(1)
  const speed = cursor.take(2)
  const eventId = cursor.take(layout.idBytes)
  if (layout.hasReason) cursor.take(1)
  const values = readValues(cursor, layout)
  if (values === undefined) return undefined
  return {
    timeMs: high! * 2 ** 32 + low!,
    latitude: signed(latitude!) * DEGREES,
    longitude: signed(longitude!) * DEGREES,
    angle: angle!,
    satellites: satellites!,
    speed: speed!,
    eventId: eventId!,
    values,
  }
}

/** An event that comes without its value has begun. */
const callsForHelp = ({ eventId, values, isPanic }: AvlRecord): boolean =>
  isPanic === true || (CALLS_FOR_HELP.has(eventId) && (values.get(eventId) ?? 1) !== 0)

/** What a record says, without its place where that or its time is broken, and why. A call for help is of now, and nothing of it is lost. */
function observationOf(record: AvlRecord, bytes: Uint8Array): { observation: Observation; fault?: SetAsideReason } {
  const { latitude, longitude, timeMs, values } = record
  const isCall = callsForHelp(record)
  // Without satellites it repeats its last place, or zeros, which are a place at sea.
  const hasFix = record.satellites > 0 && (latitude !== 0 || longitude !== 0)
  const onGlobe = hasFix ? geoPosition(latitude, longitude) : undefined
  const isTimeKnown = isTrackerTime(timeMs)
  const position = isTimeKnown || isCall ? onGlobe : undefined
  const moving = values.get(MOVING)
  const observation: Observation = {
    scannedAtMs: isTimeKnown ? timeMs : undefined,
    seq: seqOf('teltonika', bufferOf(bytes).toString('hex')),
    senderPosition: position,
    items: [
      {
        kind: 'location',
        position,
        batteryPercent: percent(values.get(BATTERY_PERCENT)),
        moving: moving === undefined ? undefined : moving === 1,
        headingDegrees: position && courseDegrees(record.angle),
        speedMetresPerSecond: position && metresPerSecond(record.speed),
        help: isCall ? true : undefined,
      },
    ],
  }
  if (hasFix && onGlobe === undefined) return { observation, fault: 'bad_position' }
  return isTimeKnown || isCall ? { observation } : { observation, fault: 'bad_time' }
}

/** The acknowledgement of so many records. */
function answerOf(count: number): Uint8Array {
  const answer = Buffer.alloc(4)
  answer.writeUInt32BE(count)
  return answer
}

const alive = (data: Buffer): Observation => ({
  seq: seqOf('teltonika', data.toString('hex')),
  items: [{ kind: 'location' }],
})

/** The tracker is alive; nothing else of this packet is read. */
function unreadData(data: Buffer, length: number): TrackerFrame {
  const [codec, count] = data
  const observations = [alive(data)]
  const name = `Codec ${codec}`
  if (TEXT_CODECS.has(codec!))
    return { kind: 'reports', length, observations, faults: [notRead(name)], answer: new Uint8Array() }
  return { kind: 'reports', length, observations, faults: [unknownMessage(name)], answer: answerOf(count!) }
}

function readData(data: Buffer, length: number): TrackerFrame {
  const [codec, count] = data
  const readNext = RECORDS.get(codec!)
  if (readNext === undefined) return unreadData(data, length)
  const cursor = new Cursor(data)
  cursor.skip(2)
  const observations: Observation[] = []
  const faults: SetAsideReason[] = []
  for (let index = 0; index < count!; index += 1) {
    const from = cursor.at
    const record = readNext(cursor)
    if (record === undefined) {
      faults.push('bad_record')
      break
    }
    const { observation, fault } = observationOf(record, data.subarray(from, cursor.at))
    observations.push(observation)
    if (fault !== undefined) faults.push(fault)
  }
  if (observations.length === 0) observations.push(alive(data))
  return { kind: 'reports', length, observations, faults, answer: answerOf(count!) }
}

function readLogin(bytes: Buffer): TrackerFrame {
  if (bytes.length < 2) return { kind: 'more' }
  if (bytes.readUInt16BE(0) !== IMEI_LENGTH) return invalid('bad_login')
  if (bytes.length < 2 + IMEI_LENGTH) return { kind: 'more' }
  const imei = bytes.toString('latin1', 2, 2 + IMEI_LENGTH)
  if (!isImei(imei)) return invalid('bad_login')
  return { kind: 'login', length: 2 + IMEI_LENGTH, imei, welcome: Uint8Array.of(1), refusal: Uint8Array.of(0) }
}

/**
 * The first frame of a connection's bytes: the IMEI, then packets. A packet whose check sum is wrong ends the connection without an
 * acknowledgement, and the device sends it again; what is wrong within a packet that came whole is acknowledged with the rest.
 */
export function nextTeltonikaFrame(given: Uint8Array, isSignedIn: boolean): TrackerFrame {
  const bytes = bufferOf(given)
  if (!isSignedIn) return readLogin(bytes)
  if (bytes[0] === PING) return { kind: 'nothing', length: 1 }
  if (bytes.length < HEAD) return { kind: 'more' }
  const size = bytes.readUInt32BE(4)
  if (bytes.readUInt32BE(0) !== 0) return invalid('bad_frame')
  // Codec, both counts: a packet without records is no packet.
  if (size < 3 || size > MAX_DATA) return invalid('bad_length')
  const length = HEAD + size + CHECK
  if (bytes.length < length) return { kind: 'more' }
  const data = bytes.subarray(HEAD, HEAD + size)
  if (bytes.readUInt32BE(HEAD + size) !== crc16Ibm(data)) return invalid('bad_check_sum')
  return readData(data, length)
}
