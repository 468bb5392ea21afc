/** Pages of location logs, newest first. Source: contract location-logs; G56. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../lib/signed-in-api.ts'

export interface LogQuestion {
  readonly by: 'device' | 'sender'
  readonly id: string
  /** Both in epoch seconds. */
  readonly start: number
  readonly end: number
  /** How often was asked before: asked again, the same question is another one. */
  readonly asked: number
}

export const locationLogsQuery = ({ by, id, start, end, asked }: LogQuestion) =>
  infiniteQueryOptions({
    queryKey: ['location-logs', by, id, start, end, asked],
    queryFn: ({ pageParam, signal }) =>
      api.locationLogs.list(
        {
          query: {
            ...(by === 'device' ? { device_id: id } : { sender_id: id }),
            query_start: String(start),
            query_end: String(end),
            ...(pageParam === undefined ? {} : { page_token: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ metadata }) => metadata?.next_token,
    gcTime: 0,
  })
