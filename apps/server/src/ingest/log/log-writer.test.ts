/** What the log does when the database or a row of somebody else's fails it. */
import { createServer, connect as dial, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { quietListener } from '../../../../../scripts/harness/quiet-listener.ts'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { testIngest } from '../../../../../scripts/harness/test-ingest.ts'
import { connectDatabase } from '../../platform/postgres/database.ts'
import type { StateListener } from '../../state/state-listener.ts'
import type { Sender } from '../receive/recogniser.ts'

const DAY_MS = 86_400_000
const app = await testApp()
const given = makeGiven(app)
const { clock, call } = app
const { db } = app.database

/**
 * An ingest whose log is behind a wire that breaks when an answer of the database holds a word, as often as told; or behind which
 * the server freezes then: what it says next arrives too late.
 */
async function ingestBehindWire({ endsIdleAfter = '20s' } = {}) {
  let word = ''
  let left = 0
  let freezes = false
  let writes = 0
  const sockets = new Set<Socket>()
  const wire = createServer((near) => {
    const far = dial({ path: join(app.database.address.host, '.s.PGSQL.5432') })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => [near, far].map((other) => other.destroy()))
    }
    let isFrozen = false
    near.on('data', (asked) => {
      if (isFrozen) return
      if (/(copy|insert into) location_logs/.test(asked.toString('latin1'))) writes += 1
      far.write(asked)
    })
    far.on('data', (answer) => {
      const isHit = left > 0 && answer.includes(word)
      if (isHit) left -= 1
      if (isHit && !freezes) near.destroy()
      else near.write(answer)
      isFrozen ||= isHit && freezes
    })
  })
  await new Promise<void>((listening) => wire.listen(0, '127.0.0.1', listening))
  const { port } = wire.address() as { port: number }
  const { user, database } = app.database.address
  const behind = connectDatabase({ connectionString: `postgresql://${user}@127.0.0.1:${port}/${database}` }, quietLog)
  behind.pool.on(
    'connect',
    (client) => void client.query(`set idle_in_transaction_session_timeout = '${endsIdleAfter}'`),
  )
  const heard: { id: string; battery: number | null }[] = []
  const listener: StateListener = {
    ...quietListener,
    trackerChanged: ({ id }, _before, { battery }) => heard.push({ id, battery }),
  }
  // The tables are read by a wire that holds.
  const ingest = testIngest(app, { pool: behind.pool, listener })
  onTestFinished(async () => {
    await ingest.close()
    await behind.close()
    for (const socket of sockets) socket.destroy()
    wire.close()
  })
  return {
    ingest,
    heard,
    breakAt(answer: string, times: number) {
      word = answer
      left = times
      freezes = false
    },
    freezeAt(answer: string) {
      word = answer
      left = 1
      freezes = true
    },
    left: () => left,
    writes: () => writes,
  }
}

async function stationWithTags(count: number) {
  const person = await given.person()
  const { t4Id, password } = await given.station(person.accountId, { gps: [35, 139] })
  const ids = await Promise.all(Array.from({ length: count }, () => given.tracker(person.accountId)))
  const sender: Sender = { accountId: person.accountId, senderId: t4Id, t4Id }
  return { person, password, t4Id, ids, sender }
}

const observation = (ids: readonly string[], rest: object = {}) => ({
  seq: '1',
  scannedAtMs: clock.now(),
  items: ids.map((identity) => ({ kind: 'sighting' as const, identity, rssiDbm: -60, batteryPercent: 70, ...rest })),
})

const storedOf = async (accountId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from location_logs
    where account_id = ${accountId}`.execute(db)
  return rows[0]!.n
}

test.each([
  ['once', 1],
  ['three times', 3],
])(
  'what was committed when the connection broke %s before the answer is shown all the same, and is no repeat',
  async (_what, times) => {
    const { ingest, heard, breakAt, left } = await ingestBehindWire()
    breakAt('COPY 1', times)
    const { sender, ids } = await stationWithTags(1)
    expect(await ingest.accept(sender, 'station', observation(ids), clock.now())).toMatchObject({
      stored: 1,
      repeated: 0,
    })
    expect(left()).toBeLessThan(times)
    expect(await storedOf(sender.accountId)).toBe(1)
    await eventually(async () => expect(heard).toEqual([{ id: ids[0], battery: 70 }]))
  },
)

test('a report from the future that was committed when the connection broke is shown all the same', async () => {
  const { ingest, heard, breakAt, left } = await ingestBehindWire()
  const { sender, ids } = await stationWithTags(1)
  // The day's partition is there then, and the next COMMIT is the report's.
  await ingest.accept(sender, 'station', { ...observation(ids), seq: '0' }, clock.now())
  await eventually(async () => expect(heard).toHaveLength(1))
  const ahead = { ...observation(ids, { batteryPercent: 60 }), scannedAtMs: clock.now() + 60_000 }
  breakAt('COMMIT', 2)
  expect(await ingest.accept(sender, 'station', ahead, clock.now())).toMatchObject({ stored: 1, repeated: 0 })
  expect(left()).toBe(0)
  expect(await storedOf(sender.accountId)).toBe(2)
  await eventually(async () => expect(heard.at(-1)).toEqual({ id: ids[0], battery: 60 }))
})

test('a report is stored, and not taken for one that cannot be, though the server froze between two statements', async () => {
  // Twenty seconds are too long for a test.
  const { ingest, freezeAt, left } = await ingestBehindWire({ endsIdleAfter: '200ms' })
  const { sender, ids } = await stationWithTags(1)
  await ingest.accept(sender, 'station', { ...observation(ids), seq: '0' }, clock.now())
  const ahead = { ...observation(ids), scannedAtMs: clock.now() + 60_000 }
  freezeAt('BEGIN')
  expect(await ingest.accept(sender, 'station', ahead, clock.now())).toMatchObject({ stored: 1, repeated: 0 })
  expect(left()).toBe(0)
  expect(await storedOf(sender.accountId)).toBe(2)
})

test('a repeat whose batch had to be tried again stays a repeat and moves nothing', async () => {
  const { ingest, heard, breakAt, left } = await ingestBehindWire()
  breakAt('INSERT 0 0', 1)
  const { sender, ids } = await stationWithTags(1)
  const said = observation(ids)
  await ingest.accept(sender, 'station', said, clock.now())
  await eventually(async () => expect(heard).toHaveLength(1))
  expect(await ingest.accept(sender, 'station', said, clock.now() + 5)).toMatchObject({ stored: 0, repeated: 1 })
  expect(left()).toBe(0)
  expect(heard).toHaveLength(1)
})

test('a row the database cannot store is quarantined, and the others of its batch are stored together', async () => {
  const { ingest, heard, writes } = await ingestBehindWire()
  const { sender, ids } = await stationWithTags(200)
  const [bad, ...good] = ids
  const items = [...observation(good).items, ...observation([bad!], { steps: 1.5 }).items]
  const answer = await ingest.accept(sender, 'station', { ...observation([]), items }, clock.now())
  expect(answer).toMatchObject({ stored: 199, repeated: 0 })
  expect(await storedOf(sender.accountId)).toBe(199)
  // Two writers, one of which looks for the row by halves.
  expect(writes()).toBeLessThan(20)
  await eventually(async () => expect(heard).toHaveLength(199))
})

test('a row with a time that is no date is quarantined, and others of its batch are stored', async () => {
  const { ingest } = app.running
  const { sender, ids } = await stationWithTags(2)
  const never = { ...observation(ids.slice(0, 1)), scannedAtMs: Number.NaN }
  const answers = await Promise.all([
    ingest.accept(sender, 'station', never, clock.now()),
    ingest.accept(sender, 'station', observation(ids.slice(1)), clock.now()),
  ])
  expect(answers).toMatchObject([{ stored: 0 }, { stored: 1 }])
})

test('an error that is not the database’s is answered, and not tried again', async () => {
  const bug = new RangeError('Invalid time value')
  const pool = { connect: () => Promise.reject(bug) } as never
  const ingest = testIngest(app, { pool })
  onTestFinished(() => ingest.close())
  const { sender, ids } = await stationWithTags(1)
  await expect(ingest.accept(sender, 'station', observation(ids), clock.now())).rejects.toBe(bug)
})

test('a day that was dropped without its writer’s knowledge is created again, and no row is quarantined', async () => {
  clock.hold()
  const { sender, ids } = await stationWithTags(1)
  const { ingest } = app.running
  const late = (seq: string) => ({ ...observation(ids), seq, scannedAtMs: clock.now() - 50 * DAY_MS })
  expect(await ingest.accept(sender, 'station', late('1'), clock.now())).toMatchObject({ stored: 1 })
  const day = new Date(clock.now() - 50 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '_')
  await app.database.ownerPool.query(`drop table location_logs_${day}`)
  expect(await ingest.accept(sender, 'station', late('2'), clock.now())).toMatchObject({ stored: 1 })
})

test("a state that cannot be moved is told as a bug, and other accounts' dots go on", async () => {
  const broken = await stationWithTags(1)
  const sound = await stationWithTags(1)
  const report = ({ t4Id, password, ids }: typeof broken, seq: number) =>
    call('POST', '/v3/device/report', {
      body: { t4_id: t4Id, key: password, seq, scanned_at_ms: clock.now(), scans: [{ device_id: ids[0], rssi: -60 }] },
    })
  await sql`insert into tracker_states (account_id, device_id, last_seen_ms, sightings, updated_at_ms)
    values (${broken.sender.accountId}, ${broken.ids[0]}, 1, '{"no": "list"}', 1)`.execute(db)
  await Promise.all([report(broken, 1), report(sound, 1)])
  await report(sound, 2)
  await eventually(async () => {
    const { body } = await call('GET', '/v3/app/trackers', { token: sound.person.token })
    expect(body.trackers[0]).toMatchObject({ gps_latitude: 35 })
  })
})

test('a report that waited for the database counts as received when it enters the log, as rows of other servers do', async () => {
  const { ingest, breakAt, left } = await ingestBehindWire()
  const { ids, sender } = await stationWithTags(1)
  // The answer that gives places.
  breakAt('number', 2)
  const arrivedMs = clock.now()
  const accepted = ingest.accept(sender, 'station', observation(ids), arrivedMs)
  await eventually(async () => expect(left()).toBeLessThan(2))
  clock.move(5000)
  expect(await accepted).toMatchObject({ stored: 1 })
  const { rows } = await sql<{ received_at_ms: number; scanned_at_ms: number }>`
    select received_at_ms, scanned_at_ms from location_logs where device_id = ${ids[0]}`.execute(db)
  expect(rows[0]!.received_at_ms).toBeGreaterThanOrEqual(arrivedMs + 5000)
  expect(rows[0]!.scanned_at_ms).toBeLessThan(arrivedMs + 5000)
})

test('while the database is slow an account that sends a lot delays itself: others are taken in, and in their turn', async () => {
  const opened = Promise.withResolvers<void>()
  const { pool } = app.database
  const slow = new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return () => opened.promise.then(() => target.connect())
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const ingest = testIngest(app, { pool: slow })
  onTestFinished(() => {
    opened.resolve()
    return ingest.close()
  })
  const [loud, calm] = [await stationWithTags(0), await stationWithTags(1)]
  const many = Array.from({ length: 3000 }, (_, index) => `G3-MANY-${index}`)
  await sql`insert into trackers (account_id, device_id, name, device_model, created_at)
    select ${loud.sender.accountId}::uuid, id, id, 'g3', 0 from unnest(${many}::text[]) as id`.execute(db)
  const order: string[] = []
  const accept = ({ sender }: typeof loud, ids: readonly string[], seq: number) =>
    ingest.accept(sender, 'station', { ...observation(ids), seq: String(seq) }, clock.now()).then(() => {
      order.push(sender.accountId)
    })
  const refused: number[] = []
  const sent: Promise<unknown>[] = []
  // What is accepted waits for the database.
  for (let seq = 0; seq < 14; seq += 1) {
    sent.push(accept(loud, many, seq).catch(() => refused.push(seq)))
    if (seq === 0) await eventually(async () => expect(ingest.oldestPendingMs()).toBeLessThan(Number.POSITIVE_INFINITY))
    await new Promise(setImmediate)
  }
  expect(refused.length).toBeGreaterThan(0)
  sent.push(accept(calm, calm.ids, 1))
  await new Promise(setImmediate)
  opened.resolve()
  await Promise.all(sent)
  expect(order.indexOf(calm.sender.accountId)).toBeLessThan(order.length / 2)
  expect(await storedOf(calm.sender.accountId)).toBe(1)
})
