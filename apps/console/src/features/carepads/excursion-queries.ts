/** The record of excursions by month. Source: contract excursions; decision 0048. */
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { downloadFile, downloadText } from '../../lib/download.ts'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

/** Times of the account's clocks (epoch seconds). */
interface Month {
  readonly start: number
  readonly end: number
}

/** What lasts is asked for again so often (ms). */
const ASK_EVERY_MS = 30_000

export const excursionsQuery = ({ start, end }: Month) =>
  infiniteQueryOptions({
    queryKey: ['excursions', start] as const,
    queryFn: ({ pageParam, signal }) => {
      const range = { query_start: String(start), query_end: String(end - 1) }
      return api.excursions.list(
        { query: pageParam === undefined ? range : { ...range, page_token: pageParam } },
        { signal },
      )
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ metadata }) => metadata?.next_token,
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })

export const useComment = (excursionId: string) =>
  useMutation({
    mutationFn: (text: string) => api.excursions.comment({ excursion_id: excursionId, body: { text } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['excursions'] }),
  })

/** Hands the person a month (`2026-11`) as a file. */
export const useSaveMonth = (month: string) =>
  useMutation({
    mutationFn: async (kind: 'csv' | 'pdf') => {
      const name = `excursions-${month}.${kind}`
      if (kind === 'csv') return downloadText(name, (await api.excursions.csv({ query: { month } })).csv)
      const { base64 } = await api.excursions.pdf({ query: { month } })
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      downloadFile(name, new Blob([bytes], { type: 'application/pdf' }))
    },
  })
