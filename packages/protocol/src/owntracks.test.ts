import fc from 'fast-check'
import nacl from 'tweetnacl'
import { expect, test } from 'vitest'
import {
  decodeOwntracksHttp,
  decodeOwntracksMqtt,
  type OwntracksDecoded,
  owntracksObservation,
  parseOwntracksTopic,
} from './owntracks.ts'
import type { OwntracksMessage } from './owntracks-messages.ts'
import { openSecretBox } from './secret-box.ts'
import { bytes, hostileJson, isoSeconds, readVectors } from './vectors.ts'

interface Input {
  readonly transport: 'http' | 'mqtt'
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: string
  readonly topic?: string
  readonly payload?: string
  readonly secret?: string
}

/** The message in the vectors' names. */
function named(message: OwntracksMessage): Record<string, unknown> {
  switch (message.kind) {
    case 'location':
      return {
        kind: 'location',
        lat: message.position?.latitude,
        lon: message.position?.longitude,
        time: isoSeconds(message.timeMs),
        message_time: isoSeconds(message.messageTimeMs),
        accuracy_m: message.accuracyMetres,
        altitude_m: message.altitudeMetres,
        vertical_accuracy_m: message.verticalAccuracyMetres,
        speed_mps: message.speedMetresPerSecond,
        course_deg: message.courseDegrees,
        battery_pct: message.batteryPercent,
        battery_state: message.batteryState,
        trigger: message.trigger,
        connectivity: message.connectivity,
        pressure_kpa: message.pressureKilopascals,
        regions: message.regions,
        wifi_ssid: message.wifiSsid,
        wifi_bssid: message.wifiBssid,
      }
    case 'transition':
      return {
        kind: 'transition',
        event: message.event,
        region: message.region,
        region_id: message.regionId,
        region_created: isoSeconds(message.regionCreatedMs),
        time: isoSeconds(message.timeMs),
        lat: message.position?.latitude,
        lon: message.position?.longitude,
        trigger: message.trigger,
        moves_device: message.movesDevice,
      }
    case 'waypoint':
      return {
        kind: 'waypoint',
        region: message.region,
        region_id: message.regionId,
        created: isoSeconds(message.createdMs),
        lat: message.position?.latitude,
        lon: message.position?.longitude,
        radius_m: message.radiusMetres,
      }
    case 'waypoints':
      return { kind: 'waypoints', regions: message.waypoints.map(({ region }) => region) }
    case 'lwt':
      return { kind: 'lwt', online: false, time: isoSeconds(message.connectedMs) }
    case 'steps':
      return {
        kind: 'steps',
        steps: message.steps,
        from: isoSeconds(message.fromMs),
        to: isoSeconds(message.toMs),
      }
    case 'encrypted':
      return { kind: 'encrypted', error: message.reason }
    case 'invalid':
      return { kind: 'error', error: message.reason }
    default:
      return { kind: message.kind }
  }
}

const VECTORS = readVectors<Input>('owntracks.json')
const HEADERS = { limitUser: 'jane', limitDevice: 'phone' }
const FIX = { _type: 'location', lat: 48.85833, lon: 2.29513, tst: 1_497_349_316, tid: 'JJ' }

const decodeHttp = (body: unknown) => decodeOwntracksHttp({ ...HEADERS, body: bytes(JSON.stringify(body)) })
const decodeMqtt = (body: unknown, topic = 'owntracks/jane/phone', isRetained = false) =>
  decodeOwntracksMqtt({ topic, payload: bytes(JSON.stringify(body)), isRetained })

function decodeVector({ transport, headers, query, body, topic, payload, secret }: Input): OwntracksDecoded {
  if (transport === 'mqtt') return decodeOwntracksMqtt({ topic: topic ?? '', payload: bytes(payload ?? ''), secret })
  const [limitUser, limitDevice] = [headers?.['X-Limit-U'], headers?.['X-Limit-D']]
  return decodeOwntracksHttp({ limitUser, limitDevice, query, secret, body: bytes(body ?? '') })
}

test.each(VECTORS)('OwnTracks vector: $name', ({ input, expect: expected, response }) => {
  const decoded = decodeVector(input)
  const actual: Record<string, unknown> = {
    user: decoded.user,
    device: decoded.device,
    tracker_id: decoded.trackerId,
    ...named(decoded.message),
  }
  for (const [key, value] of Object.entries(expected)) {
    if (key === 'store') {
      // As a position: that the phone is there is another matter (G97).
      expect(JSON.stringify(owntracksObservation(decoded) ?? ''), key).not.toContain('position')
    } else if (key === 'decrypted_json') {
      const { data } = JSON.parse(input.body ?? '') as { data: string }
      const clear = openSecretBox(data, input.secret ?? '')
      expect(JSON.parse(new TextDecoder().decode(clear))).toEqual(value)
    } else if (key === 'speed_mps') {
      expect(Math.abs(Number(actual[key]) - Number(value)), key).toBeLessThan(0.01)
    } else {
      expect(actual[key] ?? null, key).toEqual(value)
    }
  }
  if (response !== undefined) {
    expect('httpStatus' in decoded && decoded.httpStatus).toBe(response.status)
  }
})

test.each([
  ['owntracks/jane/phone', { user: 'jane', device: 'phone', channel: undefined }],
  ['owntracks/jane/phone/event', { user: 'jane', device: 'phone', channel: 'event' }],
  ['owntracks/jane', undefined],
  ['owntracks/jane/phone/event/more', undefined],
  ['owntracks//phone', undefined],
  ['elsewhere/jane/phone', undefined],
])('the topic %s names its user, device and channel', (topic, expected) => {
  expect(parseOwntracksTopic(topic)).toEqual(expected)
})

test.each([
  ['latitude off the globe', { ...FIX, lat: 91 }, 'bad_position'],
  ['longitude off the globe', { ...FIX, lon: -180.5 }, 'bad_position'],
  ['latitude as an object', { ...FIX, lat: {} }, 'bad_position'],
  ['latitude as words', { ...FIX, lat: 'NaN' }, 'bad_position'],
  ['latitude in hexadecimal', { ...FIX, lat: '0x10' }, 'bad_position'],
  ['no longitude', { ...FIX, lon: undefined }, 'bad_position'],
  ['no time', { ...FIX, tst: undefined }, 'no_time'],
  ['time 0', { ...FIX, tst: 0 }, 'no_time'],
  ['a time beyond all calendars', { ...FIX, tst: 1e300 }, 'no_time'],
])('a phone that sends %s is answered 200 and heard, and placed nowhere', (_, body, fault) => {
  const decoded = decodeHttp({ ...body, batt: 9 })
  expect(decoded).toMatchObject({ httpStatus: 200, message: { kind: 'location', fault } })
  const observation = owntracksObservation(decoded)
  expect(observation).toMatchObject({ items: [{ position: undefined, batteryPercent: 9 }] })
  // What a broker retained may be of any time.
  expect(owntracksObservation({ ...decoded, isRetained: true })).toBeUndefined()
})

test.each([
  ['an unknown event of a transition', { ...FIX, _type: 'transition', event: 'sideways' }, 'bad_event'],
  ['a beacon without a UUID', { _type: 'beacon', tst: 1, uuid: 'no' }, 'bad_beacon'],
  ['waypoints that are no list', { _type: 'waypoints', waypoints: 'home' }, 'bad_waypoints'],
])('a phone that sends %s is answered 200 and heard', (_, body, reason) => {
  const decoded = decodeHttp(body)
  expect(decoded.message).toEqual({ kind: 'invalid', reason })
  expect(decoded.httpStatus).toBe(200)
  expect(owntracksObservation(decoded)).toMatchObject({ items: [{ kind: 'location' }] })
  expect(owntracksObservation({ ...decoded, isRetained: true })).toBeUndefined()
})

test.each([
  ['a list', [FIX]],
  ['a text', 'hello'],
])('%s is no message of a phone: answered 200, and nothing is stored', (_, body) => {
  const decoded = decodeHttp(body)
  expect(decoded).toMatchObject({ httpStatus: 200, message: { kind: 'invalid', reason: 'not_object' } })
  expect(owntracksObservation(decoded)).toBeUndefined()
})

test('a location becomes an observation in metres per second and epoch milliseconds', () => {
  const decoded = decodeHttp({ ...FIX, vel: 36, cog: 90, batt: 55, acc: 7, motionactivities: ['walking'] })
  expect(owntracksObservation(decoded)).toEqual({
    scannedAtMs: 1_497_349_316_000,
    isTimeOfFix: true,
    seq: expect.stringMatching(/^[\w-]{22}$/),
    senderPosition: { latitude: 48.85833, longitude: 2.29513 },
    items: [
      {
        kind: 'location',
        position: { latitude: 48.85833, longitude: 2.29513 },
        accuracyMetres: 7,
        batteryPercent: 55,
        headingDegrees: 90,
        speedMetresPerSecond: 10,
        moving: true,
      },
    ],
  })
})

test('values of -1 are unknown, also as text', () => {
  const decoded = decodeHttp({ ...FIX, vel: -1, cog: '-1', batt: -1, vac: -1, acc: -1, alt: -1 })
  expect(decoded.message).toMatchObject({
    speedMetresPerSecond: undefined,
    courseDegrees: undefined,
    batteryPercent: undefined,
    verticalAccuracyMetres: undefined,
    accuracyMetres: undefined,
    // A metre below the sea is a place.
    altitudeMetres: -1,
  })
})

test('the same fix has the same number over HTTP and MQTT, in any order of keys, as text or number', () => {
  const reference = owntracksObservation(decodeHttp(FIX))
  const { lat, lon, ...rest } = FIX
  const repeats = [
    decodeMqtt(FIX),
    decodeMqtt(FIX, 'owntracks/jane/phone', true),
    decodeHttp({ ...rest, lon: String(lon), lat: String(lat) }),
  ]
  for (const repeat of repeats) {
    expect(owntracksObservation(repeat)).toMatchObject({ seq: reference?.seq, scannedAtMs: reference?.scannedAtMs })
  }
  expect(owntracksObservation(decodeHttp({ ...FIX, lat: 48.85834 }))?.seq).not.toBe(reference?.seq)
  const [item] = reference!.items
  expect(owntracksObservation(decodeHttp({ ...FIX, created_at: FIX.tst + 600 }))).toMatchObject({
    seq: reference?.seq,
    scannedAtMs: reference!.scannedAtMs! + 600_000,
    items: [{ ...item, fixedAtMs: reference?.scannedAtMs }],
  })
})

test('the numbers of repeats stay what they are across versions, for they stand in stored rows', () => {
  expect(owntracksObservation(decodeHttp(FIX))?.seq).toBe('XzL09zUg0NJEB2yLZNBrpT')
})

test.each([
  ['a beacon region', { t: 'b', lat: 48, lon: 2 }, undefined],
  ['no coordinates', { lat: undefined, lon: undefined }, undefined],
  ['coordinates 0/0', { t: 'c', lat: 0, lon: 0 }, undefined],
  ['a circle', { t: 'c', lat: 48, lon: 2 }, { latitude: 48, longitude: 2 }],
])('a transition of %s moves the phone only to a real place', (_, change, position) => {
  const decoded = decodeHttp({ ...FIX, _type: 'transition', event: 'enter', desc: 'Depot', ...change })
  expect(owntracksObservation(decoded)?.items).toEqual([{ kind: 'location', position, accuracyMetres: undefined }])
})

test('a phone that hears a beacon becomes a sighting of it', () => {
  const uuid = '1D4B2E16-481E-4579-8B35-FFC32E4A1758'
  const decoded = decodeMqtt({ _type: 'beacon', uuid, major: 100, minor: '1', tst: 1_700_000_000, rssi: -70, acc: 2.5 })
  expect(owntracksObservation(decoded)).toMatchObject({
    scannedAtMs: 1_700_000_000_000,
    items: [
      {
        kind: 'sighting',
        identity: 'iBeacon:1d4b2e16-481e-4579-8b35-ffc32e4a1758-100-1',
        rssiDbm: -70,
        distanceMetres: 2.5,
      },
    ],
  })
})

test('a last will means that the phone is gone as of receipt, and a retained one is ignored', () => {
  const will = { _type: 'lwt', tst: '1707057000' }
  const observation = owntracksObservation(decodeMqtt(will))
  expect(observation).toMatchObject({ items: [{ kind: 'status', online: false }] })
  expect(observation?.scannedAtMs).toBeUndefined()
  expect(owntracksObservation(decodeMqtt(will, 'owntracks/jane/phone', true))).toBeUndefined()
})

test('a phone that cannot count steps reports none', () => {
  const none = owntracksObservation(decodeMqtt({ _type: 'steps', steps: -1, tst: 1_400_455_130 }))
  expect(none?.items).toEqual([{ kind: 'location' }])
  const counted = owntracksObservation(decodeMqtt({ _type: 'steps', steps: 12, tst: 1_400_455_130 }))
  expect(counted?.items).toEqual([{ kind: 'location', steps: 12 }])
})

test('a waypoint may carry a beacon in its description or beside it', () => {
  const uuid = '1d4b2e16-481e-4579-8b35-ffc32e4a1758'
  const embedded = decodeHttp({ _type: 'waypoint', desc: `Door:${uuid.toUpperCase()}:7:21`, tst: '5', rad: '50' })
  expect(embedded.message).toMatchObject({ region: 'Door', radiusMetres: 50, beacon: { uuid, major: 7, minor: 21 } })
  const beside = decodeHttp({ _type: 'waypoint', desc: 'Door', uuid, major: 7, tst: 5 })
  expect(beside.message).toMatchObject({ region: 'Door', beacon: { uuid, major: 7, minor: undefined } })
})

test('a card and a state say that their phone is there, unless a broker retained them', () => {
  const card = decodeHttp({ _type: 'card', name: 'Jane', face: 'aGk=' })
  expect(card.message).toEqual({ kind: 'card', name: 'Jane', face: 'aGk=' })
  const status = decodeHttp({ _type: 'status', iOS: { locationManagerAuthorizationStatus: 'x', deep: { a: 1 }, n: 3 } })
  const facts = new Map<string, unknown>([
    ['locationManagerAuthorizationStatus', 'x'],
    ['n', 3],
  ])
  expect(status.message).toEqual({ kind: 'status', platform: 'ios', facts })
  expect(owntracksObservation(card)?.items).toEqual([{ kind: 'location', platform: undefined }])
  expect(owntracksObservation({ ...card, isRetained: true })).toBeUndefined()
  expect(owntracksObservation(status)?.items).toEqual([{ kind: 'location', platform: 'ios' }])
  expect(owntracksObservation({ ...status, isRetained: true })).toBeUndefined()
})

test('only a phone that speaks itself tells its last fix again: what a broker retained or delivers again is no news', () => {
  const told = (given: object) =>
    owntracksObservation(
      decodeOwntracksMqtt({ topic: 'owntracks/jane/phone', payload: bytes(JSON.stringify(FIX)), ...given }),
    )?.isTimeOfFix
  expect([told({}), told({ isRetained: true }), told({ isRepeat: true })]).toEqual([true, false, false])
})

test('commands from the server to a phone are never taken for the phone speaking', () => {
  expect(decodeMqtt(FIX, 'owntracks/jane/phone/cmd').message).toEqual({ kind: 'unsupported' })
  expect(decodeMqtt(FIX, 'owntracks/jane/phone/info').message).toEqual({ kind: 'unsupported' })
})

test('a type that no document names is told to its sender; the phone is heard, and calls for help by it', () => {
  expect(decodeHttp({ _type: 'dump' }).message).toEqual({ kind: 'unsupported', reason: undefined })
  for (const _type of ['x'.repeat(99), 7, undefined]) {
    expect(decodeHttp({ _type }).message).toEqual({ kind: 'unsupported', reason: 'bad_content' })
    const said = (fields: object) => owntracksObservation(decodeHttp({ _type, ...fields }))?.items
    expect([said({}), said({ sos: true })]).toEqual([[{ kind: 'location' }], [{ kind: 'location', help: true }]])
  }
})

test('names fall back from headers to topic, query, Basic auth and label', () => {
  const body = bytes(JSON.stringify({ ...FIX, topic: 'base/topic-user/topic-device' }))
  const bare = bytes(JSON.stringify(FIX))
  const basicUser = 'basic'
  const query = '?u=first&u=query-user&d=query-device'
  const names = (request: Parameters<typeof decodeOwntracksHttp>[0]) => {
    const { user, device } = decodeOwntracksHttp(request)
    return [user, device]
  }
  expect(names({ ...HEADERS, body, query, basicUser })).toEqual(['jane', 'phone'])
  expect(names({ body, query, basicUser })).toEqual(['topic-user', 'topic-device'])
  expect(names({ body: bare, query, basicUser })).toEqual(['query-user', 'query-device'])
  expect(names({ body: bare, basicUser })).toEqual(['basic', 'JJ'])
})

test('the label of a phone is the end of its device where it sends none', () => {
  expect(decodeHttp({ ...FIX, tid: undefined }).trackerId).toBe('ne')
})

test('a body with a byte-order mark is read', () => {
  const body = new Uint8Array([0xef, 0xbb, 0xbf, ...bytes(JSON.stringify(FIX))])
  expect(decodeOwntracksHttp({ ...HEADERS, body }).message.kind).toBe('location')
})

test('a body that is no UTF-8 is refused as no body at all', () => {
  const decoded = decodeOwntracksHttp({ ...HEADERS, body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) })
  expect(decoded).toMatchObject({ httpStatus: 400, message: { kind: 'invalid', reason: 'not_utf8' } })
})

test('nesting below an unknown key is ignored, however deep', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const body = bytes(JSON.stringify(FIX).replace('}', `,"deep":${deep}}`))
  expect(decodeOwntracksHttp({ ...HEADERS, body }).message.kind).toBe('location')
})

test('a __proto__ key gives no coordinates and changes no object', () => {
  const body = bytes('{"_type":"location","__proto__":{"lat":1,"lon":2,"tst":3,"polluted":1}}')
  const decoded = decodeOwntracksHttp({ ...HEADERS, body })
  expect(decoded.message).toMatchObject({ position: undefined, fault: 'bad_position' })
  expect('polluted' in {}).toBe(false)
})

test('names with control characters are no names', () => {
  const decoded = decodeOwntracksHttp({ limitUser: 'ja\u0000ne', limitDevice: 'x'.repeat(129), body: bytes('{}') })
  expect(decoded).toMatchObject({ user: undefined, device: undefined })
})

function encrypted(inner: string, secret: string): string {
  const key = new Uint8Array(32)
  key.set(bytes(secret).subarray(0, 32))
  const nonce = new Uint8Array(24)
  const data = Buffer.concat([nonce, nacl.secretbox(bytes(inner), nonce, key)]).toString('base64')
  return JSON.stringify({ _type: 'encrypted', data })
}

test('an encrypted message inside an encrypted one is not opened', () => {
  const body = bytes(encrypted(encrypted(JSON.stringify(FIX), 's'), 's'))
  const decoded = decodeOwntracksHttp({ ...HEADERS, body, secret: 's' })
  expect(decoded.message).toEqual({ kind: 'invalid', reason: 'nested_encryption' })
})

test('a secret longer than the key is cut as the apps cut it', () => {
  const secret = 'a secret that is much longer than thirty-two bytes'
  const body = bytes(encrypted(JSON.stringify(FIX), secret))
  expect(decodeOwntracksHttp({ ...HEADERS, body, secret }).message.kind).toBe('location')
})

test.each([undefined, 5, '', 'AAAA', '%%%%'])('encrypted data %s cannot be opened', (data) => {
  const body = bytes(JSON.stringify({ _type: 'encrypted', data }))
  const decoded = decodeOwntracksHttp({ ...HEADERS, body, secret: 's' })
  expect(decoded.message).toEqual({ kind: 'encrypted', reason: 'decryption_failed' })
})

test('no bytes whatever make the decoder throw', () => {
  const anyBytes = fc.uint8Array({ maxLength: 200 })
  fc.assert(
    fc.property(anyBytes, fc.string(), fc.string(), (body, query, topic) => {
      owntracksObservation(decodeOwntracksHttp({ body, query, limitUser: query, secret: topic }))
      owntracksObservation(decodeOwntracksMqtt({ topic: `owntracks/${topic}/x`, payload: body, secret: query }))
    }),
  )
})

test('no value under any known key makes the decoder throw or store a place off the globe', () => {
  const types = fc.constantFrom(
    'location',
    'transition',
    'waypoint',
    'waypoints',
    'lwt',
    'steps',
    'beacon',
    'card',
    'status',
    'encrypted',
  )
  const keys = fc.constantFrom(
    'lat',
    'lon',
    'tst',
    'tid',
    'acc',
    'vel',
    'bs',
    't',
    'conn',
    'inregions',
    'motionactivities',
    'topic',
    'event',
    'desc',
    'rad',
    'uuid',
    'major',
    'waypoints',
    'prox',
    'rssi',
    'iOS',
    'data',
    'steps',
    'face',
  )
  const value = fc.oneof(hostileJson, fc.jsonValue(), fc.double(), fc.string(), fc.bigInt().map(String))
  fc.assert(
    fc.property(types, fc.array(fc.tuple(keys, value)), (type, changes) => {
      const decoded = decodeHttp({ ...FIX, ...Object.fromEntries(changes), _type: type })
      for (const item of owntracksObservation(decoded)?.items ?? []) {
        if (item.kind !== 'location' || item.position === undefined) continue
        expect(Math.abs(item.position.latitude)).toBeLessThanOrEqual(90)
        expect(Math.abs(item.position.longitude)).toBeLessThanOrEqual(180)
      }
    }),
  )
})

test('a vector with one byte changed never makes the decoder throw', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VECTORS), fc.nat(), fc.integer({ min: 0, max: 255 }), ({ input }, place, byte) => {
      const body = bytes(input.body ?? input.payload ?? '')
      if (body.length > 0) body[place % body.length] = byte
      owntracksObservation(decodeOwntracksHttp({ ...HEADERS, body, secret: '123' }))
    }),
  )
})
