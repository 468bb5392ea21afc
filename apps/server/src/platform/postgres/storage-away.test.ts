import { readFile } from 'node:fs/promises'
import { createConnection, type NetConnectOpts } from 'node:net'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../scripts/harness/test-database.ts'
import { refuse } from '../refusal.ts'
import { concernsAllRows, isHeldUp, isOvertaken, isStorageAway } from './storage-away.ts'

const failed = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const connecting = (options: NetConnectOpts): Promise<unknown> =>
  new Promise((resolve) => createConnection(options).on('error', resolve))
const thrown = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('a database that does not answer counts as away', async () => {
  expect(isStorageAway(await connecting({ path: '/nowhere/.s.PGSQL.5432' }))).toBe(true)
  expect(isStorageAway(await connecting({ port: 1, host: '127.0.0.1' }))).toBe(true)
  for (const code of [
    '08006',
    '25006',
    '25P03',
    '25P04',
    '40001',
    '40P01',
    '53300',
    '55P03',
    '57014',
    '57P01',
    '57P03',
    '58030',
  ]) {
    expect(isStorageAway({ code }), code).toBe(true)
  }
  for (const message of ['Connection terminated unexpectedly', 'Query read timeout', 'timeout expired']) {
    expect(isStorageAway(new Error(message)), message).toBe(true)
  }
})

test('a transaction that PostgreSQL ended because it was left open too long counts as a database that is away', async () => {
  const { pool } = await testDatabase()
  const client = await pool.connect()
  const broken = new Promise((resolve) => client.on('error', resolve))
  await client.query("begin; set local idle_in_transaction_session_timeout = '10ms'")
  const fault = await broken
  client.release(true)
  expect(fault).toMatchObject({ code: '25P03' })
  expect(isStorageAway(fault)).toBe(true)
})

test('a blocked statement is distinguished from a database that is away, and from one that lost a race', () => {
  for (const code of ['40001', '40P01', '55P03', '57014']) {
    expect([isStorageAway({ code }), isHeldUp({ code }), isOvertaken({ code })], code).toEqual([true, true, false])
  }
  for (const code of ['08006', '25P03', '53300', '57P01', 'ECONNREFUSED']) {
    expect([isStorageAway({ code }), isHeldUp({ code }), isOvertaken({ code })], code).toEqual([true, false, false])
  }
  for (const code of ['23503', '23505']) {
    expect([isStorageAway({ code }), isHeldUp({ code }), isOvertaken({ code })], code).toEqual([false, false, true])
  }
})

test('a missing table or right is a bug that no row is the cause of', () => {
  for (const code of ['42P01', '42703', '42501', '57P01', 'ECONNREFUSED'])
    expect(concernsAllRows({ code }), code).toBe(true)
  for (const code of ['22003', '23505', '23514', '4', undefined]) expect(concernsAllRows({ code }), code).toBe(false)
})

test('a bug is a bug, whatever its code looks like', async () => {
  const bugs = [
    thrown(() => Buffer.from(5 as never)),
    thrown(() => new URL('nonsense')),
    await failed(readFile('/nowhere')),
    new TypeError('x is not a function'),
    new Error('a report about a connection error'),
    { code: '22003' },
    { code: '23505' },
    { code: '42P01' },
    { code: '0' },
    { code: '5' },
    undefined,
  ]
  for (const bug of bugs) expect(isStorageAway(bug), String((bug as Error | undefined)?.message)).toBe(false)
})

test('the home of an account that cannot be reached counts as away, and what is refused for good does not', () => {
  expect(isStorageAway(refuse('storageBusy'))).toBe(true)
  expect(isStorageAway(refuse('tooManyRequests'))).toBe(false)
})
