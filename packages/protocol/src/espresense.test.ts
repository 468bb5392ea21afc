import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeEspresense, type EspresenseMessage, espresenseObservation, parseEspresenseTopic } from './espresense.ts'
import { espresenseIdentity, espresenseTag } from './espresense-identity.ts'
import { bytes, hostileJson, readVectors } from './vectors.ts'

interface Input {
  readonly topic: string
  readonly payload: string
  readonly retained: boolean
}

const KINDS = new Map([
  ['stationStatus', 'station_status'],
  ['stationTelemetry', 'station_telemetry'],
  ['stationSetting', 'station_setting'],
  ['deviceConfig', 'device_config'],
])

/** The message's own facts in the vectors' names. */
function facts(message: EspresenseMessage): Record<string, unknown> {
  switch (message.kind) {
    case 'sighting':
      return {
        station: message.room,
        tracker: message.tracker,
        id_kind: message.identity.kind,
        uuid: message.identity.uuid,
        major: message.identity.major,
        minor: message.identity.minor,
        rssi_dbm: message.rssiDbm,
        ref_rssi_1m_dbm: message.referenceRssiDbm,
        rx_adj_db: message.receiverAdjustmentDb,
        distance_m: message.distanceMetres,
        close: message.isClose,
        mac: message.mac,
        name: message.name,
        battery_pct: message.batteryPercent,
        battery_mv: message.batteryMillivolts,
        temperature_c: message.temperatureCelsius,
        humidity_pct: message.humidityPercent,
      }
    case 'stationStatus':
      return { station: message.room, online: message.isOnline }
    case 'stationTelemetry':
      return {
        station: message.room,
        ip: message.ip,
        uptime_s: message.uptimeSeconds,
        firmware_version: message.firmware,
        firmware_flavor: message.firmwareFlavour,
        wifi_rssi_dbm: message.wifiRssiDbm,
        adverts: message.adverts,
        seen: message.seen,
        reported: message.reported,
        free_heap_bytes: message.freeHeapBytes,
      }
    case 'stationSetting':
      return { station: message.room, key: message.key, value: message.value }
    case 'deviceConfig': {
      const { tracker, config } = message
      return { tracker, removed: config === undefined, config: config && { id: config.id, name: config.name } }
    }
    default:
      return {}
  }
}

const VECTORS = readVectors<Input>('espresense.json')
const TOPIC = 'espresense/devices/known:eeede852bd0b/hall'

const decode = (topic: string, payload: string, isRetained = false): EspresenseMessage =>
  decodeEspresense({ topic, payload: bytes(payload), isRetained })
const sighting = (change: object, topic = TOPIC): EspresenseMessage =>
  decode(topic, JSON.stringify({ id: 'known:eeede852bd0b', rssi: -70, ...change }))

test.each(VECTORS)('ESPresense vector: $name', ({ input, expect: expected }) => {
  const message = decode(input.topic, input.payload, input.retained)
  const actual = { kind: KINDS.get(message.kind) ?? message.kind, ...facts(message) } as Record<string, unknown>
  for (const [key, value] of Object.entries(expected)) {
    if (key === 'store') expect(espresenseObservation(message)).toBeUndefined()
    else expect(actual[key] ?? null, key).toEqual(value)
  }
})

test.each([
  [TOPIC, { family: 'sighting', tracker: 'known:eeede852bd0b', room: 'hall' }],
  [`${TOPIC}/model`, { family: 'other' }],
  ['espresense/rooms/hall/telemetry', { family: 'room', room: 'hall', key: 'telemetry' }],
  ['espresense/rooms/hall/absorption/set', { family: 'other' }],
  ['espresense/rooms/*/absorption', { family: 'other' }],
  ['espresense/settings/irk:00/config', { family: 'config', tracker: 'irk:00' }],
  ['espresense/settings/irk:00/other', { family: 'other' }],
  ['espresense/companion/status', { family: 'other' }],
  ['espresense/devices/x', { family: 'other' }],
  ['espresense', undefined],
  ['espresense/devices//hall', undefined],
  ['espresense/devices/x/', undefined],
  [`espresense/devices/${'x'.repeat(129)}/hall`, undefined],
  ['owntracks/devices/x/hall', undefined],
])('the topic %s is understood', (topic, expected) => {
  expect(parseEspresenseTopic(topic)).toEqual(expected)
})

test.each([
  ['a bare address', 'eeede852bd0b', { kind: 'mac', isUnique: true, isStation: false }],
  ['a name without a prefix', 'walker', { kind: 'other', isUnique: true, isStation: false }],
  ['a name that starts with a colon', ':walker', { kind: 'other', isUnique: true, isStation: false }],
  ['an Eddystone', 'eddy:00112233445566778899-aabbccddeeff', { kind: 'eddystone', isUnique: true, isStation: false }],
  ['an Apple device seen by its kind', 'apple:1005:9-12', { kind: 'apple', isUnique: false, isStation: false }],
  ['a station', 'node:hall', { kind: 'node', isUnique: true, isStation: true }],
  ['a damaged iBeacon', 'iBeacon:1234', { kind: 'ibeacon', isUnique: true, isStation: false }],
  [
    'a station as iBeacon',
    'iBeacon:e5ca1ade-f007-ba11-0000-000000000000-1-2',
    {
      kind: 'ibeacon',
      uuid: 'e5ca1ade-f007-ba11-0000-000000000000',
      major: 1,
      minor: 2,
      isUnique: true,
      isStation: true,
    },
  ],
])('the identity of %s is understood', (_, identity, expected) => {
  expect(espresenseIdentity(identity)).toEqual(expected)
})

test.each([
  ['known:eeede852bd0b', 'eeede852bd0b', undefined],
  ['EEEDE852BD0B', 'eeede852bd0b', undefined],
  ['miTherm:a4c13855aa01', 'a4c13855aa01', 'Xiaomi'],
  ['tile:not an address', 'tile:not an address', 'Tile'],
  ['eddy:00112233445566778899-aabbccddeeff', 'eddy:00112233445566778899-aabbccddeeff', 'Eddystone'],
  [
    'iBeacon:8A3C21F0-0000-4000-8000-000000000001-007-21',
    'iBeacon:8a3c21f0-0000-4000-8000-000000000001-7-21',
    'iBeacon',
  ],
  ['irk:00112233445566778899aabbccddeeff', 'irk:00112233445566778899aabbccddeeff', undefined],
  ['watch:anna', 'watch:anna', undefined],
  ['apple:findmy', 'apple:findmy', 'Apple'],
])('the tag %s is known as stations of other makes know it', (tracker, identity, make) => {
  expect(espresenseTag(tracker)).toEqual({ identity, make })
})

test('an identity that two objects of a kind share is marked', () => {
  const of = (tracker: string) => espresenseObservation(sighting({}, `espresense/devices/${tracker}/hall`))?.items[0]
  expect(of('apple:1005:9-12')).toMatchObject({ isAmbiguous: true, make: 'Apple' })
  expect(of('miTherm:a4c13855aa01')).toMatchObject({ isAmbiguous: false, identity: 'a4c13855aa01' })
})

test('a sighting becomes an observation as of receipt, with its readings', () => {
  const message = sighting({ 'rssi@1m': -65, distance: 1.5, batt: 88, temp: 4.12 })
  expect(espresenseObservation(message)).toEqual({
    seq: expect.stringMatching(/^[\w-]{22}$/),
    items: [
      {
        kind: 'sighting',
        identity: 'eeede852bd0b',
        isAmbiguous: false,
        rssiDbm: -70,
        referenceRssiDbm: -65,
        distanceMetres: 1.5,
        batteryPercent: 88,
        temperatureCelsius: 4.12,
      },
    ],
  })
})

test('a sighting that the broker retained is old and ignored', () => {
  expect(espresenseObservation(decode(TOPIC, '{"rssi":-70}', true))).toBeUndefined()
})

test('stations that hear each other are not put on the map', () => {
  expect(espresenseObservation(sighting({}, 'espresense/devices/node:kitchen/hall'))).toBeUndefined()
})

test('the same message has the same number; another room or strength gives another', () => {
  const seqs = [
    sighting({}),
    sighting({}),
    sighting({ rssi: -71 }),
    sighting({}, 'espresense/devices/known:eeede852bd0b/den'),
  ].map((message) => espresenseObservation(message)?.seq)
  expect(seqs[1]).toBe(seqs[0])
  expect(new Set(seqs).size).toBe(3)
})

test.each([
  ['RSSI as words', { rssi: 'loud' }],
  ['an RSSI no radio measures', { rssi: -151 }],
  ['an RSSI above every radio', { rssi: 31 }],
  ['no RSSI', { rssi: undefined }],
])('a sighting with %s is invalid', (_, change) => {
  expect(sighting(change)).toEqual({ kind: 'invalid', reason: 'no_rssi' })
})

test('a tag whose RSSI is no number was heard, by nobody knows how strongly', () => {
  const decoded = decode(TOPIC, '{"rssi":nan,"distance":inf,"batt":50}')
  expect(espresenseObservation(decoded)).toMatchObject({ items: [{ kind: 'reading', batteryPercent: 50 }] })
})

test('numbers may be text, and impossible readings are unknown', () => {
  expect(sighting({ rssi: '-71.5', batt: 255, temp: -300, rh: 120, distance: -1, mac: 'xyz' })).toMatchObject({
    rssiDbm: -71.5,
    batteryPercent: undefined,
    temperatureCelsius: undefined,
    humidityPercent: undefined,
    distanceMetres: undefined,
    mac: undefined,
  })
})

test.each([
  ['online', false, true],
  ['offline', false, false],
  // Kept since the station was lost: it still is.
  ['offline', true, false],
])('a station that says %s (kept by the broker: %s) changes its state', (payload, isRetained, online) => {
  const message = decode('espresense/rooms/hall/status', payload, isRetained)
  expect(espresenseObservation(message)?.items).toEqual([{ kind: 'status', online }])
})

test('a retained message that a station is online does not count as heard now', () => {
  expect(espresenseObservation(decode('espresense/rooms/hall/status', 'online', true))).toBeUndefined()
})

test('telemetry proves that a station is alive', () => {
  const payload = '{"ip":"192.168.1.40","ver":"v4.0.6","rssi":-55}'
  const live = decode('espresense/rooms/hall/telemetry', payload)
  expect(espresenseObservation(live)?.items).toEqual([
    { kind: 'status', online: true, firmware: 'v4.0.6', ip: '192.168.1.40' },
  ])
  expect(espresenseObservation(decode('espresense/rooms/hall/telemetry', payload, true))).toBeUndefined()
})

test('settings and names of devices are decoded and not stored', () => {
  const messages = [
    decode('espresense/rooms/hall/absorption', '3.50', true),
    decode('espresense/rooms/hall/include', '', true),
    decode('espresense/settings/irk:00/config', '{"id":"phone:jane"}', true),
    decode('espresense/rooms/hall/status', ''),
  ]
  expect(messages.map(({ kind }) => kind)).toEqual(['stationSetting', 'stationSetting', 'deviceConfig', 'ignored'])
  for (const message of messages) expect(espresenseObservation(message)).toBeUndefined()
})

test.each([
  ['espresense/devices//hall', '{}', 'bad_topic'],
  ['espresense/rooms/hall/status', 'sleeping', 'bad_status'],
  ['espresense/rooms/hall/telemetry', 'hello', 'not_json'],
  ['espresense/rooms/hall/name', 'a\u0000b', 'bad_setting'],
  ['espresense/settings/x/config', '[]', 'not_json'],
  [TOPIC, '[-70]', 'not_json'],
])('on %s the payload %s is invalid', (topic, payload, reason) => {
  expect(decode(topic, payload)).toEqual({ kind: 'invalid', reason })
})

test('a payload that is no UTF-8 is invalid, one with a byte-order mark is read', () => {
  const broken = { topic: TOPIC, payload: new Uint8Array([0xc3, 0x28]), isRetained: false }
  expect(decodeEspresense(broken)).toEqual({ kind: 'invalid', reason: 'not_utf8' })
  expect(decode(TOPIC, '\uFEFF{"rssi":-70}').kind).toBe('sighting')
})

test('a __proto__ key gives no RSSI, and nesting of any depth is harmless', () => {
  expect(decode(TOPIC, '{"__proto__":{"rssi":-70}}')).toEqual({ kind: 'invalid', reason: 'no_rssi' })
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  expect(decode(TOPIC, `{"rssi":-70,"deep":${deep}}`).kind).toBe('sighting')
})

test('no topic, no payload and no value makes the decoder throw', () => {
  const topic = fc.oneof(
    fc.string(),
    fc.constantFrom(...VECTORS.map(({ input }) => input.topic)),
    fc
      .array(fc.constantFrom('espresense', 'devices', 'rooms', 'status', '*', '', 'x'))
      .map((levels) => levels.join('/')),
  )
  const json = fc
    .dictionary(
      fc.constantFrom('rssi', 'mac', 'name', 'batt', 'ip', 'uptime', 'id', '__proto__'),
      fc.oneof(hostileJson, fc.jsonValue()),
    )
    .map((value) => bytes(JSON.stringify(value)))
  fc.assert(
    fc.property(topic, fc.oneof(fc.uint8Array(), json), fc.boolean(), (topic, payload, isRetained) => {
      espresenseObservation(decodeEspresense({ topic, payload, isRetained }))
    }),
  )
})

test('a vector with one byte changed never makes the decoder throw', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VECTORS), fc.nat(), fc.integer({ min: 0, max: 255 }), ({ input }, place, byte) => {
      const payload = bytes(input.payload)
      if (payload.length > 0) payload[place % payload.length] = byte
      espresenseObservation(decodeEspresense({ topic: input.topic, payload, isRetained: input.retained }))
    }),
  )
})

test.each([
  ['nan in what is not needed', '"rssi":-58.5,"distance":nan,"var":inf', -58.5],
  ['NaN, Infinity and -inf', '"distance":NaN,"rssi":-58.5,"rssi@1m":Infinity,"raw":-inf,"name":"nan inf"', -58.5],
  ['no strength: 127', '"rssi":127', undefined],
])('a sighting with %s costs nothing else', (_what, fields, rssiDbm) => {
  const payload = bytes(`{"mac":"02005e005311","id":"x",${fields},"int":500}`)
  const topic = 'espresense/devices/iBeacon:5d0c7f3a-9b1e-4c52-8a67-2f4e6b8d1c90-12-34/kitchen'
  const observation = espresenseObservation(decodeEspresense({ topic, payload, isRetained: false }))
  expect(observation?.items).toMatchObject([
    rssiDbm === undefined ? { kind: 'reading' } : { kind: 'sighting', rssiDbm, distanceMetres: undefined },
  ])
})
