/** The past that late reports change is written again between stored states, and no further than it changes. */
import { decodeOsmand, osmandObservation } from '@whereabouts/protocol/osmand'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { seededRandom, shuffled, whole } from '../../../../scripts/harness/seeded.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { startFrom, testIngest } from '../../../../scripts/harness/test-ingest.ts'
import { seedOf } from '../../../../scripts/harness/test-run.ts'

const app = await testApp()
const given = makeGiven(app)
const { clock } = app
const { db } = app.database
const MINUTE = 60_000

/** A phone that walks about and rests, and what another server than the test's makes of its reports. */
async function walker() {
  clock.hold()
  const ingest = testIngest(app, { rowsOfState: 5 })
  await startFrom(ingest, Number.MAX_SAFE_INTEGER)
  const { accountId } = await given.person()
  await given.credential(accountId, 'phone')
  const sender = { accountId, senderId: 'phone', t4Id: null }
  return {
    accountId,
    ingest,
    async send(atMs: number, lat: number) {
      const decoded = decodeOsmand({
        query: `id=1&lat=${lat}&lon=139&timestamp=${atMs / 1000}`,
        body: new Uint8Array(),
      })
      const observations = decoded.kind === 'reports' ? decoded.reports.map(osmandObservation) : []
      expect(await ingest.acceptAll(sender, 'phone', observations, clock.now())).toMatchObject({ stored: 1 })
    },
    async settled() {
      await expect.poll(() => ingest.oldestPendingMs()).toBe(Number.POSITIVE_INFINITY)
      await ingest.settle(accountId)
    },
    async rows() {
      const positions = await sql`select at_ms, gps_latitude from shown_positions
        where account_id = ${accountId} and known_until_ms is null order by at_ms`.execute(db)
      const stays = await sql`select from_ms, until_ms, sightings from stays
        where account_id = ${accountId} and known_until_ms is null order by from_ms`.execute(db)
      return { positions: positions.rows, stays: stays.rows }
    },
    async statesChanged() {
      const { rows } = await sql<{ at_ms: number; state: object }>`select at_ms, state from past_states
        where account_id = ${accountId} order by at_ms`.execute(db)
      return rows.map(({ at_ms, state }) => `${at_ms} ${JSON.stringify(state)}`)
    },
  }
}

const SECOND = 1000

test('reports in any order leave the rows of the sorted ones, through many stored states', async () => {
  const chance = seededRandom(seedOf(3))
  clock.move(SECOND - (clock.now() % SECOND))
  const startMs = clock.now()
  let atMs = startMs
  const reports = Array.from({ length: 60 }, () => {
    atMs += whole(chance, 1, 40) * (chance() < 0.1 ? 60 : 1) * SECOND
    return { atMs, lat: 35 + whole(chance, 0, 3) / 100 }
  })
  clock.move(atMs - startMs + MINUTE)
  const [sorted, mixed] = [await walker(), await walker()]
  for (const { atMs, lat } of reports) await sorted.send(atMs, lat)
  await sorted.settled()
  for (const [index, { atMs, lat }] of shuffled(chance, reports).entries()) {
    await mixed.send(atMs, lat)
    if (index % 13 === 5) await mixed.settled()
  }
  await mixed.settled()
  expect(await mixed.rows()).toEqual(await sorted.rows())
  expect((await mixed.statesChanged()).length).toBeGreaterThan(5)
})

test('a late report changes nothing behind the state that it leads to', async () => {
  clock.move(SECOND - (clock.now() % SECOND))
  const { send, settled, rows, statesChanged } = await walker()
  const startMs = clock.now()
  clock.move(180 * MINUTE)
  // A silence after each ten, where stays end.
  const atMs = (report: number) => startMs + (report + Math.floor(report / 10) * 20) * MINUTE
  for (let report = 0; report < 40; report += 1) await send(atMs(report), 35 + report / 100)
  await settled()
  const before = await statesChanged()
  await send(atMs(12) + MINUTE / 2, 35.9)
  await settled()
  const after = await statesChanged()
  // The stay that it belongs to ended with the second ten, as the first report after them showed.
  expect(after.slice(-3)).toEqual(before.slice(-3))
  expect(after).not.toEqual(before)
  expect((await rows()).positions).toHaveLength(40)
  expect((await rows()).positions).toContainEqual({ at_ms: atMs(12) + MINUTE / 2, gps_latitude: 35.9 })
})
