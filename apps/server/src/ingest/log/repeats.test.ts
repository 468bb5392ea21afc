import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const report = (body: object) => call('POST', '/v3/device/report', { body })

const storedRows = async (accountId: string) => {
  const { rows } = await sql<{ scanned_at_ms: number; received_at_ms: number; clock_ahead: boolean }>`
    select scanned_at_ms, received_at_ms, clock_ahead from location_logs where account_id = ${accountId}`.execute(
    app.database.db,
  )
  return rows
}

/** A phone whose clock is ahead by that much (ms), and its report at a place. */
async function aheadPhone(aheadMs: number) {
  const person = await given.person()
  const phone_id = `phone-${aheadMs}`
  const key = await given.credential(person.accountId, phone_id)
  const at = (latitude: number, seq: number) => ({
    phone_id,
    key,
    seq,
    scanned_at_ms: clock.now() + aheadMs,
    gps_latitude: latitude,
    gps_longitude: 139,
  })
  return { person, phone_id, at }
}

const latitudeOf = async (person: Person, id: string): Promise<number> => {
  const { body } = await call('GET', '/v3/app/trackers?count=1000', { token: person.token })
  return body.trackers.find((tracker: { device_id: string }) => tracker.device_id === id).gps_latitude
}

test('a report of a clock that is ahead a little is stored once, under its own time, however late its repeat comes', async () => {
  const { person, at } = await aheadPhone(700)
  const said = at(35.1, 1)
  expect((await report(said)).body).toMatchObject({ stored: 1 })
  clock.move(300)
  expect((await report(said)).body).toMatchObject({ stored: 0, repeated: 1 })
  clock.move(60_000)
  expect((await report(said)).body).toMatchObject({ stored: 0, repeated: 1 })
  expect(await storedRows(person.accountId)).toMatchObject([{ scanned_at_ms: said.scanned_at_ms, clock_ahead: false }])
})

test.each([
  ['while it is still ahead', 1000],
  ['when it is ahead a little', 9500],
  ['when its time has passed', 20_000],
  ['a quarter of an hour later', 900_000],
])(
  'a report from the future is stored once, repeated %s, and its repeat never moves the dot back',
  async (_when, laterMs) => {
    clock.hold()
    const { person, phone_id, at } = await aheadPhone(10_000)
    const said = at(35.1, 1)
    expect((await report(said)).body).toMatchObject({ stored: 1 })
    clock.move(900)
    expect((await report({ ...at(35.2, 2), scanned_at_ms: clock.now() })).body).toMatchObject({ stored: 1 })
    await eventually(async () => expect(await latitudeOf(person, phone_id)).toBe(35.2))
    clock.move(laterMs)
    const repeats = await Promise.all([report(said), report(said)])
    for (const { body } of repeats) expect(body).toMatchObject({ stored: 0, repeated: 1 })
    const rows = await storedRows(person.accountId)
    expect(rows).toHaveLength(2)
    expect(rows.filter((row) => row.clock_ahead)).toMatchObject([{ scanned_at_ms: rows[0]!.received_at_ms }])
    // The next report shows that nothing of the repeats is still on its way to the dot.
    expect((await report({ ...at(35.3, 3), scanned_at_ms: clock.now() })).body).toMatchObject({ stored: 1 })
    await eventually(async () => expect(await latitudeOf(person, phone_id)).toBe(35.3))
  },
)

test('one of many identical reports from the future is stored, and two with one number at different times are two', async () => {
  const { person, at } = await aheadPhone(3_600_000)
  const said = at(35.1, 1)
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(said)))
  expect(answers.reduce((sum, { body }) => sum + body.stored, 0)).toBe(1)
  expect((await report({ ...said, scanned_at_ms: said.scanned_at_ms + 1 })).body).toMatchObject({ stored: 1 })
  expect(await storedRows(person.accountId)).toHaveLength(2)
})
