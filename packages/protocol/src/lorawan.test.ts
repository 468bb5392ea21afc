import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeChirpStack } from './chirpstack.ts'
import { type LorawanMessage, lorawanObservation, readPayload } from './lorawan.ts'
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
  const observation = lorawanObservation(decode(input))
  expect(observation).toMatchObject({
    items: [{ kind: 'relayed', identity: 'lorawan:0004a30b001c0530', make: 'LoRaWAN', name: 'dev1' }],
  })
  expect(lorawanObservation(decode(input))).toEqual(observation)
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
      lorawanObservation(decodeTheThings(payload))
      lorawanObservation(decodeChirpStack('up', payload))
      lorawanObservation(decodeChirpStack('status', payload))
    }),
  )
})
