import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../scripts/harness/test-database.ts'
import { isAfter, isAfterIn, type Moment } from './moments.ts'

const { db } = await testDatabase()

const SECOND_MS = 1000
const at = (atMs: number, order: number): Moment => ({ atMs, order })

test('a report that comes late is not after what was heard since, wherever the log has it', () => {
  const known = at(60 * SECOND_MS, 1)
  const late = at(10 * SECOND_MS, 2)
  expect(isAfter(late, known, [1, 3])).toBe(false)
  expect(isAfter(known, late, [1, 3])).toBe(true)
})

test('where the clock was set back between two things, the log’s order tells, also of a report that comes late then', () => {
  const ofWrongClock = at(100 * SECOND_MS, 1)
  const now = at(2 * SECOND_MS, 2)
  const late = at(1 * SECOND_MS, 3)
  expect(isAfter(now, ofWrongClock, [2])).toBe(true)
  expect(isAfter(ofWrongClock, now, [2])).toBe(false)
  expect(isAfter(late, ofWrongClock, [2])).toBe(true)
  expect(isAfter(late, now, [2])).toBe(false)
})

const moment = fc.record({ order: fc.integer({ min: 0, max: 9 }), atMs: fc.integer({ min: 0, max: 9 }) })
const setBacks = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 })
const isSame = (one: Moment, other: Moment) => one.order === other.order && one.atMs === other.atMs

test('of two different things exactly one is after the other, and nothing is after itself', () => {
  fc.assert(
    fc.property(moment, moment, setBacks, (one, other, backs) => {
      expect(isAfter(one, other, backs) !== isAfter(other, one, backs)).toBe(!isSame(one, other))
    }),
    { numRuns: 1000 },
  )
})

test('what is after something is after all that this is after', () => {
  fc.assert(
    fc.property(moment, moment, moment, setBacks, (one, other, third, backs) => {
      fc.pre(isAfter(one, other, backs) && isAfter(other, third, backs))
      expect(isAfter(one, third, backs)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('the database says the same', async () => {
  const columns = (one: Moment) => ({ atMs: sql`${one.atMs}::bigint`, order: sql`${one.order}::bigint` })
  for (const backs of [[], ...fc.sample(setBacks, 4)]) {
    const pairs = fc.sample(fc.tuple(moment, moment), 300)
    await sql`delete from clock_set_backs`.execute(db)
    await sql`insert into clock_set_backs select unnest(${backs}::bigint[])`.execute(db)
    const { rows } = await sql<{ answers: boolean[] }>`
      select array[${sql.join(pairs.map(([one, other]) => isAfterIn(columns(one), columns(other))))}] as answers`.execute(
      db,
    )
    expect(rows[0]!.answers).toEqual(pairs.map(([one, other]) => isAfter(one, other, backs)))
  }
})
