import { expect, test } from 'vitest'
import { bisect } from './bisect.ts'

const thousand = Array.from({ length: 1024 }, (_, index) => index)

async function run(isBad: (item: number) => boolean) {
  const done: number[] = []
  const bad: number[] = []
  let calls = 0
  const work = async (items: readonly number[]) => {
    calls += 1
    if (items.some(isBad)) throw new Error('bad')
    done.push(...items)
  }
  await bisect(
    thousand,
    work,
    (error) => (error as Error).message === 'away',
    (item) => bad.push(item),
  )
  return { done, bad, calls }
}

test('a batch without a bad item is done at once', async () => {
  expect(await run(() => false)).toEqual({ done: thousand, bad: [], calls: 1 })
})

test('one bad item among a thousand is found in twenty steps, and all others are done in their order', async () => {
  const { done, bad, calls } = await run((item) => item === 700)
  expect(bad).toEqual([700])
  expect(done).toEqual(thousand.filter((item) => item !== 700))
  expect(calls).toBe(21)
})

test('an error that concerns all items is rethrown, and no item is blamed', async () => {
  const bad: number[] = []
  const work = () => Promise.reject(new Error('away'))
  await expect(
    bisect(
      thousand,
      work,
      () => true,
      (item) => bad.push(item),
    ),
  ).rejects.toThrow('away')
  expect(bad).toEqual([])
})
