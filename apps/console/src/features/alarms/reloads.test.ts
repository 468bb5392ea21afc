import { expect, onTestFinished, test, vi } from 'vitest'
import { makeReloads } from './reloads.ts'

test('events that come together are followed by one load, and the lists by one in a minute', () => {
  vi.useFakeTimers({ now: 0 })
  const loaded: [string, number][] = []
  const load = (what: string) => () => loaded.push([what, Date.now()])
  const reloads = makeReloads({
    ...{ loadEvents: load('events'), loadLists: load('lists') },
    ...{ steadyMs: Date.now, random: () => 0.5 },
  })
  onTestFinished(() => {
    reloads.stop()
    vi.useRealTimers()
  })
  reloads.due()
  vi.advanceTimersByTime(200)
  reloads.due()
  vi.advanceTimersByTime(9800)
  reloads.due()
  vi.advanceTimersByTime(60_000)
  expect(loaded).toEqual([
    ['events', 300],
    ['lists', 1300],
    ['events', 10_300],
    ['lists', 62_300],
  ])
  reloads.due()
  reloads.stop()
  vi.advanceTimersByTime(60_000)
  expect(loaded).toHaveLength(4)
})
