import { QueryObserver } from '@tanstack/react-query'
import { CallError } from '@whereabouts/contract/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { givenStore } from '../live/given.ts'
import type { LiveStore } from '../live/live-store.ts'
import { makeStreamEvents, type StreamEventSource } from '../live/stream-events.ts'
import { keepLists } from './keep-lists.ts'

// The build makes the tables of calls; what would be called is told here.
vi.mock('virtual:routes/early', () => ({ default: {} }))
vi.mock('virtual:routes/signed-in', () => ({ default: {} }))

/** What the server says of its lists, and a store that nothing is loaded into. */
let live: { readonly store: LiveStore; readonly events: StreamEventSource }

const showError = vi.hoisted(() => vi.fn<(error: unknown) => void>())
vi.mock('../../lib/toasts.ts', () => ({ showError }))

const loaded: unknown[] = []
const AT_TIMES = [['remark_items'], ['credentials'], ['unclaimed'], ['shares', 'to', '5C9A30F1']] as const

beforeEach(() => {
  live = { store: givenStore(), events: makeStreamEvents() }
  loaded.length = 0
  queryClient.clear()
  for (const key of AT_TIMES) queryClient.setQueryData(key, {})
  vi.spyOn(queryClient, 'fetchQuery').mockImplementation(async ({ queryKey }) => {
    loaded.push(queryKey)
  })
})
afterEach(() => {
  vi.useRealTimers()
  showError.mockClear()
})
const outdated = () => AT_TIMES.filter((key) => queryClient.getQueryState(key)?.isInvalidated)
const soon = () => new Promise((resolve) => setTimeout(resolve))

test('when too much was missed every list is loaded again: what is always shown at once, the rest when it is shown', async () => {
  keepLists(live, true)
  live.events.tellResync()
  await soon()
  expect(loaded).toEqual([['devices'], ['indoorMaps'], ['trackerClasses'], ['stations']])
  expect(outdated()).toEqual(AT_TIMES)
})

test('a list that changed is loaded again, and no other', async () => {
  keepLists(live, true)
  live.events.tellLists(['classes', 'shares'])
  await soon()
  expect(loaded).toEqual([['trackerClasses']])
  expect(outdated()).toEqual([['shares', 'to', '5C9A30F1']])
})

test('a list that found no way to the server is asked for until it comes, and told of once', async () => {
  vi.useFakeTimers()
  const away = new CallError(503, 503001, 'away')
  vi.spyOn(queryClient, 'fetchQuery').mockImplementation(async ({ queryKey }) => {
    loaded.push(queryKey)
    if (queryKey[0] === 'devices' && loaded.length < 7) throw away
  })
  const stop = keepLists(live, true)
  live.events.tellResync()
  await vi.advanceTimersByTimeAsync(0)
  expect(loaded).toHaveLength(4)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(loaded.slice(4)).toEqual([['devices'], ['devices'], ['devices']])
  expect(showError.mock.calls).toEqual([[away]])
  stop()
})

test('a list that cannot be loaded has one chain of retries and one message, however often the server names it', async () => {
  vi.useFakeTimers()
  const away = new CallError(503, 503001, 'away')
  let isAway = true
  vi.spyOn(queryClient, 'fetchQuery').mockImplementation(async ({ queryKey }) => {
    loaded.push(queryKey)
    if (isAway) throw away
  })
  const stop = keepLists(live, true)
  for (let times = 0; times < 3; times++) {
    live.events.tellLists(['classes'])
    await vi.advanceTimersByTimeAsync(1000)
  }
  loaded.length = 0
  await vi.advanceTimersByTimeAsync(20_000)
  expect(loaded).toHaveLength(4)
  expect(showError).toHaveBeenCalledOnce()
  isAway = false
  await vi.advanceTimersByTimeAsync(5000)
  loaded.length = 0
  await vi.advanceTimersByTimeAsync(60_000)
  expect(loaded).toEqual([])
  isAway = true
  live.events.tellLists(['classes'])
  await vi.advanceTimersByTimeAsync(0)
  expect(showError).toHaveBeenCalledTimes(2)
  stop()
})

test('a list that is on the screen now is asked for until it comes too, and no longer when it has left', async () => {
  vi.useFakeTimers()
  let asked = 0
  let isAway = false
  const shown = new QueryObserver(queryClient, {
    queryKey: ['zones'],
    queryFn: async () => {
      asked++
      if (isAway) throw new CallError(503, 503001, 'away')
      return asked
    },
  })
  const leave = shown.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  const stop = keepLists(live, true)
  isAway = true
  live.events.tellLists(['zones'])
  await vi.advanceTimersByTimeAsync(11_000)
  expect(asked).toBe(4)
  expect(showError).toHaveBeenCalledOnce()
  isAway = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown.getCurrentResult().data).toBe(5)
  isAway = true
  live.events.tellLists(['zones'])
  await vi.advanceTimersByTimeAsync(0)
  leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(6)
  stop()
})

test('nothing is requested after a stop or a refusal', async () => {
  vi.useFakeTimers()
  const failWith = (error: unknown) =>
    vi.spyOn(queryClient, 'fetchQuery').mockImplementation(async ({ queryKey }) => {
      loaded.push(queryKey)
      throw error
    })
  failWith(new CallError(0, undefined, 'no network'))
  const stop = keepLists(live, false)
  live.events.tellLists(['classes'])
  await vi.advanceTimersByTimeAsync(1000)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(loaded).toEqual([['trackerClasses']])
  failWith(new CallError(403, 403001, 'not yours'))
  keepLists(live, false)
  live.events.tellLists(['classes'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(loaded).toEqual([['trackerClasses'], ['trackerClasses']])
})

test('visitors without stations are not asked to load them, and nobody is followed when it was stopped', async () => {
  const stop = keepLists(live, false)
  expect(live.store.status.stations).toBe('none')
  live.events.tellResync()
  await soon()
  expect(loaded).toEqual([['devices'], ['indoorMaps'], ['trackerClasses']])
  stop()
  live.events.tellResync()
  live.events.tellLists(['classes'])
  await soon()
  expect(loaded).toHaveLength(3)
})
