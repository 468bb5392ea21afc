import { expect, test } from 'vitest'
import { checkColumns, keptColumns } from './device-columns.ts'

test('a kept choice of columns is read with what is sound of it; name and status stand always', () => {
  expect(checkColumns(['mac', 'nonsense', 7])).toEqual(['status', 'name', 'mac'])
  expect(checkColumns('mac')).toBeUndefined()
})

test('without a choice the seven usual columns are shown, and a choice is kept', () => {
  const kept: unknown[] = []
  const store = keptColumns({ read: () => undefined, write: (columns) => kept.push(columns) })
  expect(store.get()).toHaveLength(7)
  store.set(['name', 'status'])
  expect(kept).toEqual([['name', 'status']])
})
