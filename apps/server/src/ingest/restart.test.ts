import { decodeOsmand, osmandObservation } from '@whereabouts/protocol/osmand'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../scripts/harness/all-heard.ts'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { quietListener } from '../../../../scripts/harness/quiet-listener.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { startFrom, testIngest } from '../../../../scripts/harness/test-ingest.ts'
import type { Ingest } from './ingest.ts'

/** How far the clock is set (ms); a session outlives it. */
const FAR_MS = 20 * 60_000
/** Beyond the end of the log. */
const NOW = Number.MAX_SAFE_INTEGER
const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db, pool } = app.database

const report = (body: object) => call('POST', '/v3/device/report', { body })

const trackerOf = async (person: Person, id: string) => {
  const { body } = await call('GET', '/v3/app/trackers?count=1000', { token: person.token })
  return body.trackers.find((tracker: { device_id: string }) => tracker.device_id === id)
}
const stationOf = async (person: Person) => {
  const { body } = await call('GET', '/v3/app/stations?count=1000', { token: person.token })
  return body.stations[0]
}

/** Another server after this one, which replays the log from a position; `told` is what consoles would hear of stations. */
async function nextServer(from: number, told: string[] = []): Promise<Ingest> {
  const listener = { ...quietListener, stationChanged: (key: { id: string }) => told.push(key.id) }
  const ingest = testIngest(app, { listener })
  await startFrom(ingest, from)
  return ingest
}

const hotRowOf = async (accountId: string): Promise<string> => {
  const { rows } = await sql<{ row: object }>`select to_jsonb(s) as row from tracker_states s
    where account_id = ${accountId}`.execute(db)
  return JSON.stringify(rows[0]!.row)
}

/** Behind all that the log has of the account. */
const nextPlaceOf = async (accountId: string): Promise<number> => {
  const { rows } = await sql<{ place: number }>`select max(log_order) + 1 as place from location_logs
    where account_id = ${accountId}`.execute(db)
  return rows[0]!.place
}

/** What kill -9 of a server leaves: an older hot row, while the log has all. */
async function turnBack(accountId: string, hotRow: string): Promise<void> {
  await allHeard(app)
  await sql`delete from tracker_states where account_id = ${accountId}`.execute(db)
  await sql`insert into tracker_states select * from jsonb_populate_record(null::tracker_states, ${hotRow})`.execute(db)
}

async function stationWithTag(rest: object = { gps: [35, 139] }) {
  const person = await given.person()
  const { t4Id, password } = await given.station(person.accountId, rest)
  const id = await given.tracker(person.accountId)
  let seq = 0
  const say = (fields: object = {}) => {
    seq += 1
    return report({ t4_id: t4Id, key: password, seq, scanned_at_ms: clock.now(), scans: [], ...fields })
  }
  return { person, t4Id, id, say, sender: { accountId: person.accountId, senderId: t4Id, t4Id } }
}

test('after the clock was set back, dots and lists go on at once', async () => {
  const { person, id, say } = await stationWithTag()
  const scans = (battery: number) => [{ device_id: id, rssi: -60, battery }]
  clock.move(FAR_MS)
  await say({ scans: scans(50), firmware: '1' })
  await eventually(async () => expect(await trackerOf(person, id)).toMatchObject({ battery: 50 }))
  clock.move(-FAR_MS)
  const now = clock.now()
  await say({ scans: scans(49), firmware: '2', scanned_at_ms: now })
  await eventually(async () =>
    expect(await trackerOf(person, id)).toMatchObject({ battery: 49, last_seen: Math.floor(now / 1000) }),
  )
  await eventually(async () =>
    expect(await stationOf(person)).toMatchObject({ firmware: '2', lastseen_time: Math.floor(now / 1000) }),
  )
})

test('after the clock was set back a crash loses no state', async () => {
  const { person, id, say } = await stationWithTag()
  const scans = (battery: number) => [{ device_id: id, rssi: -60, battery }]
  clock.move(FAR_MS)
  await say({ scans: scans(50) })
  await eventually(async () => expect(await trackerOf(person, id)).toMatchObject({ battery: 50 }))
  const hotRow = await hotRowOf(person.accountId)
  const checkpoint = await nextPlaceOf(person.accountId)
  clock.move(-FAR_MS)
  await say({ scans: scans(49) })
  await eventually(async () => expect(await trackerOf(person, id)).toMatchObject({ battery: 49 }))
  await turnBack(person.accountId, hotRow)
  const next = await nextServer(checkpoint)
  await next.close()
  expect(await trackerOf(person, id)).toMatchObject({ battery: 49 })
})

test('rows that reached the log long after they were received are played again, since no hot row has them', async () => {
  const { person, id, say } = await stationWithTag()
  await say({ scans: [{ device_id: id, rssi: -60, battery: 50 }] })
  await eventually(async () => expect(await trackerOf(person, id)).toMatchObject({ battery: 50 }))
  const hotRow = await hotRowOf(person.accountId)
  const other = await stationWithTag()
  // The log is blocked for ten minutes; hot rows of earlier reports are written meanwhile.
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('lock table location_logs in exclusive mode')
  const stuck = say({ scans: [{ device_id: id, rssi: -60, battery: 40 }] })
  await eventually(async () => {
    const waiting = await sql`select from pg_locks where relation = 'location_logs'::regclass and not granted`.execute(
      db,
    )
    expect(waiting.rows).not.toHaveLength(0)
  })
  clock.move(10 * 60_000)
  const { ingest } = app.running
  await ingest.applier.apply([
    {
      ...{ account_id: other.person.accountId, device_id: other.id, sender_id: other.t4Id, seq: '1', rssi: -50 },
      ...{
        scanned_at_ms: clock.now(),
        received_at_ms: clock.now(),
        clock_ahead: false,
        lost_weeks: null,
        connected: null,
      },
      ...{ battery: 1, firmware: null, moving: null, heading: null, speed: null, steps: null },
      ...{ temperature: null, humidity: null },
      ...{ help: null, gps_latitude: null, gps_longitude: null, accuracy: null, log_order: 1 },
    },
  ])
  await eventually(async () => {
    await ingest.flush()
    expect(await trackerOf(other.person, other.id)).toMatchObject({ battery: 1 })
  })
  const { rows } = await sql<{ checkpoint: number }>`
    select position as checkpoint from shards join accounts using (shard)
    where account_id = ${person.accountId}`.execute(db)
  await holder.query('rollback')
  holder.release()
  expect((await stuck).body).toMatchObject({ stored: 1 })
  await eventually(async () => expect(await trackerOf(person, id)).toMatchObject({ battery: 40 }))
  await turnBack(person.accountId, hotRow)
  const next = await nextServer(rows[0]!.checkpoint)
  await next.close()
  expect(await trackerOf(person, id)).toMatchObject({ battery: 40 })
})

test('a station keeps address and firmware through a restart, however long it was silent [ENT-station.ip, ENT-station.firmware]', async () => {
  const { person, say, sender } = await stationWithTag()
  await say({ ip: '10.0.0.7', firmware: '2.1.0' })
  await eventually(async () => expect(await stationOf(person)).toMatchObject({ ip: '10.0.0.7' }))
  clock.move(10 * 60_000)
  const next = await nextServer(NOW)
  const now = clock.now()
  const bare = { seq: '99', scannedAtMs: now, items: [{ kind: 'status' as const, online: true }] }
  expect(await next.accept(sender, 'station', bare, now)).toMatchObject({ stored: 1 })
  await next.close()
  expect(await stationOf(person)).toMatchObject({
    ip: '10.0.0.7',
    firmware: '2.1.0',
    lastseen_time: Math.floor(now / 1000),
  })
})

test('a late message after a restart never makes a station look unheard since', async () => {
  const { person, say, sender } = await stationWithTag()
  const heardAt = clock.now()
  await say({ scanned_at_ms: heardAt, firmware: '2' })
  await eventually(async () => expect(await stationOf(person)).toMatchObject({ firmware: '2' }))
  clock.move(10 * 60_000)
  const other = await stationWithTag()
  await other.say({ firmware: '3' })
  await eventually(async () => expect(await stationOf(other.person)).toMatchObject({ firmware: '3' }))
  const told: string[] = []
  const next = await nextServer(1, told)
  told.length = 0
  const late = {
    seq: '99',
    scannedAtMs: heardAt - FAR_MS,
    items: [{ kind: 'status' as const, online: true, firmware: '1' }],
  }
  expect(await next.accept(sender, 'station', late, clock.now())).toMatchObject({ stored: 1 })
  await next.close()
  expect(told).toEqual([])
  expect(await stationOf(person)).toMatchObject({ firmware: '2', lastseen_time: Math.floor(heardAt / 1000) })
})

test('a phone that lies still and tells its fix again is heard by the next server at once', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'still-phone', { kind: 'osmand' })
  const fixedMs = clock.now() - FAR_MS
  const query = `id=1&lat=35.54&lon=139.42&timestamp=${fixedMs}`
  expect((await call('GET', `/gateway/osmand/${password}?${query}`)).status).toBe(200)
  await allHeard(app)
  const next = await nextServer(NOW)
  const decoded = decodeOsmand({ query, body: new Uint8Array() })
  const observations = decoded.kind === 'reports' ? decoded.reports.map(osmandObservation) : []
  const sender = { accountId: person.accountId, senderId: 'still-phone', t4Id: null }
  const now = clock.now()
  await next.acceptAll(sender, 'phone', observations, now)
  const { rows } = await sql`select scanned_at_ms, gps_latitude from location_logs
    where account_id = ${person.accountId} order by scanned_at_ms`.execute(db)
  await next.close()
  expect(rows).toEqual([
    { scanned_at_ms: fixedMs, gps_latitude: 35.54 },
    { scanned_at_ms: now, gps_latitude: null },
  ])
})
