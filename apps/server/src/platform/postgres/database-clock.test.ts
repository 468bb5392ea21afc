import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '../../../../../scripts/harness/given.ts'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { testDatabase } from '../../../../../scripts/harness/test-database.ts'
import { whenDone } from '../../../../../scripts/harness/when-done.ts'
import { connectDatabase, type Database } from './database.ts'
import { databaseClock, shownNext } from './database-clock.ts'
import { NO_ROLES } from './database-roles.ts'

const { address } = await testDatabase()

function connect(): Database {
  const database = connectDatabase(address, quietLog, NO_ROLES)
  whenDone(() => database.close())
  return database
}

const admin = connect().db
// A database whose clock can be set.
await sql`create schema settable`.execute(admin)
await sql`create table settable.clock as select 0::double precision as ahead_ms, 0::double precision as late_ms`.execute(
  admin,
)
await sql`create function settable.clock_timestamp() returns timestamptz language plpgsql volatile as $$
  declare shown timestamptz; late double precision;
  begin
    select pg_catalog.clock_timestamp() + make_interval(secs => ahead_ms / 1000), late_ms into shown, late from settable.clock;
    perform pg_sleep(late / 1000);
    return shown;
  end $$`.execute(admin)
await sql`alter database ${sql.table(address.database)} set search_path = settable, public, pg_catalog`.execute(admin)

/** `lateMs`: its answers take this much longer. */
const set = (aheadMs: number, lateMs = 0) =>
  sql`update settable.clock set ahead_ms = ${aheadMs}, late_ms = ${lateMs}`.execute(admin)
const HOUR_MS = 3_600_000
/** Difference allowed between two readings of one clock here (ms). */
const NEAR_MS = 1000

async function start(database = connect()) {
  const steady = { aheadMs: 0 }
  const away: unknown[] = []
  const jumpsMs: number[] = []
  const clock = await databaseClock({
    db: database.db,
    steady: () => performance.now() + steady.aheadMs,
    onAway: (error) => away.push(error),
    onJump: (ms) => jumpsMs.push(ms),
  })
  whenDone(() => clock.close())
  const isAhead = (ms: number) => {
    // The machine may stall between two readings.
    const beforeMs = Date.now()
    const nowMs = clock.now()
    expect(nowMs).toBeGreaterThan(beforeMs + ms - NEAR_MS)
    expect(nowMs).toBeLessThan(Date.now() + ms + NEAR_MS)
  }
  return { clock, steady, away, jumpsMs, isAhead }
}

/** Its first readings may have been on their way for long. */
const untilRight = (clock: { now(): number }, aheadMs: number) =>
  eventually(async () => expect(Math.abs(clock.now() - Date.now() - aheadMs)).toBeLessThan(10))

test('it shows the database’s time from its start on, whatever the machine’s own clock shows', async () => {
  await set(-HOUR_MS)
  const { isAhead } = await start()
  await eventually(async () => isAhead(-HOUR_MS))
})

test('it follows a clock of the database that is set forward or back, and a machine that slept, and tells of each jump once', async () => {
  await set(0)
  const { steady, jumpsMs, isAhead } = await start()
  for (const aheadMs of [HOUR_MS, -HOUR_MS, 0]) {
    await set(aheadMs)
    await eventually(async () => isAhead(aheadMs))
  }
  steady.aheadMs -= HOUR_MS
  isAhead(-HOUR_MS)
  await eventually(async () => isAhead(0))
  expect(jumpsMs.map((ms) => Math.round(ms / HOUR_MS))).toEqual([1, -2, 1, 1])
})

test('a small correction makes it stand still until it is right, in whole milliseconds; a large one makes it go back', () => {
  const showsFrom = (startMs: number, correctedMs: readonly number[]) => {
    let shownMs = startMs
    return correctedMs.map((ms) => (shownMs = shownNext(shownMs, ms)))
  }
  expect(showsFrom(1000, [1000.9, 901.2, 950, 1000, 1001.7])).toEqual([1000, 1000, 1000, 1000, 1001])
  expect(showsFrom(1000, [900, 899.9, 900.1])).toEqual([1000, 899, 900])
})

test('an answer that arrives late moves it no further than the answer allows', async () => {
  await set(0)
  const { clock } = await start()
  await untilRight(clock, 0)
  // At least: the machine may stall between the two readings.
  const aheadBy = () => {
    const beforeMs = Date.now()
    return clock.now() - beforeMs
  }
  let leastMs = aheadBy()
  await set(-50, 1000)
  await eventually(async () => {
    leastMs = Math.min(leastMs, aheadBy())
    expect(aheadBy()).toBeLessThan(-30)
  })
  expect(leastMs).toBeGreaterThan(-100)
  await set(0)
})

test('time passes while the database is away, but the clock cannot start then', async () => {
  await set(0)
  const database = connectDatabase(address, quietLog, NO_ROLES)
  const { clock, steady, away, isAhead } = await start(database)
  await database.close()
  await eventually(async () => expect(away.length).toBeGreaterThan(0))
  steady.aheadMs += HOUR_MS
  isAhead(HOUR_MS)
  await expect(
    databaseClock({ db: database.db, steady: clock.steady, onAway: () => {}, onJump: () => {} }),
  ).rejects.toThrow()
})
