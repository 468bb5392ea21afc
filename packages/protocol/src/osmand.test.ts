import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeOsmand, type OsmandDecoded, osmandObservation } from './osmand.ts'
import type { OsmandReport } from './osmand-report.ts'
import { bytes, hostileJson, readVectors } from './vectors.ts'

interface Input {
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json; charset=utf-8'
const NO_BODY = new Uint8Array()
const VECTORS = readVectors<Input>('osmand_traccar.json') as readonly (ReturnType<typeof readVectors<Input>>[number] & {
  readonly known_device: boolean
})[]

const decodeQuery = (query: string): OsmandDecoded => decodeOsmand({ query, body: NO_BODY })
const decodeJson = (body: unknown, query = ''): OsmandDecoded =>
  decodeOsmand({ query, contentType: JSON_TYPE, body: bytes(JSON.stringify(body)) })

/** The only report of a request. */
function report(decoded: OsmandDecoded): OsmandReport {
  if (decoded.kind !== 'reports' || decoded.reports.length !== 1) throw new Error(`Not one report: ${decoded.kind}`)
  return decoded.reports[0]!
}
const query = (text: string): OsmandReport => report(decodeQuery(text))

/** A report in the vectors' names. */
const named = (report: OsmandReport): Record<string, unknown> => ({
  device_id: report.deviceId,
  time: report.timeMs === undefined ? 'receive_time' : new Date(report.timeMs).toISOString(),
  lat: report.position?.latitude,
  lon: report.position?.longitude,
  has_position: report.position !== undefined,
  accuracy_m: report.accuracyMetres,
  altitude_m: report.altitudeMetres,
  speed_mps: report.speedMetresPerSecond,
  course_deg: report.courseDegrees,
  hdop: report.hdop,
  battery_pct: report.batteryPercent,
  charging: report.isCharging,
  mock: report.isMock,
  moving: report.isMoving,
  activity: report.activity,
  odometer_m: report.odometerMetres,
  alarm: report.alarm,
  event: report.event,
  notification_token: report.notificationToken,
  extra: report.extra && Object.fromEntries(report.extra),
})

function expectNamed(actual: Record<string, unknown>, expected: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(expected)) {
    if (key === 'speed_mps' && value !== null) {
      expect(Math.abs(Number(actual[key]) - Number(value)), key).toBeLessThan(0.01)
    } else {
      expect(actual[key] ?? null, key).toEqual(value)
    }
  }
}

test.each(VECTORS)('OsmAnd vector: $name', ({ input, known_device, expect: expected, response }) => {
  const contentType = input.headers?.['Content-Type']
  const decoded = decodeOsmand({ query: input.query ?? '', contentType, body: bytes(input.body ?? '') })
  if (decoded.kind === 'invalid') {
    expect({ error: decoded.reason }).toEqual(expected)
    expect(decoded.httpStatus).toBe(response?.status)
    return
  }
  expect(known_device ? decoded.httpStatus : decoded.unknownDeviceStatus).toBe(response?.status)
  if (Array.isArray(expected.positions)) {
    expect(decoded.reports).toHaveLength(expected.positions.length)
    for (const [index, position] of expected.positions.entries()) expectNamed(named(decoded.reports[index]!), position)
    return
  }
  const { error, ...facts } = expected
  if (error !== undefined) expect([error, known_device]).toEqual(['unknown_device', false])
  expectNamed(named(report(decoded)), facts)
})

test.each([
  ['1377177267', '2013-08-22T13:14:27.000Z'],
  ['1442068686579', '2015-09-12T14:38:06.579Z'],
  ['2147483646', '2038-01-19T03:14:06.000Z'],
  ['2147483647', '1970-01-25T20:31:23.647Z'],
  ['2016-01-27T18:55:47Z', '2016-01-27T18:55:47.000Z'],
  ['2016-01-27T18:55:47.123Z', '2016-01-27T18:55:47.123Z'],
  ['2016-01-27T18:55:47', '2016-01-27T18:55:47.000Z'],
  ['2016-01-27T18:55:47-0500', '2016-01-27T23:55:47.000Z'],
  ['2016-01-27T18:55:47%2B08:00', '2016-01-27T10:55:47.000Z'],
  // The plus was not escaped.
  ['2016-01-27T18:55:47+08:00', '2016-01-27T10:55:47.000Z'],
  ['2014-06-04+09%3A10%3A11', '2014-06-04T09:10:11.000Z'],
  ['2014-06-04+09%3A10%3A11.250', '2014-06-04T09:10:11.250Z'],
])('the timestamp %s is %s', (timestamp, iso) => {
  expect(named(query(`id=1&lat=1&lon=2&timestamp=${timestamp}`)).time).toBe(iso)
})

test.each([
  ['a latitude off the globe', 'id=1&lat=90.1&lon=2', 'bad_position'],
  ['a latitude without a longitude', 'id=1&lat=9', 'bad_position'],
  ['words for a place', 'id=1&lat=here&lon=there', 'bad_position'],
  ['three numbers for a place', 'id=1&location=1,2,3', 'bad_position'],
  ['one number for a place', 'id=1&location=1', 'bad_position'],
  ['a time in words', 'id=1&lat=1&lon=2&timestamp=yesterday', 'bad_time'],
  ['a time before all time', 'id=1&lat=1&lon=2&timestamp=-5', 'bad_time'],
  ['a month that does not exist', 'id=1&lat=1&lon=2&timestamp=2016-13-27T18:55:47Z', 'bad_time'],
])('%s is named, and places nothing; its sender is heard, with its battery', (_, text, reason) => {
  const decoded = decodeQuery(`${text}&batt=9`)
  expect(decoded).toMatchObject({ kind: 'reports', httpStatus: 200, faults: [reason] })
  const observation = osmandObservation(report(decoded))
  expect(observation).toMatchObject({ scannedAtMs: undefined, senderPosition: undefined })
  expect(observation.items).toMatchObject([{ position: undefined, batteryPercent: 9 }])
})

test.each([
  ['no device', 'lat=1&lon=2'],
  ['an empty device', 'id=&lat=1&lon=2'],
  ['a device that no database can hold', 'id=%00&lat=1&lon=2'],
  ['a device of 129 characters', `id=${'x'.repeat(129)}&lat=1&lon=2`],
])('a request with %s is refused', (_, text) => {
  expect(decodeQuery(text)).toEqual({ kind: 'invalid', httpStatus: 400, reason: 'missing_device_id' })
})

test('a call for help is never lost to broken coordinates or a broken clock', () => {
  const broken = query('id=1&lat=999&lon=2&timestamp=later&alarm=sos')
  expect(osmandObservation(broken)).toMatchObject({
    scannedAtMs: undefined,
    items: [{ kind: 'location', position: undefined, help: true }],
  })
})

test.each(['sos', 'SOS', 'lowBattery,sos', 'sos&alarm=lowBattery'])('the alarm %s asks for help', (alarm) => {
  expect(osmandObservation(query(`id=1&alarm=${alarm}`))?.items[0]).toMatchObject({ help: true })
})

test('an alarm that is not text spoils neither the others nor the report', () => {
  const decoded = decodeJson([{ id: 1, alarm: [{ toString: 1 }, 'x'.repeat(300), 'sos', 5] }])
  expect(report(decoded).alarm).toBe('sos')
})

test('another alarm does not ask for help', () => {
  const observation = osmandObservation(query('id=1&alarm=lowBattery'))
  expect(observation?.items[0]).toMatchObject({ kind: 'location', help: undefined })
})

test('an alarm at the place and time of an earlier report is not a repeat of it', () => {
  const fix = 'id=1&lat=1&lon=2&timestamp=1377177267'
  const seqs = [fix, `${fix}&alarm=sos`, `${fix}&event=heartbeat`].map((text) => osmandObservation(query(text))?.seq)
  expect(new Set(seqs).size).toBe(3)
})

test('a repeat has the same number, in any shape and with any battery', () => {
  const form = decodeOsmand({
    query: '',
    contentType: FORM,
    body: bytes('lon=2.50&timestamp=1377177267&batt=70&lat=1.5&id=7'),
  })
  const list = decodeJson([{ id: 7, lat: 1.5, lon: '2.5', timestamp: 1_377_177_267, batt: 71 }])
  const repeats = [query('id=7&lat=1.5&lon=2.5&timestamp=1377177267'), report(form), report(list)]
  expect(new Set(repeats.map((one) => osmandObservation(one)?.seq)).size).toBe(1)
})

test('the last value of a repeated name counts, and the form before the query', () => {
  expect(query('id=1&id=2&lat=1&lat=3&lon=5').deviceId).toBe('2')
  expect(query('id=1&id=2&lat=1&lat=3&lon=5').position).toEqual({ latitude: 3, longitude: 5 })
  const merged = decodeOsmand({ query: 'id=token&batt=5', contentType: FORM, body: bytes('id=9&lat=1&lon=2') })
  expect(report(merged)).toMatchObject({ deviceId: '9', batteryPercent: 5 })
})

test('an empty value counts as missing', () => {
  expect(query('id=1&lat=&lon=&timestamp=&batt=')).toMatchObject({
    position: undefined,
    timeMs: undefined,
    batteryPercent: undefined,
  })
})

test('battery, speed, course and accuracy out of range are unknown', () => {
  expect(query('id=1&lat=1&lon=2&batt=4012&speed=-1&bearing=361&accuracy=-1&altitude=-1')).toMatchObject({
    batteryPercent: undefined,
    speedMetresPerSecond: undefined,
    courseDegrees: undefined,
    accuracyMetres: undefined,
    altitudeMetres: -1,
  })
})

test('masts and access points around the sender are read, damaged ones left out', () => {
  const report = query(
    'id=1&cell=257,02,16,2224&cell=257,02,16,2223,-90&cell=1,2&wifi=00-14-22-01-23-4f,-80&wifi=nonsense,-70',
  )
  expect(report.cells?.map(({ cellId, rssiDbm }) => [cellId, rssiDbm])).toEqual([
    [2224, undefined],
    [2223, -90],
  ])
  expect(report.wifi).toEqual([{ bssid: '00:14:22:01:23:4F', rssiDbm: -80 }])
})

test('unknown names are kept with their types', () => {
  const { extra } = query('id=1&ignition=true&rpm=933&note=hello&__proto__=x&constructor=y&driverUniqueId=d')
  expect([...(extra ?? [])]).toEqual([
    ['ignition', true],
    ['rpm', 933],
    ['note', 'hello'],
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ])
})

test('a fix that its sender marks as invalid proves that the device is alive, not where it is', () => {
  const observation = osmandObservation(query('id=1&lat=1&lon=2&accuracy=5&valid=false&batt=9'))
  expect(observation).toMatchObject({ senderPosition: undefined, items: [{ position: undefined, batteryPercent: 9 }] })
})

test('a push token counts as hearing the device, and nothing else', () => {
  expect(osmandObservation(query('id=1&notificationToken=abc')).items).toMatchObject([
    { kind: 'location', position: undefined, help: undefined },
  ])
})

test.each([
  ['beside its location', { device_id: 1, location: {}, alarm: 'sos' }],
  ['as a list', { device_id: 1, location: { alarm: ['lowBattery', 'sos'] } }],
  ['as an object', { device_id: 1, location: { alarm: { sos: true } } }],
  ['deep in its own object', { device_id: 1, location: { extras: { button: { pressed: true } } } }],
  ['in a position of an SDK', [{ id: 1, lat: 1, lon: 2, alarm: { sos: true } }]],
])('JSON that calls for help %s', (_, body) => {
  expect(osmandObservation(report(decodeJson(body))).items).toMatchObject([{ help: true }])
})

test('a report becomes an observation with a place, a speed and a battery', () => {
  const observation = osmandObservation(query('id=1&lat=1&lon=2&timestamp=1377177267&speed=10&bearing=90&batt=50'))
  expect(observation).toEqual({
    scannedAtMs: 1_377_177_267_000,
    isTimeOfFix: true,
    seq: expect.stringMatching(/^[\w-]{22}$/),
    senderPosition: { latitude: 1, longitude: 2 },
    items: [
      {
        kind: 'location',
        position: { latitude: 1, longitude: 2 },
        accuracyMetres: undefined,
        batteryPercent: 50,
        speedMetresPerSecond: expect.closeTo(5.1444, 3),
        headingDegrees: 90,
        moving: undefined,
        help: undefined,
      },
    ],
  })
})

test('JSON of 9.x: an alarm, the own object of its user, and no place', () => {
  const decoded = decodeJson({
    device_id: 5,
    location: { alarm: 'sos', battery: { level: 0.57 }, extras: { room: '12', deep: {}, on: true } },
  })
  expect(report(decoded)).toMatchObject({ deviceId: '5', batteryPercent: 57, position: undefined })
  expect([...(report(decoded).extra ?? [])]).toEqual([
    ['room', 12],
    ['on', true],
  ])
  expect(osmandObservation(report(decoded))?.items[0]).toMatchObject({ help: true })
})

test('JSON of 9.x may leave its device to the address', () => {
  expect(report(decodeJson({ location: { coords: { latitude: 1, longitude: 2 } } }, 'id=77')).deviceId).toBe('77')
  const nobody = decodeJson({ location: { coords: { latitude: 1, longitude: 2 } } })
  expect(nobody).toEqual({ kind: 'invalid', httpStatus: 400, reason: 'missing_device_id' })
})

test('one damaged position of a list does not spoil the others', () => {
  const decoded = decodeJson([{ id: 1, lat: 1, lon: 2 }, { id: 1, lat: 99, lon: 2 }, 7, { lat: 1, lon: 2 }])
  expect(decoded).toMatchObject({
    kind: 'reports',
    httpStatus: 200,
    reports: [
      { deviceId: '1', position: { latitude: 1, longitude: 2 } },
      { deviceId: '1', position: undefined },
    ],
    faults: ['bad_position', 'not_object', 'missing_device_id'],
  })
})

test.each([
  ['no JSON', bytes('{"location":'), 400, 'not_json'],
  ['no UTF-8', new Uint8Array([0xff]), 400, 'not_utf8'],
  ['a number', bytes('5'), 200, 'not_object'],
  ['a 9.x message whose location is null', bytes('{"device_id":"1","location":null}'), 200, 'bad_location'],
] as const)('a JSON body that is %s', (_, body, httpStatus, reason) => {
  const decoded = decodeOsmand({ query: '', contentType: JSON_TYPE, body })
  expect(decoded).toEqual({ kind: 'invalid', httpStatus, reason })
})

test('an empty list is acknowledged', () => {
  expect(decodeJson([])).toMatchObject({ kind: 'reports', httpStatus: 200, reports: [], faults: [] })
})

test('a body of another type is left alone: the query counts', () => {
  const decoded = decodeOsmand({ query: 'id=1&lat=1&lon=2', contentType: 'text/plain', body: bytes('{"id":2}') })
  expect(report(decoded).deviceId).toBe('1')
})

test('a byte-order mark and nesting of any depth are harmless', () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  const body = bytes(`\uFEFF{"device_id":"1","location":{"coords":{"latitude":1,"longitude":2},"deep":${deep}}}`)
  expect(report(decodeOsmand({ query: '', contentType: JSON_TYPE, body })).position).toBeDefined()
})

test('a __proto__ key gives no coordinates and changes no object', () => {
  const body = bytes('{"device_id":"1","location":{"__proto__":{"coords":{"latitude":1,"longitude":2}}}}')
  expect(report(decodeOsmand({ query: '', contentType: JSON_TYPE, body })).position).toBeUndefined()
  const list = bytes('[{"id":"1","__proto__":{"lat":1,"lon":2,"polluted":1}}]')
  expect(report(decodeOsmand({ query: '', contentType: JSON_TYPE, body: list })).position).toBeUndefined()
  expect('polluted' in {}).toBe(false)
})

/** Decodes and maps all reports, and checks what the database relies on. */
function run(request: Parameters<typeof decodeOsmand>[0]): void {
  const decoded = decodeOsmand(request)
  if (decoded.kind === 'invalid') return
  for (const one of decoded.reports) {
    const observation = osmandObservation(one)
    const { latitude = 0, longitude = 0 } = observation?.senderPosition ?? {}
    expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180).toBe(true)
    expect(Number.isSafeInteger(observation?.scannedAtMs ?? 0)).toBe(true)
  }
}

test('no bytes and no query make the decoder throw', () => {
  const type = fc.constantFrom(FORM, JSON_TYPE, 'text/plain', undefined)
  fc.assert(
    fc.property(type, fc.string(), fc.uint8Array({ maxLength: 200 }), (contentType, text, body) => {
      run({ query: text, contentType, body })
      run({ query: `id=${text}&lat=${text}&timestamp=${text}`, contentType, body: bytes(text) })
    }),
  )
})

test('no value under any known key makes the decoder throw', () => {
  const keys = fc.constantFrom(
    'id',
    'lat',
    'lon',
    'location',
    'timestamp',
    'speed',
    'bearing',
    'batt',
    'alarm',
    'cell',
    'wifi',
    'event',
    'valid',
    'coords',
    'battery',
    'extras',
    'activity',
    'device_id',
    '__proto__',
  )
  const value = fc.oneof(hostileJson, fc.jsonValue(), fc.double(), fc.string())
  const object = fc.array(fc.tuple(keys, value)).map(Object.fromEntries)
  fc.assert(
    fc.property(object, object, (outer, inner) => {
      const bodies = [[outer, inner], { device_id: 1, location: inner }, { ...outer, location: inner }]
      for (const body of bodies) run({ query: '', contentType: JSON_TYPE, body: bytes(JSON.stringify(body)) })
    }),
  )
})

test('a vector with one byte changed never makes the decoder throw', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VECTORS), fc.nat(), fc.integer({ min: 0, max: 255 }), ({ input }, place, byte) => {
      const text = bytes(input.body ?? input.query ?? '')
      text[place % text.length] = byte
      run({ query: '', contentType: input.headers?.['Content-Type'] ?? FORM, body: text })
    }),
  )
})

test('one JSON object or several take the name of their device from the URL where they have none', () => {
  const decoded = (body: unknown) =>
    decodeOsmand({ query: 'id=7', contentType: 'application/json', body: Buffer.from(JSON.stringify(body)) })
  const at = { lat: 35.5, lon: 139.4 }
  for (const body of [
    at,
    [at],
    { ...at, deviceid: '7' },
    { location: { coords: { latitude: 35.5, longitude: 139.4 } } },
  ])
    expect(decoded(body)).toMatchObject({ kind: 'reports', reports: [{ deviceId: '7', position: { latitude: 35.5 } }] })
  expect(decoded({ ...at, id: '8' })).toMatchObject({ reports: [{ deviceId: '8' }] })
})
