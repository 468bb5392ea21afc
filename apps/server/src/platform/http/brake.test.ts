import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Brake } from './brake.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first call runs at once, later ones at most once per interval, and the last of them is not lost', () => {
  const done: string[] = []
  const brake = new Brake(5000, (name) => done.push(name))
  for (const name of ['a', 'a', 'b', 'a']) brake.wanted(name)
  expect(done).toEqual(['a', 'b'])
  vi.advanceTimersByTime(4999)
  brake.wanted('a')
  expect(done).toEqual(['a', 'b'])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['a', 'b', 'a'])
  vi.advanceTimersByTime(60_000)
  brake.wanted('b')
  expect(done).toEqual(['a', 'b', 'a', 'b'])
})

test('nothing runs after it was stopped', () => {
  const done: string[] = []
  const brake = new Brake(5000, (name) => done.push(name))
  brake.wanted('a')
  brake.wanted('a')
  brake.close()
  vi.advanceTimersByTime(60_000)
  expect(done).toEqual(['a'])
})
