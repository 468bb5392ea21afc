import fc from 'fast-check'
import { expect, test } from 'vitest'
import { radioKey } from './aes-ccm.ts'
import { openSample } from './encrypted-sample.ts'
import { decodeShelly, parseShellyTopic, type ShellyMessage, shellyObservation } from './shelly.ts'
import type { HeardTag } from './tag.ts'
import { bytes, bytesLike, expectFacts, hex, hostileJson, readVectors } from './vectors.ts'

interface Input {
  readonly topic: string
  readonly payload: string
}

const VECTORS = readVectors<Input>('shelly_ble.json')
const TOPIC = 'shellyplus1-441793a1b2c3/events/rpc'
const MAC = '54:48:e6:8f:80:a5'
const KEY = radioKey('231d39c1d7cc1ab1aee224cd096db932')!

const tagFacts = ({ tag, rssiDbm }: HeardTag): Record<string, unknown> => ({
  mac: tag.mac,
  rssi_dbm: rssiDbm,
  id_kind: tag.identityKind,
  uuid: tag.uuid,
  major: tag.major,
  minor: tag.minor,
  measured_power_dbm: tag.measuredPowerDbm,
  temperature_c: tag.values.temperatureCelsius,
  humidity_pct: tag.values.humidityPercent,
  battery_pct: tag.values.batteryPercent,
  button: tag.values.button,
  packet_id: tag.packet?.value,
})

const decode = (topic: string, payload: string, isRetained = false): ShellyMessage =>
  decodeShelly({ topic, payload: bytes(payload), isRetained })
const events = (list: readonly object[], ts: unknown = 1_700_000_000.12) =>
  JSON.stringify({ src: 'shellyplus1-441793a1b2c3', method: 'NotifyEvent', params: { ts, events: list } })
const base64 = (digits: string) => Buffer.from(digits, 'hex').toString('base64')
/** A batch of service data of BTHome, as [address, rssi, service data]. */
const batch = (list: readonly (readonly [string, number, string])[], keyOf?: () => Uint8Array): ShellyMessage => {
  const entries = list.map(([address, rssi, digits]) => {
    const length = (digits.length / 2 + 3).toString(16).padStart(2, '0')
    return [address, rssi, base64(`020106${length}16d2fc${digits}`), '']
  })
  const payload = bytes(events([{ component: 'script:1', event: 'ble.scan_result', data: [2, entries] }]))
  return decodeShelly({ topic: TOPIC, payload, isRetained: false }, keyOf === undefined ? {} : { keyOf })
}
const items = (message: ShellyMessage) => shellyObservation(message)?.items

test.each(VECTORS)('Shelly vector: $name', ({ input, expect: expected }) => {
  const message = decode(input.topic, input.payload)
  if (message.kind === 'stationStatus') {
    expectFacts({ kind: 'station_status', station: message.station, online: message.isOnline }, expected)
  } else if (message.kind !== 'sightings') expectFacts({ kind: message.kind }, expected)
  else {
    const { sightings, ...rest } = expected as { sightings?: Record<string, unknown>[] }
    if (sightings === undefined) expect(message.heard).toHaveLength(1)
    else expect(message.heard).toHaveLength(sightings.length)
    for (const [index, each] of (sightings ?? []).entries()) expectFacts(tagFacts(message.heard[index]!), each)
    expectFacts({ kind: 'sighting', station: message.station, ...tagFacts(message.heard[0]!) }, rest)
  }
})

test.each([
  ['shellyplus1-441793a1b2c3/events/rpc', { family: 'events', station: 'shellyplus1-441793a1b2c3' }],
  ['site/hall/events/rpc', { family: 'events', station: 'site/hall' }],
  ['shellyplus1-441793a1b2c3/online', { family: 'online', station: 'shellyplus1-441793a1b2c3' }],
  ['7c:c6:b6:11:22:33', { family: 'tag', station: undefined }],
  ['hall/7c:c6:b6:11:22:33', { family: 'tag', station: 'hall' }],
  ['shellyplus1-441793a1b2c3/status/ble', undefined],
  ['events/rpc', undefined],
  ['online', undefined],
  [`${'x'.repeat(65)}/online`, undefined],
  ['', undefined],
])('the topic %s is understood', (topic, expected) => {
  expect(parseShellyTopic(topic)).toEqual(expected)
})

test('a button heard three times in a batch asks for help once, as strongly as it was heard best', () => {
  const press = '440052016422013a01'
  const message = batch([
    ['bc:02:6e:c3:aa:bb', -80, '44005101643a00'],
    ['bc:02:6e:c3:aa:bb', -71, press],
    ['bc:02:6e:c3:aa:bb', -77, '44005301503a00'],
  ])
  expect(shellyObservation(message)).toEqual({
    scannedAtMs: 1_700_000_000_120,
    seq: expect.stringMatching(/^[\w-]{22}$/),
    items: [
      {
        kind: 'sighting',
        identity: 'bc026ec3aabb',
        rssiDbm: -71,
        make: 'BTHome',
        isAmbiguous: false,
        isEncrypted: false,
        batteryPercent: 80,
        moving: true,
        help: true,
      },
    ],
  })
})

test('an encrypted tag carries a sample to try a key on, and is decrypted with its key', () => {
  const sealed = [[MAC, -60, '41a47266c95f730011223378237214']] as const
  const [shut] = items(batch(sealed)) ?? []
  expect(shut).toMatchObject({ isEncrypted: true, temperatureCelsius: undefined })
  const sample = shut?.kind === 'sighting' ? shut.encryptedSample : undefined
  expect(openSample(sample!, KEY)).toMatchObject({ temperatureCelsius: 25.06 })
  expect(items(batch(sealed, () => KEY))).toMatchObject([{ temperatureCelsius: 25.06, isEncrypted: false }])
})

test('unencrypted frames in the name of a tag with a key are not trusted, beside the tag or alone', () => {
  const forged = [MAC, -30, '403a01'] as const
  expect(items(batch([forged], () => KEY))).toBeUndefined()
  const both = batch([[MAC, -60, '41a47266c95f730011223378237214'], forged], () => KEY)
  expect(items(both)).toMatchObject([{ rssiDbm: -60, help: undefined }])
})

test('a script that found a tag encrypted reports no values; one that forwards the advertisement lets us decrypt it', () => {
  const data = { encryption: true, rssi: -60, address: MAC, button: 1 }
  const blu = (more: object, keyOf?: () => Uint8Array) =>
    items(
      decodeShelly(
        {
          topic: TOPIC,
          payload: bytes(events([{ event: 'shelly-blu', data: { ...data, ...more } }])),
          isRetained: false,
        },
        keyOf === undefined ? {} : { keyOf },
      ),
    )
  expect(blu({})).toMatchObject([{ isEncrypted: true, help: undefined, encryptedSample: undefined }])
  const bthome = { service_data: { fcd2: '41a47266c95f730011223378237214' }, manufacturer_data: { '0ba9': '0b0100' } }
  expect(blu({ bthome })).toMatchObject([{ isEncrypted: true, make: 'Shelly', encryptedSample: expect.anything() }])
  expect(blu({ bthome }, () => KEY)).toMatchObject([{ isEncrypted: false, temperatureCelsius: 25.06 }])
  expect(blu({ encryption: false }, () => KEY)).toBeUndefined()
})

test('several buttons and thermometers of one device come as lists', () => {
  const data = { rssi: -60, address: MAC, button: [0, 4], temperature: [21.5, 4] }
  const message = decode(TOPIC, events([{ event: 'shelly-blu', data }]))
  expect(items(message)).toMatchObject([{ help: true, temperatureCelsius: 21.5 }])
})

test('for a station that does not know the time yet, the time of receipt counts', () => {
  const message = (ts: unknown) =>
    decode(TOPIC, events([{ event: 'shelly-blu', data: { rssi: -60, address: MAC } }], ts))
  for (const ts of [12.5, null, 0, 'now']) expect(shellyObservation(message(ts))?.scannedAtMs).toBeUndefined()
})

test('stations that announce themselves are not put on the map', () => {
  const advert = base64('1aff4c000215e5ca1adef007ba11000000000000000000010002c5')
  const data = [1, MAC, -50, advert, '']
  expect(shellyObservation(decode(TOPIC, events([{ event: 'ble.scan_result', data }])))).toBeUndefined()
})

test('a retained message is old and ignored, but a station that was lost still is', () => {
  const [, , scan] = VECTORS
  expect(shellyObservation(decode(scan!.input.topic, scan!.input.payload, true))).toBeUndefined()
  expect(shellyObservation(decode('s/online', 'true', true))).toBeUndefined()
  expect(shellyObservation(decode('s/online', 'true'))?.items).toEqual([{ kind: 'status', online: true }])
  expect(shellyObservation(decode('s/online', 'false', true))?.items).toEqual([{ kind: 'status', online: false }])
})

test('unreadable entries are dropped from their batch', () => {
  const good = ['dd:88:00:00:37:77', -68, 'AgEGGv9MAAIVQmx1ZUNoYXJtQmVhY29ucw7+E1XF', '']
  const bad = [
    null,
    7,
    [],
    ['x', -1, '', ''],
    [good[0], 'loud', good[2], ''],
    [good[0], -60, '!', ''],
    [...good.slice(0, 3)],
  ]
  const message = decode(TOPIC, events([{ event: 'ble.scan_result', data: [2, [...bad, good]] }]))
  expect(message).toMatchObject({ heard: [{ rssiDbm: -68 }, { rssiDbm: -68 }] })
  expect(decode(TOPIC, events([{ event: 'ble.scan_result', data: [3, [good]] }]))).toMatchObject({ heard: [] })
})

test.each([
  ['a/b/c', '{}', 'bad_topic'],
  [TOPIC, 'nope', 'not_json'],
  [TOPIC, '{"method":"NotifyEvent"}', 'no_events'],
  ['s/online', 'perhaps', 'bad_status'],
  [MAC, '{"addr":"54:48:e6:8f:80:a5"}', 'no_sighting'],
  [MAC, '{"rssi":-60}', 'no_sighting'],
])('on %s the payload %s is invalid', (topic, payload, reason) => {
  expect(decode(topic, payload)).toEqual({ kind: 'invalid', reason })
})

test('other news of a Shelly is not for us', () => {
  expect(decode(TOPIC, '{"method":"NotifyStatus","params":{}}')).toEqual({ kind: 'ignored' })
  expect(decode('s/online', '')).toEqual({ kind: 'ignored' })
})

test('no topic, no payload and no value makes the decoder throw', () => {
  const value = fc.oneof(
    hostileJson,
    fc.jsonValue(),
    fc.constantFrom<unknown>(1, 2, MAC, 'AgEG', [MAC, -60, 'AgEG', '']),
  )
  const data = fc.oneof(
    value,
    fc.array(value),
    fc.dictionary(fc.constantFrom('address', 'rssi', 'bthome', 'button'), value),
  )
  const event = fc.record({ event: fc.constantFrom('ble.scan_result', 'shelly-blu'), data })
  const payload = fc.oneof(
    fc.array(fc.oneof(event, value)).map((list) => bytes(events(list as object[]))),
    bytesLike(VECTORS.map(({ input }) => bytes(input.payload))),
  )
  const topic = fc.oneof(fc.string(), fc.constantFrom(TOPIC, MAC, ...VECTORS.map(({ input }) => input.topic)))
  fc.assert(
    fc.property(topic, payload, fc.boolean(), (where, text, isRetained) => {
      shellyObservation(
        decodeShelly({ topic: where, payload: text, isRetained }, { keyOf: () => hex('00'.repeat(16)) }),
      )
    }),
  )
})

test('a press counts by number or word, and without a strength', () => {
  const blu = (data: object) =>
    items(
      decode(
        'shellyplus1-441793a1b2c3/events/rpc',
        JSON.stringify({
          method: 'NotifyEvent',
          params: {
            ts: 1795831200,
            events: [{ event: 'shelly-blu', data: { address: 'a4:c1:38:55:aa:01', pid: 5, ...data } }],
          },
        }),
      ),
    )
  for (const button of [1, 119, [0, 4], 'long', 'single_push', true])
    expect(blu({ rssi: -60, button })).toMatchObject([{ kind: 'sighting', help: true }])
  for (const rssi of [undefined, null, 'loud', 127])
    expect(blu({ rssi, button: 1 })).toMatchObject([{ kind: 'reading', help: true }])
  for (const button of [0, [0, 0], 'released', false, undefined])
    expect(blu({ rssi: -60, button })).toMatchObject([{ help: undefined }])
})
