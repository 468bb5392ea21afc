import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ExportedPlace,
  isHomeAssistantBirth,
  type OutgoingMessage,
  objectIdOf,
  removalOfRetained,
  roomFeed,
  serverStatus,
  thermometerDiscovery,
  thermometerRemoval,
  thermometerState,
  trackerDiscovery,
  trackerLost,
  trackerPlace,
  trackerRemoval,
} from './home-assistant.ts'
import { readVectors } from './vectors.ts'

interface Input {
  readonly op: string
  readonly tracker?: { readonly id: string; readonly name: string; readonly model: string }
  readonly sensor?: { readonly id: string; readonly name: string }
  readonly lat?: number
  readonly lon?: number
  readonly accuracy_m?: number
  readonly battery_pct?: number
  readonly room?: string
  readonly zone_is_home?: boolean
  readonly prefix?: string
  readonly distance_m?: number
}

const VECTORS = readVectors<Input>('ha_export.json')

function publish(input: Input): OutgoingMessage[] {
  switch (input.op) {
    case 'discovery':
      return [trackerDiscovery(input.tracker!)]
    case 'position': {
      const { lat: latitude, lon: longitude, room, zone_is_home: isHome } = input
      const place = { latitude, longitude, accuracyMetres: input.accuracy_m, batteryPercent: input.battery_pct }
      return trackerPlace('t-42', { ...place, room, isHome })
    }
    case 'lost':
      return [trackerLost('t-42')]
    case 'server_offline':
      return [serverStatus(false)]
    case 'remove':
      return trackerRemoval('t-42')
    case 'discovery_sensor':
      return [thermometerDiscovery('temperature', { ...input.sensor!, expiresAfterSeconds: 900 })]
    default: {
      const { prefix, room, tracker, distance_m: distanceMetres } = input
      return [roomFeed({ prefix: prefix!, room: room!, tracker: tracker!, distanceMetres })!]
    }
  }
}

const ending = (messages: readonly OutgoingMessage[], end: string) => messages.find(({ topic }) => topic.endsWith(end))
const json = (message: OutgoingMessage | undefined): unknown => JSON.parse(message?.payload ?? 'null')

test.each(VECTORS)('Home Assistant vector: $name', ({ input, expect: expected }) => {
  const messages = publish(input)
  const [first] = messages
  const pattern = expected.topic_pattern as string | undefined
  if (pattern !== undefined) {
    const [head, tail] = pattern.split('<object_id>') as [string, string]
    expect(first!.topic.startsWith(head) && first!.topic.endsWith(tail)).toBe(true)
    expect(first!.topic.slice(head.length, -tail.length)).toMatch(/^[A-Za-z0-9_-]+$/)
  }
  if (expected.topic !== undefined) expect(first!.topic).toBe(expected.topic)
  if (expected.retain !== undefined) for (const { retain } of messages) expect(retain).toBe(expected.retain)
  if (expected.payload === '') expect(first!.payload).toBe('')
  else if (expected.payload !== undefined) expect(json(first)).toMatchObject(expected.payload as object)
  for (const key of (expected.payload_has as string[] | undefined) ?? []) expect(json(first)).toHaveProperty(key)
  for (const key of (expected.device_has as string[] | undefined) ?? [])
    expect(json(first)).toHaveProperty(['device', key])
  if (expected.attributes !== undefined) expect(json(ending(messages, '/attributes'))).toEqual(expected.attributes)
  if (expected.state !== undefined) expect(ending(messages, '/state')!.payload).toBe(expected.state)
  if (expected.availability !== undefined) {
    const will = json(trackerDiscovery({ id: 'x', name: 'X', model: '' })) as { availability_topic: string }
    expect(first).toEqual({ topic: will.availability_topic, payload: expected.availability, retain: true })
  }
})

test('different trackers have different ids whatever stands in them', () => {
  expect(objectIdOf('AC:23:3F')).toBe('whereabouts_AC_3a23_3a3F')
  const id = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('a', '_', ':', '3', '-', 'é') }))
  fc.assert(
    fc.property(id, id, (one, other) => {
      fc.pre(one.isWellFormed() && other.isWellFormed() && one !== other)
      expect(objectIdOf(one)).not.toBe(objectIdOf(other))
      expect(objectIdOf(one)).toMatch(/^[A-Za-z0-9_-]+$/)
    }),
    { numRuns: 30 },
  )
})

test('coordinates leave the state to Home Assistant, and nothing known is nothing sent', () => {
  const state = (place: ExportedPlace) => ending(trackerPlace('t', place), '/state')?.payload
  expect(state({ latitude: 1, longitude: 2 })).toBe('None')
  expect(state({ latitude: 1, longitude: 2, room: 'Ward 3' })).toBe('Ward 3')
  expect(trackerPlace('t', {})).toEqual([])
  expect(trackerPlace('t', { latitude: 1 })).toEqual([])
  for (const room of ['home', 'not_home', 'None']) expect(state({ room })).toBe(`"${room}"`)
  expect(state({ room: 'x'.repeat(300) })).toHaveLength(255)
})

test('a phone is told apart from a tag, and a tag of another make is named after it', () => {
  const phone = json(trackerDiscovery({ id: 'p', name: 'Jane', model: 'Phone', isPhone: true }))
  expect(phone).toMatchObject({ source_type: 'gps', device: { manufacturer: 'Whereabouts' } })
  const tag = json(trackerDiscovery({ id: 't', name: 'Cart', model: 'Tag', make: 'Ruuvi' }))
  expect(tag).toMatchObject({ source_type: 'bluetooth_le', device: { manufacturer: 'Ruuvi', name: 'Cart' } })
})

test('a removal empties every topic that was kept', () => {
  const published = [trackerDiscovery({ id: 't', name: 'T', model: '' }), ...trackerPlace('t', { room: 'Hall' })]
  const removed = trackerRemoval('t')
  expect(removed.map(({ topic }) => topic).sort()).toEqual(published.map(({ topic }) => topic).sort())
  const thermometer = (['temperature', 'humidity'] as const).flatMap((reading) => [
    thermometerDiscovery(reading, { id: 't', name: 'T', expiresAfterSeconds: 9 }),
    thermometerState(reading, { id: 't', value: 4.5 }),
  ])
  expect(thermometer.map(({ payload }) => payload).filter((text) => text === '4.5')).toHaveLength(2)
  expect(new Set(thermometer.map(({ topic }) => topic)).size).toBe(4)
  expect(thermometerRemoval('t')).toEqual(thermometer.map(({ topic }) => ({ topic, payload: '', retain: true })))
})

test('retained discovery messages are removed with the topics that they name', () => {
  const topics = { discovery: 'ha', base: 'whereabouts/one' }
  const emptied = (made: { topic: string; payload: string }, of = topics) =>
    removalOfRetained(made.topic, made.payload, of).map(({ topic, payload, retain }) => [topic, payload, retain])
  const tracker = trackerDiscovery({ id: 't', name: 'T', model: '' }, topics)
  expect(emptied(tracker)).toEqual(trackerRemoval('t', topics).map(({ topic }) => [topic, '', true]))
  const found = (['temperature', 'humidity'] as const).flatMap((reading) =>
    emptied(thermometerDiscovery(reading, { id: 't', name: 'T', expiresAfterSeconds: 9 }, topics)),
  )
  expect(found).toEqual(thermometerRemoval('t', topics).map(({ topic }) => [topic, '', true]))
  expect(emptied(tracker, { discovery: 'ha', base: 'whereabouts/two' })).toEqual([])
  const strange = JSON.stringify({ availability_topic: 'whereabouts/one/status', state_topic: 'somebody/else' })
  expect(emptied({ topic: 'ha/sensor/x/config', payload: strange })).toEqual([['ha/sensor/x/config', '', true]])
  for (const payload of ['', '{', 'null', '7', '[]', '{"availability_topic":7}']) {
    expect(emptied({ topic: 'ha/sensor/x/config', payload })).toEqual([])
  }
})

test('accounts have topics of their own', () => {
  const topics = { discovery: 'ha', base: 'whereabouts/one' }
  expect(trackerLost('t', topics).topic).toBe('whereabouts/one/whereabouts_t/state')
  expect(isHomeAssistantBirth('ha/status', 'online', topics)).toBe(true)
  expect(isHomeAssistantBirth('homeassistant/status', 'offline')).toBe(false)
})

test('a room without a distance, or with a name that is no level of a topic, is not fed', () => {
  const feed = { prefix: 'rooms', room: 'hall', tracker: { id: 't', name: 'T' }, distanceMetres: 1 }
  expect(roomFeed(feed)).toMatchObject({ topic: 'rooms/hall', retain: false })
  expect(roomFeed({ ...feed, distanceMetres: undefined })).toBeUndefined()
  for (const room of ['', 'a/b', '+', '#', 'a\u0000']) expect(roomFeed({ ...feed, room })).toBeUndefined()
})

test('an entity is called by its device until somebody renames it, in the words that Home Assistant knows today', () => {
  const tracker = JSON.parse(trackerDiscovery({ id: 'G3-0001A', name: 'Sato', model: 'g3' }).payload)
  expect(tracker).toMatchObject({ default_entity_id: 'device_tracker.whereabouts_g3_0001a' })
  expect(tracker).not.toHaveProperty('object_id')
  const sensor = JSON.parse(
    thermometerDiscovery('temperature', { id: 'cp1', name: 'Fridge', expiresAfterSeconds: 600 }).payload,
  )
  expect(sensor).toMatchObject({ default_entity_id: 'sensor.whereabouts_cp1_temperature' })
  expect(sensor).not.toHaveProperty('object_id')
})
