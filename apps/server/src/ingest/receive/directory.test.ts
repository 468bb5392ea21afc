import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { quietListener } from '../../../../../scripts/harness/quiet-listener.ts'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { testIngest } from '../../../../../scripts/harness/test-ingest.ts'
import { withExtras } from '../../features/trackers/queries.ts'
import { connectDatabase } from '../../platform/postgres/database.ts'
import { Directory } from './directory.ts'

const app = await testApp()
const given = makeGiven(app)
const { clock } = app
// Not the running server's, which asks for what it needs itself meanwhile.
const { db, pool, close } = connectDatabase(app.database.address, quietLog)
afterAll(close)

const directory = () => {
  const faults: unknown[] = []
  return { directory: new Directory({ db, clock, withExtras, onFault: (error) => faults.push(error) }), faults }
}

/** How often the database is asked while the work is done; each query takes a connection of the pool. */
async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const connect = vi.spyOn(pool, 'connect')
  try {
    await work()
    return connect.mock.calls.length
  } finally {
    connect.mockRestore()
  }
}

test('a station that somebody placed outside this server stands there half a minute later, and nobody waits for it', async () => {
  const { accountId } = await given.person()
  const { t4Id } = await given.station(accountId)
  const { directory: known, faults } = directory()
  expect((await known.account(accountId)).stations.get(t4Id)?.gps_latitude).toBeNull()
  await sql`update stations set gps_latitude = 35, gps_longitude = 139 where t4_id = ${t4Id}`.execute(db)
  clock.move(31_000)
  const old = await known.account(accountId)
  expect(old.stations.get(t4Id)?.gps_latitude).toBeNull()
  await eventually(async () => expect((await known.account(accountId)).stations.get(t4Id)?.gps_latitude).toBe(35))
  expect(faults).toEqual([])
})

test('a tag that is added is known at its next word, without reading the account again', async () => {
  const { accountId } = await given.person()
  const { directory: known } = directory()
  await known.account(accountId)
  const id = await given.tracker(accountId, { radioIdentity: 'iBeacon:1-2-3' })
  const queries = await queriesOf(async () => {
    const { trackers } = await known.accountKnowing(accountId, ['iBeacon:1-2-3', id])
    expect(trackers.get('iBeacon:1-2-3')?.device_id).toBe(id)
    expect(trackers.get(id)?.device_id).toBe(id)
  })
  expect(queries).toBe(1)
})

test("strangers' tags are looked for one by one, and not again for a while, however often they speak", async () => {
  const { accountId } = await given.person()
  const { directory: known } = directory()
  await known.account(accountId)
  const hear = async () => {
    for (let time = 0; time < 50; time += 1) await known.accountKnowing(accountId, ['stranger-1', 'stranger-2'])
  }
  expect(await queriesOf(hear)).toBe(1)
  clock.move(3000)
  expect(await queriesOf(hear)).toBe(0)
  const id = await given.tracker(accountId, { id: 'stranger-1' })
  clock.move(8000)
  expect((await known.accountKnowing(accountId, ['stranger-1'])).trackers.get('stranger-1')?.device_id).toBe(id)
})

test('many who ask at once cause one load', async () => {
  const { accountId } = await given.person()
  const { directory: known } = directory()
  const first = await queriesOf(() => Promise.all(Array.from({ length: 50 }, () => known.account(accountId))))
  // Trackers, carepads, stations, maps, who shares, zones, senders, what of them was another before, and the account: each is asked for once.
  expect(first).toBe(11)
  clock.move(31_000)
  const again = await queriesOf(async () => {
    await Promise.all(Array.from({ length: 50 }, () => known.account(accountId)))
  })
  expect(again).toBe(first)
})

test('hot rows are asked for once a device, not by every report', async () => {
  const person = await given.person()
  const { t4Id } = await given.station(person.accountId, { gps: [35, 139] })
  // By these ids, what the phone hears and its own word go to the same writer of the log.
  const tag = await given.tracker(person.accountId, { id: 'some-tag' })
  const phone = await given.tracker(person.accountId, { id: 'some-phone', model: 'mobile' })
  let heard = 0
  const listener = { ...quietListener, trackerChanged: () => (heard += 1) }
  // It is not started, so nothing but the reports asks.
  const ingest = testIngest(app, { pool, db, listener })
  let seq = 0
  const say = async (senderId: string, speaksAs: 'station' | 'phone') => {
    seq += 1
    const t4 = speaksAs === 'station' ? senderId : null
    const items = [{ kind: 'sighting' as const, identity: tag, rssiDbm: -60 }]
    const before = heard
    const sender = { accountId: person.accountId, senderId, t4Id: t4 }
    await ingest.accept(sender, speaksAs, { seq: `${seq}`, items }, clock.now())
    await eventually(async () => expect(heard).toBeGreaterThan(before))
    await ingest.accept(sender, speaksAs, { seq: `own ${seq}`, items: [{ kind: 'status', online: true }] }, clock.now())
  }
  await say(t4Id, 'station')
  await say(phone, 'phone')
  expect(await queriesOf(() => say(phone, 'phone'))).toBe(1)
  expect(await queriesOf(() => say(t4Id, 'station'))).toBe(2)
  await ingest.close()
})

test('a tracker that is made while the account is read again stays known', async () => {
  const { accountId } = await given.person()
  const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let loads = 0
  const slowly: typeof withExtras = async (...asked) => {
    loads += 1
    if (loads === 2) {
      began.resolve()
      await goOn.promise
    }
    return withExtras(...asked)
  }
  const known = new Directory({ db, clock, withExtras: slowly, onFault: (error) => expect(error).toBeUndefined() })
  await known.account(accountId)
  clock.move(31_000)
  await known.account(accountId)
  // The trackers were read; the rest of the account was not.
  await began.promise
  const id = await given.tracker(accountId)
  const found = known.lookFor(accountId, [id])
  goOn.resolve()
  expect((await found).trackers.has(id)).toBe(true)
  expect((await known.account(accountId)).trackers.has(id)).toBe(true)
})
