import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

interface Told {
  type: string
  device_id: string
  facts: Record<string, unknown>
  late_since_ms: number | null
}

/** Everything the account was told, in its order, once what was reported is in the states. */
async function told({ accountId }: Pick<Person, 'accountId'>): Promise<Told[]> {
  await app.running.app.ingest.fleet.flush()
  const { rows } = await sql<Told>`select type, device_id, facts, late_since_ms from notifications
    where account_id = ${accountId} order by event_time_ms`.execute(db)
  return rows
}
const typesTold = async (person: Pick<Person, 'accountId'>) => (await told(person)).map(({ type }) => type)
const eventuallyTold = (person: Pick<Person, 'accountId'>, types: string[]) =>
  eventually(async () => expect(await typesTold(person)).toEqual(types))

/** An account with a map, a station in its middle, and what the station says. */
async function ward() {
  const person = await given.person()
  const mapId = await given.indoorMap(person.accountId, 'Hinoki Garden 2F East')
  const { t4Id, password } = await given.station(person.accountId, { mapId, x: 500, y: 250 })
  let seq = 0
  /** Reports scans, and answers once states are moved on by them. */
  const say = async (scans: object[], atMs = clock.now(), station = { t4Id, password }) => {
    seq += 1
    const body = { t4_id: station.t4Id, key: station.password, seq, scanned_at_ms: atMs, scans }
    expect((await call('POST', '/v3/device/report', { body })).body).toMatchObject({ code: 200 })
  }
  return { person, mapId, station: { t4Id, password }, say }
}

async function zone(
  accountId: string,
  shape: object,
  rest: { type?: string; classes?: number[]; times?: object[] } = {},
) {
  const id = randomUUID()
  await sql`insert into zones (account_id, id, zone_name, zone_type, shape, class_indexes, active_times, created_at)
    values (${accountId}, ${id}, 'Stairs B', ${rest.type ?? 'danger'}, ${JSON.stringify(shape)}, ${rest.classes ?? null},
      ${rest.times === undefined ? null : JSON.stringify(rest.times)}, 1)`.execute(db)
  app.running.app.ingest.forget(accountId)
  return id
}

const around = (x: number, y: number): [number, number][] => [
  [x - 50, y - 50],
  [x + 50, y - 50],
  [x + 50, y + 50],
  [x - 50, y + 50],
]

test('who walks into a danger zone is told of once, and again when he comes back [NOTI-07]', async () => {
  const { person, mapId, say } = await ward()
  await zone(person.accountId, { map_id: mapId, polygon: around(500, 250) })
  const far = await given.station(person.accountId, { mapId, x: 900, y: 450 })
  const id = await given.tracker(person.accountId, { name: 'Ito Haru' })
  const start = clock.now() - 600_000
  const near = (second: number) => say([{ device_id: id, rssi: -50 }], start + second * 1000)
  const away = (second: number) => say([{ device_id: id, rssi: -50 }], start + second * 1000, far)
  await near(0)
  expect(await typesTold(person)).toEqual([])
  for (const second of [2, 4, 6]) await near(second)
  await eventuallyTold(person, ['enter_danger_zone'])
  expect(await told(person)).toMatchObject([
    {
      device_id: id,
      facts: { device_name: 'Ito Haru', zone_name: 'Stairs B', place: 'Hinoki Garden 2F East' },
      late_since_ms: null,
    },
  ])
  // The other station only, long enough that the first is forgotten.
  for (const second of [60, 62, 64, 66]) await away(second)
  for (const second of [120, 122, 124]) await near(second)
  await eventuallyTold(person, ['enter_danger_zone', 'enter_danger_zone'])
})
