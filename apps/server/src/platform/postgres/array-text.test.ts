import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { toArrayText } from './array-text.ts'

const { db } = (await testApp()).database

test('the database reads back what was written as an array, whatever it is', async () => {
  // PostgreSQL has no text with a zero character.
  const text = fc
    .oneof(fc.string(), fc.constantFrom('', 'NULL', '{"a,\\b"}', '\n\t'))
    .filter((one) => !one.includes('\0'))
  const numbers = [0, -1.5, 1e-7, 1e21, 9_007_199_254_740_991, null]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (texts) => {
      const { rows } =
        await sql`select ${toArrayText(texts)}::text[] as texts, ${toArrayText(numbers)}::float8[] as numbers,
        ${toArrayText([true, false, null])}::boolean[] as booleans`.execute(db)
      expect(rows).toEqual([{ texts, numbers, booleans: [true, false, null] }])
    }),
  )
})
