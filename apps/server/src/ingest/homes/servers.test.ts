import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { openTransaction } from '../../../../../scripts/harness/meanwhile.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { Heartbeat, joinServers, moveCheckpoints, SEEN_EVERY_MS, saveCheckpoint, takeOverDead } from './servers.ts'

const app = await testApp({ heartbeatEveryMs: 100 })
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database
const own = app.running.app.serverId

const serversOf = async (ids: readonly string[]) => {
  const { rows } = await sql<{ server_id: string; log_order: number }>`
    select server_id, log_order from servers where server_id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.server_id, row.log_order]))
}
/** A place in the log that nobody else has. */
const newPlace = async (): Promise<number> =>
  (await sql<{ place: number }>`select nextval('log_orders') as place`.execute(db)).rows[0]!.place
const oldestMark = async (): Promise<number> =>
  (await sql<{ checkpoint: number }>`select min(log_order) as checkpoint from servers`.execute(db)).rows[0]!.checkpoint
const die = (id: string) =>
  sql`update servers set seen_at = clock_timestamp() - interval '11 seconds' where server_id = ${id}`.execute(db)
/** Time goes by from heartbeat to heartbeat meanwhile, but not so much that it is another outage to the running server. */
const onceItMayJudge = (check: () => Promise<void>) => {
  let lastBeat = ''
  return eventually(async () => {
    const { rows } = await sql<{ beat: string }>`
      select seen_at::text as beat from servers where server_id = ${own}`.execute(db)
    const beat = rows[0]?.beat ?? ''
    if (beat !== lastBeat) clock.move(1500)
    lastBeat = beat
    await check()
  })
}

test('a server says every two seconds that it lives and how far it is', async () => {
  const usual = await testApp()
  const { db } = usual.database
  const own = usual.running.app.serverId
  const { rows } = await sql<{ place: number }>`select nextval('log_orders') as place`.execute(db)
  const { place } = rows[0]!
  await sql`update servers set seen_at = clock_timestamp() - interval '5 seconds', log_order = 1
    where server_id = ${own}`.execute(db)
  await eventually(async () => {
    const { rows } = await sql<{ seen: boolean; log_order: number }>`
      select seen_at > clock_timestamp() - interval '3 seconds' as seen, log_order from servers
      where server_id = ${own}`.execute(db)
    expect(rows[0]?.seen).toBe(true)
    expect(rows[0]?.log_order).toBeGreaterThan(place)
  })
})

test('a live server replays what a dead one did not write, within seconds', async () => {
  const person = await given.person()
  const { t4Id, password } = await given.station(person.accountId, { gps: [35, 139] })
  const [id, witness] = [await given.tracker(person.accountId), await given.tracker(person.accountId)]
  const body = { t4_id: t4Id, key: password, seq: 1, scanned_at_ms: clock.now(), scans: [{ device_id: id, rssi: -60 }] }
  expect((await call('POST', '/v3/device/report', { body })).body).toMatchObject({ stored: 1 })
  const battery = async (of: string) => {
    const { body: answer } = await call('GET', '/v3/app/trackers', { token: person.token })
    return answer.trackers.find(({ device_id }: { device_id: string }) => device_id === of).battery
  }
  /** Another server stores a report. */
  const store = (place: number, of: string, percent: number) =>
    sql`
    insert into location_logs (account_id, device_id, scanned_at_ms, sender_id, seq, received_at_ms, clock_ahead, rssi,
      battery, log_order)
    values (${person.accountId}, ${of}, ${clock.now()}, ${t4Id}, ${randomUUID()}, ${clock.now()}, false, -50, ${percent},
      ${place})`.execute(db)
  const isFollowed = async (percent: number) => {
    await store(await newPlace(), witness, percent)
    await eventually(async () => expect(await battery(witness)).toBe(percent))
  }
  // One was taken for dead, so that nobody looked for what it was writing any more, stored that, answered it and died.
  const place = await newPlace()
  await isFollowed(60)
  await onceItMayJudge(async () => expect(await oldestMark()).toBeGreaterThan(place))
  for (const percent of [61, 62]) await isFollowed(percent)
  await store(place, id, 42)
  const other = randomUUID()
  await saveCheckpoint(db, other, place)
  await sql`update servers set seen_at = 'infinity' where server_id = ${other}`.execute(db)
  for (const percent of [63, 64]) await isFollowed(percent)
  expect(await battery(id)).toBeNull()
  await die(other)
  await onceItMayJudge(async () => {
    await app.running.ingest.flush()
    expect(await battery(id)).toBe(42)
  })
  expect((await serversOf([other])).size).toBe(0)
})

test('one of several servers takes over a dead one, and keeps its checkpoint until that is done', async () => {
  const [first, second, dead, alive] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  // The running server would be a third.
  const holder = await openTransaction(db)
  await saveCheckpoint(holder, first, 50)
  await saveCheckpoint(holder, second, 50)
  await saveCheckpoint(holder, alive, 20)
  await saveCheckpoint(holder, dead, 30)
  await sql`update servers set seen_at = clock_timestamp() - interval '11 seconds' where server_id = ${dead}`.execute(
    holder,
  )
  expect(await takeOverDead(holder, first)).toBe(30)
  expect(await takeOverDead(holder, second)).toBeUndefined()
  await holder.commit().execute()
  const checkpoints = await serversOf([first, second, dead, alive])
  expect(checkpoints.get(first)).toBe(30)
  expect(checkpoints.get(second)).toBe(50)
  expect(checkpoints.has(dead)).toBe(false)
  expect(checkpoints.get(alive)).toBe(20)
})

test('a server that begins starts from the oldest checkpoint, and moves that of the dead once it is up to date', async () => {
  const [begins, dead] = [randomUUID(), randomUUID()]
  const mine = (await serversOf([own])).get(own)!
  // The running server holds back.
  clock.move(20_000)
  const holder = await openTransaction(db)
  await saveCheckpoint(holder, dead, 10)
  await sql`update servers set seen_at = clock_timestamp() - interval '1 hour' where server_id = ${dead}`.execute(
    holder,
  )
  await holder.commit().execute()
  const joined = await joinServers(db, begins)
  // The running server may have been first.
  if (joined.silent.includes(dead)) expect(joined.checkpoint).toBe(10)
  await moveCheckpoints(db, [dead, own], mine + 1_000_000_000)
  const checkpoints = await serversOf([begins, dead, own])
  expect(checkpoints.has(begins)).toBe(true)
  expect(checkpoints.get(own)).toBeLessThan(mine + 1_000_000_000)
  expect(checkpoints.get(dead) ?? mine + 1_000_000_000).toBe(mine + 1_000_000_000)
  await onceItMayJudge(async () => expect((await serversOf([dead])).size).toBe(0))
})

test('listeners of a dead server count until it is taken over; a starting server takes none over', async () => {
  const { accountId } = await given.person()
  const listening = async () =>
    (await sql`select from listeners where account_id = ${accountId}`.execute(db)).rows.length
  // The running server holds back.
  clock.move(20_000)
  const dead = randomUUID()
  await saveCheckpoint(db, dead, await newPlace())
  await sql`insert into listeners (server_id, account_id) values (${dead}, ${accountId})`.execute(db)
  await die(dead)
  const { silent, nextPosition } = await joinServers(db, randomUUID())
  expect(silent).toContain(dead)
  await moveCheckpoints(db, silent, nextPosition)
  expect(await listening()).toBe(1)
  await onceItMayJudge(async () => expect(await listening()).toBe(0))
})

const DEAD_MS = 10_000
/** Gaps (ms) between what a server said, from its start on, and whether it may take others for dead by then. */
test.each<[string, readonly (readonly [number, boolean])[]]>([
  [
    'one that begins gives the others their time',
    [[0, false], ...Array(4).fill([SEEN_EVERY_MS, false]), [SEEN_EVERY_MS, true], [SEEN_EVERY_MS, true]],
  ],
  [
    'one that was a little late does not hold back',
    [
      [5000, false],
      [5000, true],
      [DEAD_MS - 2 * SEEN_EVERY_MS, true],
    ],
  ],
  [
    'others may have been silent two beats longer than it was itself',
    [
      [5000, false],
      [5000, true],
      [DEAD_MS - 2 * SEEN_EVERY_MS + 1, false],
      [5000, false],
      [4999, false],
      [1, true],
    ],
  ],
])('which servers a server takes for dead: %s', (_what, beats) => {
  let nowMs = 1000
  const heartbeat = new Heartbeat({ now: () => 0, steady: () => nowMs })
  const judged = beats.map(([gapMs]) => {
    nowMs += gapMs
    return heartbeat.beat()
  })
  expect(judged).toEqual(beats.map(([, may]) => may))
})

test('a server that could not say so itself for long takes nobody for dead before the others had their turn', async () => {
  const other = randomUUID()
  await saveCheckpoint(db, other, await newPlace())
  // The database was away from both.
  clock.move(20_000)
  await sql`update servers set seen_at = clock_timestamp() - interval '20 seconds'
    where server_id in (${own}, ${other})`.execute(db)
  for (let turn = 0; turn < 2; turn += 1) {
    await eventually(async () => {
      const { rows } = await sql`select from servers
        where server_id = ${own} and seen_at > clock_timestamp() - interval '10 seconds'`.execute(db)
      expect(rows).toHaveLength(1)
    })
    await sql`update servers set seen_at = clock_timestamp() - interval '20 seconds' where server_id = ${own}`.execute(
      db,
    )
  }
  expect((await serversOf([other])).size).toBe(1)
  // From then on it is as ever.
  await onceItMayJudge(async () => expect((await serversOf([other])).size).toBe(0))
})

test('a server that was wrongly declared dead returns', async () => {
  await sql`delete from servers where server_id = ${own}`.execute(db)
  await eventually(async () => expect((await serversOf([own])).size).toBe(1))
})

test('a server that heard of a device before another did does not undo what the other wrote since', async () => {
  const person = await given.person()
  const { t4Id, password } = await given.station(person.accountId, { gps: [35, 139] })
  const id = await given.tracker(person.accountId)
  const now = clock.now()
  const report = (seq: number, scanned_at_ms: number, battery: number) =>
    call('POST', '/v3/device/report', {
      body: { t4_id: t4Id, key: password, seq, scanned_at_ms, scans: [{ device_id: id, rssi: -60, battery }] },
    })
  const tracker = async () => (await call('GET', '/v3/app/trackers', { token: person.token })).body.trackers[0]
  await report(1, now - 60_000, 50)
  await eventually(async () => expect(await tracker()).toMatchObject({ battery: 50 }))
  // The other server heard it later.
  await sql`update tracker_states set battery = 42, last_seen_ms = ${now} where account_id = ${person.accountId}`.execute(
    db,
  )
  await report(2, now - 30_000, 49)
  await allHeard(app)
  expect(await tracker()).toMatchObject({ battery: 42 })
  await report(3, now + 1000, 41)
  await eventually(async () => expect(await tracker()).toMatchObject({ battery: 41 }))
})
