/** Attendance as the server works it out. Source: contract attendance; G72. */
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { AttendanceFilter, attendance, OfficeLog } from '@whereabouts/contract/attendance'
import type { BodyOf } from '@whereabouts/contract/kit'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

const KEY = ['attendance'] as const
/** People come and go while one looks (ms). */
const ASK_EVERY_MS = 60_000

/** What is asked for; both ends belong to the range (epoch seconds). */
export interface AttendanceQuestion {
  readonly start: number
  readonly end: number
  readonly name: string
  readonly show: AttendanceFilter
}

const queryOf = ({ start, end, name, show }: AttendanceQuestion) => ({
  query_begin: String(start),
  query_end: String(end + 1),
  show,
  ...(name.trim() === '' ? {} : { device_name: name.trim() }),
})

export const recordsQuery = (question: AttendanceQuestion) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'records', question],
    queryFn: ({ pageParam, signal }) =>
      api.attendance.list(
        { query: { ...queryOf(question), ...(pageParam === undefined ? {} : { page_id: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ metadata }) => metadata?.next_token,
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
  })

/** Every record of a question, page after page, for a file. */
export async function listRecords(question: AttendanceQuestion): Promise<OfficeLog[]> {
  const records: OfficeLog[] = []
  for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
    const page = await api.attendance.list({
      query: { ...queryOf(question), ...(next === undefined ? {} : { page_id: next }) },
    })
    records.push(...page.officelogs)
    next = page.metadata?.next_token
  }
  return records
}

export const recordQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'record', id],
    queryFn: ({ signal }) => api.attendance.get({ id }, { signal }),
  })

export const monthQuery = (month: string) =>
  queryOptions({
    queryKey: [...KEY, 'month', month],
    queryFn: ({ signal }) => api.attendance.listMonth({ query: { month } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const rulesQuery = queryOptions({
  queryKey: [...KEY, 'rules'],
  queryFn: ({ signal }) => api.attendance.getRules(undefined, { signal }),
})

const loadAgain = () => queryClient.invalidateQueries({ queryKey: KEY })

export type AttendanceChange = BodyOf<typeof attendance.change>

export const useChangeRecord = (id: string) =>
  useMutation({ mutationFn: (body: AttendanceChange) => api.attendance.change({ id, body }), onSuccess: loadAgain })

export const useSaveRules = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof attendance.saveRules>) => api.attendance.saveRules({ body }),
    onSuccess: loadAgain,
  })
