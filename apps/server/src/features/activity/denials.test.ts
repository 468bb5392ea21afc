import { connect } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import type { Log } from '../../platform/log.ts'

const lines: Record<string, unknown>[] = []
const keep = (facts: object, message: string) => void lines.push({ ...facts, message })
const app = await testApp({ log: { info: () => {}, warn: keep, error: keep } as unknown as Log })
const given = makeGiven(app)
const { call, clock, origin } = app
const { db } = app.database

const entries = async ({ accountId }: Person, action: string) => {
  const { rows } = await sql<{ name: string; is_security: boolean }>`
    select name, is_security from activity_logs where account_id = ${accountId} and action = ${action}`.execute(db)
  return rows
}
const renew = async (token: string) =>
  (await call('POST', '/v3/app/users/token', { token, body: { refresh: true } })).body.access_token
const unanswered = (token: string) => call('GET', '/v3/app/users/profile', { token })

test('an old token that comes again ends its session, and the owner finds that in the security log', async () => {
  const owner = await given.person()
  const next = await renew(owner.token)
  expect((await unanswered(next)).status).toBe(200)
  clock.move(61_000)
  expect((await unanswered(owner.token)).body.code).toBe(401001)
  expect((await unanswered(next)).body.code).toBe(401001)
  expect(await entries(owner, 'reuse_token')).toMatchObject([{ is_security: true }])
})

test('forbidden calls of a role are in the security log, once an hour', async () => {
  const owner = await given.person()
  const visitor = await given.visitor(owner, 'guest')
  const pry = (token: string) => call('GET', '/v3/app/activity/logs', { token })
  for (let turn = 0; turn < 5; turn++) expect((await pry(visitor)).body.code).toBe(403001)
  await eventually(async () => expect(await entries(owner, 'refuse_access')).toMatchObject([{ is_security: true }]))
  clock.move(3_600_001)
  await pry(await renew(visitor))
  await eventually(async () => expect(await entries(owner, 'refuse_access')).toHaveLength(2))
})

test('many requests for unknown objects count as guessing; those of an outdated console do not', async () => {
  const [owner, neighbour] = [await given.person(), await given.person()]
  const foreign = await given.tracker(neighbour.accountId)
  const ask = (id: string) => call('PUT', `/v3/app/trackers/${id}`, { token: owner.token, body: { name: 'Mine' } })
  for (let turn = 0; turn < 19; turn++) expect((await ask(foreign)).body.code).toBe(404103)
  expect(await entries(owner, 'refuse_access')).toEqual([])
  await ask('G3-NOTHING')
  await eventually(async () => expect(await entries(owner, 'refuse_access')).toHaveLength(1))
  expect(await entries(neighbour, 'refuse_access')).toEqual([])
})

test('the operator reads a line for each call and code, without names, ids of devices and tokens', async () => {
  const owner = await given.person()
  const { token } = await given.person({ accountId: owner.accountId, class: 'readonly' })
  lines.length = 0
  for (let turn = 0; turn < 3; turn++) await call('PUT', '/v3/app/trackers/G3-SECRET', { token, body: {} })
  await call('GET', '/v3/app/trackers', { token: 'x'.repeat(43) })
  await call('GET', '/v3/app/trackers', { token: owner.token })
  expect(lines).toEqual([
    { call: 'PUT /v3/app/trackers/:id', code: '403001', times: 1, message: 'Refused a call' },
    { call: 'GET /v3/app/trackers', code: '401001', times: 1, message: 'Refused a call' },
  ])
})

test('a body that breaks off is no database that is away', async () => {
  const { token } = await given.person()
  lines.length = 0
  const { server } = app.running.http
  const [came, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  server.once('request', (request) => {
    request.once('data', () => came.resolve())
    request.socket.once('close', () => setImmediate(gone.resolve))
  })
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const headers = `host: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 500`
  socket.write(`POST /v3/app/zones HTTP/1.1\r\n${headers}\r\n\r\n{"zone`)
  await came.promise
  socket.resetAndDestroy()
  await gone.promise
  expect((await renew(token)).length).toBe(43)
  expect(lines).toEqual([])
})
