import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytes, bytesLike, expectFacts, hostileJson, readVectors } from './vectors.ts'
import { decodeZigbee2mqtt, zigbee2mqttObservation } from './zigbee2mqtt.ts'

interface Input {
  readonly topic: string
  readonly payload: string
  readonly retained: boolean
}

const VECTORS = readVectors<Input>('zigbee2mqtt.json')

/** What becomes of a message, as vectors call it. */
function factsOf({ topic, payload, retained }: Input): Readonly<Record<string, unknown>> {
  const message = decodeZigbee2mqtt({ topic, payload: bytes(payload), isRetained: retained })
  const [item] = zigbee2mqttObservation(message)?.items ?? []
  if (item?.kind === 'status') return { kind: 'status', online: item.online }
  if (item?.kind !== 'sighting' && item?.kind !== 'reading') return { kind: item?.kind ?? 'nothing' }
  return {
    kind: item.kind,
    device: item.identity.replace(/^zigbee:/, ''),
    rssi_dbm: item.kind === 'sighting' ? item.rssiDbm : null,
    temperature_c: item.temperatureCelsius,
    humidity_pct: item.humidityPercent,
    battery_pct: item.batteryPercent,
    help: item.help,
  }
}

test.each(VECTORS)('Zigbee2MQTT vector: $name', ({ input, expect: expected }) => {
  expectFacts(factsOf(input), expected)
})

test('time is taken where Zigbee2MQTT tells it, as ISO 8601 or in milliseconds', () => {
  const scannedAt = (last_seen: unknown) => {
    const payload = bytes(JSON.stringify({ temperature: 20, last_seen }))
    const message = decodeZigbee2mqtt({ topic: 'zigbee2mqtt/Bath', payload, isRetained: false })
    return zigbee2mqttObservation(message)?.scannedAtMs
  }
  expect(scannedAt('2026-11-27T08:00:00.000Z')).toBe(Date.UTC(2026, 10, 27, 8))
  expect(scannedAt('2026-11-27T09:00:00+01:00')).toBe(Date.UTC(2026, 10, 27, 8))
  expect(scannedAt(Date.UTC(2026, 10, 27, 8))).toBe(Date.UTC(2026, 10, 27, 8))
  for (const never of ['disable', '', null, -1, {}]) expect(scannedAt(never)).toBeUndefined()
})

test.each([
  ['zigbee2mqtt/Bath/availability', '{"state":"online"}', 'bad_topic'],
  ['zigbee2mqtt/bridge', '{}', 'bad_topic'],
  ['zigbee2mqtt/Bath', '21.5', 'not_json'],
  ['zigbee2mqtt/bridge/state', 'asleep', 'bad_status'],
])('%s with %s is told as %s', (topic, payload, reason) => {
  expect(decodeZigbee2mqtt({ topic, payload: bytes(payload), isRetained: false })).toEqual({ kind: 'invalid', reason })
})

test('no bytes and no values break it', () => {
  const samples = VECTORS.map(({ input }) => bytes(input.payload))
  fc.assert(
    fc.property(bytesLike(samples), (payload) => {
      zigbee2mqttObservation(decodeZigbee2mqtt({ topic: 'zigbee2mqtt/Bath', payload, isRetained: false }))
    }),
  )
  const keys = ['temperature', 'humidity', 'battery', 'presence', 'action', 'linkquality', 'last_seen']
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), hostileJson), (json) => {
      const payload = bytes(JSON.stringify(json))
      zigbee2mqttObservation(decodeZigbee2mqtt({ topic: 'zigbee2mqtt/Bath', payload, isRetained: false }))
    }),
  )
})

test('a radar that sees nobody is heard where it says that somebody fell', () => {
  const observed = (state: object) =>
    zigbee2mqttObservation(
      decodeZigbee2mqtt({ topic: 'zigbee2mqtt/ward', payload: bytes(JSON.stringify(state)), isRetained: false }),
    )
  expect(observed({ presence: false, fall_down_status: 'none' })).toBeUndefined()
  expect(observed({ presence: false, fall_down_status: 'fall' })?.items).toMatchObject([{ help: true }])
})
