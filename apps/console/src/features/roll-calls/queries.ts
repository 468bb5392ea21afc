/** Roll-calls of the account. The stream tells when they change. Source: contract roll-calls; decision 0045. */
import { type InfiniteData, infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { Answered } from '@whereabouts/contract/kit'
import type { RollCall, rollCalls } from '@whereabouts/contract/roll-calls'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

type Page = Answered<typeof rollCalls.list>
type Pages = InfiniteData<Page, unknown>

/** The one that goes on, with the first page; and those that ended. */
export const rollCallsQuery = infiniteQueryOptions({
  queryKey: [...listKey('roll_calls'), 'list'],
  queryFn: ({ pageParam, signal }) =>
    api.rollCalls.list({ query: pageParam === undefined ? {} : { page_token: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ metadata }) => metadata?.next_token,
})

export const openOf = (data: Pages | undefined): RollCall | null => data?.pages[0]?.open ?? null

export const rollCallQuery = (id: string) =>
  queryOptions({
    queryKey: [...listKey('roll_calls'), id],
    queryFn: async ({ signal }) => (await api.rollCalls.get({ id }, { signal })).roll_call,
  })

export const rollCallSettingsQuery = queryOptions({
  queryKey: [...listKey('roll_calls'), 'settings'],
  queryFn: async ({ signal }) => (await api.rollCalls.getSettings(undefined, { signal })).class_indexes,
})

export const useSaveClasses = () =>
  useMutation({
    mutationFn: (class_indexes: number[] | null) => api.rollCalls.saveSettings({ body: { class_indexes } }),
    onSuccess: ({ class_indexes }) => queryClient.setQueryData(rollCallSettingsQuery.queryKey, class_indexes),
  })

/** Keeps what the answer to a command says. */
export function noteRollCall(rollCall: RollCall): void {
  const isOpen = rollCall.ended_at_ms === null
  queryClient.setQueryData(rollCallsQuery.queryKey, (before: Pages | undefined) => {
    const [first, ...rest] = before?.pages ?? []
    if (before === undefined || first === undefined) return before
    if (!isOpen && first.open?.id !== rollCall.id) return before
    return { ...before, pages: [{ ...first, open: isOpen ? rollCall : null }, ...rest] }
  })
  if (!isOpen) void queryClient.invalidateQueries({ queryKey: listKey('roll_calls') })
}
