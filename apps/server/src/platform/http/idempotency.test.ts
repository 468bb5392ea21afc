import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { Nightly } from '../../nightly.ts'
import { KEPT } from '../settings.ts'

const HOUR = 3_600_000
const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

const link = (name: string) => ({ accesslink: { name, role: 'guest' } })
const create = (token: string, key: string, body: object = link('Night shift')) =>
  call('POST', '/v3/app/accesslink', { token, body, headers: { 'idempotency-key': key } })
const links = async ({ accountId }: Person): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from access_links where account_id = ${accountId}`.execute(db)
  return rows[0]?.n ?? 0
}

test('the same call with the same key runs once and gets the same answer for 24 hours', async () => {
  const person = await given.person({ stay: true })
  const key = randomUUID()
  const first = await create(person.token, key)
  expect(first.status).toBe(200)
  clock.move(23 * HOUR)
  const token = (await call('POST', '/v3/app/users/token', { token: person.token, body: { refresh: true } })).body
    .access_token
  const again = await create(token, key)
  expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body })
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
  expect(await links(person)).toBe(1)
  clock.move(1.1 * HOUR)
  const { access_token } = (await call('POST', '/v3/app/users/token', { token, body: { refresh: true } })).body
  // The key was forgotten: the call runs again, and its name is taken by then.
  expect((await create(access_token, key)).body.code).toBe(400117)
})

test('another call with the same key is refused with 409001 and does nothing', async () => {
  const person = await given.person()
  const key = randomUUID()
  await create(person.token, key)
  const other = await create(person.token, key, link('Day shift'))
  expect(other).toMatchObject({ status: 409, body: { code: 409001, info: 'idempotency-key' } })
  const headers = { 'idempotency-key': key }
  const elsewhere = await call('PUT', '/v3/app/users/profile', {
    token: person.token,
    body: { locale: 'ja-jp' },
    headers,
  })
  expect(elsewhere.body.code).toBe(409001)
  expect(await links(person)).toBe(1)
})

test('one of many simultaneous calls runs, and the others get its answer or are asked to wait', async () => {
  const person = await given.person()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(person.token, key)))
  expect(await links(person)).toBe(1)
  const done = answers.filter(({ status }) => status === 200)
  expect(new Set(done.map(({ body }) => body.accesslink.link_code)).size).toBe(1)
  for (const { body, headers } of answers.filter(({ status }) => status !== 200)) {
    expect({ code: body.code, wait: headers.get('retry-after') }).toEqual({ code: 409001, wait: '1' })
  }
})

test('a refused call may be made again with the same key', async () => {
  const person = await given.person()
  const key = randomUUID()
  await create(person.token, 'another')
  expect((await create(person.token, key)).body.code).toBe(400117)
  await sql`delete from access_links where account_id = ${person.accountId}`.execute(db)
  expect((await create(person.token, key)).status).toBe(200)
})

test('a call that was cut off may be made again after a minute, and not before', async () => {
  const person = await given.person()
  const key = randomUUID()
  await create(person.token, key)
  await sql`update idempotency_keys set answer = null where account_id = ${person.accountId}`.execute(db)
  await sql`delete from access_links where account_id = ${person.accountId}`.execute(db)
  expect((await create(person.token, key)).body.code).toBe(409001)
  clock.move(61_000)
  expect((await create(person.token, key)).status).toBe(200)
})

test("a key is a session's own: a colleague and a stranger with the same one make calls of their own", async () => {
  const person = await given.person()
  const key = randomUUID()
  const first = await create(person.token, key)
  const colleague = await given.person({ accountId: person.accountId })
  expect((await create(colleague.token, key)).body.code).toBe(400117)
  const stranger = await create((await given.person()).token, key)
  expect(stranger.body.accesslink.link_code).not.toBe(first.body.accesslink.link_code)
})

test.each([
  ['of nothing', ''],
  ['of 129 characters', 'x'.repeat(129)],
  ['with a space', 'a b'],
])('a key %s is a bad header', async (_what, key) => {
  const { token } = await given.person()
  expect((await create(token, key)).body).toMatchObject({ code: 400002, info: 'idempotency-key' })
})

test('reads, renewals and calls without a session take no keys, and stored answers cannot be read in the database', async () => {
  const person = await given.person()
  const headers = { 'idempotency-key': randomUUID() }
  const { token } = person
  await call('GET', '/v3/app/users/profile', { token, headers })
  await call('POST', '/v3/app/users/token', { token, body: {}, headers })
  await call('POST', '/v3/app/users/recovery', { body: { user: { email: 'nobody@example.com' } }, headers })
  const kept = () =>
    sql<{ answer: Buffer }>`select answer from idempotency_keys where account_id = ${person.accountId}`.execute(db)
  expect((await kept()).rows).toEqual([])
  const { body } = await create(token, randomUUID())
  expect((await kept()).rows[0]?.answer.toString('latin1')).not.toContain(body.accesslink.link_code)
})

test('the stored hash does not reveal a call: the same call has another hash under each key', async () => {
  const person = await given.person()
  const pin = { token: person.token, body: { pin_check: 'pin:1:c2FsdA==:dmVyaWZpZXI=' } }
  for (const key of [randomUUID(), randomUUID()]) {
    const { status } = await call('PUT', '/v3/app/users/pin', { ...pin, headers: { 'idempotency-key': key } })
    expect(status).toBe(200)
  }
  const { rows } = await sql<{ trace: string }>`
    select encode(request_hash, 'hex') as trace from idempotency_keys where account_id = ${person.accountId}`.execute(
    db,
  )
  expect(new Set(rows.map(({ trace }) => trace)).size).toBe(2)
})

test('keys are deleted in the night after their 24 hours', async () => {
  const person = await given.person()
  await create(person.token, randomUUID())
  const count = async () => (await sql`select from idempotency_keys`.execute(db)).rows.length
  const night = () =>
    new Nightly({ ...app.database, clock, jobs: app.running.app.jobs, log: quietLog, kept: KEPT }).look()
  await night()
  expect(await count()).toBeGreaterThan(0)
  clock.move(25 * HOUR)
  await night()
  expect(await count()).toBe(0)
})
