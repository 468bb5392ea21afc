/** Trackers on a floor with a scale, placed by what all stations hear. Through the front door. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { startFrom, testIngest } from '../../../../../scripts/harness/test-ingest.ts'
import type { TrackerState } from '../../state/tracker-state.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

const METRES_PER_PIXEL = 0.02
/** In pixels of a plan of 20 m × 16 m. */
const CORNERS = [
  { x: 100, y: 100 },
  { x: 900, y: 100 },
  { x: 900, y: 700 },
  { x: 100, y: 700 },
  { x: 500, y: 400 },
] as const

interface Ward {
  readonly person: Person
  readonly mapId: string
  readonly id: string
  /** Reports of all stations, each some ms after the other, about a tag at a place, `second` s after the start. */
  readonly hear: (at: { readonly x: number; readonly y: number }, second: number, more?: object) => Promise<void>
}

async function newWard(scale: number | null = METRES_PER_PIXEL): Promise<Ward> {
  const person = await given.person()
  const mapId = randomUUID()
  await sql`insert into indoor_maps (account_id, id, map_name, image_type, image, width, height, metres_per_pixel, created_at)
    values (${person.accountId}, ${mapId}, 'Ward', 'image/png', '', 1000, 800, ${scale}, 0)`.execute(db)
  const stations = await Promise.all(CORNERS.map((at) => given.station(person.accountId, { mapId, ...at })))
  const id = await given.tracker(person.accountId)
  const startMs = clock.now() - 400_000
  const hear: Ward['hear'] = async (at, second, more = {}) => {
    for (const [index, { t4Id, password }] of stations.entries()) {
      const metres = Math.hypot(CORNERS[index]!.x - at.x, CORNERS[index]!.y - at.y) * METRES_PER_PIXEL
      const rssi = Math.round(-59 - 22 * Math.log10(Math.hypot(metres, 1)))
      const scans = [{ device_id: id, rssi, ...more }]
      const body = {
        t4_id: t4Id,
        key: password,
        seq: second * 10 + index,
        scanned_at_ms: startMs + second * 1000 + index * 30,
        scans,
      }
      await call('POST', '/v3/device/report', { body })
    }
  }
  return { person, mapId, id, hear }
}

async function stateOf(accountId: string): Promise<TrackerState> {
  await allHeard(app)
  const { rows } = await sql<TrackerState>`select * from tracker_states where account_id = ${accountId}`.execute(db)
  return rows[0]!
}

const metresApart = ({ indoor_X, indoor_Y }: TrackerState, at: { readonly x: number; readonly y: number }) =>
  Math.hypot(indoor_X! - at.x, indoor_Y! - at.y) * METRES_PER_PIXEL

test('a tracker between five stations is placed where it is, within the radius that is told', async () => {
  const { person, mapId, hear } = await newWard()
  const at = { x: 300, y: 560 }
  for (const second of [0, 2, 4, 6]) await hear(at, second)
  const state = await stateOf(person.accountId)
  expect(state).toMatchObject({ map_id: mapId, reason_code: 2 })
  expect(metresApart(state, at)).toBeLessThan(1.5)
  expect(metresApart(state, at)).toBeLessThan(state.accuracy!)
})

test('on a plan without a scale the stations’ places have to do', async () => {
  const { person, mapId, hear } = await newWard(null)
  await hear({ x: 300, y: 560 }, 0)
  const state = await stateOf(person.accountId)
  expect(state).toMatchObject({ map_id: mapId, reason_code: 2, belief: null })
})

test('after a crash a replay of the log places a tracker exactly as if there had been none', async () => {
  const { person, hear } = await newWard()
  const way = (second: number) => ({ x: 200 + 4 * second, y: 300 + second })
  for (let second = 0; second < 90; second += 3) await hear(way(second), second)
  await stateOf(person.accountId)
  const saved = await sql<{ row: object }>`select to_jsonb(s) as row from tracker_states s
    where account_id = ${person.accountId}`.execute(db)
  const place = await sql<{ next: number }>`select max(log_order) + 1 as next from location_logs
    where account_id = ${person.accountId}`.execute(db)
  for (let second = 90; second < 135; second += 3) await hear(way(second), second)
  const before = await stateOf(person.accountId)
  // What kill -9 leaves: an older hot row and checkpoint, while the log has all.
  await sql`delete from tracker_states where account_id = ${person.accountId}`.execute(db)
  await sql`insert into tracker_states select * from jsonb_populate_record(null::tracker_states,
    ${JSON.stringify(saved.rows[0]!.row)})`.execute(db)
  const next = testIngest(app)
  await startFrom(next, place.rows[0]!.next)
  await next.close()
  const { updated_at_ms: _, ...after } = await stateOf(person.accountId)
  expect(before).toMatchObject(after)
  expect(after.belief?.belief).not.toBeNull()
})

test('a tracker on the border of two rooms is told to be in one or the other, with its place, on request and in a call for help', async () => {
  const { person, mapId, id, hear } = await newWard()
  const { token } = person
  const names = ['Room 1', 'Room 2', 'Room 3', 'Room 4', 'Hall']
  for (const [index, at] of CORNERS.entries()) {
    await sql`update stations set t4_name = ${names[index]} where account_id = ${person.accountId}
      and "indoor_X" = ${at.x} and "indoor_Y" = ${at.y}`.execute(db)
  }
  app.running.ingest.forget(person.accountId)
  const tracker = async () => {
    await allHeard(app)
    const { body } = await call('GET', '/v3/app/trackers', { token })
    return body.trackers[0].qualified_location_info
  }
  for (const second of [0, 2, 4, 6]) await hear({ x: 300, y: 250 }, second)
  const [first, second] = (await tracker()).reason_data.rooms
  expect([first, second].sort()).toEqual(['Hall', 'Room 1'])

  const { belief } = (await call('GET', `/v3/app/trackers/${id}/belief`, { token })).body
  expect(belief).toMatchObject({ map_id: mapId, rooms_otherwise_ms: null })
  expect(belief.rooms.filter((room: { told: boolean }) => room.told)).toHaveLength(2)
  expect(belief.rooms[0].share).toBeLessThan(0.75)

  await hear({ x: 300, y: 250 }, 8, { help: true })
  await allHeard(app)
  await app.running.ingest.flush()
  const { notifications } = (await call('GET', '/v3/app/notifications', { token })).body
  expect(notifications[0].message).toContain(`${first} or ${second}, Ward`)

  for (const second of [10, 12, 14, 16]) await hear({ x: 120, y: 110 }, second)
  expect((await tracker()).reason_data.rooms).toEqual(['Room 1'])
})

test('a zone with an outline is a room of its own, unless it is most of a floor', async () => {
  const { person, mapId, hear } = await newWard()
  const { token } = person
  const zone = async (zone_name: string, [left, top, right, bottom]: readonly [number, number, number, number]) => {
    const polygon = [[left, top], [right, top], [right, bottom], [left, bottom]] // biome-ignore format: a box
    const body = { zone_name, zone_type: 'attendance', shape: { map_id: mapId, polygon } }
    expect((await call('POST', '/v3/app/zones', { token, body })).body.code).toBe(200)
  }
  await zone('Ward 2F', [0, 0, 1000, 700])
  await zone('Day room', [0, 250, 600, 800])
  for (const second of [0, 2, 4, 6]) await hear({ x: 200, y: 600 }, second)
  await allHeard(app)
  const { body } = await call('GET', '/v3/app/trackers', { token })
  expect(body.trackers[0].qualified_location_info.reason_data.rooms).toEqual(['Day room'])
})

test('a tracker whose sensor reports rest stays in its room, however the radio flickers', async () => {
  const { person, mapId, hear } = await newWard()
  const polygon = [
    [100, 400],
    [500, 400],
    [500, 700],
    [100, 700],
  ]
  const body = { zone_name: 'Room', zone_type: 'attendance', shape: { map_id: mapId, polygon } }
  expect((await call('POST', '/v3/app/zones', { token: person.token, body })).body.code).toBe(200)
  for (let second = 0; second < 12; second += 2) await hear({ x: 300, y: 560 }, second)
  for (let second = 12; second < 60; second += 2) {
    await hear(second % 4 === 0 ? { x: 300, y: 560 } : { x: 460, y: 480 }, second, { moving: false })
  }
  await stateOf(person.accountId)
  const { rows } = await sql<{ until_ms: number | null }>`select until_ms from device_conditions
    where account_id = ${person.accountId} and kind = 'in_zone'`.execute(db)
  expect(rows).toEqual([{ until_ms: null }])
})
