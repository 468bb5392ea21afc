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

test('new notifications go before loaded ones, and the page marker stays', async () => {
  const pages = { '': { times: [9, 8], next: 'two' }, two: { times: [7], next: 'three' } }
  givenPages(pages)
  await queryClient.fetchInfiniteQuery({ ...notificationsQuery, pages: 2 })
  pages[''] = { times: [10, 9], next: 'other' }
  await refreshNotifications()
  expect(state()).toEqual({ ids: ['10', '9', '8', '7'], next: 'three' })
})

test('where more is new than a page holds, the list is loaded from the start, so that nothing between is left out [NOTI-22]', async () => {
  const pages: Record<string, { times: number[]; next?: string }> = { '': { times: [9, 8], next: 'two' } }
  givenPages(pages)
  const list = new InfiniteQueryObserver(queryClient, notificationsQuery)
  onTestFinished(list.subscribe(() => undefined))
  await vi.waitFor(() => expect(state().ids).toEqual(['9', '8']))
  pages[''] = { times: [14, 13], next: 'between' }
  pages.between = { times: [12, 11], next: 'old' }
  await refreshNotifications()
  expect(state()).toEqual({ ids: ['14', '13'], next: 'between' })
  await list.fetchNextPage()
  expect(state()).toEqual({ ids: ['14', '13', '12', '11'], next: 'old' })
})

test('an answer that was overtaken changes nothing', async () => {
  const answers: ((times: number[]) => void)[] = []
  const answerOf = (times: readonly number[]) =>
    Response.json({
      result: true,
      code: 200,
      notifications: times.map((time) => givenEvent(time, { id: String(time) })),
      metadata: {},
    })
  givenPages({ '': { times: [9] } })
  await refreshNotifications()
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push((times) => resolve(answerOf(times)))))
  const [early, late] = [refreshNotifications(), refreshNotifications()]
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.([11, 10, 9])
  await late
  answers[0]?.([10, 9])
  await early
  expect(state().ids).toEqual(['11', '10', '9'])
})

test('the list says what became of an alarm', async () => {
  givenPages({ '': { times: [9, 8] } })
  await refreshNotifications()
  noteAlarms([givenAlarm('8', { state: 'acknowledged', acknowledged_by: 'Mori Yuki' })])
  const [, handled] = loadedNotifications(queryClient.getQueryData(notificationsQuery.queryKey))
  expect(handled?.alarm?.acknowledged_by).toBe('Mori Yuki')
})
