/** Reads OwnTracks' JSON, type by type. Source: wire formats §1.3, §1.4. */
import { callsForHelp } from './calls-for-help.ts'
import type { BeaconIdentity, OwntracksFault, OwntracksMessage, OwntracksWaypoint } from './owntracks-messages.ts'
import {
  accuracyMetres,
  beaconNumber,
  courseDegrees,
  epochMs,
  geoPosition,
  isJsonObject,
  type JsonObject,
  nonNegative,
  numberOf,
  percent,
  rssiDbm,
  stepCount,
  textOf,
  uuidOf,
} from './values.ts'

const BATTERY_STATES = ['unknown', 'unplugged', 'charging', 'full'] as const
const CONNECTIVITY = new Map([
  ['w', 'wifi'],
  ['m', 'mobile'],
  ['o', 'offline'],
])
const TRANSITION_TRIGGERS = new Map([
  ['b', 'beacon'],
  ['l', 'location'],
  ['c', 'circular'],
])
const PROXIMITIES = [undefined, 'immediate', 'near', 'far'] as const
const MOVING_ACTIVITIES = new Set(['walking', 'running', 'cycling', 'automotive'])
const KILOMETRES_PER_HOUR = 3.6
/** `name:uuid:major:minor` in a description; the numbers may be missing. */
const EMBEDDED_BEACON = /^(.*?):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::(\d{1,5}))?(?::(\d{1,5}))?$/i
/** A picture of a few kilobytes in base64. */
const MAX_FACE_LENGTH = 64 * 1024
const MAX_FACTS = 64
/** Types that say nothing of their phone. */
const DOCUMENTED = ['cmd', 'configuration', 'dump', 'request']
const MAX_WAYPOINTS = 1000
const MAX_REGIONS = 100

const invalid = (reason: OwntracksFault): OwntracksMessage => ({ kind: 'invalid', reason })
const asSent = (value: string | undefined, words: ReadonlyMap<string, string>): string | undefined =>
  value === undefined ? undefined : (words.get(value) ?? value)

/** The texts among the first items of a list. */
function texts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, MAX_REGIONS).filter((item) => textOf(item) !== undefined)
}

function movingOf(activities: unknown): boolean | undefined {
  const names = texts(activities)
  if (names.includes('stationary')) return false
  return names.some((name) => MOVING_ACTIVITIES.has(name)) ? true : undefined
}

function readLocation(message: JsonObject): OwntracksMessage {
  const position = geoPosition(message.lat, message.lon)
  const timeMs = epochMs(message.tst)
  const help = callsForHelp(message)
  // Without its time a place is of whenever it was, but in a call for help, which is of now.
  const isPlaced = help || (position !== undefined && timeMs !== undefined)
  const kilometresPerHour = nonNegative(message.vel)
  return {
    kind: 'location',
    position: isPlaced ? position : undefined,
    timeMs,
    fault: isPlaced ? undefined : position === undefined ? 'bad_position' : 'no_time',
    help,
    messageTimeMs: epochMs(message.created_at),
    accuracyMetres: accuracyMetres(message.acc),
    altitudeMetres: numberOf(message.alt),
    verticalAccuracyMetres: nonNegative(message.vac),
    speedMetresPerSecond: kilometresPerHour === undefined ? undefined : kilometresPerHour / KILOMETRES_PER_HOUR,
    courseDegrees: courseDegrees(message.cog),
    batteryPercent: percent(message.batt),
    batteryState: BATTERY_STATES[numberOf(message.bs) ?? -1],
    trigger: textOf(message.t),
    connectivity: asSent(textOf(message.conn), CONNECTIVITY),
    pressureKilopascals: nonNegative(message.p),
    regions: texts(message.inregions),
    wifiSsid: textOf(message.SSID),
    wifiBssid: textOf(message.BSSID),
    moving: movingOf(message.motionactivities),
  }
}

function readTransition(message: JsonObject): OwntracksMessage {
  const { event } = message
  if (event !== 'enter' && event !== 'leave') return invalid('bad_event')
  const timeMs = epochMs(message.tst)
  if (timeMs === undefined) return invalid('no_time')
  const position = geoPosition(message.lat, message.lon)
  const hasCoordinates = message.lat !== undefined || message.lon !== undefined
  if (hasCoordinates && position === undefined) return invalid('bad_position')
  const trigger = asSent(textOf(message.t), TRANSITION_TRIGGERS)
  const isNowhere = position === undefined || (position.latitude === 0 && position.longitude === 0)
  return {
    kind: 'transition',
    event,
    timeMs,
    region: textOf(message.desc),
    regionId: textOf(message.rid),
    regionCreatedMs: epochMs(message.wtst),
    trigger,
    position,
    accuracyMetres: accuracyMetres(message.acc),
    movesDevice: !isNowhere && trigger !== 'beacon',
  }
}

function beaconOf(uuid: unknown, major: unknown, minor: unknown): BeaconIdentity | undefined {
  const known = uuidOf(uuid)
  return known === undefined ? undefined : { uuid: known, major: beaconNumber(major), minor: beaconNumber(minor) }
}

function readWaypoint(message: JsonObject): OwntracksWaypoint {
  const description = textOf(message.desc)
  const embedded = description === undefined ? null : EMBEDDED_BEACON.exec(description)
  return {
    kind: 'waypoint',
    region: embedded?.[1] || description,
    regionId: textOf(message.rid),
    createdMs: epochMs(message.tst),
    position: geoPosition(message.lat, message.lon),
    radiusMetres: nonNegative(message.rad),
    beacon:
      embedded === null
        ? beaconOf(message.uuid, message.major, message.minor)
        : beaconOf(embedded[2], embedded[3], embedded[4]),
  }
}

function readWaypoints(message: JsonObject): OwntracksMessage {
  if (!Array.isArray(message.waypoints)) return invalid('bad_waypoints')
  const waypoints = message.waypoints.slice(0, MAX_WAYPOINTS).filter(isJsonObject).map(readWaypoint)
  return { kind: 'waypoints', waypoints }
}

function readBeacon(message: JsonObject): OwntracksMessage {
  const beacon = beaconOf(message.uuid, message.major, message.minor)
  if (beacon === undefined) return invalid('bad_beacon')
  const timeMs = epochMs(message.tst)
  if (timeMs === undefined) return invalid('no_time')
  return {
    kind: 'beacon',
    beacon,
    timeMs,
    region: textOf(message.desc),
    rssiDbm: rssiDbm(message.rssi),
    distanceMetres: nonNegative(message.acc),
    proximity: PROXIMITIES[numberOf(message.prox) ?? 0],
  }
}

function readStatus(message: JsonObject): OwntracksMessage {
  const isIos = isJsonObject(message.iOS)
  const reported = isIos ? message.iOS : message.android
  const facts = new Map<string, string | number | boolean>()
  for (const [name, value] of Object.entries(isJsonObject(reported) ? reported : {}).slice(0, MAX_FACTS)) {
    const fact = typeof value === 'boolean' || Number.isFinite(value) ? (value as boolean | number) : textOf(value)
    if (fact !== undefined && textOf(name) !== undefined) facts.set(name, fact)
  }
  return { kind: 'status', platform: isIos ? 'ios' : 'android', facts }
}

/** One message in clear. Types that we do not know are `unsupported`: of them counts that the phone is there, and a call for help. */
export function readMessage(message: JsonObject): OwntracksMessage {
  switch (message._type) {
    case 'location':
      return readLocation(message)
    case 'transition':
      return readTransition(message)
    case 'waypoint':
      return readWaypoint(message)
    case 'waypoints':
      return readWaypoints(message)
    case 'lwt':
      return { kind: 'lwt', connectedMs: epochMs(message.tst) }
    case 'steps':
      return {
        kind: 'steps',
        timeMs: epochMs(message.tst),
        steps: stepCount(message.steps),
        fromMs: epochMs(message.from),
        toMs: epochMs(message.to),
      }
    case 'beacon':
      return readBeacon(message)
    case 'card':
      return { kind: 'card', name: textOf(message.name), face: textOf(message.face, MAX_FACE_LENGTH) }
    case 'status':
      return readStatus(message)
    case 'encrypted':
      return invalid('nested_encryption')
    default: {
      const isDocumented = DOCUMENTED.some((type) => type === message._type)
      return isDocumented
        ? { kind: 'unsupported' }
        : { kind: 'unsupported', reason: 'bad_content', help: callsForHelp(message) || undefined }
    }
  }
}
