import { expect, test, vi } from 'vitest'
import type { NewRow } from '../../state/log-row.ts'
import { ApplyQueue } from './apply-queue.ts'

const rows = (count: number, received_at_ms: number) =>
  Array.from({ length: count }, () => ({ received_at_ms }) as NewRow)

test('while states lag far behind the log nothing more is taken, and it tells the oldest row that waits', async () => {
  let release = () => {}
  const applied: number[] = []
  const queue = new ApplyQueue(
    async (batch) => {
      await new Promise<void>((next) => (release = next))
      applied.push(batch.length)
    },
    () => {},
  )
  expect(queue.oldestMs).toBe(Number.POSITIVE_INFINITY)
  queue.push(rows(30_000, 7))
  queue.push(rows(19_999, 5))
  expect(queue.hasRoom).toBe(true)
  queue.push(rows(1, 6))
  expect(queue.hasRoom).toBe(false)
  expect(queue.oldestMs).toBe(5)
  while (applied.length < 2) {
    release()
    await new Promise((next) => setImmediate(next))
  }
  expect(applied).toEqual([30_000, 19_999])
  expect(queue.hasRoom).toBe(true)
  expect(queue.oldestMs).toBe(6)
  release()
  await queue.close()
  expect(queue.oldestMs).toBe(Number.POSITIVE_INFINITY)
})

test('while the database is away batches wait in their order, and none is lost', async () => {
  vi.useFakeTimers()
  try {
    let away = true
    const applied: number[] = []
    const faults: unknown[] = []
    const queue = new ApplyQueue(
      async (batch) => {
        if (away) throw new Error('away')
        applied.push(batch.length)
      },
      (error) => faults.push(error),
    )
    queue.push(rows(1, 1))
    queue.push(rows(2, 2))
    await vi.advanceTimersByTimeAsync(1200)
    expect(faults).toHaveLength(3)
    away = false
    await vi.advanceTimersByTimeAsync(500)
    expect(applied).toEqual([1, 2])
  } finally {
    vi.useRealTimers()
  }
})
