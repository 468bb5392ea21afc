import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { givenAlarm, givenEvent } from '../alarms/given.ts'
import { loadedNotifications, noteAlarms, notificationsQuery, refreshNotifications } from './queries.ts'

vi.mock('virtual:routes/early', () => ({ default: {} }))
vi.mock('virtual:routes/signed-in', () => ({ default: { notifications: { list: ['GET', '/app/notifications'] } } }))

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** A server with these pages by their token; answers what was asked of it. */
function givenPages(pages: Record<string, { times: readonly number[]; next?: string }>): string[] {
  const asked: string[] = []
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (url: string) => {
    const token = new URL(url, 'https://console.example').searchParams.get('page_token') ?? ''
    asked.push(token)
    const { times, next } = pages[token] ?? { times: [] }
    const notifications = times.map((time) => givenEvent(time, { id: String(time) }))
    return Response.json({
      result: true,
      code: 200,
      notifications,
      metadata: next === undefined ? {} : { next_token: next },
    })
  })
  return asked
}

const state = () => {
  const data = queryClient.getQueryData(notificationsQuery.queryKey)
  return { ids: loadedNotifications(data).map(({ id }) => id), next: data?.pages.at(-1)?.metadata?.next_token }
}

test('pages append, the marker of the last leads on, and without one nothing more is asked [NOTI-22, ENT-session.notifications, ENT-session.nextPage]', async () => {
  const asked = givenPages({ '': { times: [9, 8], next: 'two' }, two: { times: [7, 6] } })
  const list = new InfiniteQueryObserver(queryClient, notificationsQuery)
  onTestFinished(list.subscribe(() => undefined))
  await vi.waitFor(() => expect(state()).toEqual({ ids: ['9', '8'], next: 'two' }))
  await list.fetchNextPage()
  expect(state()).toEqual({ ids: ['9', '8', '7', '6'], next: undefined })
  expect(list.getCurrentResult().hasNextPage).toBe(false)
  expect(asked).toEqual(['', 'two'])
})

test('what is new goes before what was loaded, and the marker stays', async () => {
  const pages = { '': { times: [9, 8], next: 'two' }, two: { times: [7], next: 'three' } }
  givenPages(pages)
  await queryClient.fetchInfiniteQuery({ ...notificationsQuery, pages: 2 })
  pages[''] = { times: [11, 10], next: 'other' }
  await refreshNotifications()
  expect(state()).toEqual({ ids: ['11', '10', '9', '8', '7'], next: 'three' })
})

test('the list says what became of an alarm', async () => {
  givenPages({ '': { times: [9, 8] } })
  await refreshNotifications()
  noteAlarms([givenAlarm('8', { state: 'acknowledged', acknowledged_by: 'Yuki Mori' })])
  const [, handled] = loadedNotifications(queryClient.getQueryData(notificationsQuery.queryKey))
  expect(handled?.alarm?.acknowledged_by).toBe('Yuki Mori')
})
