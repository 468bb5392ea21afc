import { expect, test, vi } from 'vitest'
import { stored } from './storage.ts'

function memory(): Storage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: () => null,
    length: 0,
  }
}

const isNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)

test('a stored value is read back until it is removed', () => {
  const area = memory()
  const count = stored(() => area, 'count', isNumber)
  expect(count.read()).toBeUndefined()
  count.write(3)
  expect(count.read()).toBe(3)
  count.remove()
  expect(count.read()).toBeUndefined()
})

test('a value left by another version or edited by hand is ignored', () => {
  const area = memory()
  const count = stored(() => area, 'count', isNumber)
  for (const junk of ['"three"', '{', '', 'null']) {
    area.setItem('count', junk)
    expect(count.read()).toBeUndefined()
  }
})

test('a browser that refuses storage is worked with all the same', () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const refused = () => {
    throw new Error('The operation is insecure.')
  }
  const count = stored(refused, 'count', isNumber)
  count.write(1)
  expect(count.read()).toBeUndefined()
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
})
