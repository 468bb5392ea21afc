import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { listenedElsewhere } from '../../../../scripts/harness/listened.ts'
import { pushService } from '../../../../scripts/harness/push-service.ts'
import { helpOf, raised } from '../../../../scripts/harness/raised.ts'
import { reachedIn } from '../../../../scripts/harness/reached.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { raise } from '../events/raise.ts'
import type { Db } from '../platform/postgres/database.ts'

const push = await pushService()
const app = await testApp({ pushServices: push.services })
const reached = reachedIn(app, makeGiven(app), push)
const { clock } = app
const { db } = app.database

const eventually = <Seen>(look: () => Seen | Promise<Seen>) => expect.poll(look)
const help = () => helpOf('G3-1', 'Ito Haru', clock.now())
const waiting = async (accountId: string) =>
  (await sql<{ created_at_ms: number }>`select created_at_ms from pushes where account_id = ${accountId}`.execute(db))
    .rows

interface Queued {
  readonly createdAtMs: number
  /** When it is due; as soon as it was written unless told. */
  readonly dueAtMs?: number
  /** That it had. */
  readonly tries?: number
}

/** Writes pushes of one event to all browsers of the account, as many as are asked for. */
async function queue(on: Db, accountId: string, count: number, of: Queued): Promise<void> {
  const { createdAtMs, dueAtMs = createdAtMs, tries = 0 } = of
  const id = randomUUID()
  await sql`insert into notifications (account_id, id, type, is_listed, facts, event_time_ms, repeat, created_at_ms)
    values (${accountId}, ${id}, 'test', false, '{"by": ""}', 1, false, ${createdAtMs})`.execute(on)
  await sql`insert into pushes (id, account_id, session_id, notification_id, service, created_at_ms, next_try_at_ms, tries)
    select gen_random_uuid(), account_id, session_id, ${id}, service, ${createdAtMs}, ${dueAtMs}, ${tries}
    from push_subscriptions, generate_series(1, ${count}) where account_id = ${accountId}`.execute(on)
}

test('a service that never answers holds up no other, however much waits for it', async () => {
  const unlucky = await reached(push.silentBrowser())
  const { accountId, browser } = await reached()
  await queue(db, unlucky.accountId, 400, { createdAtMs: clock.now() - 1000 })
  app.running.app.alarms.wake()
  await eventually(() => push.received.some(({ endpoint }) => endpoint === unlucky.browser.endpoint)).toBe(true)
  const ids = await raised(app, accountId, help())
  await eventually(() => browser.woken().map(({ message }) => (message as { id: string }).id)).toEqual(ids)
  await sql`delete from pushes where account_id = ${unlucky.accountId}`.execute(db)
  push.hangUp()
})

test('a call goes out before what was burst out earlier, and what failed goes behind what is as new', async () => {
  clock.hold()
  const house = await reached()
  const failing = await reached()
  const caller = await reached()
  await listenedElsewhere(db, caller.accountId)
  const mine = new Set([house, failing, caller].map(({ browser }) => browser.endpoint))
  const order = () => push.received.map(({ endpoint }) => endpoint).filter((endpoint) => mine.has(endpoint))
  const now = clock.now()
  // At once, so that one look finds all of it.
  await db.transaction().execute(async (on) => {
    await queue(on, house.accountId, 100, { createdAtMs: now - 30_000 })
    await queue(on, failing.accountId, 100, { createdAtMs: now - 30_000, tries: 3 })
    await raise(on, app.running.app, { ...help(), accountId: caller.accountId })
  })
  app.running.app.alarms.wake()
  await eventually(() => order().length).toBe(201)
  // As many are under way side by side.
  expect(order().indexOf(caller.browser.endpoint)).toBeLessThan(20)
  expect(order().slice(0, 80)).not.toContain(failing.browser.endpoint)
  expect(order().slice(121)).not.toContain(house.browser.endpoint)
})

test('failed tries delay no fresh push, however many of them come due', async () => {
  const failing = await reached()
  const house = await reached()
  const mine = new Set([failing, house].map(({ browser }) => browser.endpoint))
  const order = () => push.received.map(({ endpoint }) => endpoint).filter((endpoint) => mine.has(endpoint))
  const now = clock.now()
  await db.transaction().execute(async (on) => {
    await queue(on, failing.accountId, 400, { createdAtMs: now - 300_000, dueAtMs: now, tries: 3 })
    await queue(on, house.accountId, 20, { createdAtMs: now - 10_000 })
  })
  app.running.app.alarms.wake()
  await eventually(() => order().length).toBe(420)
  expect(order().lastIndexOf(house.browser.endpoint)).toBeLessThan(40)
})

test('a push that was put off by a clock that has been set back since goes out', async () => {
  const { accountId, browser } = await reached()
  await queue(db, accountId, 1, { createdAtMs: clock.now(), dueAtMs: clock.now() + 3_700_000, tries: 1 })
  await eventually(() => browser.woken().length).toBe(1)
  await eventually(() => waiting(accountId)).toEqual([])
})

test('a push that could not be sent within the hour is dropped, although newer ones go first', async () => {
  const { accountId } = await reached(push.silentBrowser())
  const hourAgo = clock.now() - 3_600_000
  await db.transaction().execute(async (on) => {
    await queue(on, accountId, 50, { createdAtMs: hourAgo - 1000 })
    await queue(on, accountId, 100, { createdAtMs: clock.now() })
  })
  app.running.app.alarms.wake()
  const late = async () => (await waiting(accountId)).filter(({ created_at_ms }) => created_at_ms < hourAgo).length
  await eventually(late).toBe(0)
  expect(await waiting(accountId)).toHaveLength(100)
  await sql`delete from pushes where account_id = ${accountId}`.execute(db)
  push.hangUp()
})
