import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decodeRuuviHttp,
  decodeRuuviMqtt,
  isRuuviTopic,
  type RuuviGatewayMessage,
  ruuviObservations,
} from './ruuvi-gateway.ts'
import { bytes, bytesLike, expectFacts, hostileJson, isoSeconds, readVectors } from './vectors.ts'

interface Input {
  readonly topic?: string
  readonly payload: string
  readonly retained: boolean
}

const VECTORS = readVectors<Input>('ruuvi_gateway.json')
const KINDS = new Map([
  ['hearings', 'sightings'],
  ['stationStatus', 'station_status'],
])

const decode = ({ topic, payload, retained }: Input): RuuviGatewayMessage =>
  topic === undefined
    ? decodeRuuviHttp(bytes(payload))
    : decodeRuuviMqtt({ topic, payload: bytes(payload), isRetained: retained })
const post = (tags: object, rest: object = {}) =>
  decodeRuuviHttp(bytes(JSON.stringify({ data: { gw_mac: 'C8:25:2D:8E:9C:2C', nonce: '1', tags, ...rest } })))
const ADVERT = '0201061BFF99040513C85714C7CC00240008041CAB76F41C3CC6A5B9E0AD06'

test.each(VECTORS)('Ruuvi Gateway vector: $name', ({ input, expect: { sightings, store, ...expected } }) => {
  const message = decode(input)
  const [hearing] = message.kind === 'hearings' ? message.hearings : []
  expectFacts(
    {
      kind: KINDS.get(message.kind) ?? message.kind,
      ...(message.kind === 'hearings' ? { station: message.station, time: isoSeconds(hearing?.timeMs) } : {}),
      ...(message.kind === 'stationStatus' ? { online: message.isOnline } : {}),
    },
    expected,
  )
  for (const [index, facts] of ((sightings ?? []) as Record<string, unknown>[]).entries()) {
    const { tag, rssiDbm } = hearing!.heard[index]!
    const { temperatureCelsius, humidityPercent, batteryMillivolts } = tag.values
    const values = { temperature_c: temperatureCelsius, humidity_pct: humidityPercent, battery_mv: batteryMillivolts }
    expectFacts({ mac: tag.mac, make: tag.make, rssi_dbm: rssiDbm, ...values }, facts)
  }
  if (store === false) expect(ruuviObservations(message)).toEqual([])
})

test('tags of one second are one observation, each second comes in its order, and what cannot be read is left out', () => {
  const message = post({
    'C6:A5:B9:E0:AD:06': { rssi: -71, timestamp: 1653633987, data: ADVERT },
    'C6:A5:B9:E0:AD:07': { rssi: -60, timestamp: 1653633986, data: '020106' },
    'C6:A5:B9:E0:AD:08': { rssi: -61, timestamp: '1653633986', data: '020106' },
    'C6:A5:B9:E0:AD:09': { timestamp: 1653633987, data: ADVERT },
    'C6:A5:B9:E0:AD:0A': { rssi: -61, timestamp: 1653633987, data: 'xy' },
    nobody: { rssi: -61, timestamp: 1653633987, data: ADVERT },
  })
  expect(ruuviObservations(message)).toMatchObject([
    { scannedAtMs: 1653633986000, items: [{ identity: 'c6a5b9e0ad07' }, { identity: 'c6a5b9e0ad08' }] },
    {
      scannedAtMs: 1653633987000,
      items: [{ kind: 'sighting', identity: 'c6a5b9e0ad06', rssiDbm: -71, make: 'Ruuvi', temperatureCelsius: 25.32 }],
    },
  ])
})

test('a gateway that hears nothing is alive, and the same post is the same observation', () => {
  const [silence, again] = [post({}, { timestamp: '1653633988' }), post({}, { timestamp: '1653633988' })]
  expect(ruuviObservations(silence)).toEqual([
    { scannedAtMs: 1653633988000, seq: expect.any(String), items: [{ kind: 'status', online: true }] },
  ])
  expect(ruuviObservations(again)).toEqual(ruuviObservations(silence))
})

test.each([
  ['ruuvi/C8:25:2D:8E:9C:2C/F4:1F:0C:28:CB:D6', true],
  ['site/north/C8252D8E9C2C/F41F0C28CBD6', true],
  ['ruuvi/C8:25:2D:8E:9C:2C/gw_status', true],
  ['shellyblu/F4:1F:0C:28:CB:D6', false],
  ['ruuvi/gw_status', false],
  ['', false],
])('the topic %s is one of a gateway: %s', (topic, expected) => {
  expect(isRuuviTopic(topic)).toBe(expected)
})

test.each([
  ['{', 'not_json'],
  ['{}', 'no_data'],
  ['{"data":{"tags":[]}}', 'no_data'],
])('the body %s is invalid', (body, reason) => {
  expect(decodeRuuviHttp(bytes(body))).toEqual({ kind: 'invalid', reason })
})

test('no topic, no payload and no value makes the decoder throw', () => {
  const tags = fc.dictionary(
    fc.constantFrom('C6:A5:B9:E0:AD:06', 'x', '__proto__'),
    fc.oneof(hostileJson, fc.record({ rssi: hostileJson, data: fc.oneof(hostileJson, fc.constant(ADVERT)) })),
  )
  const payload = fc.oneof(
    tags.map((tags) => bytes(JSON.stringify({ data: { tags } }))),
    bytesLike(VECTORS.map(({ input }) => bytes(input.payload))),
  )
  const topic = fc.oneof(fc.string(), fc.constantFrom(...VECTORS.map(({ input }) => input.topic ?? 'gw_status')))
  fc.assert(
    fc.property(topic, payload, fc.boolean(), (topic, payload, isRetained) => {
      ruuviObservations(decodeRuuviHttp(payload))
      ruuviObservations(decodeRuuviMqtt({ topic, payload, isRetained }))
    }),
  )
})
