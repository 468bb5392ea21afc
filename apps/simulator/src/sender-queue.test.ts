import { expect, test } from 'vitest'
import { noCounts, type Outcome } from './deliveries.ts'
import { createSenderQueue } from './sender-queue.ts'

/** A server that answers as told, and a clock that only writes down how long was waited. */
function given(outcomes: Outcome[]) {
  const counts = noCounts()
  const tried: number[] = []
  const pauses: number[] = []
  let done: () => void = () => {}
  const finished = new Promise<void>((resolve) => {
    done = resolve
  })
  const queue = createSenderQueue<number>({
    counts,
    deliver: async (message) => {
      tried.push(message)
      const outcome = outcomes.shift() ?? 'acknowledged'
      if (outcomes.length === 0) done()
      return outcome
    },
    pause: async (ms) => {
      pauses.push(ms)
    },
  })
  return { queue, counts, tried, pauses, finished }
}

test('messages of a sender go one after the other, and a server that is away is tried ever more rarely', async () => {
  const { queue, counts, tried, pauses, finished } = given([
    'retry',
    'retry',
    'retry',
    'acknowledged',
    'refused',
    'acknowledged',
  ])
  for (const message of [1, 2, 3]) queue.push(message)
  await finished
  await queue.stop()
  expect(tried).toEqual([1, 1, 1, 1, 2, 3])
  expect(pauses).toEqual([1000, 2000, 4000])
  expect(counts).toEqual({ sent: 6, acknowledged: 2, refused: 1, retried: 3, dropped: 0 })
})

test('pauses end at half a minute', async () => {
  const { queue, pauses, finished } = given([...Array.from({ length: 9 }, (): Outcome => 'retry'), 'acknowledged'])
  queue.push(1)
  await finished
  await queue.stop()
  expect(Math.max(...pauses)).toBe(30_000)
})

test('when too many wait the oldest is forgotten and counted', async () => {
  const counts = noCounts()
  let answer: (outcome: Outcome) => void = () => {}
  const queue = createSenderQueue<number>({
    counts,
    deliver: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
    pause: async () => {},
  })
  for (let message = 0; message < 310; message++) queue.push(message)
  expect(counts.dropped).toBe(10)
  const stopped = queue.stop()
  answer('acknowledged')
  await stopped
  expect(counts.acknowledged).toBe(1)
})

test('a stopped sender takes nothing more', async () => {
  const { queue, tried } = given([])
  await queue.stop()
  queue.push(1)
  expect(tried).toEqual([])
})
