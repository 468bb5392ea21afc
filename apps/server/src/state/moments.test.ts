import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../scripts/harness/test-database.ts'
import { isAfter, isAfterIn, type Moment } from './moments.ts'

const { db } = await testDatabase()

const SECOND_MS = 1000
const at = (atMs: number, order: number, receivedMs = atMs): Moment => ({ atMs, receivedMs, order })

test('a report that comes late is not after what was heard since, wherever the log has it', () => {
  const known = at(60 * SECOND_MS, 1)
  const late = at(10 * SECOND_MS, 2, 61 * SECOND_MS)
  expect(isAfter(late, known)).toBe(false)
  expect(isAfter(known, late)).toBe(true)
})

test('where a clock was set back, or is behind another server’s, the log’s order tells', () => {
  const ofWrongClock = at(100 * SECOND_MS, 1)
  const now = at(2 * SECOND_MS, 2)
  expect(isAfter(now, ofWrongClock)).toBe(true)
  expect(isAfter(ofWrongClock, now)).toBe(false)
})

test('where what was written later was received earlier, the log’s order tells, also of times that are near', () => {
  const byFastClock = at(10_060, 1, 23_140)
  const bySlowClock = at(9070, 2)
  expect(isAfter(bySlowClock, byFastClock)).toBe(true)
  expect(isAfter(byFastClock, bySlowClock)).toBe(false)
})

test('clocks that differ by a second or less are taken for right', () => {
  const one = at(10 * SECOND_MS, 1)
  expect(isAfter(one, at(9 * SECOND_MS, 2))).toBe(true)
  expect(isAfter(at(9 * SECOND_MS, 2), one)).toBe(false)
  expect(isAfter(at(9 * SECOND_MS - 1, 2), one)).toBe(true)
})

const moment = fc.record({
  order: fc.integer({ min: 1, max: 9 }),
  atMs: fc.integer({ min: 0, max: 6000 }),
  receivedMs: fc.integer({ min: 0, max: 6000 }),
})

test('of two things one is after the other or neither is, and never both', () => {
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      expect(isAfter(one, other) && isAfter(other, one)).toBe(false)
      if (one.order !== other.order && one.atMs !== other.atMs)
        expect(isAfter(one, other) || isAfter(other, one)).toBe(true)
    }),
  )
})

test('the database says the same', async () => {
  const pairs = fc.sample(fc.tuple(moment, moment), 500)
  const columns = (one: Moment) => ({
    atMs: sql`${one.atMs}::bigint`,
    receivedMs: sql`${one.receivedMs}::bigint`,
    order: sql`${one.order}::bigint`,
  })
  const { rows } = await sql<{ answers: boolean[] }>`
    select array[${sql.join(pairs.map(([one, other]) => isAfterIn(columns(one), columns(other))))}] as answers`.execute(
    db,
  )
  expect(rows[0]!.answers).toEqual(pairs.map(([one, other]) => isAfter(one, other)))
})
