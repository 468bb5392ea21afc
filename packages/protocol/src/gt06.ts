/**
 * GT06 and the many trackers that speak as it does, over TCP: login, places, heartbeats, alarms. Numbers are big endian; a packet is
 * `78 78`, its length in one byte, protocol number, content, serial number, check sum, `0D 0A`; `79 79` has the length in two bytes.
 * Each is answered with its own protocol and serial number. Times are UTC: where a tracker is set to local time, one ahead of us counts
 * as now. Source: wire formats §11.5; Concox, GT06 communication protocol.
 */
import type { Observation, OwnLocation } from '@whereabouts/domain/observations'
import { bufferOf } from './bytes.ts'
import { crc16Itu } from './crc16.ts'
import { isImei, isTrackerTime, metresPerSecond, type TrackerFrame } from './hardware-tracker.ts'
import { seqOf } from './seq.ts'
import { courseDegrees, geoPosition } from './values.ts'

const SHORT = 0x7878
const LONG = 0x7979
const END = 0x0d0a
/** Of a packet from its start to its end (bytes). Those with texts are the longest. */
const MAX_PACKET = 1100
/** Protocol number, serial number and check sum. */
const LEAST_LENGTH = 5

const LOGIN = 0x01
/** The second tells volts in place of a level. */
const HEARTBEAT = 0x13
const HEARTBEAT_WITH_VOLTS = 0x23
/** Places, with the cell they were found in; the second with its reasons besides. */
const PLACES = new Set([0x12, 0x22])
/** The later ones have more behind. */
const ALARMS = new Set([0x16, 0x26, 0x27])

/** Date, satellites, latitude, longitude, speed, course and status. */
const PLACE_LENGTH = 18
/** A coordinate of one degree: 60 minutes of 30,000 parts. */
const PARTS_OF_DEGREE = 1_800_000
/** Bits of course and status. */
const HAS_FIX = 0x1000
const IS_WEST = 0x0800
const IS_NORTH = 0x0400
const COURSE = 0x03ff
/** Bits of the terminal's state that tell its alarm, and their value for a call for help. */
const ALARM_BITS = 0x38
const SOS_BITS = 0x20
/** The alarm of a call for help. */
const SOS = 0x01
/** Of battery levels: 0 is empty. */
const FULL = 6

const invalid = (reason: string): TrackerFrame => ({ kind: 'invalid', reason })

/** Acknowledges a packet. */
function answerOf(protocol: number, serial: number): Uint8Array {
  const answer = Buffer.from([0x78, 0x78, 0x05, protocol, serial >> 8, serial & 0xff, 0, 0, 0x0d, 0x0a])
  answer.writeUInt16BE(crc16Itu(answer.subarray(2, 6)), 6)
  return answer
}

/** Eight bytes with a digit in each half; the first is a filling. */
function imeiOf(content: Buffer): string | undefined {
  const digits = content.toString('hex', 0, 8)
  const imei = digits.slice(1)
  return content.length >= 8 && digits[0] === '0' && isImei(imei) ? imei : undefined
}

type Fault = 'bad_position' | 'bad_time' | 'bad_content'

/** Level, and whether a person asks for help, of the state that stands in heartbeats and alarms. */
function stateOf(state: number, level: number): Pick<OwnLocation, 'batteryPercent' | 'help'> {
  return {
    batteryPercent: level > FULL ? undefined : Math.round((level / FULL) * 100),
    help: (state & ALARM_BITS) === SOS_BITS ? true : undefined,
  }
}

function timeOf(content: Buffer): number | undefined {
  const [year, month, day, hour, minute, second] = content
  const timeMs = Date.UTC(2000 + year!, month! - 1, day, hour, minute, second)
  const date = new Date(timeMs)
  const isReal = date.getUTCMonth() === month! - 1 && date.getUTCDate() === day && date.getUTCHours() === hour
  return isReal && isTrackerTime(timeMs) ? timeMs : undefined
}

/** A place with what else is known of its device. A call for help is never lost to a broken place or time. */
function placed(
  content: Buffer,
  seq: string,
  state: Pick<OwnLocation, 'batteryPercent' | 'help'>,
): Observation | Fault {
  const flags = content.readUInt16BE(16)
  const hasFix = (flags & HAS_FIX) !== 0
  const latitude = (content.readUInt32BE(7) / PARTS_OF_DEGREE) * ((flags & IS_NORTH) === 0 ? -1 : 1)
  const longitude = (content.readUInt32BE(11) / PARTS_OF_DEGREE) * ((flags & IS_WEST) === 0 ? 1 : -1)
  const position = hasFix ? geoPosition(latitude, longitude) : undefined
  const timeMs = timeOf(content)
  if (state.help !== true && hasFix && position === undefined) return 'bad_position'
  if (state.help !== true && timeMs === undefined) return 'bad_time'
  return {
    scannedAtMs: timeMs,
    seq,
    senderPosition: position,
    items: [
      {
        kind: 'location',
        position,
        headingDegrees: position && courseDegrees(flags & COURSE),
        speedMetresPerSecond: position && metresPerSecond(content[15]!),
        ...state,
      },
    ],
  }
}

/** The observation of a packet; undefined: it says nothing of its device. */
function observationOf(protocol: number, content: Buffer): Observation | Fault | undefined {
  const seq = seqOf('gt06', protocol, content.toString('hex'))
  if (protocol === HEARTBEAT) {
    if (content.length < 3) return 'bad_content'
    return { seq, items: [{ kind: 'location', ...stateOf(content[0]!, content[1]!) }] }
  }
  if (protocol === HEARTBEAT_WITH_VOLTS) {
    if (content.length < 1) return 'bad_content'
    const { help } = stateOf(content[0]!, FULL)
    return { seq, items: [{ kind: 'location', help }] }
  }
  if (PLACES.has(protocol)) return content.length < PLACE_LENGTH ? 'bad_content' : placed(content, seq, {})
  if (!ALARMS.has(protocol)) return undefined
  // The cell stands between, with its own length, which counts itself; behind it state, level, signal, alarm and language.
  const at = PLACE_LENGTH + (content[PLACE_LENGTH] ?? 0)
  if (content.length < at + 4) return 'bad_content'
  const state = stateOf(content[at]!, content[at + 1]!)
  return placed(content, seq, { ...state, help: content[at + 3] === SOS ? true : state.help })
}

function readPacket(protocol: number, content: Buffer, serial: number, length: number): TrackerFrame {
  const answer = answerOf(protocol, serial)
  if (protocol === LOGIN) {
    const imei = imeiOf(content)
    if (imei === undefined) return invalid('bad_login')
    return { kind: 'login', length, imei, welcome: answer, refusal: new Uint8Array() }
  }
  const observation = observationOf(protocol, content)
  // Texts, answers to commands and the like.
  if (observation === undefined) return { kind: 'nothing', length }
  if (typeof observation === 'string')
    return { kind: 'reports', length, observations: [], faults: [observation], answer }
  return { kind: 'reports', length, observations: [observation], faults: [], answer }
}

/** The first frame of a connection's bytes. A packet whose check sum is wrong ends the connection, and the tracker sends it again. */
export function nextGt06Frame(given: Uint8Array, isSignedIn: boolean): TrackerFrame {
  const bytes = bufferOf(given)
  if (bytes.length < 4) return { kind: 'more' }
  const start = bytes.readUInt16BE(0)
  if (start !== SHORT && start !== LONG) return invalid('bad_frame')
  const head = start === SHORT ? 3 : 4
  const size = start === SHORT ? bytes[2]! : bytes.readUInt16BE(2)
  const length = head + size + 2
  if (size < LEAST_LENGTH || length > MAX_PACKET) return invalid('bad_length')
  if (bytes.length < length) return { kind: 'more' }
  if (bytes.readUInt16BE(length - 2) !== END) return invalid('bad_frame')
  if (bytes.readUInt16BE(length - 4) !== crc16Itu(bytes.subarray(2, length - 4))) return invalid('bad_check_sum')
  const protocol = bytes[head]!
  if (!isSignedIn && protocol !== LOGIN) return invalid('no_login')
  return readPacket(protocol, bytes.subarray(head + 1, length - 6), bytes.readUInt16BE(length - 6), length)
}
