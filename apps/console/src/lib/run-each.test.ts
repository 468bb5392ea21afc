import { CallError } from '@whereabouts/contract/client'
import { expect, test } from 'vitest'
import { runEach } from './run-each.ts'

const given = () => {
  const waits: number[] = []
  const counts: number[] = []
  const cut = new AbortController()
  const running = {
    signal: cut.signal,
    onDone: (count: number) => counts.push(count),
    wait: async (ms: number) => void waits.push(ms),
  }
  return { waits, counts, cut, running }
}
const refusal = (status: number, code: number, retryAfterSeconds?: number) =>
  new CallError(status, code, '', { retryAfterSeconds })

test('a device that refuses is named, and the others are done', async () => {
  const { running, counts } = given()
  const done: string[] = []
  const failed = await runEach(
    ['a', 'b', 'c', 'd', 'e', 'f'],
    async (id) => {
      if (id === 'b') throw refusal(404, 404103)
      done.push(id)
    },
    running,
  )
  expect(failed).toEqual([{ id: 'b', code: 404103 }])
  expect(done.toSorted()).toEqual(['a', 'c', 'd', 'e', 'f'])
  expect(counts).toEqual([1, 2, 3, 4, 5, 6])
})

test('told that it is too much, it waits as long as it was told and asks again', async () => {
  const { running, waits } = given()
  const told = [refusal(429, 429101, 7), refusal(429, 429101)]
  const failed = await runEach(
    ['a'],
    async () => {
      const refused = told.shift()
      if (refused) throw refused
    },
    running,
  )
  expect(failed).toEqual([])
  expect(waits).toEqual([7000, 2000])
})

test.each([
  ['a server that cannot be reached', new CallError(0, undefined, '')],
  ['a fault of the server', refusal(500, 500001)],
  ['a role that may not', refusal(403, 403001)],
])('%s ends all of it', async (_name, fault) => {
  const { running } = given()
  const begun: string[] = []
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  const work = runEach(
    ids,
    async (id) => {
      begun.push(id)
      if (id === 'a') throw fault
    },
    running,
  )
  await expect(work).rejects.toBe(fault)
  // Those that were under way beside it come to their end; no other begins.
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('stopped by its person it makes no further call', async () => {
  const { running, cut } = given()
  const called: string[] = []
  await runEach(
    Array.from({ length: 40 }, (_, at) => String(at)),
    async (id) => {
      called.push(id)
      cut.abort()
    },
    running,
  )
  expect(called.length).toBeLessThanOrEqual(4)
})
