/** Two servers with a real nats-server between them, which loses its power and comes back. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, given as makeGiven } from '../../../../scripts/harness/given.ts'
import { startNats } from '../../../../scripts/harness/nats.ts'
import { quietLog } from '../../../../scripts/harness/quiet-log.ts'
import { accountIn, areShared, heldBy } from '../../../../scripts/harness/shared-homes.ts'
import { type TestApp, testApp } from '../../../../scripts/harness/test-app.ts'
import { whenDone } from '../../../../scripts/harness/when-done.ts'
import { openNatsBus } from '../bus/nats-bus.ts'
import { systemClock } from '../platform/clock.ts'
import { natsVariables, readNats } from '../platform/nats-settings.ts'

const nats = await startNats()

async function openBus() {
  const settings = readNats(z.object(natsVariables).parse({ NATS_URL: nats.url }), '', [])!
  const bus = await openNatsBus({ settings, log: quietLog, clock: systemClock, chance: () => 0 })
  whenDone(() => bus.close())
  return bus
}

const home = await testApp({ bus: await openBus(), renewEveryMs: 100 })
const door = await testApp({ beside: home, bus: await openBus(), renewEveryMs: 100 })
await areShared([home, door])
const given = makeGiven(home)

test('reports at another server than that of their account are stored, also by the thousand; while NATS is away they are refused', async () => {
  const { accountId } = await given.person({ accountId: accountIn(heldBy(home)) })
  const { t4Id, password } = await given.station(accountId)
  const stored = async () =>
    (await sql`select from location_logs where account_id = ${accountId}`.execute(home.database.db)).rows.length
  const hear = (at: TestApp, seq: number, scans: readonly object[] = []) => {
    const body = { t4_id: t4Id, key: password, seq, scanned_at_ms: home.clock.now(), scans }
    return at.call('POST', '/v3/device/report', { body })
  }
  home.clock.hold()
  await eventually(async () => expect((await hear(door, 0)).status).toBe(200))
  const many = Array.from({ length: 1000 }, (_, at) => ({ device_id: `G3-${at}`, rssi: -60 }))
  expect((await hear(door, 1, many)).body).toMatchObject({ code: 200, stored: 1, unknown: 1000 })
  const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => hear(door, 2 + at)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const before = await stored()
  await nats.kill()
  expect((await hear(door, 1000)).status).toBe(503)
  expect((await hear(home, 1001)).body).toMatchObject({ stored: 1 })
  await nats.start()
  await eventually(async () => expect((await hear(door, 1002)).status).toBe(200))
  expect(await stored()).toBe(before + 2)
})
