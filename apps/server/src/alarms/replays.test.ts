import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { oneOf, seededRandom, whole } from '../../../../scripts/harness/seeded.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { startFrom, testIngest } from '../../../../scripts/harness/test-ingest.ts'
import { isLong, seedOf } from '../../../../scripts/harness/test-run.ts'
import { ward } from '../../../../scripts/harness/ward.ts'
import { Sweep } from './sweep.ts'

const app = await testApp()
const given = makeGiven(app)
const { clock } = app
const { db } = app.database
const { newWard, zone } = ward(app)

const SECOND_MS = 1000
const REPORTS = 120
/** The first seed, and how many. */
const SEEDS = { first: seedOf(100), count: isLong ? 40 : 1 }

/**
 * Everything that was told and that holds, but for what is another each time: ids, and when it was written. Silence begins
 * by a sweep, and calls for help end by one, which looks when it looks; so of those it is only said who called.
 */
async function outcome(accountId: string): Promise<unknown> {
  const notifications = await sql`select type, device_id, facts from notifications
    where account_id = ${accountId} and type <> 'help' order by type, device_id, facts::text`.execute(db)
  const callers = await sql`select distinct device_id from notifications
    where account_id = ${accountId} and type = 'help' order by device_id`.execute(db)
  const conditions = await sql`select device_id, kind, subject, since_ms, seen_ms, is_raised, until_ms
    from device_conditions where account_id = ${accountId} and kind not in ('offline', 'station_offline', 'help')
    order by device_id, kind, subject, since_ms`.execute(db)
  return { notifications: notifications.rows, callers: callers.rows, conditions: conditions.rows }
}

type HotRows = readonly { row: string }[]
const hotRows = async (accountId: string): Promise<HotRows> =>
  (
    await sql<{
      row: string
    }>`select to_jsonb(s)::text as row from tracker_states s where account_id = ${accountId}`.execute(db)
  ).rows

/** What a kill leaves at worst: hot rows of an earlier moment; and the log is replayed from its beginning. */
async function killAndRestart(accountId: string, left: HotRows): Promise<void> {
  await sql`delete from tracker_states where account_id = ${accountId}`.execute(db)
  for (const { row } of left) {
    await sql`insert into tracker_states select * from jsonb_populate_record(null::tracker_states, ${row}::jsonb)`.execute(
      db,
    )
  }
  const next = testIngest(app)
  await startFrom(next)
  await next.close()
}

/**
 * A ward in which chance walks people in and out of zones, warms patches, drains batteries and delays reports, while its server
 * looks what it forgot.
 */
async function story(seed: number): Promise<{ accountId: string; moments: HotRows[] }> {
  const chance = seededRandom(seed)
  const { person, mapId, station } = await newWard()
  const { accountId } = person
  const stations = [station, await given.station(accountId, { mapId, x: 900, y: 450 }), await given.station(accountId)]
  const square = (x: number, y: number) => [
    [x - 60, y - 60],
    [x + 60, y - 60],
    [x + 60, y + 60],
    [x - 60, y + 60],
  ]
  await sql`insert into carepads (account_id, carepad_id, carepad_name, alert_type, created_at)
    values (${accountId}, ${`a${seed}`}, 'A', 'instant', 1), (${accountId}, ${`b${seed}`}, 'B', 'persistent', 1)`.execute(
    db,
  )
  await zone(accountId, { map_id: mapId, polygon: square(500, 250) }, { name: 'Stairs' })
  await zone(accountId, { t4_ids: [stations[2]!.t4Id] }, { name: 'Lift' })
  await zone(accountId, { map_id: mapId, polygon: square(900, 450) }, { name: 'Hall', type: 'attendance' })
  const trackers = [await given.tracker(accountId), await given.tracker(accountId)]
  const ingest = testIngest(app)
  await startFrom(ingest)
  const sweep = new Sweep({ ...app.running.background, ingest })
  const moments: HotRows[] = [[]]
  let atMs = clock.now() - 3 * 3_600_000
  for (let seq = 0; seq < REPORTS; seq += 1) {
    atMs += oneOf(chance, [700, 1000, 4000, 30_000, 200_000])
    // People stay for a while where they are.
    const { t4Id } = stations[Math.floor(seq / 6 + chance()) % stations.length]!
    const identity = oneOf(chance, [...trackers, `a${seed}`, `b${seed}`])
    const items = [
      {
        ...{ kind: 'sighting' as const, identity, rssiDbm: -40 - whole(chance, 0, 20) },
        batteryPercent: oneOf(chance, [undefined, 14, 16, 19, 21, 90]),
        temperatureCelsius: oneOf(chance, [undefined, 34, 36, 37.9, 38.5, 39]),
        help: chance() < 0.05 || undefined,
      },
    ]
    const lateMs = chance() < 0.1 ? whole(chance, 1, 600) * SECOND_MS : 0
    const observation = { scannedAtMs: atMs - lateMs, seq: `${seed}-${seq}`, items }
    const looking = chance() < 0.3 ? sweep.look() : undefined
    await ingest.accept({ accountId, senderId: t4Id, t4Id }, 'station', observation, clock.now())
    await looking
    if (chance() > 0.1) continue
    await expect.poll(() => ingest.oldestPendingMs()).toBe(Number.POSITIVE_INFINITY)
    await ingest.flush()
    moments.push(await hotRows(accountId))
  }
  await expect.poll(() => ingest.oldestPendingMs()).toBe(Number.POSITIVE_INFINITY)
  await ingest.close()
  return { accountId, moments }
}

test('whatever happened, and from wherever the log is played again, the same was told and the same holds', async () => {
  for (let seed = SEEDS.first; seed < SEEDS.first + SEEDS.count; seed += 1) {
    const { accountId, moments } = await story(seed)
    const before = await outcome(accountId)
    for (const left of [moments[0]!, oneOf(seededRandom(seed), moments)]) {
      await killAndRestart(accountId, left)
      expect(await outcome(accountId), `seed ${seed}`).toEqual(before)
    }
  }
})

test('alarms that a kill prevented are raised after it, each once', async () => {
  for (let seed = SEEDS.first; seed < SEEDS.first + SEEDS.count; seed += 1) {
    const { accountId } = await story(seed + 1_000_000)
    const before = await outcome(accountId)
    for (const table of ['notifications', 'device_conditions']) {
      await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(db)
    }
    await killAndRestart(accountId, [])
    expect(await outcome(accountId), `seed ${seed}`).toEqual(before)
  }
})
