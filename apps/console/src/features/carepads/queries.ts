/** Carepads, their loggers and what they measured. Source: contract carepads, loggers; G69, G70. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { Carepad, carepads } from '@whereabouts/contract/carepads'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { Measured, TrendRange } from '@whereabouts/domain/temperatures'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { api } from '../../lib/signed-in-api.ts'
import { allPages } from '../live/all-pages.ts'
import { toDataUrl } from '../pictures/chosen-picture.ts'
import { type NamedCarepad, readNames, sendName } from '../pins/names.ts'
import { type View, windowOf } from './temperature-stats.ts'

/** Readings are requested again after this time (ms). */
const READINGS_EVERY_MS = 15_000
const TRENDS_EVERY_MS = 60_000

/** As they are stored: names under a PIN are encrypted. */
export async function loadStoredCarepads(signal?: AbortSignal): Promise<Carepad[]> {
  const pages = allPages(
    (query) => api.carepads.list({ query }, signal ? { signal } : {}),
    (page) => page.carepads,
  )
  const all: Carepad[] = []
  for await (const page of pages) all.push(...page)
  return all
}

/** Newest first, with names as people read them. The stream says when one was added or changed. */
export const carepadsQuery = queryOptions({
  queryKey: listKey('carepads'),
  queryFn: async ({ signal }) => readNames(await loadStoredCarepads(signal)),
  refetchInterval: READINGS_EVERY_MS,
  staleTime: 0,
})

/** Oldest first. */
export const loggersQuery = queryOptions({
  queryKey: listKey('loggers'),
  queryFn: async ({ signal }) => (await api.loggers.list(undefined, { signal })).loggers,
  staleTime: 0,
})

export const trendsQuery = (range: TrendRange) =>
  queryOptions({
    queryKey: ['carepadTrends', range] as const,
    queryFn: async ({ signal }) => {
      const { trends } = await api.carepads.trends({ query: { range } }, { signal })
      return new Map(trends.map(({ carepad_id, temperatures }) => [carepad_id, temperatures]))
    },
    refetchInterval: TRENDS_EVERY_MS,
    staleTime: 0,
  })

/** What one measured in the time of a view; of a time that is over once. */
export const temperaturesQuery = (id: string, view: View) =>
  queryOptions({
    queryKey: ['carepadTemperatures', id, view] as const,
    queryFn: async ({ signal }) => {
      const { start, end } = windowOf(view, serverNow())
      const query = { query_start: String(Math.floor(start)), query_end: String(Math.floor(end)) }
      return { start, end, ...(await api.carepads.temperatures({ id, query }, { signal })) }
    },
    placeholderData: keepPreviousData,
    refetchInterval: view.back === 0 ? TRENDS_EVERY_MS : false,
    staleTime: 0,
  })

const loadAgain = () => queryClient.invalidateQueries(carepadsQuery)
const loadLoggersAgain = () => queryClient.invalidateQueries(loggersQuery)

interface NewCarepad {
  readonly carepad_id: string
  readonly carepad_name: string
  readonly logger_id: string | null
  readonly measures: Measured
}

export const useAddCarepad = () =>
  useMutation({
    mutationFn: ({ carepad_name, ...rest }: NewCarepad) =>
      sendName(carepad_name, undefined, (name) => api.carepads.add({ body: { ...rest, ...name } })),
    onSuccess: loadAgain,
  })

/** `carepad_name` as people read it. */
export const useChangeCarepad = (id: string) =>
  useMutation({
    mutationFn: ({ carepad_name, ...rest }: Omit<BodyOf<typeof carepads.change>, 'pin_check' | 'reset_name'>) =>
      carepad_name === undefined
        ? api.carepads.change({ id, body: rest })
        : sendName(carepad_name, id, (name) => api.carepads.change({ id, body: { ...rest, ...name } })),
    onSuccess: loadAgain,
  })

/** A new name for a carepad whose name nobody can read: plain where the PIN is lost. */
export const useResetName = ({ carepad_id: id, name_state }: NamedCarepad) =>
  useMutation({
    mutationFn: (carepad_name: string) =>
      name_state === 'locked'
        ? api.carepads.change({ id, body: { carepad_name, reset_name: true } })
        : sendName(carepad_name, id, (body) => api.carepads.change({ id, body })),
    onSuccess: loadAgain,
  })

export const useRemoveCarepad = () =>
  useMutation({ mutationFn: (id: string) => api.carepads.remove({ id }), onSuccess: loadAgain })

export const useSaveLogger = (id: string | undefined) =>
  useMutation({
    mutationFn: async ({ logger_name, image }: { readonly logger_name: string; readonly image: Blob | undefined }) => {
      const picture = image === undefined ? undefined : await toDataUrl(image)
      if (id !== undefined) {
        const body = { logger_name, ...(picture === undefined ? {} : { image: picture }) }
        return api.loggers.change({ id, body })
      }
      return api.loggers.create({ body: { logger_name, image: picture ?? '' } })
    },
    onSuccess: loadLoggersAgain,
  })

export const useRemoveLogger = () =>
  useMutation({ mutationFn: (id: string) => api.loggers.remove({ id }), onSuccess: loadLoggersAgain })
