/** Whatever a sender writes, the log has columns for what the decoders make of it. */
import type { Observation } from '@whereabouts/domain/observations'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeChirpStack } from './chirpstack.ts'
import { decodeEspresense, espresenseObservation } from './espresense.ts'
import { lorawanObservations } from './lorawan.ts'
import { decodeMeshtastic, meshtasticObservation } from './meshtastic.ts'
import { decodeOsmand, osmandObservation } from './osmand.ts'
import { decodeOwntracksHttp, owntracksObservation } from './owntracks.ts'
import { decodeShelly, shellyObservation } from './shelly.ts'
import { decodeTheengs, theengsObservation } from './theengs.ts'
import { bytes } from './vectors.ts'

const hugeOrOdd = fc.oneof(
  fc.constantFrom<unknown>(1.5, -1, 1e300, 5e-324, 2 ** 31, 2 ** 63, 1e21, '1e400', '0x10', 'NaN', true, null),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
)

/** Each value fits the column it goes into: integers of 32 bits, epoch milliseconds, finite numbers, short text. */
function expectStorable(observation: Observation | undefined): void {
  if (observation === undefined) return
  if (observation.scannedAtMs !== undefined) expect(Number.isSafeInteger(observation.scannedAtMs)).toBe(true)
  for (const item of observation.items) {
    for (const [name, value] of Object.entries(item)) {
      if (typeof value === 'number') expect(Number.isFinite(value), name).toBe(true)
      if (typeof value === 'string') expect(value.isWellFormed() && value.length <= 256, name).toBe(true)
    }
    if (item.kind === 'status') continue
    const { steps } = item
    if (steps !== undefined) expect(Number.isInteger(steps) && steps >= 0 && steps <= 1_000_000, 'steps').toBe(true)
    if ((item.kind === 'location' || item.kind === 'relayed') && item.accuracyMetres !== undefined) {
      expect(item.accuracyMetres).toBeLessThanOrEqual(1_000_000)
    }
  }
}

const record = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, hugeOrOdd])), { requiredKeys: [] })

test('numbers of OwnTracks phones that no column can hold are left out', () => {
  const body = (fields: object) => bytes(JSON.stringify({ lat: 1, lon: 2, tst: 1_700_000_000, ...fields }))
  const observed = (fields: object) => owntracksObservation(decodeOwntracksHttp({ body: body(fields) }))
  for (const steps of [1.5, 1e300, -1, 2 ** 31])
    expect(observed({ _type: 'steps', steps })?.items).toEqual([{ kind: 'location' }])
  expect(observed({ _type: 'steps', steps: 12 })?.items).toEqual([{ kind: 'location', steps: 12 }])
  const type = fc.constantFrom('location', 'steps', 'transition', 'beacon')
  const fields = record(['tst', 'acc', 'vel', 'cog', 'batt', 'steps', 'rssi', 'alt', 'from', 'to', 'major', 'minor'])
  fc.assert(fc.property(type, fields, (_type, more) => expectStorable(observed({ _type, event: 'enter', ...more }))))
})

test('numbers of OsmAnd senders that no column can hold are left out', () => {
  const names = ['timestamp', 'accuracy', 'speed', 'bearing', 'altitude', 'batt', 'hdop']
  const observe = (query: string, body = '') => {
    const decoded = decodeOsmand({ query, contentType: body === '' ? '' : 'application/json', body: bytes(body) })
    if (decoded.kind === 'reports') for (const report of decoded.reports) expectStorable(osmandObservation(report))
  }
  fc.assert(
    fc.property(record(names), (more) => {
      const words = Object.entries(more).map(([name, value]) => [name, String(value)])
      observe(new URLSearchParams([['id', 'x'], ['lat', '1'], ['lon', '2'], ...words] as string[][]).toString())
      const { timestamp, batt: level, speed, accuracy, altitude, bearing: heading } = more
      const coords = { latitude: 1, longitude: 2, speed, accuracy, altitude, heading }
      observe('', JSON.stringify({ device_id: 'x', location: { timestamp, coords, battery: { level } } }))
    }),
  )
})

test('numbers of ESPresense stations that no column can hold are left out', () => {
  const fields = record(['rssi', 'rssi@1m', 'distance', 'batt', 'temp', 'mV', 'rh', 'uptime', 'freeHeap'])
  const topic = fc.constantFrom('espresense/devices/tag/room', 'espresense/rooms/room/telemetry')
  fc.assert(
    fc.property(topic, fields, (where, more) => {
      const payload = bytes(JSON.stringify({ ...more, ip: '10.0.0.1', ver: 'x'.repeat(40) }))
      expectStorable(espresenseObservation(decodeEspresense({ topic: where, payload, isRetained: false })))
    }),
  )
})

test('numbers of Theengs gateways that no column can hold are left out', () => {
  const names = ['rssi', 'distance', 'tempc', 'hum', 'batt', 'volt', 'txpower', 'major', 'minor', 'packet', 'unixtime']
  fc.assert(
    fc.property(record(names), fc.boolean(), (more, hasRssi) => {
      const topic = 'home/gw/BTtoMQTT/A4C138CF0156'
      const json = { id: 'A4:C1:38:CF:01:56', brand: 'x'.repeat(300), ...more, ...(hasRssi ? { rssi: -70 } : {}) }
      const payload = bytes(JSON.stringify(json))
      expectStorable(theengsObservation(decodeTheengs({ topic, payload, isRetained: false })))
    }),
  )
})

test('numbers of Shelly stations that no column can hold are left out', () => {
  const names = ['rssi', 'battery', 'temperature', 'humidity', 'button', 'pid']
  fc.assert(
    fc.property(record(names), hugeOrOdd, fc.boolean(), (more, ts, hasRssi) => {
      const data = { address: 'a4:c1:38:cf:01:56', ...more, ...(hasRssi ? { rssi: -70 } : {}) }
      const json = { src: 's', method: 'NotifyEvent', params: { ts, events: [{ event: 'shelly-blu', data }] } }
      const payload = bytes(JSON.stringify(json))
      expectStorable(shellyObservation(decodeShelly({ topic: 's/events/rpc', payload, isRetained: false })))
    }),
  )
})

test('numbers of LoRaWAN and Meshtastic devices that no column can hold are left out', () => {
  const names = [
    'latitude',
    'longitude',
    'battery',
    'temperature',
    'humidity',
    'latitude_i',
    'longitude_i',
    'precision_bits',
  ]
  fc.assert(
    fc.property(record([...names, 'battery_level', 'time']), hugeOrOdd, (payload, time) => {
      const uplink = { deviceInfo: { devEui: '0101010101010101', deviceName: 'x'.repeat(300) }, time, object: payload }
      for (const each of lorawanObservations(decodeChirpStack('up', bytes(JSON.stringify(uplink)))))
        expectStorable(each)
      for (const type of ['position', 'telemetry']) {
        const packet = bytes(JSON.stringify({ from: 7, type, payload, timestamp: time }))
        const publish = { topic: 'msh/2/json/x/!7', payload: packet, isRetained: false }
        expectStorable(meshtasticObservation(decodeMeshtastic(publish)))
      }
    }),
  )
})
