import { expect, test } from 'vitest'
import { shareWork } from './share-work.ts'

/** Work that ends when told, with the number of its round. */
function rounds() {
  const open: PromiseWithResolvers<number>[] = []
  return {
    work: () => {
      open.push(Promise.withResolvers())
      return open.at(-1)!.promise
    },
    begun: () => open.length,
    end: (round: number) => open[round]!.resolve(round),
    fail: (round: number) => open[round]!.reject(new Error('away')),
  }
}

test('callers during a run share the next one', async () => {
  const share = shareWork<number>()
  const { work, begun, end } = rounds()
  const first = share('a', work)
  const later = [share('a', work), share('a', work)]
  expect(begun()).toBe(1)
  end(0)
  expect(await first).toBe(0)
  await expect.poll(begun).toBe(2)
  const last = share('a', work)
  end(1)
  expect(await Promise.all(later)).toEqual([1, 1])
  await expect.poll(begun).toBe(3)
  end(2)
  expect(await last).toBe(2)
})

test('a failed run fails for those who share it; the next run starts all the same', async () => {
  const share = shareWork<number>()
  const { work, begun, end, fail } = rounds()
  const first = share('a', work)
  const later = share('a', work)
  fail(0)
  await expect(first).rejects.toThrow('away')
  await expect.poll(begun).toBe(2)
  end(1)
  expect(await later).toBe(1)
})

test('work of different keys does not wait for each other', async () => {
  const share = shareWork<number>()
  const { work, begun, end } = rounds()
  const both = [share('a', work), share('b', work)]
  expect(begun()).toBe(2)
  end(0)
  end(1)
  expect(await Promise.all(both)).toEqual([0, 1])
})
