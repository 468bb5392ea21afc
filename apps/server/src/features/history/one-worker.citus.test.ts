/** History that is spread over workers: which of them a question asks. Decision 0084. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { ward } from '../../../../../scripts/harness/ward.ts'
import { asAccount } from '../../platform/postgres/account-scope.ts'
import { dropOldPartitions, LOCATION_LOGS, RETENTION_MS } from '../../state/partitions.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { ownerPool, address } = app.database
const { newWard } = ward(app)

/** What Citus counted: statements that went to one worker as a whole, and those that did not. */
async function counted(): Promise<{ one: number; more: number }> {
  const { rows } = await ownerPool.query(
    `select query_execution_single_shard as one, query_execution_multi_shard as more from citus_stat_counters
     where name = current_database()`,
  )
  return rows[0]
}

test('each question of an account’s history goes to one worker as a whole', async () => {
  // Before the first connection of a call.
  await ownerPool.query(`alter database ${address.database} set citus.enable_stat_counters to on`)
  const house = await newWard()
  const id = await given.tracker(house.person.accountId)
  const neighbour = await given.tracker(house.person.accountId)
  for (let minute = 0; minute < 5; minute += 1) {
    clock.move(60_000)
    await house.say([id, neighbour].map((device_id) => ({ device_id, rssi: -60, connected: true })))
  }
  await house.flush()
  const [fromMs, untilMs] = [clock.now() - 3_600_000, clock.now()]
  const [from, until] = [Math.floor(fromMs / 1000), Math.ceil(untilMs / 1000)]
  const range = `from_ms=${fromMs}&until_ms=${untilMs}`
  const questions: Readonly<Record<string, RegExp>> = {
    [`device/trail/${id}?start_time=${from}&end_time=${until}`]: /"kind":"station"/,
    [`app/history/way/${id}?${range}`]: /"points":\[\{/,
    [`app/history/site?at_ms=${untilMs}`]: new RegExp(id),
    [`app/history/changes?${range}`]: new RegExp(id),
    [`app/history/density?${range}&buckets=10`]: /"moves":\[(?:0,)*[1-9]/,
    [`app/history/contacts/${id}?${range}`]: new RegExp(neighbour),
    [`application/locationlogretrieve?device_id=${id}&query_start=${from}&query_end=${until}`]: new RegExp(id),
    [`application/locationlogretrieve?sender_id=${house.station.t4Id}&query_start=${from}&query_end=${until}`]:
      new RegExp(id),
  }
  const { token } = house.person
  for (const [path, answer] of Object.entries(questions)) {
    const before = await counted()
    const { body } = await call('GET', `/v3/${path}`, { token })
    expect(JSON.stringify(body), path).toMatch(answer)
    const after = await counted()
    expect(after.more, path).toBe(before.more)
    expect(after.one, path).toBeGreaterThan(before.one)
    // Somebody else finds nothing of it.
    const stranger = await given.person()
    const refused = await call('GET', `/v3/${path}`, { token: stranger.token })
    expect(JSON.stringify(refused.body), path).not.toMatch(answer)
  }
  // Workers hide rows of others by themselves, whatever a statement asks for.
  const seen = async (accountId: string) => {
    const statement = sql<{ rows: number }>`select count(*)::int as rows from location_logs`
    return (await asAccount(accountId, () => statement.execute(app.database.callsDb))).rows[0]!.rows
  }
  expect([await seen(house.person.accountId), await seen((await given.person()).accountId)]).toEqual([10, 0])
  // The planner's own word: one task, at one node.
  const { rows } = await ownerPool.query(
    `explain (format json) select * from stays where account_id = '${house.person.accountId}' and device_id = '${id}'`,
  )
  expect(JSON.stringify(rows)).toContain('"Task Count":1')
})

test('old days go in the night; where somebody reads them they go a minute later, and reports come in all the while', async () => {
  const house = await newWard()
  const id = await given.tracker(house.person.accountId)
  const say = () => house.say([{ device_id: id, rssi: -60 }])
  await say()
  clock.move(92 * 86_400_000)
  const drop = () => dropOldPartitions(ownerPool, LOCATION_LOGS, clock.now(), RETENTION_MS)
  const reader = await app.database.pool.connect()
  try {
    await reader.query('begin; lock table location_logs in access share mode')
    const [dropped] = await Promise.allSettled([drop(), say()])
    expect(dropped).toMatchObject({ status: 'rejected', reason: { code: '55P03' } })
    await reader.query('rollback')
  } finally {
    reader.release()
  }
  expect(await drop()).not.toEqual([])
  expect(await drop()).toEqual([])
  await say()
})
