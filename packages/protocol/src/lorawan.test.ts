import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeChirpStack } from './chirpstack.ts'
import { type LorawanMessage, lorawanObservations, readPayload } from './lorawan.ts'
import { decodeTheThings } from './thethings.ts'
import { bytes, bytesLike, expectFacts, hostileJson, readVectors } from './vectors.ts'

interface Input {
  readonly server: 'thethings' | 'chirpstack'
  readonly event?: string
  readonly payload: string
}

const VECTORS = readVectors<Input>('lorawan.json')

const decode = ({ server, event, payload }: Input): LorawanMessage =>
  server === 'thethings' ? decodeTheThings(bytes(payload)) : decodeChirpStack(event, bytes(payload))

test.each(VECTORS)('LoRaWAN vector: $name', ({ input, expect: expected }) => {
  const message = decode(input)
  const facts =
    message.kind !== 'uplink'
      ? {}
      : {
          dev_eui: message.devEui,
          name: message.name,
          time: message.timeMs && new Date(message.timeMs).toISOString(),
          lat: message.position?.latitude,
          lon: message.position?.longitude,
          battery_pct: message.batteryPercent,
          temperature_c: message.temperatureCelsius,
          help: message.help,
        }
  expectFacts({ kind: message.kind, ...facts }, expected)
})

test('a device is known by its DevEUI, and the same uplink is the same observation', () => {
  const [{ input }] = VECTORS as [(typeof VECTORS)[number]]
  const [observation] = lorawanObservations(decode(input))
  expect(observation).toMatchObject({
    items: [{ kind: 'relayed', identity: 'lorawan:0004a30b001c0530', make: 'LoRaWAN', name: 'dev1' }],
  })
  expect(lorawanObservations(decode(input))).toEqual([observation])
})

test.each([
  [{ latitude: '24.15', longitude: '120.65' }, { position: { latitude: 24.15, longitude: 120.65 } }],
  [{ latitudeDeg: 24.15, longitudeDeg: 120.65 }, { position: { latitude: 24.15, longitude: 120.65 } }],
  [{ lat: 91, lon: 120 }, { position: undefined }],
  [{ latitude: 24.15, other: { longitude: 120.65 } }, { position: undefined }],
  [{ battery: 3 }, { batteryPercent: undefined }],
  [{ battery_level: 3 }, { batteryPercent: 3 }],
  [{ battery: 255 }, { batteryPercent: undefined }],
  [{ sos: 0 }, { help: undefined }],
  [{ sos: 1 }, { help: true }],
  [{ a: { b: { c: { latitude: 1, longitude: 2 } } } }, { position: { latitude: 1, longitude: 2 } }],
  [{ a: { b: { c: { d: { latitude: 1, longitude: 2 } } } } }, { position: undefined }],
  [null, { position: undefined, batteryPercent: undefined }],
])('of the payload %j is read %j', (payload, expected) => {
  expect(readPayload(payload)).toMatchObject(expected)
})

test.each([
  [{ frm_payload: 'gkHe' }, 'not_decoded'],
  [{ frm_payload: 'gkHe', decoded_payload: null }, 'not_decoded'],
  [{ frm_payload: 'gkHe', decoded_payload: {} }, undefined],
  [{ frm_payload: '' }, undefined],
  [{}, undefined],
])('of an uplink %j that nobody decoded, its sender is told: %s', (uplink, fault) => {
  const ids = { dev_eui: '0004a30b001c0530' }
  const said = { end_device_ids: ids, uplink_message: uplink }
  expect(decodeTheThings(bytes(JSON.stringify(said)))).toMatchObject({ kind: 'uplink', fault })
  const { frm_payload: data, decoded_payload: object } = uplink as Record<string, unknown>
  const up = { deviceInfo: { devEui: ids.dev_eui }, data, object }
  expect(decodeChirpStack('up', bytes(JSON.stringify(up)))).toMatchObject({ kind: 'uplink', fault })
  expect(decodeChirpStack('status', bytes(JSON.stringify(up)))).toMatchObject({ fault: undefined })
})

test('no body and no value makes the decoders throw', () => {
  const value = fc.oneof(hostileJson, fc.jsonValue())
  const payload = fc.oneof(
    fc
      .dictionary(fc.constantFrom('end_device_ids', 'uplink_message', 'deviceInfo', 'object', 'time'), value)
      .map((json) => bytes(JSON.stringify(json))),
    bytesLike(VECTORS.map(({ input }) => bytes(input.payload))),
  )
  fc.assert(
    fc.property(payload, value, (payload, object) => {
      readPayload(object)
      lorawanObservations(decodeTheThings(payload))
      lorawanObservations(decodeChirpStack('up', payload))
      lorawanObservations(decodeChirpStack('status', payload))
    }),
  )
})

const UPLINK_MS = Date.UTC(2026, 10, 28)
const places = (decoded_payload: object) =>
  lorawanObservations(
    decodeTheThings(
      Buffer.from(
        JSON.stringify({
          end_device_ids: { dev_eui: '0004A30B001C0530' },
          uplink_message: { f_cnt: 1, received_at: new Date(UPLINK_MS).toISOString(), decoded_payload },
        }),
      ),
    ),
  ).map(({ scannedAtMs, items: [item] }) => [
    (scannedAtMs! - UPLINK_MS) / 1000,
    item?.kind === 'relayed' ? item.position?.latitude : undefined,
    item?.kind === 'relayed' ? item.batteryPercent : undefined,
  ])
const measured = (agoS: number | undefined, latitude: number) =>
  Object.entries({ Latitude: latitude, Longitude: 139.42 }).map(([type, measurementValue]) => ({
    ...{ type, measurementValue, measurementId: '1' },
    ...(agoS === undefined ? {} : { timestamp: UPLINK_MS - agoS * 1000 }),
  }))
const at = (agoS: number, latitude: number) => ({ timestamp: UPLINK_MS / 1000 - agoS, latitude, longitude: 139.42 })

test.each([
  ['a fix of now', { messages: [measured(4, 35.1)] }, [[0, 35.1, undefined]]],
  ['a fix without a time', { messages: [measured(undefined, 35.1)] }, [[0, 35.1, undefined]]],
  [
    'a SenseCAP that was out of reach',
    { battery: 88, messages: [measured(3600, 35.1)] },
    [
      [-3600, 35.1, undefined],
      [0, undefined, 88],
    ],
  ],
  [
    'two fixes of a SenseCAP in one uplink',
    { messages: [measured(60, 35.2), measured(3600, 35.1)] },
    [
      [-3600, 35.1, undefined],
      [-60, 35.2, undefined],
      [0, undefined, undefined],
    ],
  ],
  [
    'a place and a history',
    { latitude: 35.3, longitude: 139.42, history: [at(60, 35.2), at(3600, 35.1)] },
    [
      [-3600, 35.1, undefined],
      [-60, 35.2, undefined],
      [0, 35.3, undefined],
    ],
  ],
  ['a clock that is ahead', at(-3600, 35.1), [[0, 35.1, undefined]]],
  ['seconds since it was started', { ...at(0, 35.1), timestamp: 3600 }, [[0, 35.1, undefined]]],
  [
    'a time as text',
    { ...at(0, 35.1), timestamp: new Date(UPLINK_MS - 60_000).toISOString() },
    [
      [-60, 35.1, undefined],
      [0, undefined, undefined],
    ],
  ],
  ['a time without its zone', { ...at(0, 35.1), time: '2026-11-27 12:00:00' }, [[0, 35.1, undefined]]],
])('%s: each place counts at its own time', (_what, payload, expected) => {
  expect(places(payload)).toEqual(expected)
})

test('what networks send beside uplinks is named, and a battery with a power supply has no level', () => {
  const device = { deviceInfo: { devEui: '0004a30b001c0530' } }
  const chirpstack = (event: string | undefined, fields: object = {}) =>
    decodeChirpStack(event, Buffer.from(JSON.stringify({ ...device, ...fields })))
  for (const event of ['join', 'ack', 'txack', 'log', 'location', 'integration'])
    expect(chirpstack(event)).toEqual({ kind: 'ignored', reason: `not_read ${event}` })
  for (const event of ['to come', undefined])
    expect(chirpstack(event)).toEqual({ kind: 'ignored', reason: 'no_payload' })
  expect(chirpstack('status', { batteryLevel: 0, externalPowerSource: true })).toMatchObject({
    batteryPercent: undefined,
  })
  const things = (fields: object) =>
    decodeTheThings(Buffer.from(JSON.stringify({ end_device_ids: { dev_eui: '0004A30B001C0530' }, ...fields })))
  for (const kind of ['join_accept', 'downlink_queued', 'location_solved', 'service_data', 'uplink_normalized'])
    expect(things({ [kind]: { sos: 1 } })).toEqual({ kind: 'ignored', reason: `not_read ${kind}` })
  expect(things({})).toEqual({ kind: 'ignored', reason: 'no_payload' })
})
