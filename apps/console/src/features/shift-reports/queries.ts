/** Shift reports, newest first and each with what it holds, and their times. Source: contract shift-reports; G75. */
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { ShiftReport, ShiftTimer } from '@whereabouts/contract/shift-reports'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

const LIST = [...listKey('shift_reports'), 'list'] as const

/** A report that is being made is asked for so often (ms) where no stream tells that it is there. */
const ASK_EVERY_MS = 3000

const isBeingMade = ({ state }: ShiftReport) => state === 'generating'

export const reportsQuery = infiniteQueryOptions({
  queryKey: LIST,
  queryFn: ({ pageParam, signal }) =>
    api.shiftReports.list({ query: pageParam === undefined ? {} : { page_token: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ metadata }) => metadata?.next_token,
  refetchInterval: ({ state }) =>
    state.data?.pages.some((page) => page.shift_reports.some(isBeingMade)) ? ASK_EVERY_MS : false,
})

export const reportQuery = (reportId: string) =>
  queryOptions({
    queryKey: [...listKey('shift_reports'), reportId],
    queryFn: ({ signal }) => api.shiftReports.get({ report_id: reportId }, { signal }),
    refetchInterval: ({ state }) => (state.data && isBeingMade(state.data.shift_report) ? ASK_EVERY_MS : false),
  })

const loadAgain = () => queryClient.invalidateQueries({ queryKey: listKey('shift_reports') })

/** Makes a report now; answers its id. */
export const useMakeReport = () =>
  useMutation({
    mutationFn: (notes: string) => api.shiftReports.create({ body: { notes } }),
    onSuccess: (page) => {
      queryClient.setQueryData(reportsQuery.queryKey, { pages: [page], pageParams: [undefined] })
    },
  })

export const useMakeAgain = () =>
  useMutation({
    mutationFn: (reportId: string) => api.shiftReports.retry({ report_id: reportId }),
    onSuccess: loadAgain,
  })

export const useConfirm = (reportId: string) =>
  useMutation({
    mutationFn: (name: string) => api.shiftReports.confirm({ report_id: reportId, body: { name } }),
    onSuccess: loadAgain,
  })

export const timerQuery = queryOptions({
  queryKey: listKey('shift_timer'),
  queryFn: ({ signal }) => api.shiftReports.getTimer(undefined, { signal }),
})

export const useSaveTimer = () =>
  useMutation({
    mutationFn: (timer: ShiftTimer) => api.shiftReports.saveTimer({ body: timer }),
    onSuccess: (saved) => void queryClient.setQueryData(timerQuery.queryKey, saved),
  })
