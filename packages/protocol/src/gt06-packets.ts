/**
 * What the packets of GT06 and its successors say, by their protocol number: places, alarms, heartbeats, and what only tells that the
 * tracker is alive. Numbers are big endian. Source: wire formats §11.5.
 */
import type { OwnLocation } from '@whereabouts/domain/observations'
import { isTrackerTime, metresPerSecond } from './hardware-tracker.ts'
import { courseDegrees, geoPosition, percent } from './values.ts'

/** What a packet says of its device. */
export interface Gt06Word {
  /** Undefined: the time of receipt counts. */
  readonly timeMs?: number | undefined
  readonly said: Omit<OwnLocation, 'kind'>
  /** Why its place or its time is left out. */
  readonly fault?: Gt06Fault | 'bad_position' | 'bad_time'
  /** A telephone wants to be told where it is. */
  readonly asksForAddress?: true
  /** Nothing but that the tracker is alive was taken from it. */
  readonly isUnread?: true
}
/** Nothing of it can be read. */
export type Gt06Fault = 'bad_content'

export interface Gt06Packet {
  readonly read: (content: Buffer) => Gt06Word | Gt06Fault
  /** Undefined: by its own number and serial number. */
  readonly answer?: 'none' | 'time' | 'long'
  /** Its makers document it, and nothing but that the tracker is alive is taken from it. */
  readonly isUnread?: true
}

type State = Pick<OwnLocation, 'batteryPercent' | 'help'>

/** Date, satellites, latitude, longitude, speed, course and status. */
const PLACE_LENGTH = 18
const DATE_LENGTH = 6
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
/** Alarms of a person: called for help, fell. All others are of the device or its vehicle. */
const HELP_ALARMS = new Set([0x01, 0x23])
/** Of battery levels: 0 is empty. Higher numbers are percent. */
const FULL = 6
/** Of a country code: the network code behind it has two bytes, not one. */
const IS_WIDE = 0x80
/** Of a module behind a heartbeat: the battery in percent. */
const BATTERY_MODULE = 0x006a

/** State, level, signal, alarm, language. */
const STATE_LENGTH = 5

const batteryOf = (level: number): number | undefined =>
  level <= FULL ? Math.round((level / FULL) * 100) : percent(level)

/** `language`: of packets in which its upper half continues the alarm's number; of others nothing. */
const isHelp = (alarm: number, language = 0): boolean => HELP_ALARMS.has(((language >> 4) << 8) | alarm)

const isSos = (state: number): boolean => (state & ALARM_BITS) === SOS_BITS

/** The state that stands in alarms; `isLongAlarm`: the language's byte continues the alarm's number. */
function stateAt(content: Buffer, at: number, isLongAlarm: boolean): State | undefined {
  if (at + STATE_LENGTH - 1 > content.length) return undefined
  const [state, level, , alarm, language] = content.subarray(at)
  const help = isSos(state!) || isHelp(alarm!, isLongAlarm ? language : undefined)
  return { batteryPercent: batteryOf(level!), help: help ? true : undefined }
}

/** Year − 2000, month, day, hour, minute, second. */
function timeOf(content: Buffer): number | undefined {
  const [year, month, day, hour, minute, second] = content
  if (second === undefined) return undefined
  const timeMs = Date.UTC(2000 + year!, month! - 1, day, hour, minute, second)
  const date = new Date(timeMs)
  const isReal = date.getUTCMonth() === month! - 1 && date.getUTCDate() === day && date.getUTCHours() === hour
  return isReal && isTrackerTime(timeMs) ? timeMs : undefined
}

/** The same in decimal digits. */
export function decimalTime(bytes: Buffer): number | undefined {
  const [year, month, day, hour, minute, second] = bytes.toString('hex', 0, DATE_LENGTH).match(/../g) ?? []
  const timeMs = Date.parse(`20${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(timeMs) ? undefined : timeMs
}

/**
 * A place with what else is known of its device, which counts without the place where that or its time is broken. `at`: where latitude,
 * longitude, speed, course and status stand.
 */
function placed(content: Buffer, state: State = {}, { at = 7, timeMs = timeOf(content) } = {}): Gt06Word {
  const flags = content.readUInt16BE(at + 9)
  const hasFix = (flags & HAS_FIX) !== 0
  const latitude = (content.readUInt32BE(at) / PARTS_OF_DEGREE) * ((flags & IS_NORTH) === 0 ? -1 : 1)
  const longitude = (content.readUInt32BE(at + 4) / PARTS_OF_DEGREE) * ((flags & IS_WEST) === 0 ? 1 : -1)
  const position = hasFix ? geoPosition(latitude, longitude) : undefined
  if (hasFix && position === undefined) return { timeMs, said: { position, ...state }, fault: 'bad_position' }
  // Of whenever it is: it must not count as of now. A call for help is of now, and nothing of it is lost.
  if (timeMs === undefined && state.help !== true) return { said: state, fault: 'bad_time' }
  const said = {
    position,
    headingDegrees: position && courseDegrees(flags & COURSE),
    speedMetresPerSecond: position && metresPerSecond(content[at + 8]!),
  }
  return { timeMs, said: { ...said, ...state } }
}

const placeAt =
  (at: number): Gt06Packet['read'] =>
  (content) =>
    content.length < at + PLACE_LENGTH ? 'bad_content' : placed(content.subarray(at))

/** The tracker is alive. */
const alive = (): Gt06Word => ({ said: {} })

/** What begins with its time; cells and access points say nothing to us of where it is. */
const dated = (content: Buffer): Gt06Word => ({ timeMs: timeOf(content), said: {} })

/** Bytes of a cell: country, network, area and the cell itself. */
const cellLength = (content: Buffer, at: number, area: number, cell: number): number =>
  2 + (((content[at] ?? 0) & IS_WIDE) === 0 ? 1 : 2) + area + cell

/** Bytes of area and cell: of 2G, and of 4G. */
type CellWidths = readonly [area: number, cell: number]
const NARROW: CellWidths = [2, 3]
const BROAD: CellWidths = [4, 8]

/**
 * A place, a cell and the state. The cell's own length stands before it and counts itself; some trackers write another number there, or
 * leave it out.
 */
const alarmWithPlace =
  ([area, cell]: CellWidths, isLongAlarm: boolean): Gt06Packet['read'] =>
  (content) => {
    if (content.length < PLACE_LENGTH) return 'bad_content'
    if (content.length === PLACE_LENGTH) return withState(content, undefined, 0)
    const known = 1 + cellLength(content, PLACE_LENGTH + 1, area, cell)
    const told = content[PLACE_LENGTH]!
    const isTold = told >= known && PLACE_LENGTH + told + STATE_LENGTH <= content.length
    const length = isTold ? told : told === 0 ? lengthOfNone(content, known) : known
    const hasNoLength = told < 3 && told > 0
    const at = PLACE_LENGTH + (hasNoLength ? cellLength(content, PLACE_LENGTH, area, cell) : length)
    // Without the length it is a volt behind the state, and no alarm.
    if (hasNoLength) return withState(content, at < content.length ? sosOf(content[at]!) : undefined, 0)
    return withState(content, stateAt(content, at, isLongAlarm), content[at])
  }

/** A place with a state, which costs nothing else where it is cut short. `first`: its first byte, if that came. */
function withState(content: Buffer, state: State | undefined, first: number | undefined): Gt06Word {
  if (state !== undefined) return placed(content, state)
  return { fault: 'bad_content', ...placed(content, sosOf(first ?? 0)) }
}

/** Bytes of zeros that some trackers without a cell have behind its length. */
const ZEROS = 45

/** Bytes from a cell's length of 0 to the state: there is no cell, or one of zeros and room for more, or one whose length is wrong. */
function lengthOfNone(content: Buffer, known: number): number {
  if (content.length < PLACE_LENGTH + known + STATE_LENGTH) return 1
  const behind = PLACE_LENGTH + 1 + ZEROS
  const isZero = content.subarray(PLACE_LENGTH, behind).every((byte) => byte === 0)
  return isZero && content.length >= behind + STATE_LENGTH ? 1 + ZEROS : known
}

/** A place, a cell, the state, hundredths of a volt, the signal; `hasAlarm`: and an alarm. */
const placeWithState =
  (hasAlarm: boolean): Gt06Packet['read'] =>
  (content) => {
    const at = PLACE_LENGTH + cellLength(content, PLACE_LENGTH, ...NARROW)
    const isCall = isSos(content[at] ?? 0) || (hasAlarm && isHelp(content[at + 4] ?? 0))
    return placed(content, { help: isCall ? true : undefined })
  }

/** State, satellites (2), alarm, language, battery in percent, and how it works. */
const heartbeatWithTemperature = (content: Buffer): Gt06Word => {
  const [state, , , alarm, , level] = content
  return { said: { batteryPercent: percent(level), help: isSos(state!) || isHelp(alarm!) ? true : undefined } }
}

/** The module of a place: epoch seconds (4), satellites, height (2), then as in a place. */
const PLACE_MODULE = 0x33
const PLACE_MODULE_LENGTH = 18

/** Modules: number (2), length (2), value. */
function modules(content: Buffer): Gt06Word {
  for (let at = 0; at + 4 <= content.length; at += 4 + content.readUInt16BE(at + 2)) {
    const value = content.subarray(at + 4, at + 4 + content.readUInt16BE(at + 2))
    if (content.readUInt16BE(at) !== PLACE_MODULE || value.length < PLACE_MODULE_LENGTH) continue
    const timeMs = value.readUInt32BE(0) * 1000
    return placed(value, {}, { at: 7, timeMs: isTrackerTime(timeMs) ? timeMs : undefined })
  }
  return alive()
}

/** How a tracker tells in words where it is, as it was asked to by a command. */
const PLACE_IN_WORDS = /Lat:([NS])(\d+\.\d+),Lon:([EW])(\d+\.\d+),.*DateTime:(\d{4}-\d\d-\d\d) +(\d\d:\d\d:\d\d)/

/** The server's flag (4), the way of its letters (1), and a text. */
function text(content: Buffer): Gt06Word {
  const found = PLACE_IN_WORDS.exec(content.toString('latin1', 5).replaceAll('\u0000', ''))
  if (found === null) return { said: {}, isUnread: true }
  const [, north, latitude, east, longitude, day, time] = found
  const position = geoPosition(Number(latitude) * (north === 'N' ? 1 : -1), Number(longitude) * (east === 'E' ? 1 : -1))
  const timeMs = Date.parse(`${day}T${time}Z`) || undefined
  if (timeMs === undefined) return { said: {}, fault: 'bad_time' }
  return position === undefined ? { timeMs, said: {}, fault: 'bad_position' } : { timeMs, said: { position } }
}

/** The same where the cell has four bytes and its length says nothing of that. */
const alarmWithWideCell = (content: Buffer): Gt06Word => placed(content, stateAt(content, 28, false))

/** A place, a cell of 4G, its generation, the state, hundredths of a volt, level, signal, alarm. */
function alarmWithVolts(content: Buffer): Gt06Word | Gt06Fault {
  const at = PLACE_LENGTH + cellLength(content, PLACE_LENGTH, ...BROAD) + 1
  const [state, , , level, , alarm] = content.subarray(at)
  if (alarm === undefined) return 'bad_content'
  return placed(content, { batteryPercent: batteryOf(level!), help: isSos(state!) || isHelp(alarm) ? true : undefined })
}

/** A place with the length of what satellites tell behind its time; none: there is no place. */
function placeWithLength(content: Buffer): Gt06Word | Gt06Fault {
  if (content.length < PLACE_LENGTH + 1 || content[DATE_LENGTH] === 0) return dated(content)
  return placed(Buffer.concat([content.subarray(0, DATE_LENGTH), content.subarray(DATE_LENGTH + 1)]))
}

const sosOf = (state: number): State => ({ help: isSos(state) ? true : undefined })

/** A cell and the state, of a tracker that sees no satellites. */
const alarmWithCell =
  ([area, cell]: CellWidths): Gt06Packet['read'] =>
  (content) => {
    const at = cellLength(content, 0, area, cell)
    const said = stateAt(content, at, false)
    // Some send several cells by the same number, which begin with their time.
    if (content.length > at + STATE_LENGTH + 4) return dated(content)
    return said === undefined ? 'bad_content' : { said }
  }

function heartbeat(content: Buffer): Gt06Word | Gt06Fault {
  if (content.length < 3) return 'bad_content'
  const [state, level, , alarm = 0, language = 0] = content
  // Other trackers have a voltage there, which no language follows.
  const hasAlarm = language <= 2 && isHelp(alarm)
  return { said: { batteryPercent: batteryOf(level!), help: isSos(state!) || hasAlarm ? true : undefined } }
}

/** With hundredths of a volt in place of the level. */
const heartbeatWithVolts = (content: Buffer): Gt06Word | Gt06Fault =>
  content.length < 1 ? 'bad_content' : { said: sosOf(content[0]!) }

/** The battery, if one of the modules from here on tells it: each has its number (2), its length and its value. */
function batteryOfModules(content: Buffer, from: number): number | undefined {
  for (let at = from; at + 3 <= content.length; at += 3 + content[at + 2]!) {
    if (content.readUInt16BE(at) === BATTERY_MODULE) return percent(content[at + 3])
  }
  return undefined
}

function heartbeatWithModules(content: Buffer): Gt06Word | Gt06Fault {
  const word = heartbeat(content)
  if (typeof word === 'string') return word
  const batteryPercent = batteryOfModules(content, STATE_LENGTH) ?? word.said.batteryPercent
  return { said: { ...word.said, batteryPercent } }
}

/** A place, a cell with its generation before it and its signal behind it, the state, and modules. */
function alarmWithModules(content: Buffer): Gt06Word | Gt06Fault {
  if (content.length < PLACE_LENGTH + 1) return 'bad_content'
  const is4g = content[PLACE_LENGTH]! >= 3
  const [area, cell] = is4g ? BROAD : NARROW
  const at = PLACE_LENGTH + 1 + cellLength(content, PLACE_LENGTH + 1, area, cell) + (is4g ? 2 : 1)
  const state = stateAt(content, at, true)
  if (state === undefined) return 'bad_content'
  const batteryPercent = batteryOfModules(content, at + STATE_LENGTH) ?? state.batteryPercent
  return placed(content, { ...state, batteryPercent })
}

const placeForAddress = (content: Buffer): Gt06Word | Gt06Fault => {
  const word = placeAt(0)(content)
  return typeof word === 'string' ? word : { ...word, asksForAddress: true }
}

const cellForAddress = (): Gt06Word => ({ said: {}, asksForAddress: true })

/** Cells, access points, then alarm and language. */
function alarmWithAccessPoints(content: Buffer): Gt06Word | Gt06Fault {
  const atGeneration = DATE_LENGTH + 2 + (((content[DATE_LENGTH] ?? 0) & IS_WIDE) === 0 ? 1 : 2)
  const ofCell = (content[atGeneration] ?? 0) > 0 ? 13 : 6
  const atPoints = atGeneration + 2 + (content[atGeneration + 1] ?? 0) * ofCell + 1
  const at = atPoints + 1 + (content[atPoints] ?? 0) * 7
  const [alarm, language] = content.subarray(at)
  if (alarm === undefined || language === undefined) return 'bad_content'
  return { timeMs: timeOf(content), said: { help: isHelp(alarm, language) ? true : undefined } }
}

/** Alarms of cameras: of vehicles, but for the call for help. With and without a place, and with a mark before both. */
function cameraAlarm(content: Buffer): Gt06Word | Gt06Fault {
  const isMarked = content.length > 1 && content.readUInt16BE(0) === 0xffff
  const at = isMarked ? 24 : content.length >= 19 ? 16 : DATE_LENGTH
  const event = content[at]
  if (event === undefined) return 'bad_content'
  return { timeMs: timeOf(content.subarray(isMarked ? 3 : 0)), said: { help: event === 0x01 ? true : undefined } }
}

/** Which packet of several that share a number, by the length of its content. */
const byLength =
  (length: number, then: Gt06Packet['read'], otherwise: Gt06Packet['read']): Gt06Packet['read'] =>
  (content) =>
    content.length === length ? then(content) : otherwise(content)

const place: Gt06Packet = { read: placeAt(0) }
const cells: Gt06Packet = { read: dated }
const unread: Gt06Packet = { read: alive, isUnread: true }
const unanswered: Gt06Packet = { ...unread, answer: 'none' }

/** By protocol number. */
const PACKETS: ReadonlyMap<number, Gt06Packet> = new Map<number, Gt06Packet>([
  [0x12, { read: byLength(31, placeWithState(false), byLength(38, placeWithState(true), placeAt(0))) }],
  ...[0x10, 0x1e, 0x22, 0x25, 0x2d, 0x31, 0x37, 0x38, 0xa0].map((each) => [each, place] as const),
  [0x11, { read: (content) => (content.length < PLACE_LENGTH ? dated(content) : placed(content)) }],
  [0x34, { read: byLength(50, dated, placeAt(4)) }],
  [0x61, { read: placeAt(8) }],
  // One with a card instead has a place.
  [0x17, { read: byLength(35, placeAt(0), cellForAddress) }],
  [0xa7, { read: cellForAddress }],
  ...[0x1a, 0x2a].map((each) => [each, { read: placeForAddress }] as const),
  [0x16, { read: byLength(33, alarmWithWideCell, alarmWithPlace(NARROW, false)) }],
  ...[0x26, 0x32].map((each) => [each, { read: alarmWithPlace(NARROW, false) }] as const),
  [0x27, { read: alarmWithPlace(NARROW, true) }],
  [0xa3, { read: alarmWithPlace(BROAD, false) }],
  [0xa4, { read: alarmWithPlace(BROAD, true) }],
  [0x19, { read: alarmWithCell(NARROW) }],
  [0xa5, { read: alarmWithCell(BROAD) }],
  [0x39, { read: alarmWithModules }],
  [0xa9, { read: alarmWithAccessPoints }],
  [0x95, { read: cameraAlarm }],
  [0x13, { read: byLength(16, heartbeatWithTemperature, heartbeat) }],
  [0x23, { read: heartbeatWithVolts }],
  [0x36, { read: byLength(48, placeAt(0), heartbeatWithModules) }],
  [0x24, { read: byLength(41, placeAt(0), dated) }],
  ...[0x18, 0x28, 0x2c, 0x2e, 0x33, 0xa1].map((each) => [each, cells] as const),
  // Some write its date in decimal digits, which begin with 2 until 2031.
  [0xf3, { read: (content) => ({ timeMs: content[0]! < 0x20 ? timeOf(content) : decimalTime(content), said: {} }) }],
  [0xa2, { read: byLength(59, alarmWithVolts, dated) }],
  [0x8a, { read: alive, answer: 'time' }],
  ...[0x14, 0x35, 0x40, 0xb0, 0xb2, 0xf1, 0xf2].map((each) => [each, unread] as const),
  // Texts, answers to commands, and what has to be told alone.
  ...[0x15, 0x21, 0x65, 0x66, 0x80, 0x81, 0x82, 0x8c, 0x94, 0x9b, 0x9c].map((each) => [each, unanswered] as const),
])

/** Those whose length has two bytes, where they are others. */
const LONG_PACKETS: ReadonlyMap<number, Gt06Packet> = new Map<number, Gt06Packet>([
  ...[0x32, 0x33].map((each) => [each, { read: placeWithLength, answer: 'long' }] as const),
  [0x70, { read: modules }],
  [0x21, { read: text, answer: 'none' }],
  [0x41, { ...unread, answer: 'long' }],
  [0x36, unread],
])

/** Undefined: no document names it. */
export const gt06Packet = (protocol: number, isLong: boolean): Gt06Packet | undefined =>
  (isLong ? LONG_PACKETS.get(protocol) : undefined) ?? PACKETS.get(protocol)
