/** Steps by device. Source: contract steps; G71. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { StepRange } from '@whereabouts/domain/steps'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

const KEY = ['steps'] as const
/** People go on walking while one looks (ms). */
const ASK_EVERY_MS = 60_000

export const stepsQuery = (id: string, range: StepRange) =>
  queryOptions({
    queryKey: [...KEY, 'of', id, range],
    queryFn: ({ signal }) => api.steps.get({ id, query: { range } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
  })

export const stepListQuery = (range: StepRange) =>
  queryOptions({
    queryKey: [...KEY, 'list', range],
    queryFn: ({ signal }) => api.steps.list({ query: { range } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
  })

export const useSetTarget = (id: string) =>
  useMutation({
    mutationFn: (target: number) => api.steps.setTarget({ id, body: { target } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
