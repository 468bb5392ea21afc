import { expect, onTestFinished, test, vi } from 'vitest'
import { makePager, NEAR_BOTTOM_PX, PAGE_AFTER_MS } from './pager.ts'

function given() {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const loadNext = vi.fn()
  return { loadNext, pager: makePager(loadNext) }
}

test('within 100 px of the bottom the next page is asked for, farther away it is not [CONST-05]', () => {
  expect(NEAR_BOTTOM_PX).toBe(100)
  const { loadNext, pager } = given()
  pager.scrolled(101)
  vi.advanceTimersByTime(10_000)
  expect(loadNext).not.toHaveBeenCalled()
  pager.scrolled(99)
  vi.advanceTimersByTime(10_000)
  expect(loadNext).toHaveBeenCalledTimes(1)
})

test('five times at the bottom within a second ask once, 1500 ms after the last [NOTI-04, CONST-06]', () => {
  expect(PAGE_AFTER_MS).toBe(1500)
  const { loadNext, pager } = given()
  for (let times = 0; times < 5; times++) {
    pager.scrolled(0)
    vi.advanceTimersByTime(200)
  }
  vi.advanceTimersByTime(1299)
  expect(loadNext).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(loadNext).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10_000)
  expect(loadNext).toHaveBeenCalledTimes(1)
})

test('leaving the bottom again, or closing the list, loads nothing', () => {
  const { loadNext, pager } = given()
  pager.scrolled(0)
  pager.scrolled(400)
  pager.scrolled(0)
  pager.stop()
  vi.advanceTimersByTime(10_000)
  expect(loadNext).not.toHaveBeenCalled()
})
