import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const blink = ({ token }: Pick<Person, 'token'>, id: string, body: object = { mode: 2, duration: 30 }) =>
  call('POST', `/v3/app/stations/${id}/led`, { token, body })
const shown = async (person: Person) => (await call('GET', '/v3/app/stations', person)).body.stations[0]

/** An account with a station that was heard just now. */
async function heard() {
  const person = await given.person()
  const { t4Id, password } = await given.station(person.accountId)
  const report = { t4_id: t4Id, key: password, seq: 1, scanned_at_ms: clock.now(), scans: [] }
  await call('POST', '/v3/device/report', { body: report })
  await eventually(async () => expect((await shown(person)).connection_status).toBe('connected'))
  return { person, t4Id, basic: `Basic ${Buffer.from(`${t4Id}:${password}`).toString('base64')}` }
}

test('a station that is online blinks for 30 seconds and is told so once [API-POST /app/stations/{t4_id}/led, CONST-35]', async () => {
  const { person, t4Id, basic } = await heard()
  const before = clock.now()
  const { body } = await blink(person, t4Id)
  expect(body.blinking_until_ms - before).toBeGreaterThanOrEqual(30_000)
  expect(body.blinking_until_ms - clock.now()).toBeLessThanOrEqual(30_000)
  expect((await shown(person)).blinking_until_ms).toBe(body.blinking_until_ms)
  const commands = async () =>
    (await call('GET', '/v3/device/commands', { headers: { authorization: basic } })).body.commands
  expect(await commands()).toMatchObject([{ device_id: null, command: 'led', parameters: { mode: 2, duration: 30 } }])
  expect(await commands()).toEqual([])
  clock.move(30_001)
  expect((await shown(person)).blinking_until_ms).toBeNull()
})

test('a station silent for 931 seconds, or never heard, refuses to blink [ERR-405001]', async () => {
  const { person, t4Id } = await heard()
  const { lastseen_time } = await shown(person)
  const second = await given.station(person.accountId)
  expect(await blink(person, second.t4Id)).toMatchObject({ status: 405, body: { code: 405001 } })
  clock.hold()
  clock.move((lastseen_time + 930) * 1000 + 500 - clock.now())
  expect((await blink(person, t4Id)).status).toBe(200)
  clock.move(1000)
  expect(await blink(person, t4Id)).toMatchObject({ status: 405, body: { code: 405001 } })
})

test('it blinks once in five seconds, however often somebody presses', async () => {
  clock.hold()
  const { person, t4Id } = await heard()
  expect((await blink(person, t4Id)).status).toBe(200)
  expect((await blink(person, t4Id)).body.code).toBe(429101)
  clock.move(5_001)
  expect((await blink(person, t4Id)).status).toBe(200)
})

test('only mode 2 for 30 seconds is known', async () => {
  const { person, t4Id } = await heard()
  for (const body of [{ mode: 1, duration: 30 }, { mode: 2, duration: 31 }, { mode: 2 }]) {
    expect((await blink(person, t4Id, body)).body.code).toBe(400001)
  }
})

test('a stranger finds no station to blink, and a guest may not [ERR-404103]', async () => {
  const { person, t4Id } = await heard()
  expect((await blink(await given.person(), t4Id)).body.code).toBe(404103)
  const guest = await given.person({ accountId: person.accountId, class: 'readonly' })
  expect((await blink(guest, t4Id)).body.code).toBe(403001)
  expect((await blink({ token: await given.visitor(person) }, t4Id)).body.code).toBe(403001)
  expect((await shown(person)).blinking_until_ms).toBeNull()
})
