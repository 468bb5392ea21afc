import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeMeshtastic, isMeshtasticTopic, type MeshtasticMessage, meshtasticObservation } from './meshtastic.ts'
import { bytes, bytesLike, expectFacts, hostileJson, isoSeconds, readVectors } from './vectors.ts'

interface Input {
  readonly topic: string
  readonly payload: string
  readonly retained: boolean
}

const VECTORS = readVectors<Input>('meshtastic.json')
const decode = ({ topic, payload, retained }: Input): MeshtasticMessage =>
  decodeMeshtastic({ topic, payload: bytes(payload), isRetained: retained })

test.each(VECTORS)('Meshtastic vector: $name', ({ input, expect: expected }) => {
  const message = decode(input)
  const facts =
    message.kind !== 'report'
      ? {}
      : {
          node: message.node,
          time: isoSeconds(message.timeMs),
          lat: message.readings.position?.latitude,
          lon: message.readings.position?.longitude,
          accuracy_m: message.readings.accuracyMetres,
          battery_pct: message.readings.batteryPercent,
          temperature_c: message.readings.temperatureCelsius,
          humidity_pct: message.readings.humidityPercent,
        }
  expectFacts({ kind: message.kind, ...facts }, expected)
  expect(isMeshtasticTopic(input.topic)).toBe(true)
})

test('a packet that two gateways bring is the same observation, and a retained one is none', () => {
  const [{ input }] = VECTORS as [(typeof VECTORS)[number]]
  const observation = meshtasticObservation(decode(input))
  expect(observation).toMatchObject({
    items: [{ kind: 'relayed', identity: 'meshtastic:7efeee00', make: 'Meshtastic' }],
  })
  const payload = input.payload.replace('1768083628', '1768083631').replace('"rssi": -45', '"rssi": -90')
  const byOther = decode({ ...input, topic: 'msh/2/json/LongFast/!00000001', payload })
  expect(meshtasticObservation(byOther)).toEqual(observation)
  expect(meshtasticObservation(decode({ ...input, retained: true }))).toBeUndefined()
})

const say = (type: string, payload: unknown) => {
  const packet = { from: 2130636288, id: 7, type, payload, timestamp: 1768083628 }
  const topic = 'msh/2/json/LongFast/!b2a7c7a8'
  return meshtasticObservation(decodeMeshtastic({ topic, payload: bytes(JSON.stringify(packet)), isRetained: false }))
}

test.each([['SOS'], ['Help!'], ['need help'], ['Alert\u0007'], ['man down']])(
  'the text %j of a mesh calls for help',
  (text) => {
    for (const [type, payload] of [
      ['text', { text }],
      ['text', text],
      ['detection', { text }],
    ] as const)
      expect(say(type, payload)).toMatchObject({ items: [{ identity: 'meshtastic:7efeee00', help: true }] })
  },
)

test.each([['hello'], ['I can help you tomorrow'], ['no SOS'], ['sos test'], [''], [7]])(
  'the text %j does not',
  (text) => {
    for (const type of ['text', 'detection']) expect(say(type, { text })).toBeUndefined()
  },
)

test('a node that knows no place is heard', () => {
  const [item] = say('position', { latitude_i: 0, longitude_i: 0, time: 1768083628 })!.items
  expect(item).toMatchObject({ identity: 'meshtastic:7efeee00' })
  expect(item).not.toHaveProperty('position')
  expect(say('position', { latitude_i: 991000000, longitude_i: 0 })).toBeUndefined()
})

test.each(['home/gw/LWT', 'ruuvi/C8:25:2D:8E:9C:2C/F4:1F:0C:28:CB:D6', 'msh', ''])(
  '%s is no topic of a node',
  (topic) => {
    expect(isMeshtasticTopic(topic)).toBe(false)
  },
)

test('no topic, no payload and no value makes the decoder throw', () => {
  const json = fc
    .dictionary(
      fc.constantFrom('from', 'id', 'type', 'payload', 'timestamp', '__proto__'),
      fc.oneof(hostileJson, fc.jsonValue()),
    )
    .map((value) => bytes(JSON.stringify({ type: 'position', ...value })))
  const payload = fc.oneof(json, bytesLike(VECTORS.map(({ input }) => bytes(input.payload))))
  const topic = fc.oneof(fc.string(), fc.constantFrom(...VECTORS.map(({ input }) => input.topic)))
  fc.assert(
    fc.property(topic, payload, fc.boolean(), (topic, payload, isRetained) => {
      meshtasticObservation(decodeMeshtastic({ topic, payload, isRetained }))
    }),
  )
})
