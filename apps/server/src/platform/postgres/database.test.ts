import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { eventually } from '../../../../../scripts/harness/given.ts'
import { testDatabase } from '../../../../../scripts/harness/test-database.ts'

const { address, db, transaction, pool } = await testDatabase()

test('whole numbers of the database come as numbers, days as text', async () => {
  const { rows } = await sql`select 1795270864123::bigint as time, date '2026-11-21' as day`.execute(db)
  expect(rows).toEqual([{ time: 1_795_270_864_123, day: '2026-11-21' }])
})

test('a number that a JavaScript number cannot hold is refused, not rounded', async () => {
  await expect(sql`select 9007199254740993::bigint as n`.execute(db)).rejects.toThrow('beyond 2^53')
})

test('a transaction that throws leaves nothing behind', async () => {
  const fails = transaction(async (inside) => {
    await sql`insert into signin_failures values ('a', 1, 0)`.execute(inside)
    throw new Error('no')
  })
  await expect(fails).rejects.toThrow('no')
  expect((await sql`select from signin_failures`.execute(db)).rows).toHaveLength(0)
})

test('a statement may run ten seconds and no longer', async () => {
  expect((await sql`select current_setting('statement_timeout') as timeout`.execute(db)).rows).toEqual([
    { timeout: '10s' },
  ])
})

test('a repeated query is planned once', async () => {
  await transaction(async (inside) => {
    for (const bucket of ['a', 'b']) await sql`select from signin_failures where bucket = ${bucket}`.execute(inside)
    const { rows } = await sql`select count(*) from pg_prepared_statements where statement like '%bucket =%'`.execute(
      inside,
    )
    expect(rows).toEqual([{ count: 1 }])
  })
})

test('a connection that the database cuts is replaced by the next query', async () => {
  await pool.query('select')
  const elsewhere = new pg.Client(address)
  await elsewhere.connect()
  await elsewhere.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid()`)
  await elsewhere.end()
  await eventually(async () => expect(pool.totalCount).toBe(0))
  for (let query = 0; query < 20; query++) expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
