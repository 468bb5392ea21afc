/** An account cannot fill the disk, nor take the others' time. Source: security rule 48. */
import mqtt from 'mqtt'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { LIMITS } from '../platform/http/limits.ts'

const app = await testApp({ limits: { rowsPerMinute: { sender: 40, account: 60 } } })
const given = makeGiven(app)
const { call, clock } = app

const scans = Array.from({ length: 10 }, (_, index) => ({ device_id: `G3-INVENTED${index}`, rssi: -60 }))
const site = async (stations: number) => {
  const { accountId, token } = await given.person()
  const senders: Awaited<ReturnType<typeof given.station>>[] = []
  for (let count = 0; count < stations; count += 1) senders.push(await given.station(accountId, { gps: [35, 139] }))
  return { senders, token }
}
let seq = 0
const report = (t4_id: string) => {
  seq += 1
  return { t4_id, seq, scanned_at_ms: clock.now(), scans }
}
const send = ({ t4Id, password }: { t4Id: string; password: string }) =>
  call('POST', '/v3/device/report', { body: { ...report(t4Id), key: password } })

test('an account reports 5,000 rows a second, and a sender 1,000', () => {
  expect(LIMITS.rowsPerMinute).toEqual({ account: 300_000, sender: 60_000 })
})

test('a sender, and all of an account together, report so much a minute; another account goes on', async () => {
  clock.hold()
  const loud = await site(2)
  const calm = await site(1)
  const statuses: number[] = []
  for (const sender of loud.senders)
    for (let count = 0; count < 5; count += 1) statuses.push((await send(sender)).status)
  // Ten tags and the station itself are eleven rows.
  expect(statuses).toEqual([200, 200, 200, 429, 429, 200, 200, 429, 429, 429])
  const refused = await send(loud.senders[0]!)
  expect(refused.body.code).toBe(429101)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect((await send(calm.senders[0]!)).status).toBe(200)
  clock.move(60_000)
  expect((await send(loud.senders[0]!)).status).toBe(200)
})

test('over MQTT a report beyond that is not acknowledged until its time comes, and none is lost', async () => {
  clock.hold()
  const { senders } = await site(1)
  const { t4Id, password } = senders[0]!
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.mqttPort}`, { username: t4Id, password })
  let acknowledged = 0
  const all = Array.from({ length: 5 }, () =>
    client.publishAsync(`whereabouts/${t4Id}/up`, JSON.stringify(report(t4Id)), { qos: 1 }).then(() => {
      acknowledged += 1
    }),
  )
  await eventually(async () => expect(acknowledged).toBe(3))
  const other = await site(1)
  expect((await send(other.senders[0]!)).status).toBe(200)
  expect(acknowledged).toBe(3)
  clock.move(60_000)
  await Promise.all(all)
  await client.endAsync()
})

test('an account makes a hundred links and credentials an hour, not two hundred in one go', async () => {
  clock.hold()
  const [loud, calm] = [await given.person(), await given.person()]
  const make = (token: string, index: number) =>
    call('POST', '/v3/app/credentials', { token, body: { sender_id: `sender-${index}`, kind: 'any' } })
  const link = (token: string, index: number) =>
    call('POST', '/v3/app/accesslink', { token, body: { accesslink: { name: `Link ${index}`, role: 'guest' } } })
  for (const ask of [make, link]) {
    const codes: number[] = []
    for (let index = 0; index < 102; index += 1) codes.push((await ask(loud.token, index)).body.code)
    expect(codes).toEqual([...Array(100).fill(200), 429101, 429101])
    expect((await ask(calm.token, 1)).status).toBe(200)
  }
})
