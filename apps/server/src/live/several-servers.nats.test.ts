/** Two servers that share accounts by a real NATS, which goes away and comes back. */
import { expect, onTestFinished, test } from 'vitest'
import { connectSender } from '../../../../scripts/harness/connect-sender.ts'
import { eventually, given as makeGiven } from '../../../../scripts/harness/given.ts'
import { type Event, listen, notificationsTold, toldOf } from '../../../../scripts/harness/listen.ts'
import { startNats } from '../../../../scripts/harness/nats.ts'
import { accountIn, areShared, heldBy } from '../../../../scripts/harness/shared-homes.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { openNatsBus } from '../bus/nats-bus.ts'
import { systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { readSettings } from '../platform/settings.ts'

const nats = await startNats()

const lines: string[] = []
const note = (_about: object, line: string) => void lines.push(line)
const log = { info: note, warn: note, error: note } as Log

async function openBus() {
  const settings = readSettings({ NATS_URL: nats.url }).nats!
  return openNatsBus({ settings, log, clock: systemClock, chance: () => 0 })
}

const told = (events: readonly Event[], name: string) => events.filter(({ event }) => event === name)

test('while NATS is away accounts at home go on, reports for other servers are refused and repeated, alarms ring everywhere, and consoles say that they are not live', async () => {
  const buses = [await openBus(), await openBus()] as const
  const home = await testApp({ bus: buses[0], renewEveryMs: 100 })
  const away = await testApp({ beside: home, bus: buses[1], renewEveryMs: 100, log })
  onTestFinished(async () => void (await Promise.all(buses.map((bus) => bus.close()))))
  await areShared([home, away])
  const given = makeGiven(home)
  const person = await given.person({ accountId: accountIn(heldBy(home)) })
  const id = await given.tracker(person.accountId)
  const { t4Id, password } = await given.station(person.accountId, { gps: [35, 139] })
  const consoles = [await listen(home, person.token), await listen(away, person.token)] as const
  const [here, elsewhere] = consoles
  let seq = 0
  const report = (rssi: number) => {
    seq += 1
    const body = { t4_id: t4Id, seq, scanned_at_ms: home.clock.now(), scans: [{ device_id: id, rssi }] }
    return { http: { ...body, key: password }, mqtt: JSON.stringify(body) }
  }
  const post = (at: typeof home, rssi: number) => at.call('POST', '/v3/device/report', { body: report(rssi).http })
  const shows = (rssi: number) =>
    eventually(async () => {
      for (const { events } of consoles) expect(toldOf(events, id)).toMatchObject({ rssi })
    })

  expect((await post(away, -60)).body.code).toBe(200)
  await shows(-60)
  const station = await connectSender(away, t4Id, password)
  await station.publishAsync(`whereabouts/${t4Id}/up`, report(-61).mqtt, { qos: 1 })
  await shows(-61)

  await nats.kill()
  await eventually(async () =>
    expect(told(elsewhere.events, 'live').map(({ data }) => data)).toEqual([{ is_live: false }]),
  )
  expect((await post(home, -62)).body.code).toBe(200)
  await eventually(async () => expect(toldOf(here.events, id)).toMatchObject({ rssi: -62 }))
  for (const rssi of [-63, -64]) {
    const refused = await post(away, rssi)
    expect([refused.status, refused.body.code]).toEqual([503, 500002])
    expect(refused.headers.get('retry-after')).not.toBeNull()
  }
  // Said once, and not for each.
  expect(lines.filter((line) => line === 'Callers are asked to retry')).toHaveLength(1)
  // Lists are as old as they are.
  const { body: listed } = await away.call('GET', '/v3/app/trackers', { token: person.token })
  expect(listed.trackers).toMatchObject([{ device_id: id }])
  const waiting = station.publishAsync(`whereabouts/${t4Id}/up`, report(-65).mqtt, { qos: 1 })
  const ring = { type: 'test', event_time_ms: home.clock.now() }
  expect((await home.call('POST', '/v3/app/notifications/push', { token: person.token, body: ring })).body.code).toBe(
    200,
  )
  await eventually(async () => {
    for (const { events } of consoles) expect(notificationsTold(events)).toHaveLength(1)
  })
  expect(toldOf(elsewhere.events, id)).toMatchObject({ rssi: -61 })
  expect(await (await fetch(`${away.origin}/ready`)).text()).toContain('NATS is away')

  await nats.start()
  await waiting
  await eventually(async () => expect(toldOf(here.events, id)).toMatchObject({ rssi: -65 }))
  await eventually(async () => {
    expect(told(elsewhere.events, 'live').map(({ data }) => data)).toEqual([{ is_live: false }, { is_live: true }])
    expect(told(elsewhere.events, 'resync').length).toBeGreaterThan(0)
  })
  expect(told(here.events, 'live')).toEqual([])
  // A change may be told as lists to load again, where the home's answer overtakes it; it is never lost.
  const before = consoles.map(({ events }) => told(events, 'resync').length)
  expect((await post(away, -66)).body.code).toBe(200)
  await eventually(async () => {
    for (const [at, { events }] of consoles.entries()) {
      const isLoaded = told(events, 'resync').length > before[at]!
      expect(isLoaded || toldOf(events, id).rssi === -66).toBe(true)
    }
  })
})
