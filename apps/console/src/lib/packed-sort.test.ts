import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ranksOf, sortedBy } from './packed-sort.ts'

const keysUpTo = (max: number) =>
  fc.array(fc.option(fc.integer({ min: 0, max }), { nil: undefined }), { maxLength: 300 })

test.each([
  ['far apart', 2 ** 32 - 1],
  ['near each other', 12],
])('sorting by numbers %s agrees with a stable sort, both ways, and puts what has no key last', (_, max) => {
  fc.assert(
    fc.property(keysUpTo(max), fc.boolean(), (given, isDescending) => {
      const slots = Uint32Array.from(given.keys())
      const wanted = [...given.keys()].sort((one, other) => {
        const [left, right] = [given[one], given[other]]
        if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
        return isDescending ? right - left : left - right
      })
      expect([...sortedBy(slots, (slot) => given[slot], isDescending)]).toEqual(wanted)
    }),
  )
})

test('ranks follow the language given, for few texts; a crowd of different ones goes by code', () => {
  const { compare } = new Intl.Collator('en', { numeric: true })
  expect([...ranksOf(['Ward 10', 'ward 9', 'Ward 10'], compare)]).toEqual([
    ['ward 9', 0],
    ['Ward 10', 1],
  ])
  const many = Array.from({ length: 5001 }, (_, at) => `S-${at}`)
  expect([...ranksOf(many, compare).keys()]).toEqual(many.toSorted())
})
