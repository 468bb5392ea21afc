/** Phones and trackers without a location: the first message of each sender creates its device. Source: G97; cases of issue 30. */
import {
  gh3000Record,
  gt06Frame,
  gt06Login,
  gt06Place,
  teltonikaLogin,
  teltonikaPacket,
  teltonikaRecord,
} from '@whereabouts/protocol/tracker-frames'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../scripts/harness/all-heard.ts'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { answered, hardwareLine } from '../../../../scripts/harness/hardware-line.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { testBroker } from '../../../../scripts/harness/test-broker.ts'

const app = await testApp({ env: { TELTONIKA_PORT: '0', GT06_PORT: '0' } })
const given = makeGiven(app)
const { call, clock } = app

const trackersOf = async ({ token }: Person): Promise<Record<string, unknown>[]> => {
  await allHeard(app)
  return (await call('GET', '/v3/app/trackers', { token })).body.trackers
}
const openAlarms = async ({ token }: Person): Promise<{ type: string; device_id: string; message: string }[]> =>
  (await call('GET', '/v3/app/alarms?state=open', { token })).body.alarms
const seconds = () => Math.floor(clock.now() / 1000)
const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})

let imeis = 4_999_000_000_100
const nextImei = () => {
  imeis += 1
  return `00${imeis}`
}

/** A message of a device, sent over its own connection. */
type Speak = (name: string, password: string, person: Person) => Promise<void>
const http =
  (method: string, path: (password: string) => string, body?: (name: string, password: string) => object): Speak =>
  async (name, password) => {
    const { status } = await call(method, path(password), {
      headers: basic(name, password),
      ...(body === undefined ? {} : { body: body(name, password) }),
    })
    expect(status).toBe(200)
  }
const gt06 =
  (protocol: number, content: () => Uint8Array | string): Speak =>
  async (imei) => {
    const line = hardwareLine(app, 'gt06')
    line.socket.write(Buffer.concat([gt06Login(imei), gt06Frame(protocol, content(), 2)]))
    await answered(line, `${gt06Frame(0x01, '').toString('hex')}${gt06Frame(protocol, '', 2).toString('hex')}`)
  }
const teltonika =
  (record: { event?: number; values: Record<number, number> }): Speak =>
  async (imei) => {
    const line = hardwareLine(app, 'teltonika')
    const place = { atMs: clock.now() - 1000, latitude: 0, longitude: 0, hasFix: false }
    line.socket.write(
      Buffer.concat([teltonikaLogin(imei), teltonikaPacket(0x08, [teltonikaRecord({ ...place, ...record })])]),
    )
    await answered(line, '0100000001')
  }
const gh3000: Speak = async (imei) => {
  const line = hardwareLine(app, 'teltonika')
  const record = gh3000Record({ atMs: clock.now() - 1000, latitude: 0, longitude: 0, priority: 2, values: { 1: 42 } })
  line.socket.write(Buffer.concat([teltonikaLogin(imei), teltonikaPacket(0x07, [record])]))
  await answered(line, '0100000001')
}
const onBroker =
  (topic: string, payload: () => object): Speak =>
  async (_name, _password, { token }) => {
    const broker = await testBroker()
    const { body } = await call('POST', '/v3/app/brokers', {
      token,
      body: {
        ...{ broker_name: 'Home', host: '127.0.0.1', port: broker.port, tls: false, ca_certificate: '', username: '' },
        ...{ reads: ['owntracks'], theengs_base: 'home', zigbee2mqtt_base: 'zigbee2mqtt', discovery_prefix: '' },
        paused: false,
      },
    })
    expect(body.code).toBe(200)
    await eventually(async () => expect([...broker.filters].join()).toContain('owntracks'))
    await broker.publish(topic, payload())
  }

const withoutFix = () => gt06Place({ atMs: clock.now(), latitude: 0, longitude: 0, hasFix: false, course: 0 })
const steps = () => ({ _type: 'steps', tst: seconds(), steps: 812, from: seconds() - 600, to: seconds() })
const beacon = () => ({
  ...{ _type: 'beacon', uuid: 'e5ca1ade-f007-ba11-0000-00000000000a', major: 7, minor: 8 },
  ...{ tst: seconds(), acc: 1.5, rssi: -70, prox: 1 },
})
const osmand = (query: () => string): Speak => http('GET', (password) => `/gateway/osmand/${password}?${query()}`)
const ownTracks = (body: () => object): Speak => http('POST', () => '/gateway/owntracks', body)
const native = (body: object): Speak =>
  http(
    'POST',
    () => '/v3/device/report',
    (name, key) => ({ phone_id: name, key, seq: 1, scanned_at_ms: clock.now(), scans: [], ...body }),
  )

const WORDS: readonly {
  readonly of: string
  readonly kind: 'any' | 'gt06' | 'teltonika'
  readonly speak: Speak
  readonly says: object
  readonly calls?: boolean
}[] = [
  {
    of: 'OsmAnd: a heartbeat',
    kind: 'any',
    speak: osmand(() => `id=1&batt=50&timestamp=${seconds()}`),
    says: { battery: 50 },
  },
  {
    of: 'OsmAnd: SOS',
    kind: 'any',
    speak: osmand(() => `id=1&alarm=sos&timestamp=${seconds()}`),
    says: {},
    calls: true,
  },
  { of: 'OsmAnd: a push token', kind: 'any', speak: osmand(() => 'id=1&notificationToken=abc'), says: {} },
  {
    of: 'OsmAnd: a place that is none',
    kind: 'any',
    speak: osmand(() => 'id=1&lat=NaN&lon=NaN&batt=50'),
    says: { battery: 50 },
  },
  { of: 'OwnTracks: its card', kind: 'any', speak: ownTracks(() => ({ _type: 'card', name: 'Anna' })), says: {} },
  {
    of: 'OwnTracks: a location without its time',
    kind: 'any',
    speak: ownTracks(() => ({ _type: 'location', lat: 1, lon: 2, batt: 41 })),
    says: { battery: 41 },
  },
  { of: 'OwnTracks: steps', kind: 'any', speak: ownTracks(steps), says: {} },
  { of: 'OwnTracks: a beacon it heard', kind: 'any', speak: ownTracks(beacon), says: {} },
  {
    of: 'our own report',
    kind: 'any',
    speak: native({ battery: 71, platform: 'ios' }),
    says: { battery: 71, platform: 'ios' },
  },
  {
    of: 'our own report that asks for help',
    kind: 'any',
    speak: native({ help: 'yes', battery: '71' }),
    says: { battery: 71 },
    calls: true,
  },
  {
    of: 'OwnTracks on a broker: steps',
    kind: 'any',
    speak: onBroker('owntracks/anna/pixel', steps),
    says: { name: 'anna/pixel' },
  },
  { of: 'GT06: a heartbeat', kind: 'gt06', speak: gt06(0x13, () => '4003040002'), says: { battery: 50 } },
  {
    of: 'GT06: SOS without a fix',
    kind: 'gt06',
    speak: gt06(0x26, () => Buffer.concat([withoutFix(), Buffer.from('0901b80a04d200c0de0004040102', 'hex')])),
    says: { battery: 67 },
    calls: true,
  },
  {
    of: 'Teltonika: a record without satellites',
    kind: 'teltonika',
    speak: teltonika({ values: { 113: 64 } }),
    says: { battery: 64 },
  },
  {
    of: 'Teltonika: the alarm button',
    kind: 'teltonika',
    speak: teltonika({ event: 236, values: { 236: 1 } }),
    says: {},
    calls: true,
  },
  {
    of: 'Teltonika, Codec 7: the alarm button',
    kind: 'teltonika',
    speak: gh3000,
    says: { battery: 42 },
    calls: true,
  },
]

test.each(WORDS)('$of, as the first word: the device is there without a place, heard now', async (word) => {
  const person = await given.person()
  const name = word.kind === 'any' ? `phone-${person.accountId}` : nextImei()
  const password = await given.credential(person.accountId, name, { kind: word.kind })
  await word.speak(name, password, person)
  const [tracker, ...others] = await eventually(async () => {
    const trackers = await trackersOf(person)
    expect(trackers[0]).toMatchObject({ status: 'connected', ...word.says })
    return trackers
  })
  expect(others).toEqual([])
  expect(tracker).toMatchObject({
    ...{ device_model: 'mobile', gps_latitude: null, gps_longitude: null, qualified_location_info: null },
    last_seen: expect.any(Number),
  })
  if (word.calls !== true) return expect(await openAlarms(person)).toEqual([])
  await eventually(async () =>
    expect(await openAlarms(person)).toMatchObject([{ type: 'help', device_id: tracker!.device_id }]),
  )
})

test('its first place, later, places it; until then it is nowhere, not on its way', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'late-phone')
  const heard = (query: string) => osmand(() => `id=1&timestamp=${seconds()}&${query}`)('late-phone', password, person)
  await heard('batt=50')
  clock.move(60_000)
  await heard('batt=49')
  clock.move(60_000)
  await heard('lat=35.1&lon=139.1&batt=48')
  await eventually(async () => {
    expect(await trackersOf(person)).toMatchObject([
      { gps_latitude: 35.1, battery: 48, qualified_location_info: { reason_code: 5 } },
    ])
  })
  const past = async (path: string) => (await call('GET', path, { token: person.token })).body
  const trail = `/v3/device/trail/late-phone?start_time=${seconds() - 3600}&end_time=${seconds() + 60}`
  const { trail_logs: logs } = await past(trail)
  expect(logs).toMatchObject([{ kind: 'phone', gps_latitude: 35.1 }])
  expect(logs[0].start_time).toBeGreaterThan(seconds() - 60)
  const range = `from_ms=${clock.now() - 3_600_000}&until_ms=${clock.now()}`
  const { points } = await past(`/v3/app/history/way/late-phone?${range}`)
  expect(points).toMatchObject([{ gps_latitude: 35.1 }])
})

test('that the connection of a phone ended makes no device', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'gone-phone')
  await ownTracks(() => ({ _type: 'lwt', tst: seconds() }))('gone-phone', password, person)
  expect(await trackersOf(person)).toEqual([])
})
