import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { eraseHistory } from '../../features/accounts/erase.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

interface Site {
  readonly person: Person
  readonly tracker: string
  /** A report by one of two stations, 1 km from each other. */
  report(station: 0 | 1): Promise<void>
  rows(table: 'stays' | 'shown_positions'): Promise<readonly Record<string, unknown>[]>
}

async function site(): Promise<Site> {
  clock.hold()
  const person = await given.person()
  const stations = [
    await given.station(person.accountId, { gps: [35, 139] }),
    await given.station(person.accountId, { gps: [35.01, 139] }),
  ]
  const tracker = await given.tracker(person.accountId)
  let seq = 0
  return {
    person,
    tracker,
    async report(station) {
      seq += 1
      const { t4Id: t4_id, password: key } = stations[station]!
      const scans = [{ device_id: tracker, rssi: -60 }]
      const body = { t4_id, key, seq, scanned_at_ms: clock.now(), scans }
      expect((await call('POST', '/v3/device/report', { body })).body).toMatchObject({ stored: 1 })
    },
    async rows(table) {
      await allHeard(app)
      // Reports wait so long for others of an earlier time.
      clock.move(3000)
      await app.running.ingest.flush()
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.table(table)} where account_id = ${person.accountId} order by device_id, 3`.execute(db)
      return rows
    },
  }
}

test('a stay is written once it is over, with the place it was at', async () => {
  const { report, rows, tracker } = await site()
  const startMs = clock.now()
  await report(0)
  clock.move(60_000)
  await report(0)
  expect(await rows('stays')).toEqual([])
  clock.move(60_000)
  await report(1)
  clock.move(60_000)
  await report(1)
  expect(await rows('stays')).toMatchObject([
    {
      device_id: tracker,
      from_ms: startMs,
      until_ms: startMs + 60_000,
      kind: 'station',
      gps_latitude: 35,
      rssi: -60,
      sightings: 2,
    },
  ])
})

test('a tracker at rest costs one row, and another once it is shown elsewhere', async () => {
  const { report, rows } = await site()
  for (let minute = 0; minute < 10; minute += 1) {
    await report(0)
    clock.move(60_000)
    await app.running.ingest.flush()
  }
  expect(await rows('shown_positions')).toMatchObject([{ gps_latitude: 35 }])
  await report(1)
  clock.move(60_000)
  await report(1)
  expect(await rows('shown_positions')).toMatchObject([{ gps_latitude: 35 }, { gps_latitude: 35.01 }])
})

test('an erased device leaves no history', async () => {
  const { report, rows, person } = await site()
  for (const station of [0, 0, 1, 1] as const) {
    await report(station)
    clock.move(60_000)
  }
  expect(await rows('stays')).toHaveLength(1)
  expect(await rows('shown_positions')).not.toEqual([])
  await eraseHistory(app.running.background, {
    payload: { account_id: person.accountId },
    signal: new AbortController().signal,
    progress: async () => {},
  } as unknown as Parameters<typeof eraseHistory>[1])
  expect(await rows('stays')).toEqual([])
  expect(await rows('shown_positions')).toEqual([])
})
