import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('work starts again after its pause, counted from its end', async () => {
  const begun: number[] = []
  const stop = repeat(100, async () => {
    begun.push(Date.now())
    await new Promise((done) => setTimeout(done, 50))
  })
  const start = Date.now()
  await vi.advanceTimersByTimeAsync(400)
  stop()
  expect(begun.map((at) => at - start)).toEqual([100, 250, 400])
})

test('work in progress when it is stopped is the last', async () => {
  let begun = 0
  const stop = repeat(100, async () => {
    begun += 1
    await new Promise((done) => setTimeout(done, 50))
  })
  await vi.advanceTimersByTimeAsync(120)
  stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(begun).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})
