/** The list of what happened, page by page, and how it stays true. Source: contract notifications; specification §4; G60. */
import { CancelledError, type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { Alarm, Notification } from '@whereabouts/contract/notifications'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'
import { nameHeard } from '../pins/heard-names.ts'

async function listPage(pageToken: string | undefined, signal?: AbortSignal) {
  const query = pageToken === undefined ? {} : { page_token: pageToken }
  const page = await api.notifications.list({ query }, signal ? { signal } : {})
  return { ...page, notifications: page.notifications.map(nameHeard) }
}

type Page = Awaited<ReturnType<typeof listPage>>
type Pages = InfiniteData<Page, unknown>

/** Newest first. Pages append; the marker of the last one leads on. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ pageParam, signal }) => listPage(pageParam, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ metadata }) => metadata?.next_token,
})

/** What was loaded so far, each once, however often pages overlap. */
export function loadedNotifications(data: Pages | undefined): readonly Notification[] {
  const byId = new Map<string, Notification>()
  for (const page of data?.pages ?? []) {
    for (const notification of page.notifications) {
      if (!byId.has(notification.id)) byId.set(notification.id, notification)
    }
  }
  return [...byId.values()]
}

/**
 * A newer answer for the first page goes before what was loaded; what both hold is as the newer one says. Where more came than a page
 * holds, what lies between was never loaded: the list is loaded from the start, and its marker leads there.
 */
function withNewest(data: Pages, newest: Page): Pages {
  const [first, ...rest] = data.pages
  if (first === undefined) return data
  const ids = new Set(newest.notifications.map(({ id }) => id))
  const meets =
    newest.metadata?.next_token === undefined ||
    data.pages.some((page) => page.notifications.some(({ id }) => ids.has(id)))
  if (!meets) return { pages: [newest], pageParams: [undefined] }
  const old = first.notifications.filter(({ id }) => !ids.has(id))
  return { ...data, pages: [{ ...first, notifications: [...newest.notifications, ...old] }, ...rest] }
}

/** The list with what became of alarms. */
function withAlarms(data: Pages, alarms: readonly Alarm[]): Pages {
  const byId = new Map(alarms.map((alarm) => [alarm.alarm_id, alarm]))
  const isTold = (page: Page) => page.notifications.some(({ id }) => byId.has(id))
  const told = (page: Page): Page => ({
    ...page,
    notifications: page.notifications.map((each) => ({ ...each, alarm: byId.get(each.id) ?? each.alarm })),
  })
  return data.pages.some(isTold)
    ? { ...data, pages: data.pages.map((page) => (isTold(page) ? told(page) : page)) }
    : data
}

/** Answers overtake each other: one that was asked for earlier than what is shown is old. */
let lastAsked = 0
let shownTurn = 0

/** Loads the first page, and keeps the others as they are. */
export async function refreshNotifications(): Promise<void> {
  const before: Pages | undefined = queryClient.getQueryData(notificationsQuery.queryKey)
  if (before === undefined) {
    await queryClient.fetchInfiniteQuery(notificationsQuery)
    return
  }
  const turn = ++lastAsked
  const newest = await listPage(undefined)
  if (turn < shownTurn) return
  shownTurn = turn
  queryClient.setQueryData(notificationsQuery.queryKey, (data) => data && withNewest(data, newest))
}

/** The server writes the texts of each language, and names are read with the PIN: reloads the list from the start. */
export function rewordNotifications(): void {
  // What was asked for before comes in the old words.
  shownTurn = ++lastAsked
  void queryClient.resetQueries({ queryKey: notificationsQuery.queryKey })
}

export const noteAlarms = (alarms: readonly Alarm[]): void => {
  queryClient.setQueryData(notificationsQuery.queryKey, (data) => data && withAlarms(data, alarms))
}

/** What is missing is asked for again with the next event, and by the main load. */
export const sayUnloaded = (error: unknown): void => {
  // A newer load took its place.
  if (!(error instanceof CancelledError)) console.warn('A list could not be loaded after an event.', error)
}
