import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowKeys } from './row-keys.ts'

const lines = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 8 })

test('where every line is another one, rows stay where they are', () => {
  const before = rowKeys(new Map(), ['a', 'b', 'c'])
  expect([...rowKeys(before, ['d', 'e', 'f', 'g']).values()]).toEqual([0, 1, 2, 3])
})

test('lines that stay keep their row, those that come take the rows of those that went, and no two share one', () => {
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 12 }), (lists) => {
      let keys: ReadonlyMap<string, number> = new Map()
      for (const list of lists) {
        const next = rowKeys(keys, list)
        expect([...next.keys()]).toEqual(list)
        expect(new Set(next.values()).size).toBe(list.length)
        const came = list.filter((id) => !keys.has(id))
        for (const id of list) if (keys.has(id)) expect(next.get(id)).toBe(keys.get(id))
        const freed = [...keys].filter(([id]) => !next.has(id)).length
        const taken = came.filter((id) => [...keys.values()].includes(next.get(id) as number)).length
        expect(taken).toBe(Math.min(freed, came.length))
        keys = next
      }
    }),
  )
})
