import { expect, test } from 'vitest'
import { GUIDES, type Guide, isSenderName, setupOf } from './setup.ts'

const sender = {
  sender_id: 'phone-of-anna',
  password: 'aB3_-xyz',
  url: 'https://care.example',
  mqtt_url: 'mqtts://care.example:8883',
  topic: 'whereabouts/phone-of-anna/up',
  tcp_port: null,
}
const factsOf = (guide: Guide) =>
  Object.fromEntries(setupOf(guide, sender).facts.map(({ label, value }) => [label, value]))

test('OwnTracks is set up by one scan of the link that it knows', () => {
  const link = new URL(setupOf('owntracks', sender).scan ?? '')
  expect(`${link.protocol}//${link.host}${link.pathname}`).toBe('owntracks:///config')
  expect(JSON.parse(atob(link.searchParams.get('inline') ?? ''))).toEqual({
    _type: 'configuration',
    mode: 3,
    url: 'https://care.example/gateway/owntracks',
    auth: true,
    username: 'phone-of-anna',
    password: 'aB3_-xyz',
    deviceId: 'phone-of-anna',
    tid: 'na',
    monitoring: 1,
  })
})

test('Traccar Client takes its server from the scanned address, and its name from the query', () => {
  const link = new URL(setupOf('osmand', sender).scan ?? '')
  expect(link.origin + link.pathname).toBe('https://care.example/gateway/osmand/aB3_-xyz')
  expect(Object.fromEntries(link.searchParams)).toEqual({ id: 'phone-of-anna', interval: '60' })
  expect(factsOf('osmand')).toEqual({
    'setup.serverUrl': 'https://care.example/gateway/osmand/aB3_-xyz',
    'setup.deviceId': 'phone-of-anna',
  })
})

test('stations get the parts of the MQTT server that their pages ask for', () => {
  const access = { 'setup.user': 'phone-of-anna', 'setup.password': 'aB3_-xyz', 'setup.tls': 'setup.tlsOn' }
  for (const guide of ['espresense', 'theengs', 'reader'] as const) {
    expect(factsOf(guide)).toEqual({ ...access, 'setup.server': 'care.example', 'setup.port': '8883' })
  }
  expect(factsOf('shelly')).toEqual({ ...access, 'setup.server': 'care.example:8883' })
  const plain = setupOf('shelly', { ...sender, mqtt_url: 'mqtt://10.0.0.5:1883' })
  expect(plain.facts.map(({ label }) => label)).toEqual(['setup.server', 'setup.user', 'setup.password'])
})

test('networks bring their devices to an address of their own, with the password as they send it', () => {
  expect(factsOf('thethings')).toMatchObject({ 'setup.serverUrl': 'https://care.example/gateway/thethings' })
  expect(factsOf('chirpstack')).toEqual({
    'setup.serverUrl': 'https://care.example/gateway/chirpstack',
    'setup.header': 'Authorization: Bearer aB3_-xyz',
  })
})

test('GPS hardware gets server and port, GT06 as the SMS that sets them, and is named by its IMEI', () => {
  const facts = setupOf('gt06', { ...sender, tcp_port: 5023 }).facts.map(({ value }) => value)
  expect(facts).toEqual(['care.example', '5023', 'SERVER,1,care.example,5023,0#'])
  const byAddress = setupOf('gt06', { ...sender, url: 'http://10.0.0.5:8080', tcp_port: 5023 })
  expect(byAddress.facts.at(-1)?.value).toBe('SERVER,0,10.0.0.5,5023,0#')
  expect(factsOf('teltonika')).toEqual({ 'setup.server': 'care.example', 'setup.port': '–' })
  expect(isSenderName('356307042441013', 'teltonika')).toBe(true)
  expect(isSenderName('van', 'gt06')).toBe(false)
})

test('every way to report has its steps, and somewhere to type the password', () => {
  for (const guide of GUIDES.filter((guide) => guide !== 'teltonika' && guide !== 'gt06')) {
    const { steps, facts } = setupOf(guide, sender)
    expect(steps.length, guide).toBeGreaterThanOrEqual(3)
    expect(
      facts.some(({ value }) => value.includes(sender.password)),
      guide,
    ).toBe(true)
  }
})

test('names of senders are those that topics and paths can carry', () => {
  expect(['a', 'phone-of_Anna-7', 'x'.repeat(64)].every((name) => isSenderName(name))).toBe(true)
  expect(['', 'a b', 'a/b', 'é', 'x'.repeat(65)].some((name) => isSenderName(name))).toBe(false)
})
