import { expect, onTestFinished, test, vi } from 'vitest'
import { OFFLINE_CHECK_MS, onOnlineCheck } from './online.ts'

test('whether the browser is online is looked up every 5000 ms, until nobody wants to know [OFFL-03, CONST-07]', () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  expect(OFFLINE_CHECK_MS).toBe(5000)
  const look = vi.fn()
  const stop = onOnlineCheck(look)
  vi.advanceTimersByTime(4999)
  expect(look).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(1)
  expect(look).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5000)
  expect(look).toHaveBeenCalledTimes(2)
  stop()
  vi.advanceTimersByTime(60_000)
  expect(look).toHaveBeenCalledTimes(2)
})
