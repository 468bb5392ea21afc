import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { listen } from '../../../../../scripts/harness/listen.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { dataUrl, png } from '../media/test-pictures.ts'

const app = await testApp()
const image = dataUrl(await png(64, 64))
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
    ...{ humidity: null, has_own_unit: false, measures: 'body', normal_since: null },
    ...{ temperature_unit: 'C', threshold_high: 38, threshold_low: 35, alert_type: 'instant' },
    ...{ high_since: null, low_since: null, battery_low: false, alerted: false, removal_pending: false },
  })
  const { t4Id, password } = await given.station(accountId)
  const scans = [{ device_id: 'CP-77', rssi: -60, temperature: 36.9, battery: 81 }]
  const scanned_at_ms = clock.now()
  await call('POST', '/v3/device/report', { body: { t4_id: t4Id, key: password, seq: 1, scanned_at_ms, scans } })
  await eventually(async () => {
    await app.running.ingest.flush()
    const last_seen = Math.floor(scanned_at_ms / 1000)
    expect(await list(token)).toEqual([{ ...body.carepad, battery: 81, temperature: 36.9, last_seen }])
  })
  const logs = (await call('GET', '/v3/app/activity/logs', { token })).body.activity_logs
  expect(logs).toContainEqual(expect.objectContaining({ action: 'add_carepad', target: 'Bed 3' }))
})

test('an id or a name that is taken is refused, whichever device has it', async () => {
  const [person, neighbour] = [await given.person(), await given.person()]
  await add(person.token, { carepad_id: 'CP-1', carepad_name: 'Bed 1' })
  for (const unseen of ['\u034f', '\u200b', '\u202e', '\u2066', '\u00ad', '\u{e0001}'])
    expect((await add(person.token, { carepad_id: `CP${unseen}-1`, bind_check: true })).body.code).toBe(400001)
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

test('a carepad is renamed, moved to a logger and back, and gets a unit and thresholds of its own', async () => {
  const { token } = await given.person()
  const { carepad } = (await add(token, { carepad_id: 'CP-820', carepad_name: 'Bed 20' })).body
  await add(token, { carepad_id: 'CP-821', carepad_name: 'Bed 21' })
  const { logger } = (await call('POST', '/v3/app/loggers', { token, body: { logger_name: 'Pharmacy', image } })).body
  const change = (body: object) => call('PUT', '/v3/app/carepads/CP-820', { token, body })
  const settings = {
    ...{ carepad_name: 'Fridge A', logger_id: logger.logger_id, temperature_unit: 'F' },
    ...{ threshold_high: 8, threshold_low: 2, alert_type: 'persistent' },
  }
  const changed = { ...carepad, ...settings, has_own_unit: true }
  expect((await change(settings)).body.carepad).toEqual(changed)
  expect((await change({ logger_id: null })).body.carepad).toEqual({ ...changed, logger_id: null })
  expect((await change({ carepad_name: 'Bed 21' })).body.code).toBe(400102)
  expect((await change({ threshold_high: 2 })).body).toMatchObject({ code: 400001, info: 'body.threshold_high' })
  expect((await change({ logger_id: randomUUID() })).body).toMatchObject({ code: 404102, info: 'logger_id' })
  const stranger = await given.person()
  const foreign = await call('PUT', '/v3/app/carepads/CP-820', { token: stranger.token, body: { threshold_high: 9 } })
  expect(foreign.body.code).toBe(404103)
})

test('a carepad takes its limits from what it measures, and its unit from the account unless it has its own', async () => {
  const { token } = await given.person()
  const body = { carepad_id: 'CP-850', carepad_name: 'Room 19', measures: 'room' }
  const { carepad } = (await add(token, body)).body
  expect(carepad).toMatchObject({ measures: 'room', threshold_high: 30, threshold_low: 16, temperature_unit: 'C' })
  const change = async (body: object) =>
    (await call('PUT', '/v3/app/carepads/CP-850', { token, body })).body.carepad as object
  expect(await change({ measures: 'freezer' })).toMatchObject({ threshold_high: -15, threshold_low: null })
  expect(await change({ measures: 'fridge', threshold_high: 6 })).toMatchObject({ threshold_high: 6, threshold_low: 2 })
  expect(await change({ threshold_low: null })).toMatchObject({ threshold_high: 6, threshold_low: null })
  const useUnit = (temperature_unit: string) =>
    call('PUT', '/v3/app/users/profile', { token, body: { user: { temperature_unit } } })
  expect((await useUnit('F')).body.temperature_unit).toBe('F')
  expect(await list(token)).toMatchObject([{ temperature_unit: 'F', has_own_unit: false }])
  expect(await change({ temperature_unit: 'C' })).toMatchObject({ temperature_unit: 'C', has_own_unit: true })
  await useUnit('F')
  expect(await list(token)).toMatchObject([{ temperature_unit: 'C', has_own_unit: true }])
  expect(await change({ temperature_unit: null })).toMatchObject({ temperature_unit: 'F', has_own_unit: false })
})

test('a carepad stays until the link of the mail to the owner is used [MAIL-03]', async () => {
  const owner = await given.person()
  await add(owner.token, { carepad_id: 'CP-830', carepad_name: 'Bed 30' })
  expect((await call('DELETE', '/v3/app/carepads/CP-830', { token: owner.token })).body.mail_sent).toBe(true)
  expect(await list(owner.token)).toMatchObject([{ carepad_id: 'CP-830', removal_pending: true }])
  const { token } = await latestMail(app.database.address, owner.email)
  const preview = await call('POST', '/v3/app/users/confirm/preview', { body: { token } })
  expect(preview.body).toMatchObject({ purpose: 'remove_carepads', device_names: ['Bed 30'] })
  const use = () => call('POST', '/v3/app/carepads/unassign', { body: { token } })
  expect((await use()).body).toMatchObject({ device_names: ['Bed 30'] })
  expect(await list(owner.token)).toEqual([])
  expect((await use()).body.code).toBe(401102)
  expect((await call('DELETE', '/v3/app/carepads/CP-830', { token: owner.token })).body.code).toBe(404103)
  const stranger = await given.person()
  expect((await add(stranger.token, { carepad_id: 'CP-830', carepad_name: 'Bed 30' })).body.code).toBe(200)
})

test('readings of a carepad are answered by minute with extremes, by hour for long ranges, and as a trend', async () => {
  const { accountId, token } = await given.person()
  await add(token, { carepad_id: 'CP-840', carepad_name: 'Fridge' })
  const { t4Id, password } = await given.station(accountId)
  const minute = Math.floor(clock.now() / 60_000) * 60 - 120
  const readings = [
    { at: minute, temperature: 36.5, humidity: 41.5 },
    { at: minute + 20, temperature: 39.25 },
    { at: minute + 40, temperature: 36.4 },
    { at: minute + 60, temperature: 36.6 },
  ]
  for (const [seq, { at, ...reading }] of readings.entries()) {
    const scans = [{ device_id: 'CP-840', rssi: -60, ...reading }]
    const body = { t4_id: t4Id, key: password, seq, scanned_at_ms: at * 1000, scans }
    await call('POST', '/v3/device/report', { body })
  }
  const ask = async (days: number) => {
    await app.running.ingest.flush()
    const query = `query_start=${minute - days * 86_400}&query_end=${minute + 120}`
    return (await call('GET', `/v3/app/carepads/CP-840/temperatures?${query}`, { token })).body
  }
  await eventually(async () =>
    expect((await ask(1)).temperatures).toEqual([
      { time: minute, temperature: 37.83, low: 36.4, high: 39.25, humidity: 41.5 },
      { time: minute + 60, temperature: 36.6, low: 36.6, high: 36.6, humidity: null },
    ]),
  )
  const { temperatures, excursions } = await ask(30)
  expect(Math.max(...temperatures.map(({ high }: { high: number }) => high))).toBe(39.25)
  expect(Math.min(...temperatures.map(({ low }: { low: number }) => low))).toBe(36.4)
  await eventually(async () =>
    expect((await ask(1)).excursions).toEqual([
      {
        ...{ excursion_id: expect.any(String), event: 'high_temperature', start: minute + 20, duration: 20 },
        ...{ is_over: true, alerted: true, peak: 39.25 },
      },
    ]),
  )
  expect(excursions.length).toBeLessThanOrEqual(1)
  const trend = (await call('GET', '/v3/app/carepads/trends?range=1h', { token })).body
  expect(trend).toMatchObject({ step: 60, trends: [{ carepad_id: 'CP-840' }] })
  expect(trend.trends[0].temperatures).toHaveLength(60)
  expect(trend.trends[0].temperatures).toContain(39.25)
  expect((await ask(401)).code).toBe(400001)
})
