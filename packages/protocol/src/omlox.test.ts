import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ExportedLocation,
  isSameProvider,
  type LocalPosition,
  omloxError,
  omloxFloor,
  omloxId,
  omloxLocation,
  omloxMotion,
  omloxProvider,
  omloxProximity,
  omloxTrackable,
  type ProviderType,
  radioProvider,
} from './omlox.ts'
import { readOmloxLocation, readOmloxProximity, readOmloxZone } from './omlox-read.ts'
import {
  OMLOX_SOCKET_ERRORS,
  omloxMessage,
  omloxSocketError,
  omloxSubscribed,
  omloxUnsubscribed,
  readOmloxRequest,
} from './omlox-socket.ts'
import {
  type ExportedMap,
  localPosition,
  omloxFence,
  omloxFenceEvent,
  omloxProximityZone,
  omloxZone,
} from './omlox-zones.ts'
import { bytes, bytesLike, hostileJson, readVectors } from './vectors.ts'

interface Input {
  readonly object: string
  readonly tracker_id: string
  readonly name: string
  readonly mac?: string
  readonly provider?: ProviderType
  readonly provider_id: string
  readonly source?: string
  readonly zone_id: string
  readonly x_m?: number
  readonly y_m: number
  readonly lon: number
  readonly lat: number
  readonly floor?: number
  readonly accuracy_m?: number
  readonly speed_mps?: number
  readonly course_deg?: number
  readonly time: string
  readonly event: 'enter' | 'leave'
  readonly json: string
}

const VECTORS = readVectors<Input>('omlox.json')

const wire = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value))
const providerOf = ({ mac, provider = 'unknown', provider_id: id }: Input) =>
  mac === undefined ? { type: provider, id } : radioProvider(mac)

function locationOf(input: Input): ExportedLocation {
  const position =
    input.x_m === undefined ? { latitude: input.lat, longitude: input.lon } : { xMetres: input.x_m, yMetres: input.y_m }
  return {
    provider: providerOf(input),
    source: input.source ?? input.zone_id,
    trackableId: input.tracker_id,
    position,
    atMs: Date.parse(input.time),
    accuracyMetres: input.accuracy_m,
    floor: input.floor,
    speedMetresPerSecond: input.speed_mps,
    courseDegrees: input.course_deg,
  }
}

/** What our server says to a message of a client, in the vectors' names. */
function answerTo(json: string): Record<string, unknown> {
  const request = readOmloxRequest(bytes(json))
  if (request.kind === 'fault') {
    const answer = wire(JSON.parse(omloxSocketError(request.fault, 'no')))
    return { answer_event: answer.event, code: answer.code }
  }
  if (request.kind === 'unsubscribe') return {}
  const answer = wire(JSON.parse(omloxSubscribed(request.topic, 1)))
  return {
    answer_event: answer.event,
    topic: answer.topic,
    has_subscription_id: typeof answer.subscription_id === 'number',
    positions_in: request.crs,
  }
}

function facts(input: Input): Record<string, unknown> {
  switch (input.object) {
    case 'location':
      return wire(omloxLocation(locationOf(input)))
    case 'trackable':
      return wire(omloxTrackable({ id: input.tracker_id, name: input.name, providers: [providerOf(input)] }))
    case 'fence_event': {
      const { zone_id: fenceId, tracker_id: trackableId, event, time } = input
      const made = wire(omloxFenceEvent({ fenceId, trackableId, event, atMs: Date.parse(time) }))
      expect(made.provider_id ?? null).toBeNull()
      return { ...made, has_id: typeof made.id === 'string' }
    }
    case 'parse_location': {
      const read = readOmloxLocation(JSON.parse(input.json))
      return { valid: read !== undefined, crs_effective: read?.crs }
    }
    case 'parse_proximity': {
      const read = readOmloxProximity(JSON.parse(input.json))
      return { valid: read !== undefined, distance_m: read?.distanceMetres, provider_type: read?.providerType }
    }
    case 'parse_zone': {
      const read = readOmloxZone(JSON.parse(input.json))
      const [first] = read?.controlPairs ?? []
      const { longitude: lon, latitude: lat, xMetres: x_m, yMetres: y_m } = first!
      return { valid: true, control_point_pairs: read?.controlPairs.length, first_pair: { lon, lat, x_m, y_m } }
    }
    default:
      return answerTo(input.json)
  }
}

test.each(VECTORS)('omlox vector: $name', ({ input, expect: expected }) => {
  const actual = facts(input)
  for (const [key, value] of Object.entries(expected)) {
    if (key === 'provider_id') expect(isSameProvider(String(actual[key]), String(value))).toBe(true)
    else expect(actual[key], key).toEqual(value)
  }
})

const MAP: ExportedMap = {
  id: 'c8c2b1d0-3f5e-4a0e-9a54-3a0d0b7a1f11',
  name: 'Ward',
  width: 1000,
  height: 500,
  metresPerPixel: 0.1,
  corners: [
    [121, 25.1],
    [121.2, 25.1],
    [121.2, 25],
    [121, 25],
  ],
  building: 'East',
  floor: '3',
}

test('a floor plan becomes a zone that others can place things in', () => {
  const zone = wire(omloxZone(MAP))
  expect(zone).toMatchObject({ type: 'ibeacon', floor: 3, building: 'East', incomplete_configuration: false })
  const read = readOmloxZone(zone)!
  expect(read.controlPairs).toEqual([
    { longitude: 121, latitude: 25.1, xMetres: 0, yMetres: 50 },
    { longitude: 121.2, latitude: 25.1, xMetres: 100, yMetres: 50 },
    { longitude: 121.2, latitude: 25, xMetres: 100, yMetres: 0 },
    { longitude: 121, latitude: 25, xMetres: 0, yMetres: 0 },
  ])
  expect(localPosition(MAP, 250, 400)).toEqual({ xMetres: 25, yMetres: 10 })
})

test('a floor plan without scale or corners is exported as incomplete', () => {
  for (const change of [{ metresPerPixel: null }, { corners: null }]) {
    const zone = wire(omloxZone({ ...MAP, ...change, floor: 'B1', building: '' }))
    expect(zone).toMatchObject({ incomplete_configuration: true, properties: { floor_name: 'B1' } })
    expect(zone).not.toHaveProperty('ground_control_points')
    expect(zone).not.toHaveProperty('floor')
  }
  expect(localPosition({ ...MAP, metresPerPixel: null }, 1, 1)).toBeUndefined()
})

test.each([
  ['3', 3],
  [' -1 ', -1],
  ['1.5', 1.5],
  ['3F', undefined],
  ['', undefined],
])('the floor %j is the number %s', (text, floor) => {
  expect(omloxFloor(text)).toBe(floor)
})

test('a station is a zone of what it hears, and what it hears is near it', () => {
  const station = { id: MAP.id, foreignId: 'T4-1', name: 'Door' }
  expect(wire(omloxProximityZone(station))).toMatchObject({ foreign_id: 'T4-1', incomplete_configuration: true })
  const placed = wire(omloxProximityZone({ ...station, position: { latitude: 25, longitude: 121 } }))
  expect(placed).toMatchObject({ position: { type: 'Point', coordinates: [121, 25] }, incomplete_configuration: false })
  const provider = radioProvider('AC:23:3F:AF:F3:90')
  expect(readOmloxProximity(wire(omloxProximity({ provider, source: MAP.id, atMs: 0, distanceMetres: 2.4 })))).toEqual({
    source: MAP.id,
    providerId: 'ac:23:3f:af:f3:90',
    providerType: 'ibeacon',
    distanceMetres: 2.4,
  })
})

test('a polygon is closed and walked counter-clockwise however it was drawn', () => {
  const corners = [
    { latitude: 0, longitude: 0 },
    { latitude: 1, longitude: 0 },
    { latitude: 1, longitude: 1 },
  ]
  const ring = [
    [0, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ]
  const fence = (drawn: typeof corners) => wire(omloxFence({ id: MAP.id, name: 'Yard', region: { corners: drawn } }))
  expect(fence(corners)).toMatchObject({ crs: 'EPSG:4326', region: { type: 'Polygon', coordinates: [ring] } })
  const reversed = (fence(corners.toReversed()).region as { coordinates: number[][][] }).coordinates[0]!
  expect(reversed.at(-1)).toEqual(reversed[0])
  expect(reversed.map(String).sort()).toEqual([...ring.slice(0, 3), [1, 1]].map(String).sort())
  expect(fence([...corners, corners[0]!])).toEqual(fence(corners))
  expect(omloxFence({ id: MAP.id, name: 'Line', region: { corners: corners.slice(1) } })).toBeUndefined()
})

test('shapes drawn on a floor plan are in metres of that plan', () => {
  const planCorners = [
    [0, 0],
    [0, 5],
    [5, 5],
  ].map(([xMetres, yMetres]) => ({ xMetres: xMetres!, yMetres: yMetres! }))
  const drawn = { id: '0190a6c2-0000-7000-8000-000000000001', name: 'Stairs', region: { planCorners }, zoneId: MAP.id }
  const { region, crs, zone_id } = wire(omloxFence(drawn)) as { region: { coordinates: number[][][] } & object } & {
    crs: string
    zone_id: string
  }
  expect([crs, zone_id]).toEqual(['local', MAP.id])
  expect(region.coordinates).toEqual([
    [
      [0, 0],
      [5, 5],
      [0, 5],
      [0, 0],
    ],
  ])
})

test('a circle is a point with a radius', () => {
  const region = { centre: { latitude: 25, longitude: 121 }, radiusMetres: 40 }
  const fence = wire(omloxFence({ id: MAP.id, name: 'Gate', region, floor: 1, zoneId: MAP.id }))
  expect(fence).toMatchObject({
    region: { type: 'Point', coordinates: [121, 25] },
    radius: 40,
    floor: 1,
    zone_id: MAP.id,
  })
})

test('a leave tells of both times, and each event has its own id for ever', () => {
  const crossing = { fenceId: MAP.id, trackableId: MAP.id, event: 'leave', atMs: 9000, enteredMs: 1000 } as const
  const left = wire(omloxFenceEvent(crossing))
  expect(left).toMatchObject({
    event_type: 'region_exit',
    entry_time: '1970-01-01T00:00:01.000Z',
    exit_time: '1970-01-01T00:00:09.000Z',
  })
  expect(wire(omloxFenceEvent(crossing)).id).toBe(left.id)
  expect(wire(omloxFenceEvent({ ...crossing, atMs: 9001 })).id).not.toBe(left.id)
})

test('an id that is not a uuid is mapped to one, always the same, and another one for another account', () => {
  expect(omloxId('one', 'G3-1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(omloxId('one', 'G3-1')).toBe(omloxId('one', 'G3-1'))
  expect(omloxId('two', 'G3-1')).not.toBe(omloxId('one', 'G3-1'))
  expect(omloxId('one', MAP.id.toUpperCase())).toBe(MAP.id)
})

test('properties are passed on, and what nobody knows is absent', () => {
  const provider = { type: 'gps', id: 'jane' } as const
  expect(wire(omloxProvider(provider, undefined, { ours: 1 }))).toEqual({
    id: 'jane',
    type: 'gps',
    properties: { ours: 1 },
  })
  const location = omloxLocation({ provider, source: 'x', position: { latitude: 1, longitude: 2 }, atMs: 0 })
  expect(Object.keys(wire(location))).toEqual([
    'position',
    'source',
    'provider_type',
    'provider_id',
    'timestamp_generated',
    'crs',
  ])
  expect(omloxMotion({ id: 'a', name: 'A' }, location)).toEqual({ id: 'a', name: 'A', location })
  expect(omloxError(404, 'not_found', 'No such zone.')).toEqual({
    type: 'not_found',
    code: 404,
    message: 'No such zone.',
  })
})

test.each([
  ['a place off the globe', { crs: 'EPSG:4326', position: { type: 'Point', coordinates: [7, 91] } }],
  ['one coordinate', { position: { type: 'Point', coordinates: [7] } }],
  ['a line', { position: { type: 'LineString', coordinates: [7, 8] } }],
  ['a provider of no known type', { provider_type: 'smell' }],
  ['an empty source', { source: '' }],
])('a location with %s is invalid', (_, change) => {
  const good = {
    position: { type: 'Point', coordinates: [7, 8] },
    source: 'z',
    provider_type: 'ibeacon',
    provider_id: 'a',
  }
  expect(readOmloxLocation({ ...good, true_heading: -1 })).toMatchObject({ crs: 'local', headingDegrees: undefined })
  expect(readOmloxLocation({ ...good, ...change })).toBeUndefined()
})

test('a location keeps its height; one that is no number is none', () => {
  const at = (...coordinates: unknown[]) =>
    readOmloxLocation({
      ...{ position: { type: 'Point', coordinates }, source: 'z', provider_type: 'uwb', provider_id: 'a' },
    })
  expect(at(7, 8, 2.4)).toMatchObject({ x: 7, y: 8, z: 2.4 })
  expect(at(7, 8)).toMatchObject({ x: 7, y: 8, z: undefined })
  expect(at(7, 8, 'high')).toMatchObject({ x: 7, y: 8, z: undefined })
})

test.each([
  ['a point without its partner', { ground_control_points: [[7, 8]] }],
  [
    'a partner off the globe',
    {
      ground_control_points: [
        [181, 8],
        [0, 0],
      ],
    },
  ],
  [
    'a point of text',
    {
      ground_control_points: [
        ['7', 8],
        [0, 0],
      ],
    },
  ],
  ['another type', { type: 'smell' }],
  ['no id', { id: undefined }],
])('a zone with %s is invalid', (_, change) => {
  expect(readOmloxZone({ id: MAP.id, type: 'uwb', ...change })).toBeUndefined()
})

test.each([
  ['{"event":"unsubscribe","subscription_id":7}', { kind: 'unsubscribe', subscriptionId: 7 }],
  ['{"event":"unsubscribe"}', { kind: 'fault', fault: 'invalidData' }],
  ['{"event":"subscribe","topic":"location_updates","params":7}', { kind: 'fault', fault: 'invalidData' }],
  [
    '{"event":"subscribe","topic":"location_updates","params":{"crs":"EPSG:3857"}}',
    { kind: 'fault', fault: 'subscriptionFailed' },
  ],
  ['{"event":"subscribe","topic":"__proto__"}', { kind: 'fault', fault: 'unknownTopic' }],
  ['nope', { kind: 'fault', fault: 'invalidData' }],
  [' '.repeat(4097), { kind: 'fault', fault: 'invalidData' }],
])('a client that says %.40s is understood', (text, expected) => {
  expect(readOmloxRequest(bytes(text))).toEqual(expected)
})

test('news name their topic and their subscription', () => {
  const news = JSON.parse(omloxMessage('location_updates', 3, [{ a: 1 }]))
  expect(news).toEqual({ event: 'message', topic: 'location_updates', subscription_id: 3, payload: [{ a: 1 }] })
  expect(JSON.parse(omloxUnsubscribed('fence_events', 3))).toMatchObject({ event: 'unsubscribed', subscription_id: 3 })
  expect(new Set(Object.values(OMLOX_SOCKET_ERRORS)).size).toBe(8)
})

test('no message and no object makes a reader throw', () => {
  const messages = VECTORS.filter(({ input }) => input.json !== undefined).map(({ input }) => bytes(input.json))
  fc.assert(fc.property(bytesLike(messages), (message) => void readOmloxRequest(message)))
  const keys = ['type', 'id', 'position', 'source', 'provider_type', 'provider_id', 'crs', 'ground_control_points']
  const value = fc.oneof(
    hostileJson,
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      'ibeacon',
      MAP.id,
      [
        [1, 2],
        [3, 4],
      ],
      [[]],
    ),
  )
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.constantFrom(...keys), value), fc.jsonValue()), (json) => {
      readOmloxLocation(json)
      readOmloxProximity(json)
      readOmloxZone(json)
    }),
  )
})

test('height and floor are read and written where they are known, and left out where they are not', () => {
  const known = {
    position: { type: 'Point', coordinates: [12.5, 3.25, 8.4] },
    source: 'z',
    provider_type: 'uwb',
    provider_id: 'p',
  }
  expect(readOmloxLocation({ ...known, crs: 'local', floor: 2.5 })).toMatchObject({
    x: 12.5,
    y: 3.25,
    z: 8.4,
    floor: 2.5,
  })
  const flat = { ...known, position: { type: 'Point', coordinates: [12.5, 3.25] } }
  expect(readOmloxLocation(flat)).toMatchObject({ z: undefined, floor: undefined })
  expect(readOmloxLocation({ ...flat, floor: 'roof' })).toMatchObject({ x: 12.5, floor: undefined })
  const write = (position: LocalPosition, floor?: number) =>
    JSON.parse(
      JSON.stringify(omloxLocation({ provider: { type: 'uwb', id: 'p' }, source: 'z', position, atMs: 0, floor })),
    )
  expect(write({ xMetres: 4, yMetres: 6.5, zMetres: 3.1 }, 1)).toMatchObject({
    position: { coordinates: [4, 6.5, 3.1] },
    floor: 1,
  })
  const without = write({ xMetres: 4, yMetres: 6.5 })
  expect(without.position).toEqual({ type: 'Point', coordinates: [4, 6.5] })
  expect(without).not.toHaveProperty('floor')
})
