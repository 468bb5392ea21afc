/**
 * Home Assistant over MQTT, as an export: what we publish so that trackers and thermometers appear there by themselves.
 * Topics: `<discovery>/device_tracker/<object>/config`, `<discovery>/sensor/<object>/config`, of `<base>/<object>` the `state`,
 * `attributes`, `temperature` and `humidity`, `<base>/status`; all retained. All is published again when `<discovery>/status`
 * says `online`. Source: wire formats §7.2; home-assistant.io, device_tracker.mqtt and sensor.mqtt.
 */

export interface HomeAssistantTopics {
  /** As Home Assistant is set up; `homeassistant` unless changed. */
  readonly discovery: string
  /** Where our own topics begin: one for each account. */
  readonly base: string
}

export interface OutgoingMessage {
  readonly topic: string
  readonly payload: string
  readonly retain: boolean
}

/** A tracker as Home Assistant is told of it. */
export interface ExportedTracker {
  readonly id: string
  readonly name: string
  /** What people call its kind, e.g. `iBeacon`. */
  readonly model: string
  /** '' where nobody knows. */
  readonly make?: string
  readonly isPhone?: boolean
}

/** Where a tracker is: coordinates, a named place, or both. */
export interface ExportedPlace {
  /** WGS 84 degrees. */
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
  readonly accuracyMetres?: number | undefined
  readonly batteryPercent?: number | undefined
  readonly room?: string | undefined
  readonly floor?: string | undefined
  /** It is where Home Assistant is at home. */
  readonly isHome?: boolean | undefined
}

export const HOME_ASSISTANT_TOPICS: HomeAssistantTopics = { discovery: 'homeassistant', base: 'whereabouts' }

/** Most characters of a state. Source: Home Assistant, developer documentation, states. */
const MAX_STATE_LENGTH = 255
const HOME = 'home'
const NOT_HOME = 'not_home'
/** Home Assistant finds the state itself, from the coordinates. */
const FROM_COORDINATES = 'None'
const RESERVED = new Set([HOME, NOT_HOME, FROM_COORDINATES])

const kept = (topic: string, payload: string): OutgoingMessage => ({ topic, payload, retain: true })

/**
 * An id of letters, digits, `_` and `-`; different ids stay different, as each other byte of UTF-8 becomes `_` and two hex
 * digits.
 */
export function objectIdOf(id: string): string {
  const plain = Array.from(new TextEncoder().encode(id), (byte) => {
    const character = String.fromCharCode(byte)
    return /[A-Za-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`
  })
  return `whereabouts_${plain.join('')}`
}

/** What Home Assistant calls an entity as long as nobody renames it: small letters, digits and `_` alone. */
const entityId = (domain: string, object: string): string => `${domain}.${object.toLowerCase().replaceAll('-', '_')}`

const trackerConfigTopic = (object: string, { discovery }: HomeAssistantTopics): string =>
  `${discovery}/device_tracker/${object}/config`
const sensorConfigTopic = (object: string, { discovery }: HomeAssistantTopics): string =>
  `${discovery}/sensor/${object}/config`
const ownTopic = (object: string, what: 'state' | 'attributes' | Reading, { base }: HomeAssistantTopics): string =>
  `${base}/${object}/${what}`
const statusTopic = ({ base }: HomeAssistantTopics): string => `${base}/status`

/** Makes a tracker known, or known by its new name. */
export function trackerDiscovery(tracker: ExportedTracker, topics = HOME_ASSISTANT_TOPICS): OutgoingMessage {
  const object = objectIdOf(tracker.id)
  const config = {
    // The entity goes by the name of its device.
    name: null,
    unique_id: object,
    default_entity_id: entityId('device_tracker', object),
    state_topic: ownTopic(object, 'state', topics),
    json_attributes_topic: ownTopic(object, 'attributes', topics),
    source_type: tracker.isPhone === true ? 'gps' : 'bluetooth_le',
    payload_home: HOME,
    payload_not_home: NOT_HOME,
    availability_topic: statusTopic(topics),
    device: deviceOf(object, tracker),
  }
  return kept(trackerConfigTopic(object, topics), JSON.stringify(config))
}

const deviceOf = (object: string, { name, model, make }: Pick<ExportedTracker, 'name' | 'model' | 'make'>) => ({
  identifiers: [object],
  name,
  manufacturer: make === undefined || make === '' ? 'Whereabouts' : make,
  model,
})

/** A text of people's own must not mean anything to Home Assistant. */
const placeName = (room: string): string => (RESERVED.has(room) ? `"${room}"` : room).slice(0, MAX_STATE_LENGTH)

/** Where a tracker is now. Empty: nothing is known that Home Assistant could show. */
export function trackerPlace(id: string, place: ExportedPlace, topics = HOME_ASSISTANT_TOPICS): OutgoingMessage[] {
  const object = objectIdOf(id)
  const { latitude, longitude, room, floor, isHome } = place
  const hasCoordinates = latitude !== undefined && longitude !== undefined
  if (!hasCoordinates && room === undefined && isHome !== true) return []
  const state = isHome === true ? HOME : room === undefined ? FROM_COORDINATES : placeName(room)
  const attributes = {
    ...(hasCoordinates ? { latitude, longitude, gps_accuracy: place.accuracyMetres } : {}),
    battery_level: place.batteryPercent,
    floor,
    room,
  }
  return [
    kept(ownTopic(object, 'attributes', topics), JSON.stringify(attributes)),
    kept(ownTopic(object, 'state', topics), state),
  ]
}

/** A tracker that nobody has heard for too long. */
export const trackerLost = (id: string, topics = HOME_ASSISTANT_TOPICS): OutgoingMessage =>
  kept(ownTopic(objectIdOf(id), 'state', topics), NOT_HOME)

/** Takes a tracker away, with all that the broker keeps of it. */
export function trackerRemoval(id: string, topics = HOME_ASSISTANT_TOPICS): OutgoingMessage[] {
  const object = objectIdOf(id)
  return [
    trackerConfigTopic(object, topics),
    ownTopic(object, 'state', topics),
    ownTopic(object, 'attributes', topics),
  ].map((topic) => kept(topic, ''))
}

/** A thermometer as Home Assistant is told of it. */
export interface ExportedThermometer extends Pick<ExportedTracker, 'id' | 'name' | 'make'> {
  /** '' where nobody knows. */
  readonly model?: string
  /** Seconds after which a temperature says nothing any more. */
  readonly expiresAfterSeconds: number
}

/** What a thermometer measures. */
export type Reading = 'temperature' | 'humidity'

/** By reading its unit, and what follows the device's name in the topic of its configuration. */
const READINGS: Readonly<Record<Reading, { readonly unit: string; readonly suffix: string }>> = {
  temperature: { unit: '°C', suffix: '' },
  humidity: { unit: '%', suffix: '_humidity' },
}

const readingConfigTopic = (object: string, reading: Reading, topics: HomeAssistantTopics): string =>
  sensorConfigTopic(`${object}${READINGS[reading].suffix}`, topics)

/**
 * Makes one reading of a thermometer known; both are sensors of one device. Temperatures are in degrees Celsius, and Home Assistant shows
 * the unit that its user prefers; humidity is relative, in percent.
 */
export function thermometerDiscovery(
  reading: Reading,
  thermometer: ExportedThermometer,
  topics = HOME_ASSISTANT_TOPICS,
): OutgoingMessage {
  const object = objectIdOf(thermometer.id)
  const uniqueId = `${object}_${reading}`
  const config = {
    unique_id: uniqueId,
    default_entity_id: entityId('sensor', uniqueId),
    state_topic: ownTopic(object, reading, topics),
    device_class: reading,
    state_class: 'measurement',
    unit_of_measurement: READINGS[reading].unit,
    expire_after: thermometer.expiresAfterSeconds,
    availability_topic: statusTopic(topics),
    device: deviceOf(object, { ...thermometer, model: thermometer.model ?? '' }),
  }
  return kept(readingConfigTopic(object, reading, topics), JSON.stringify(config))
}

/** What a thermometer measures now, in the unit of the reading. */
export const thermometerState = (
  reading: Reading,
  { id, value }: { readonly id: string; readonly value: number },
  topics = HOME_ASSISTANT_TOPICS,
): OutgoingMessage => kept(ownTopic(objectIdOf(id), reading, topics), String(value))

/** Takes a thermometer away, with all that the broker keeps of it. */
export function thermometerRemoval(id: string, topics = HOME_ASSISTANT_TOPICS): OutgoingMessage[] {
  const object = objectIdOf(id)
  return (['temperature', 'humidity'] as const).flatMap((reading) => [
    kept(readingConfigTopic(object, reading, topics), ''),
    kept(ownTopic(object, reading, topics), ''),
  ])
}

/** The domains of Home Assistant in which we make things known. */
const DOMAINS = ['device_tracker', 'sensor'] as const

/** Topics to subscribe to under the discovery prefix: Home Assistant's own status, and every retained configuration of our domains. */
export const discoveryFilters = ({ discovery }: HomeAssistantTopics): readonly string[] => [
  `${discovery}/status`,
  ...DOMAINS.map((domain) => `${discovery}/${domain}/+/config`),
]

/** True for a topic that `discoveryFilters` match. */
export const isDiscoveryTopic = (topic: string, { discovery }: HomeAssistantTopics): boolean =>
  topic === `${discovery}/status` ||
  DOMAINS.some((domain) => topic.startsWith(`${discovery}/${domain}/`) && topic.endsWith('/config'))

/** Takes away what a retained configuration made known under these topics. Empty: somebody else made it. */
export function removalOfRetained(
  configTopic: string,
  config: string,
  topics: HomeAssistantTopics,
): readonly OutgoingMessage[] {
  const made = objectOf(config)
  if (made.availability_topic !== statusTopic(topics)) return []
  const own = [made.state_topic, made.json_attributes_topic].filter((topic) => typeof topic === 'string')
  return [configTopic, ...own.filter((topic) => topic.startsWith(`${topics.base}/`))].map((topic) => kept(topic, ''))
}

/** Empty where the text is no JSON object. */
function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Whether we are there: `online` after connecting, `offline` as last will and on leaving. */
export const serverStatus = (isOnline: boolean, topics = HOME_ASSISTANT_TOPICS): OutgoingMessage =>
  kept(statusTopic(topics), isOnline ? 'online' : 'offline')

/** True for Home Assistant's message that it has started: everything has to be published again. */
export const isHomeAssistantBirth = (topic: string, payload: string, { discovery } = HOME_ASSISTANT_TOPICS): boolean =>
  topic === `${discovery}/status` && payload === 'online'

/**
 * For the `mqtt_room` integration: how far a tracker is from a room's station. Undefined: without a distance, or with a room
 * that is no level of a topic, nothing may be sent.
 */
export function roomFeed(feed: {
  readonly prefix: string
  readonly room: string
  readonly tracker: { readonly id: string; readonly name: string }
  readonly distanceMetres: number | undefined
}): OutgoingMessage | undefined {
  const { prefix, room, tracker, distanceMetres } = feed
  if (distanceMetres === undefined || !/^[^/+#\p{Cc}]+$/u.test(room)) return undefined
  const { id, name } = tracker
  return { topic: `${prefix}/${room}`, payload: JSON.stringify({ id, name, distance: distanceMetres }), retain: false }
}
