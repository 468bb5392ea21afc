/**
 * GT06 and the many trackers that speak as it does, over TCP. Numbers are big endian; a packet is `78 78`, its length in one byte,
 * protocol number, content, serial number, check sum, `0D 0A`; `79 79` has the length in two bytes. Each is answered with its own
 * protocol and serial number, since a tracker sends again what is not. Times are UTC: where a tracker is set to local time, one ahead of
 * us counts as now. Source: wire formats §11.5; Concox, GT06 communication protocol.
 */
import type { Observation } from '@whereabouts/domain/observations'
import { notRead, type SetAsideReason, unknownMessage } from '@whereabouts/domain/set-aside'
import { bufferOf } from './bytes.ts'
import { crc16Itu } from './crc16.ts'
import { decimalTime, type Gt06Packet, type Gt06Word, gt06Packet } from './gt06-packets.ts'
import { isImei, type TrackerFrame } from './hardware-tracker.ts'
import { seqOf } from './seq.ts'

const SHORT = 0x7878
const LONG = 0x7979
const END = 0x0d0a
/** Of a packet from its start to its end (bytes). Those with texts are the longest. */
const MAX_PACKET = 2100
/** Protocol number, serial number and check sum. */
const LEAST_LENGTH = 5
const LOGIN = 0x01
/** The address of a place, told to a tracker. */
const ADDRESS = 0x97
/** No address is known here: its name, its telephone and the end. */
const NO_ADDRESS = 'NA&&NA&&0##'
/** Where access points stand in a packet that has their number for a length, and no check sum. */
const ACCESS_POINTS = new Set([0x17, 0x69])

const NOTHING = new Uint8Array()
const invalid = (reason: SetAsideReason): TrackerFrame => ({ kind: 'invalid', reason })

function packetOf(protocol: number, serial: number, content: Uint8Array = NOTHING, isLong = false): Uint8Array {
  const size = content.length + LEAST_LENGTH
  const head = isLong ? [0x79, 0x79, size >> 8, size & 0xff] : [0x78, 0x78, size]
  const packet = Buffer.from([...head, protocol, ...content, serial >> 8, serial & 0xff, 0, 0, 0x0d, 0x0a])
  packet.writeUInt16BE(crc16Itu(packet.subarray(2, -4)), packet.length - 4)
  return packet
}

/** Year − 2000, month, day, hour, minute, second; UTC. */
function timeContent(nowMs: number): Uint8Array {
  const now = new Date(nowMs)
  return Uint8Array.of(
    ...[now.getUTCFullYear() - 2000, now.getUTCMonth() + 1, now.getUTCDate()],
    ...[now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()],
  )
}

/** Its length, four bytes that the tracker sends back, and the text. */
const addressContent = (): Uint8Array => Buffer.from([NO_ADDRESS.length, 0, 0, 0, 0, ...Buffer.from(NO_ADDRESS)])

function answerOf(
  { answer }: Gt06Packet,
  asksForAddress: boolean,
  { protocol, serial, nowMs }: { protocol: number; serial: number; nowMs: number },
): Uint8Array {
  if (answer === 'none') return NOTHING
  if (asksForAddress) return packetOf(ADDRESS, serial, addressContent(), true)
  if (answer === 'time') return packetOf(protocol, serial, timeContent(nowMs))
  return packetOf(protocol, serial, NOTHING, answer === 'long')
}

/** Eight bytes with a digit in each half; the first is a filling. */
function imeiOf(content: Buffer): string | undefined {
  const digits = content.toString('hex', 0, 8)
  const imei = digits.slice(1)
  return content.length >= 8 && digits[0] === '0' && isImei(imei) ? imei : undefined
}

const observationOf = (protocol: number, content: Buffer, { timeMs, said }: Gt06Word): Observation => ({
  scannedAtMs: timeMs,
  seq: seqOf('gt06', protocol, content.toString('hex')),
  senderPosition: said.position,
  items: [{ kind: 'location', ...said }],
})

const nameOf = (protocol: number): string => `0x${protocol.toString(16).toUpperCase().padStart(2, '0')}`

interface Parts {
  readonly protocol: number
  readonly content: Buffer
  readonly serial: number
  readonly isLong: boolean
  readonly length: number
  readonly nowMs: number
}

function readPacket({ protocol, content, serial, isLong, length, nowMs }: Parts): TrackerFrame {
  if (protocol === LOGIN) {
    const imei = imeiOf(content)
    if (imei === undefined) return invalid('bad_login')
    return { kind: 'login', length, imei, welcome: packetOf(protocol, serial), refusal: NOTHING }
  }
  const packet = gt06Packet(protocol, isLong)
  if (packet === undefined) {
    const observations = [observationOf(protocol, content, { said: {} })]
    const answer = isLong ? NOTHING : packetOf(protocol, serial)
    return { kind: 'reports', length, observations, faults: [unknownMessage(nameOf(protocol))], answer }
  }
  const read = packet.read(content)
  const word: Gt06Word = typeof read === 'string' ? { said: {} } : read
  const fault = typeof read === 'string' ? read : read.fault
  const faults = [
    ...(fault === undefined ? [] : [fault]),
    ...(packet.isUnread || word.isUnread ? [notRead(nameOf(protocol))] : []),
  ]
  return {
    kind: 'reports',
    length,
    observations: [observationOf(protocol, content, word)],
    faults,
    answer: answerOf(packet, word.asksForAddress === true, { protocol, serial, nowMs }),
    isUrgent: packet.answer === 'time',
  }
}

/** A packet of access points and cells: their number, protocol, time, access points (7 each), number of cells, network (3), cells (5 each), end. */
function readAccessPoints(bytes: Buffer): TrackerFrame | undefined {
  const protocol = bytes[3]!
  const atCells = 10 + bytes[2]! * 7
  if (bytes.length <= atCells) return { kind: 'more' }
  const length = atCells + 4 + bytes[atCells]! * 5 + 2
  if (bytes.length < length) return { kind: 'more' }
  if (bytes.readUInt16BE(length - 2) !== END) return undefined
  const content = bytes.subarray(4, length - 2)
  const time = content.subarray(0, 6)
  return {
    kind: 'reports',
    length,
    observations: [observationOf(protocol, content, { timeMs: decimalTime(time), said: {} })],
    faults: [],
    answer: Buffer.from([0x78, 0x78, 0, protocol, ...time, 0x0d, 0x0a]),
  }
}

/** The first frame of a connection's bytes. A packet whose check sum is wrong ends the connection, and the tracker sends it again. */
export function nextGt06Frame(given: Uint8Array, isSignedIn: boolean, nowMs: number): TrackerFrame {
  const bytes = bufferOf(given)
  if (bytes.length < 4) return { kind: 'more' }
  const start = bytes.readUInt16BE(0)
  if (start !== SHORT && start !== LONG) return invalid('bad_frame')
  const isLong = start === LONG
  const head = isLong ? 4 : 3
  const size = isLong ? bytes.readUInt16BE(2) : bytes[2]!
  const length = head + size + 2
  // Those are longer than a packet of this length.
  const ofAccessPoints = isSignedIn && !isLong && ACCESS_POINTS.has(bytes[3]!) && !endsAt(bytes, length)
  if (ofAccessPoints && (size < LEAST_LENGTH || bytes.length >= length)) {
    const frame = readAccessPoints(bytes)
    if (frame !== undefined) return frame
  }
  if (size < LEAST_LENGTH || length > MAX_PACKET) return invalid('bad_length')
  if (bytes.length < length) return { kind: 'more' }
  if (!endsAt(bytes, length)) return invalid('bad_frame')
  if (bytes.readUInt16BE(length - 4) !== crc16Itu(bytes.subarray(2, length - 4))) return invalid('bad_check_sum')
  const protocol = bytes[head]!
  if (!isSignedIn && protocol !== LOGIN) return invalid('no_login')
  const content = bytes.subarray(head + 1, length - 6)
  return readPacket({ protocol, content, serial: bytes.readUInt16BE(length - 6), isLong, length, nowMs })
}

const endsAt = (bytes: Buffer, length: number): boolean =>
  bytes.length >= length && bytes.readUInt16BE(length - 2) === END
