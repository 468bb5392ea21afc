import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { ServerFence } from '../../homes/fence.ts'
import { OneAtATime } from '../../platform/one-at-a-time.ts'
import type { StationState } from '../../state/station-state.ts'
import type { TrackerState } from '../../state/tracker-state.ts'
import type { Checkpoint } from './checkpoint.ts'
import { HotRowWriter } from './hot-row-writer.ts'
import { HotStates } from './hot-states.ts'
import type { PendingChanges } from './pending-changes.ts'
import type { TemperatureWriter } from './temperature-writer.ts'

const app = await testApp()
const given = makeGiven(app)
const { clock, database } = app
const { db } = database

/** A writer of stations' states, and how often it wrote. */
function writer() {
  const states = {
    trackers: new HotStates<TrackerState>(({ last_seen_ms }) => last_seen_ms),
    stations: new HotStates<StationState>(({ lastseen_ms }) => lastseen_ms),
  }
  const counted = { writes: 0 }
  const countWrite = async () => {
    counted.writes += 1
  }
  const fail = (error: unknown) => {
    throw error
  }
  const hotRows = new HotRowWriter({
    ...{
      fence: new ServerFence(db, app.running.app.serverId),
      pool: database.pool,
      clock,
      states,
      writes: new OneAtATime(),
      onAway: fail,
      onBug: fail,
    },
    checkpoint: { saveWhenDue: async () => {} } as unknown as Checkpoint,
    changes: { isEmpty: true, write: async () => new Set() } as unknown as PendingChanges,
    pasts: { take: () => [], putBack: () => {}, written: () => {}, lacksFrom: () => undefined },
    temperatures: { write: countWrite } as unknown as TemperatureWriter,
  })
  const hear = (accountId: string, id: string) =>
    states.stations.move(
      { account_id: accountId, id },
      { connection_status: 'connected', lastseen_ms: clock.now(), ip: '', firmware: '' },
      1,
    )
  const rowsOf = async (accountId: string) => {
    const { rows } = await sql`select t4_id from station_states where account_id = ${accountId}`.execute(db)
    return rows.length
  }
  return { hotRows, counted, hear, rowsOf }
}

test('many who ask at once share one write, which takes their accounts alone', async () => {
  const [one, two, other] = await Promise.all([1, 2, 3].map(async () => (await given.person()).accountId))
  const { hotRows, counted, hear, rowsOf } = writer()
  for (const accountId of [one!, two!, other!]) hear(accountId, 'T4-1')
  await Promise.all([one!, two!, one!, two!, one!].map((accountId) => hotRows.flush(accountId)))
  expect(counted.writes).toBe(1)
  expect(await Promise.all([one!, two!, other!].map(rowsOf))).toEqual([1, 1, 0])
  await hotRows.flush(one!)
  expect(counted.writes).toBe(1)
})

test('who asks while hot rows are being written gets what was reported meanwhile too', async () => {
  const { accountId } = await given.person()
  const { hotRows, counted, hear, rowsOf } = writer()
  hear(accountId, 'T4-1')
  const first = hotRows.flush(accountId)
  // It has begun, and took the first station alone.
  await Promise.resolve()
  await Promise.resolve()
  hear(accountId, 'T4-2')
  await Promise.all([hotRows.flush(accountId), hotRows.flush(accountId)])
  expect(await rowsOf(accountId)).toBe(2)
  await first
  expect(counted.writes).toBe(2)
})
