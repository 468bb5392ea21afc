import { DeviceReport } from '@whereabouts/contract/device-reports'
import { demoCarepads } from '@whereabouts/fixtures/carepads'
import { demoSite } from '@whereabouts/fixtures/site'
import { decodeEspresense } from '@whereabouts/protocol/espresense'
import { decodeOsmand } from '@whereabouts/protocol/osmand'
import { decodeOwntracksHttp, decodeOwntracksMqtt } from '@whereabouts/protocol/owntracks'
import { expect, test } from 'vitest'
import { SCENARIOS } from './incidents.ts'
import type { OutboundMessage } from './outbound.ts'
import { createScenario, hourAt, type StoryOptions } from './scenario.ts'
import { VISITORS } from './station-reports.ts'

/** 10:00 in Tokyo. */
const startMs = Date.UTC(2026, 2, 6, 1)
const MINUTE = 60_000

const play = (minutes: number, rest: Partial<StoryOptions> = {}): OutboundMessage[] =>
  createScenario({ name: 'day', seed: 1, startMs, ...rest }).step(startMs + minutes * MINUTE)

const within = (messages: readonly OutboundMessage[], minutes: number) =>
  messages.filter(({ atMs }) => atMs <= startMs + minutes * MINUTE)

/** The day is told once: a shorter one is its beginning, as the first test shows. */
const beginning = play(5)
const day = (minutes: number) => within(beginning, minutes)

const isNative = (message: OutboundMessage) =>
  message.via === 'http' ? message.path === '/v3/device/report' : message.topic.startsWith('whereabouts/')
const reportsOf = (messages: readonly OutboundMessage[]) =>
  messages.filter(isNative).map((message) => DeviceReport.parse(JSON.parse(message.body)))

test.each(SCENARIOS)('%s: the same seed tells the same story, byte by byte, however time is cut', (name) => {
  const whole = play(2, { name })
  const cut = createScenario({ name, seed: 1, startMs })
  if (name === 'day') expect(JSON.stringify(day(2))).toBe(JSON.stringify(whole))
  const pieces = Array.from({ length: 120 }, (_, second) => cut.step(startMs + (second + 1) * 1000)).flat()
  expect(JSON.stringify(pieces)).toBe(JSON.stringify(whole))
  // Of another seed it differs from its beginning on.
  expect(JSON.stringify(play(0.5, { name, seed: 2 }))).not.toBe(JSON.stringify(within(whole, 0.5)))
})

test('time that has passed gives nothing', () => {
  const scenario = createScenario({ name: 'day', seed: 1, startMs })
  scenario.step(startMs + MINUTE)
  expect(scenario.step(startMs + MINUTE)).toEqual([])
  expect(scenario.step(startMs)).toEqual([])
})

test('every native report is one the contract takes, numbered without a gap, of devices and senders that exist', () => {
  const devices = new Set([
    ...demoSite.trackers.map(({ device_id }) => device_id),
    ...demoCarepads.map(({ carepad_id }) => carepad_id),
    // Stations hear each other.
    ...demoSite.stations.map(({ t4_id }) => t4_id),
  ])
  const passwords = new Map(demoSite.credentials.map((credential) => [credential.sender_id, credential.password]))
  const lastSeq = new Map<string, number>()
  for (const message of day(5).filter(isNative)) {
    const report = DeviceReport.parse(JSON.parse(message.body))
    expect(report.t4_id ?? report.phone_id).toBe(message.senderId)
    expect(report.scanned_at_ms).toBe(message.atMs)
    expect(report.seq).toBe((lastSeq.get(message.senderId) ?? 0) + 1)
    lastSeq.set(message.senderId, report.seq)
    // An expectation of each scan would cost more than the story.
    expect(report.scans.filter((scan) => !devices.has(scan.device_id))).toEqual([])
    expect(new Set(report.scans.map((scan) => scan.device_id)).size).toBe(report.scans.length)
    if (message.via === 'mqtt') expect(message.topic).toBe(`whereabouts/${message.senderId}/up`)
    else if (report.t4_id) expect(report.key).toBe(passwords.get(report.t4_id))
    else expect(message.headers.authorization).toMatch(/^Basic /)
  }
  expect(lastSeq.size).toBeGreaterThan(38)
})

test('every message of other makes decodes to what was meant', () => {
  const radioIdentities = new Set([...demoSite.trackers, ...VISITORS].map((tag) => tag.radio_identity))
  const seen = new Set<string>()
  for (const message of day(5).filter((each) => !isNative(each))) {
    const payload = Buffer.from(message.body)
    if (message.via === 'mqtt' && message.topic.startsWith('espresense/')) {
      const decoded = decodeEspresense({ topic: message.topic, payload, isRetained: false })
      expect(['sighting', 'stationTelemetry', 'stationStatus']).toContain(decoded.kind)
      if (decoded.kind === 'sighting') {
        expect(radioIdentities).toContain(decoded.tracker)
        expect(decoded.room).toBe(message.senderId)
      }
      seen.add(decoded.kind)
    } else if (message.via === 'mqtt') {
      expect(message.topic).toBe(`owntracks/${message.senderId}/phone`)
      expect(decodeOwntracksMqtt({ topic: message.topic, payload, isRetained: false }).message.kind).toBe('location')
      seen.add('owntracks mqtt')
    } else if (message.path === '/gateway/owntracks') {
      const decoded = decodeOwntracksHttp({ body: payload, limitUser: message.headers['x-limit-u'] })
      expect(decoded.message.kind).toBe('location')
      seen.add('owntracks http')
    } else {
      const decoded = decodeOsmand({
        query: '',
        contentType: message.headers['content-type'] ?? '',
        body: payload,
      })
      expect(JSON.stringify(decoded)).toContain(message.senderId)
      seen.add('osmand')
    }
  }
  expect(seen).toEqual(
    new Set(['sighting', 'stationTelemetry', 'stationStatus', 'owntracks mqtt', 'owntracks http', 'osmand']),
  )
})

test('the demo says 20 to 60 messages a second', () => {
  const perSecond = day(3).length / 180
  expect(perSecond).toBeGreaterThan(20)
  expect(perSecond).toBeLessThan(60)
})

test('a tracker keeps its connection to one station at a time, and a lost one is told once', () => {
  const reports = reportsOf(day(5))
  const byTime = new Map<string, Set<string | undefined>>()
  for (const report of reports) {
    for (const scan of report.scans.filter((each) => each.connected)) {
      const key = `${scan.device_id} ${Math.floor(report.scanned_at_ms / 2000)}`
      byTime.set(key, (byTime.get(key) ?? new Set()).add(report.t4_id))
    }
  }
  const shared = [...byTime.values()].filter((stations) => stations.size > 2)
  expect(shared.length / byTime.size).toBeLessThan(0.01)
  const lost = reports.flatMap((report) => report.scans.filter((scan) => scan.connected === false))
  expect(lost.some((scan) => scan.device_id === 'G3M-5510A3BC')).toBe(true)
})

test('trackers with a flat battery are never heard', () => {
  const heard = new Set(reportsOf(day(5)).flatMap((report) => report.scans.map((scan) => scan.device_id)))
  expect(heard).not.toContain('G3S-09B2F771')
  expect(heard).not.toContain('G3M-5510A3B0')
  expect(heard.size).toBeGreaterThan(110)
})

test('Lin Wei’s phone hears Sato Kenji on the riverside walk', () => {
  const fromPhone = reportsOf(day(2)).filter((report) => report.phone_id === 'phone-lin-wei')
  const heard = fromPhone.filter((report) => report.scans.some((scan) => scan.device_id === 'G5-4F21A9C3'))
  expect(heard.length).toBeGreaterThan(10)
})

test('a station that goes dark says nothing, and others hear what it heard', () => {
  const messages = play(3, { name: 'station-goes-dark' })
  const dark = messages.filter(({ senderId, atMs }) => senderId === 'T4-8C2F10A4E702' && atMs > startMs + MINUTE)
  expect(dark).toEqual([])
  const others = reportsOf(messages).filter((report) => report.scanned_at_ms > startMs + 2 * MINUTE)
  expect(others.flatMap((report) => report.scans.map((scan) => scan.device_id))).toContain('G5-7C11D0E2')
})

test('a lost wheelchair is last heard in the lift lobby of 1F', () => {
  const reports = reportsOf(play(4, { name: 'lost-wheelchair' }))
  const last = reports.filter((report) => report.scans.some((scan) => scan.device_id === 'G3M-5510A3BC')).at(-1)
  expect(last?.scanned_at_ms).toBeLessThan(startMs + 3 * MINUTE)
  const after = reports.filter((report) => report.scanned_at_ms > startMs + 3 * MINUTE)
  expect(after.flatMap((report) => report.scans.map((scan) => scan.device_id))).not.toContain('G3M-5510A3BC')
})

test('while Ito Haru wanders, the station nearest to Stairs B hears him best', () => {
  const reports = reportsOf(play(4, { name: 'wandering' })).filter(
    (report) => report.scanned_at_ms > startMs + 2 * MINUTE && report.t4_id !== undefined,
  )
  const strengths = new Map<string, number[]>()
  for (const report of reports) {
    const scan = report.scans.find((each) => each.device_id === 'G5-7C11D0E2')
    if (scan) strengths.set(report.t4_id!, [...(strengths.get(report.t4_id!) ?? []), scan.rssi])
  }
  const means = [...strengths].map(([t4_id, values]) => ({
    t4_id,
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    count: values.length,
  }))
  const best = means.filter(({ count }) => count > 20).toSorted((a, b) => b.mean - a.mean)[0]
  const station = demoSite.stations.find(({ t4_id }) => t4_id === best?.t4_id)
  expect(station?.t4_name).toBe('2F East stairs B')
})

test('devices report at their usual pace when the story runs sixty times as fast', () => {
  const usual = reportsOf(day(0.5)).length
  expect(Math.abs(reportsOf(play(0.5, { speed: 60 })).length - usual)).toBeLessThan(usual / 50)
})

test('a watch counts steps that never go back, and its battery runs down', () => {
  const ofWatch = play(2, { speed: 40 }).filter(({ body }) => body.includes('G5-4F21B077'))
  const scans = reportsOf(ofWatch).flatMap((report) =>
    report.scans.filter((scan) => scan.device_id === 'G5-4F21B077' && scan.steps !== undefined),
  )
  const steps = scans.map((scan) => scan.steps!)
  expect(steps.every((count, index) => index === 0 || count >= steps[index - 1]!)).toBe(true)
  expect(scans.at(-1)!.battery!).toBeLessThan(scans[0]!.battery!)
})

test('the site keeps Tokyo time', () => {
  expect(hourAt(startMs)).toBe(10)
  expect(hourAt(Date.UTC(2026, 2, 6, 15, 30))).toBe(0.5)
})

test('a tracker says which settings it took over, and how its upgrade goes', () => {
  const scenario = createScenario({ name: 'day', seed: 1, startMs })
  const scansOf = (messages: readonly OutboundMessage[]) => reportsOf(messages).flatMap(({ scans }) => scans)
  const [{ device_id } = { device_id: '' }] = scansOf(scenario.step(startMs + MINUTE))
  const tell = (command: 'settings' | 'ota' | 'ring', parameters: object) =>
    scenario.obey({
      command_id: '1',
      device_id,
      radio_identity: '',
      command,
      parameters: { ...parameters },
      expires_at_ms: 0,
    })
  tell('settings', { adv_settings: { ring_volume: 3 }, update_time: 1_780_000_000 })
  tell('ota', { version: '1.9.0' })
  tell('ring', { ringing: true })
  /** What stations say of it from the last question on. */
  const heardUntil = (minutes: number) =>
    scansOf(scenario.step(startMs + minutes * MINUTE)).filter((scan) => scan.device_id === device_id)
  const during = heardUntil(1.5)
  expect(during.length).toBeGreaterThan(0)
  for (const scan of during) expect(scan).toMatchObject({ settings_time: 1_780_000_000, ota: 'running' })
  heardUntil(2)
  const after = heardUntil(3)
  expect(after.length).toBeGreaterThan(0)
  for (const scan of after) expect(scan).toMatchObject({ settings_time: 1_780_000_000, firmware: '1.9.0' })
  expect(after.some((scan) => scan.ota !== undefined)).toBe(false)
})
