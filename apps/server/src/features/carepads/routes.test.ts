import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { listen } from '../../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const add = (token: string, body: object) => call('POST', '/v3/app/carepads', { token, body })
const list = async (token: string) => (await call('GET', '/v3/app/carepads', { token })).body.carepads

test('a carepad is looked at, then added to the unassigned group, and says what it measures [ENT-carepad.default_group]', async () => {
  const { accountId, token } = await given.person()
  expect((await add(token, { carepad_id: 'CP-77', bind_check: true })).body).toEqual({ result: true, code: 200 })
  expect(await list(token)).toEqual([])
  const { body } = await add(token, { carepad_id: 'CP-77', carepad_name: 'Bed 3' })
  expect(body.carepad).toEqual({
    ...{ carepad_id: 'CP-77', carepad_name: 'Bed 3', logger_id: null, make: '', encrypted: false },
    ...{ battery: null, temperature: null, last_seen: null },
    ...{ temperature_unit: 'C', threshold_high: 38, threshold_low: 35, alert_type: 'instant' },
  })
  const { t4Id, password } = await given.station(accountId)
  const scans = [{ device_id: 'CP-77', rssi: -60, temperature: 36.9, battery: 81 }]
  const scanned_at_ms = clock.now()
  await call('POST', '/v3/device/report', { body: { t4_id: t4Id, key: password, seq: 1, scanned_at_ms, scans } })
  await eventually(async () => {
    await app.running.app.ingest.flush()
    const last_seen = Math.floor(scanned_at_ms / 1000)
    expect(await list(token)).toEqual([{ ...body.carepad, battery: 81, temperature: 36.9, last_seen }])
  })
  const logs = (await call('GET', '/v3/app/activity/logs', { token })).body.activity_logs
  expect(logs).toContainEqual(expect.objectContaining({ action: 'add_carepad', target: 'Bed 3' }))
})

test('an id or a name that is taken is refused, whichever device has it', async () => {
  const [person, neighbour] = [await given.person(), await given.person()]
  await add(person.token, { carepad_id: 'CP-1', carepad_name: 'Bed 1' })
  const phone = await given.tracker(person.accountId)
  const codes = async (token: string, carepad_id: string, carepad_name: string) => [
    (await add(token, { carepad_id, bind_check: true })).body.code,
    (await add(token, { carepad_id, carepad_name })).body.code,
  ]
  expect(await codes(person.token, 'CP-1', 'Bed 2')).toEqual([400109, 400109])
  expect(await codes(neighbour.token, 'CP-1', 'Bed 2')).toEqual([400108, 400108])
  expect(await codes(person.token, phone, 'Bed 2')).toEqual([400109, 400109])
  expect((await add(person.token, { carepad_id: 'CP-2', carepad_name: 'Bed 1' })).body.code).toBe(400102)
  expect(await list(person.token)).toHaveLength(1)
  expect((await add(neighbour.token, { carepad_id: 'CP-2', carepad_name: 'Bed 1' })).body.code).toBe(200)
})

test('a carepad may be added into a logger of the account, and into no other', async () => {
  const [person, neighbour] = [await given.person(), await given.person()]
  const loggers = await Promise.all(
    [person, neighbour].map(async ({ accountId }) => {
      const loggerId = randomUUID()
      await sql`insert into loggers (account_id, logger_id, logger_name, created_at)
        values (${accountId}, ${loggerId}, 'Ward', 1)`.execute(app.database.db)
      return loggerId
    }),
  )
  const into = async (logger_id: string) =>
    (await add(person.token, { carepad_id: 'CP-9', carepad_name: 'Bed 9', logger_id })).body
  for (const logger_id of [loggers[1]!, randomUUID()]) {
    expect(await into(logger_id)).toMatchObject({ code: 404102, info: 'logger_id' })
  }
  expect((await into(loggers[0]!)).carepad.logger_id).toBe(loggers[0])
})

test('the list goes by pages of 50, newest first, and knows nobody else’s', async () => {
  const [person, neighbour] = [await given.person(), await given.person()]
  for (let index = 0; index < 51; index += 1) {
    await add(person.token, { carepad_id: `P-${person.accountId}-${index}`, carepad_name: `Bed ${index}` })
  }
  const first = await call('GET', '/v3/app/carepads', { token: person.token })
  expect(first.body.carepads).toHaveLength(50)
  const next = encodeURIComponent(first.body.metadata.next_token)
  const second = await call('GET', `/v3/app/carepads?page_token=${next}`, { token: person.token })
  expect(second.body.carepads).toHaveLength(1)
  expect(second.body.metadata).toEqual({})
  expect((await call('GET', `/v3/app/carepads?page_token=${next}`, { token: neighbour.token })).body.code).toBe(400001)
  expect(await list(neighbour.token)).toEqual([])
})

test('guests see carepads and add none', async () => {
  const owner = await given.person()
  const guest = await given.person({ accountId: owner.accountId, class: 'readonly' })
  expect(await list(guest.token)).toEqual([])
  expect((await add(guest.token, { carepad_id: 'CP-8', carepad_name: 'Bed 8' })).body.code).toBe(403001)
})

test('a console that was away while a carepad was added loads its lists again', async () => {
  const { token } = await given.person()
  const last = String(clock.now())
  clock.move(5000)
  await add(token, { carepad_id: 'CP-20', carepad_name: 'Bed 20' })
  const { events } = await listen(app, token, last)
  const told = () => events.map(({ event }) => event).filter((event) => event !== 'heartbeat')
  await eventually(async () => expect(told()).toEqual(['hello', 'resync']))
})
