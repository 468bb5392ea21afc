/**
 * OwnTracks phones, over HTTP and MQTT. Source: wire formats §1.
 *
 * The credential tells who sent a message; user and device are names inside it (G85).
 * Of a duplicate key in a query or in JSON the last counts. Unknown keys are ignored.
 */
import type { Observation, OwnLocation } from '@whereabouts/domain/observations'
import { type BodyFault, decodeJson } from './body.ts'
import type { OwntracksLocation, OwntracksMessage } from './owntracks-messages.ts'
import { readMessage } from './owntracks-readers.ts'
import { ibeaconIdentity } from './radio-identity.ts'
import { openSecretBox } from './secret-box.ts'
import { seqOf } from './seq.ts'
import { identityOf, isJsonObject, type JsonObject, textOf } from './values.ts'

/** A topic that a phone publishes on, by its levels. */
export interface OwntracksTopic {
  readonly user: string
  readonly device: string
  /** `event`, `waypoint`, `cmd` …; undefined on the base topic. */
  readonly channel: string | undefined
}

/** One decoded message. */
export interface OwntracksDecoded {
  readonly user: string | undefined
  readonly device: string | undefined
  /** The two-letter label; the last two characters of the device where the message has none. */
  readonly trackerId: string | undefined
  /** The broker retained the message: it is old. */
  readonly isRetained: boolean
  /** The broker delivers it again: it says nothing about now. */
  readonly isRepeat?: boolean | undefined
  readonly message: OwntracksMessage
}

export interface OwntracksHttpDecoded extends OwntracksDecoded {
  /** The answer, 200 with at least `[]`. Anything else makes the phone repeat the message and queue all later ones behind it. */
  readonly httpStatus: 200 | 400
}

export interface OwntracksHttpRequest {
  readonly body: Uint8Array
  /** The `X-Limit-U` and `X-Limit-D` headers. */
  readonly limitUser?: string | undefined
  readonly limitDevice?: string | undefined
  /** The URL's query, with or without its question mark. */
  readonly query?: string | undefined
  /** User of Basic auth: the last place to look for a name. */
  readonly basicUser?: string | undefined
  /** Secret for encrypted payloads of this sender. */
  readonly secret?: string | undefined
}

export interface OwntracksPublish {
  readonly topic: string
  readonly payload: Uint8Array
  /** Delivered from the broker's store; a live message that merely asks to be kept is not. */
  readonly isRetained?: boolean | undefined
  /** Delivered again, as its first delivery was not acknowledged. */
  readonly isRepeat?: boolean | undefined
  readonly secret?: string | undefined
}

/** Topics on which the server sends to the phone; messages there are not the phone's. */
const OUTGOING_CHANNELS = new Set(['cmd', 'info'])
const MAX_LABEL_LENGTH = 16

/** The three or four levels of a topic below any base; the app lets its user rename the first. */
function topicLevels(topic: string): OwntracksTopic | undefined {
  const levels = topic.split('/')
  if (levels.length < 3 || levels.length > 4) return undefined
  const [user, device] = [identityOf(levels[1]), identityOf(levels[2])]
  return user === undefined || device === undefined ? undefined : { user, device, channel: levels[3] }
}

/** The levels of `owntracks/{user}/{device}[/{channel}]`; undefined for any other topic. */
export const parseOwntracksTopic = (topic: string): OwntracksTopic | undefined =>
  topic.startsWith('owntracks/') ? topicLevels(topic) : undefined

/** A message, and the JSON that names its topic and label. */
interface Opened {
  readonly json: JsonObject
  readonly message: OwntracksMessage
}

const invalid = (reason: BodyFault | 'not_object' | 'bad_topic'): Opened => ({
  json: {},
  message: { kind: 'invalid', reason },
})

function decrypt(json: JsonObject, secret: string | undefined): Opened {
  if (secret === undefined) return { json, message: { kind: 'encrypted', reason: 'encrypted_no_key' } }
  const clear = typeof json.data === 'string' ? openSecretBox(json.data, secret) : undefined
  const inner = clear === undefined ? undefined : decodeJson(clear)
  if (inner === undefined || typeof inner === 'string' || !isJsonObject(inner.value)) {
    return { json, message: { kind: 'encrypted', reason: 'decryption_failed' } }
  }
  return { json: { topic: json.topic, ...inner.value }, message: readMessage(inner.value) }
}

function open(body: Uint8Array, secret: string | undefined): Opened {
  if (body.length === 0) return { json: {}, message: { kind: 'empty' } }
  const parsed = decodeJson(body)
  if (typeof parsed === 'string') return invalid(parsed)
  const json = parsed.value
  if (!isJsonObject(json)) return invalid('not_object')
  return json._type === 'encrypted' ? decrypt(json, secret) : { json, message: readMessage(json) }
}

const labelOf = (json: JsonObject, device: string | undefined): string | undefined =>
  textOf(json.tid, MAX_LABEL_LENGTH) ?? device?.slice(-2)

const isUnreadable = (message: OwntracksMessage): boolean =>
  message.kind === 'invalid' && (message.reason === 'not_json' || message.reason === 'not_utf8')
/** What may be anybody's: no phone can be heard in it. */
const UNREADABLE: ReadonlySet<string> = new Set([
  'not_utf8',
  'not_json',
  'not_object',
  'bad_topic',
  'nested_encryption',
])

/**
 * A request of an OwnTracks app. Names are looked for in the headers, the message's topic, the query, and last in
 * Basic auth and the label. Only a body that is not JSON is refused (400); all else is acknowledged (200), since the app
 * queues everything behind a refused message.
 */
export function decodeOwntracksHttp(request: OwntracksHttpRequest): OwntracksHttpDecoded {
  const { json, message } = open(request.body, request.secret)
  const topic = typeof json.topic === 'string' ? topicLevels(json.topic) : undefined
  const query = request.query ? new URLSearchParams(request.query) : undefined
  const user =
    identityOf(request.limitUser) ??
    topic?.user ??
    identityOf(query?.getAll('u').at(-1)) ??
    identityOf(request.basicUser)
  const device =
    identityOf(request.limitDevice) ??
    topic?.device ??
    identityOf(query?.getAll('d').at(-1)) ??
    textOf(json.tid, MAX_LABEL_LENGTH)
  const httpStatus = isUnreadable(message) ? 400 : 200
  return { user, device, trackerId: labelOf(json, device), isRetained: false, httpStatus, message }
}

/** A message on `owntracks/+/+` or `owntracks/+/+/+`; anything that is no such message is `invalid` or `unsupported`. */
export function decodeOwntracksMqtt(publish: OwntracksPublish): OwntracksDecoded {
  const topic = parseOwntracksTopic(publish.topic)
  const isRetained = publish.isRetained === true
  if (topic === undefined) {
    const { message } = invalid('bad_topic')
    return { user: undefined, device: undefined, trackerId: undefined, isRetained, message }
  }
  const { user, device, channel } = topic
  const isOutgoing = channel !== undefined && OUTGOING_CHANNELS.has(channel)
  const { json, message }: Opened = isOutgoing
    ? { json: {}, message: { kind: 'unsupported' } }
    : open(publish.payload, publish.secret)
  return { user, device, trackerId: labelOf(json, device), isRetained, isRepeat: publish.isRepeat === true, message }
}

const ownLocation = (location: OwntracksLocation): OwnLocation => ({
  kind: 'location',
  position: location.position,
  fixedAtMs: location.messageTimeMs === undefined ? undefined : location.timeMs,
  accuracyMetres: location.accuracyMetres,
  batteryPercent: location.batteryPercent,
  headingDegrees: location.courseDegrees,
  speedMetresPerSecond: location.speedMetresPerSecond,
  moving: location.moving,
  help: location.help || undefined,
})

/** The phone speaks now. */
const heard = (what: string, said: Omit<OwnLocation, 'kind'> = {}): Observation => ({
  seq: seqOf(what),
  items: [{ kind: 'location', ...said }],
})

/**
 * The observation to store, or undefined for none. A repeat has the same time and `seq`: the same fix counts once, however often
 * and over whichever transport it arrives. A last will is stored with the time of receipt; one that the broker retained says
 * nothing about now.
 */
export function owntracksObservation({ message, isRetained, isRepeat }: OwntracksDecoded): Observation | undefined {
  switch (message.kind) {
    case 'location': {
      const { position, timeMs, messageTimeMs, help, fault } = message
      const seq = seqOf('location', timeMs, position?.latitude, position?.longitude, ...(help ? ['help'] : []))
      // The fix of a phone that lies still is older than its message.
      const scannedAtMs = Math.max(messageTimeMs ?? 0, timeMs ?? 0) || undefined
      // A broker may have retained it for years.
      if (fault !== undefined && isRetained) return undefined
      // Only a phone that speaks now tells its last fix again.
      const isTimeOfFix = messageTimeMs === undefined && !isRetained && isRepeat !== true
      const items = [ownLocation(message)]
      return { scannedAtMs, isTimeOfFix, isKept: isRetained || undefined, seq, senderPosition: position, items }
    }
    case 'transition': {
      const { timeMs, event, regionId, region, accuracyMetres } = message
      const position = message.movesDevice ? message.position : undefined
      const seq = seqOf('transition', timeMs, event, regionId ?? region, position?.latitude, position?.longitude)
      return {
        scannedAtMs: timeMs,
        isKept: isRetained || undefined,
        seq,
        items: [{ kind: 'location', position, accuracyMetres: position && accuracyMetres }],
      }
    }
    case 'beacon': {
      const { beacon, timeMs, rssiDbm, distanceMetres } = message
      if (isRetained) return undefined
      if (rssiDbm === undefined) return heard('beacon')
      const identity = ibeaconIdentity(beacon.uuid, beacon.major ?? 0, beacon.minor ?? 0)
      const seq = seqOf('beacon', timeMs, identity, rssiDbm)
      return {
        scannedAtMs: timeMs,
        seq,
        items: [{ kind: 'sighting', identity, make: 'iBeacon', rssiDbm, distanceMetres }],
      }
    }
    case 'steps': {
      const { timeMs, steps, fromMs, toMs } = message
      if (timeMs === undefined || steps === undefined) return isRetained ? undefined : heard('steps')
      return {
        scannedAtMs: timeMs,
        isKept: isRetained || undefined,
        seq: seqOf('steps', timeMs, steps, fromMs, toMs),
        items: [{ kind: 'location', steps }],
      }
    }
    // They carry no time, so the time of receipt counts.
    case 'status':
    case 'card':
    case 'waypoint':
    case 'waypoints':
      if (isRetained) return undefined
      return heard(message.kind, { platform: message.kind === 'status' ? message.platform : undefined })
    case 'unsupported':
      return isRetained || message.reason === undefined ? undefined : heard(message.kind, { help: message.help })
    case 'invalid':
      return isRetained || UNREADABLE.has(message.reason) ? undefined : heard(message.reason)
    case 'lwt':
      if (isRetained) return undefined
      return { seq: seqOf('lwt', message.connectedMs), items: [{ kind: 'status', online: false }] }
    default:
      return undefined
  }
}
