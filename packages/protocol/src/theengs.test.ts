import fc from 'fast-check'
import { expect, test } from 'vitest'
import { radioKey } from './aes-ccm.ts'
import { openSample } from './encrypted-sample.ts'
import { TagMemory } from './tag-memory.ts'
import { decodeTheengs, parseTheengsTopic, type TheengsMessage, theengsObservation } from './theengs.ts'
import { bytes, bytesLike, expectFacts, hostileJson, readVectors } from './vectors.ts'

interface Input {
  readonly topic: string
  readonly payload: string
  readonly retained: boolean
}

const KINDS = new Map([
  ['stationStatus', 'station_status'],
  ['stationTelemetry', 'station_telemetry'],
  ['trackerPresence', 'tracker_presence'],
])
const VECTORS = readVectors<Input>('theengs_omg.json')
const TOPIC = 'home/gw-hall/BTtoMQTT/A4C138CF0156'
const KEY = radioKey('231d39c1d7cc1ab1aee224cd096db932')!

/** The message's own facts in the vectors' names. */
function facts(message: TheengsMessage): Record<string, unknown> {
  switch (message.kind) {
    case 'sighting':
    case 'reading': {
      const { tag, station, modelId, txPowerDbm, advertisement } = message
      const { values } = tag
      const [manufacturer] = advertisement.manufacturerData
      const head = manufacturer && Buffer.from(Uint16Array.of(manufacturer.companyId).buffer)
      return {
        station,
        mac: tag.mac,
        rssi_dbm: message.kind === 'sighting' ? message.rssiDbm : null,
        distance_m: message.kind === 'sighting' ? message.distanceMetres : null,
        tx_power_dbm: txPowerDbm,
        id_kind: tag.identityKind,
        uuid: tag.uuid,
        major: tag.major,
        minor: tag.minor,
        model_id: modelId,
        name: tag.name,
        temperature_c: values.temperatureCelsius,
        humidity_pct: values.humidityPercent,
        battery_pct: values.batteryPercent,
        battery_v: values.batteryMillivolts === undefined ? null : values.batteryMillivolts / 1000,
        pressure_hpa: values.pressureHectopascal,
        raw: head && { manufacturerdata: Buffer.concat([head, manufacturer.data]).toString('hex') },
      }
    }
    case 'trackerPresence':
      return { station: message.station, mac: message.mac, present: message.isPresent }
    case 'stationStatus':
      return { station: message.station, online: message.isOnline }
    case 'stationTelemetry':
      return {
        station: message.station,
        uptime_s: message.uptimeSeconds,
        wifi_rssi_dbm: message.wifiRssiDbm,
        wifi_ssid: message.wifiSsid,
      }
    default:
      return {}
  }
}

const decode = (topic: string, payload: string, isRetained = false): TheengsMessage =>
  decodeTheengs({ topic, payload: bytes(payload), isRetained })
const heard = (change: object, keyOf?: () => Uint8Array): TheengsMessage => {
  const payload = bytes(JSON.stringify({ id: 'A4:C1:38:CF:01:56', rssi: -70, ...change }))
  return decodeTheengs({ topic: TOPIC, payload, isRetained: false }, keyOf === undefined ? {} : { keyOf })
}
const item = (message: TheengsMessage) => theengsObservation(message)?.items[0]

test.each(VECTORS)('Theengs vector: $name', ({ input, expect: expected }) => {
  const message = decode(input.topic, input.payload, input.retained)
  const { store, ...rest } = expected
  expectFacts({ kind: KINDS.get(message.kind) ?? message.kind, ...facts(message) }, rest)
  if (store === false) expect(theengsObservation(message)).toBeUndefined()
})

test.each([
  ['home/gw/BTtoMQTT/AABBCCDDEEFF', { family: 'device', station: 'gw', mac: 'AA:BB:CC:DD:EE:FF' }],
  ['home/gw/BTtoMQTT/undecoded', { family: 'device', station: 'gw' }],
  ['home/presence/gw', { family: 'device', station: 'gw' }],
  ['home/home_presence/gw', { family: 'device', station: 'gw' }],
  ['home/TheengsGateway/presence', { family: 'device', station: 'TheengsGateway' }],
  ['home/gw/LWT', { family: 'status', station: 'gw' }],
  ['home/gw/SYStoMQTT', { family: 'telemetry', station: 'gw' }],
  ['home/gw/version', { family: 'other' }],
  ['home/gw/commands/MQTTtoBT/config', { family: 'other' }],
  ['home/internal/trackersync', { family: 'other' }],
  ['home/gw/BTtoMQTT', { family: 'other' }],
  ['home/gw', { family: 'other' }],
  ['home//LWT', undefined],
  ['house/gw/LWT', undefined],
  ['home', undefined],
])('the topic %s is understood', (topic, expected) => {
  expect(parseTheengsTopic(topic)).toEqual(expected)
})

test('the base of the topics is the user’s choice', () => {
  expect(parseTheengsTopic('site/ble/gw/LWT', 'site/ble')).toEqual({ family: 'status', station: 'gw' })
})

test('a thermometer becomes a sighting with its make and its readings', () => {
  const message = heard({
    brand: 'Xiaomi',
    model_id: 'LYWSD03MMC/MJWSD05MMC_PVVX',
    tempc: '4.31',
    batt: 91,
    distance: 2.5,
  })
  expect(theengsObservation(message)).toEqual({
    seq: expect.stringMatching(/^[\w-]{22}$/),
    items: [
      {
        kind: 'sighting',
        identity: 'a4c138cf0156',
        rssiDbm: -70,
        distanceMetres: 2.5,
        make: 'Xiaomi',
        isAmbiguous: false,
        isEncrypted: false,
        batteryPercent: 91,
        temperatureCelsius: 4.31,
      },
    ],
  })
})

test('an iBeacon is known by its numbers whatever address it has today', () => {
  const beacon = { uuid: '1de4b189115e45f6b44e509352269977', major: 7, minor: 21, txpower: -66, mac_type: 1 }
  for (const id of ['58:78:20:76:BC:24', '4A:10:A8:46:90:AC', '1de4b189115e45f6b44e509352269977']) {
    expect(item(heard({ id, ...beacon }))).toMatchObject({
      identity: 'iBeacon:1de4b189-115e-45f6-b44e-509352269977-7-21',
      referenceRssiDbm: -66,
      make: 'iBeacon',
      isAmbiguous: false,
    })
  }
})

test.each([
  ['a phone with an address for a quarter of an hour', { id: '45:E1:74:12:6E:00', mac_type: 1 }, true],
  ['a tag with an address that it keeps', { id: 'C5:E1:74:12:6E:00', mac_type: 1 }, false],
  ['a tag with an address of its maker', { id: '45:E1:74:12:6E:00', mac_type: 0 }, false],
  ['an address of which nobody says how it was given', { id: '45:E1:74:12:6E:00' }, true],
  ['a decoded tag with such an address', { id: '45:E1:74:12:6E:00', model_id: 'ITAG' }, false],
  ['an Apple device', { id: 'A4:C1:38:00:00:01', model_id: 'APPLEDEVICE', type: 'RMAC' }, true],
])('%s: may be another tomorrow is %s', (_, change, isAmbiguous) => {
  expect(item(heard(change))).toMatchObject({ isAmbiguous })
})

test('a pressed Shelly button asks for help, and one at rest does not', () => {
  const button = (change: object) => item(heard({ brand: 'Shelly', model_id: 'SBBT-002C', packet: 3, ...change }))
  expect(button({ button: 1 })?.kind === 'sighting' && button({ button: 1 })).toMatchObject({
    help: true,
    make: 'Shelly',
  })
  expect(button({ button: 9 })).toMatchObject({ help: true })
  expect(button({ button: 77 })).toMatchObject({ help: true })
  expect(button({ button: 0 })).toMatchObject({ help: undefined })
  expect(button({ button2: 2 })).toMatchObject({ help: true })
})

test('a button or a call that a gateway decoded of another make asks for help once for its repeats on air', () => {
  const memory = new TagMemory()
  const helpOf = (change: object, atMs: number) => {
    const observed = theengsObservation(heard({ brand: 'Other', model_id: 'X', ...change }), (tag) =>
      memory.settle('a', tag, atMs),
    )
    const [first] = observed?.items ?? []
    return first?.kind === 'sighting' ? first.help : undefined
  }
  expect([helpOf({ button: 0 }, 0), helpOf({ button: 1 }, 1000), helpOf({ button: 1 }, 2000)]).toEqual([
    undefined,
    true,
    undefined,
  ])
  expect([helpOf({ sos: true }, 60_000), helpOf({ alarm: true }, 120_000)]).toEqual([true, undefined])
})

test('an undecoded frame is decoded here', () => {
  const undecoded = { servicedatauuid: '0xfcd2', servicedata: '40005201643a01' }
  expect(item(heard(undecoded))).toMatchObject({ help: true, batteryPercent: 100, make: 'BTHome' })
  const text = Buffer.concat([Buffer.from([0x40, 0, 0x54, 0x53, 3]), Buffer.from('SOS')]).toString('hex')
  expect(item(heard({ ...undecoded, servicedata: text }))).toMatchObject({ help: true })
  const [unnamed, none] = [0x77, 0].map((event) => Buffer.from([0x40, 0, 0x53, 0x3a, event]).toString('hex'))
  expect(item(heard({ ...undecoded, servicedata: unnamed }))).toMatchObject({ help: true })
  expect(item(heard({ ...undecoded, servicedata: none }))).toMatchObject({ help: undefined })
  const ibeacon = { manufacturerdata: '4c000215426c7565436861726d426561636f6e730efe1355c5' }
  expect(item(heard(ibeacon))).toMatchObject({
    identity: 'iBeacon:426c7565-4368-6172-6d42-6561636f6e73-3838-4949',
    referenceRssiDbm: -59,
  })
})

const SEALED = {
  id: '54:48:E6:8F:80:A5',
  servicedatauuid: '0xfcd2',
  servicedata: '41a47266c95f730011223378237214',
  encr: 2,
}

test('an encrypted tag carries a sample to try a key on, and is decrypted with its key', () => {
  const shut = item(heard(SEALED))
  expect(shut).toMatchObject({ isEncrypted: true, temperatureCelsius: undefined })
  const sample = shut?.kind === 'sighting' ? shut.encryptedSample : undefined
  expect(openSample(sample!, KEY)).toMatchObject({ temperatureCelsius: 25.06 })
  expect(openSample(sample!, KEY.with(0, 0))).toBeUndefined()
  expect(item(heard(SEALED, () => KEY))).toMatchObject({ isEncrypted: false, temperatureCelsius: 25.06 })
})

test('frames in the name of a tag with a key count only where the key decrypted them', () => {
  const clear = { id: SEALED.id, servicedatauuid: '0xfcd2', servicedata: '403a01' }
  expect(item(heard(clear, () => KEY))).toBeUndefined()
  const decoded = { id: SEALED.id, brand: 'Shelly', model_id: 'SBBT-002C', button: 1, tempc: 60, packet: 7 }
  expect(item(heard(decoded, () => KEY))).toMatchObject({ help: undefined, temperatureCelsius: undefined })
  // Nor does it count among the packets of the tag, or old ones could be replayed after it.
  expect(heard(decoded, () => KEY)).toMatchObject({ tag: { packet: undefined } })
})

test('values without a signal strength are a reading that places nothing', () => {
  expect(item(heard({ rssi: undefined, tempc: 21 }))).toMatchObject({
    kind: 'reading',
    identity: 'a4c138cf0156',
    temperatureCelsius: 21,
  })
})

test('the gateway’s own time is used where it sends one', () => {
  expect(theengsObservation(heard({ unixtime: 1_700_000_000 }))?.scannedAtMs).toBe(1_700_000_000_000)
  expect(theengsObservation(heard({ UTCtime: '2023-11-14T22:13:20Z' }))?.scannedAtMs).toBe(1_700_000_000_000)
  expect(theengsObservation(heard({ UTCtime: 'soon' }))?.scannedAtMs).toBeUndefined()
})

test('a retained message is old and ignored, but a gateway that was lost still is', () => {
  expect(theengsObservation(decode(TOPIC, '{"id":"A4:C1:38:CF:01:56","rssi":-70}', true))).toBeUndefined()
  expect(theengsObservation(decode('home/gw/LWT', 'online', true))).toBeUndefined()
  expect(theengsObservation(decode('home/gw/LWT', 'offline', true))?.items).toEqual([{ kind: 'status', online: false }])
  expect(theengsObservation(decode('home/gw/SYStoMQTT', '{"uptime":1}', true))).toBeUndefined()
})

test('telemetry proves that a gateway is alive', () => {
  const payload = '{"uptime":7472,"SSID":"ward","version":"v1.7.0","ip":"192.168.1.9"}'
  expect(theengsObservation(decode('home/gw/SYStoMQTT', payload))?.items).toEqual([
    { kind: 'status', online: true, firmware: 'v1.7.0', ip: '192.168.1.9', wifiSsid: 'ward' },
  ])
})

test.each([
  ['house/gw/LWT', 'online', 'bad_topic'],
  ['home/gw/LWT', 'asleep', 'bad_status'],
  ['home/gw/SYStoMQTT', 'hello', 'not_json'],
  [TOPIC, '[-70]', 'not_json'],
  ['home/gw-hall/BTtoMQTT/undecoded', '{"rssi":-70}', 'no_identity'],
  ['home/gw-hall/presence', '{"presence":"absent"}', 'no_identity'],
  [TOPIC, '\ud800{', 'not_json'],
])('on %s the payload %s is invalid', (topic, payload, reason) => {
  expect(decode(topic, payload)).toEqual({ kind: 'invalid', reason })
})

test('impossible numbers are unknown', () => {
  const senseless = { tempc: 850, hum: -1, batt: 255, volt: 'x', distance: -1, major: 70_000, packet: 300 }
  expect(heard(senseless)).toMatchObject({ distanceMetres: undefined, tag: { values: {}, packet: undefined } })
})

test('no topic, no payload and no value makes the decoder throw', () => {
  const keys = [
    'id',
    'mac',
    'rssi',
    'uuid',
    'major',
    'servicedata',
    'servicedatauuid',
    'manufacturerdata',
    'button',
    'encr',
  ]
  const texts = fc.constantFrom('A4:C1:38:CF:01:56', '0xfcd2', '0x181a', '0xfeaa', '41a4', '4c00', '-70', '9904')
  const json = fc
    .dictionary(
      fc.constantFrom(...keys, 'brand', 'presence', '__proto__'),
      fc.oneof(hostileJson, fc.jsonValue(), texts),
    )
    .map((value) => bytes(JSON.stringify(value)))
  const payloads = fc.oneof(json, bytesLike(VECTORS.map(({ input }) => bytes(input.payload))))
  const topic = fc.oneof(fc.string(), fc.constantFrom(TOPIC, ...VECTORS.map(({ input }) => input.topic)))
  fc.assert(
    fc.property(topic, payloads, fc.boolean(), (where, payload, isRetained) => {
      theengsObservation(decodeTheengs({ topic: where, payload, isRetained }, { keyOf: () => KEY }))
    }),
  )
})

test('a gateway that leaves the address out of its message says it in the topic', () => {
  const message = decodeTheengs({ topic: TOPIC, payload: Buffer.from('{"rssi":-70,"tempc":21.5}'), isRetained: false })
  expect(theengsObservation(message)?.items).toMatchObject([
    { kind: 'sighting', identity: 'a4c138cf0156', rssiDbm: -70, temperatureCelsius: 21.5 },
  ])
})
