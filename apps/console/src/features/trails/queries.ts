/** The day of a device, and who was near it. Source: contract trails, history; G55. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { TRAIL_DAY_SECONDS } from '@whereabouts/domain/history'
import { api } from '../../lib/signed-in-api.ts'

/** What goes on is asked for again after this long (ms). */
const REFRESH_MS = 60_000

/** Of a day, or a part of it, that may go on. */
const refreshed = (isGoingOn: boolean) => ({
  refetchInterval: isGoingOn ? REFRESH_MS : (false as const),
  // What is over may yet be changed by late reports, and is asked for again when it is opened again.
  gcTime: REFRESH_MS,
})

/** The logs of a day from its start (epoch seconds). */
export const trailQuery = (deviceId: string, start: number, isToday: boolean) =>
  queryOptions({
    queryKey: ['trails', deviceId, start],
    queryFn: ({ signal }) => {
      const query = { start_time: String(start), end_time: String(start + TRAIL_DAY_SECONDS) }
      return api.trails.get({ device_id: deviceId, query }, { signal })
    },
    ...refreshed(isToday),
  })

const rangeOf = (start: number, end: number) => ({ from_ms: String(start * 1000), until_ms: String(end * 1000) })

/** Where it was shown on its way; both ends in epoch seconds. */
export const wayQuery = (deviceId: string, start: number, end: number, isToday: boolean) =>
  queryOptions({
    queryKey: ['trails', 'way', deviceId, start, end],
    queryFn: ({ signal }) => api.history.way({ device_id: deviceId, query: rangeOf(start, end) }, { signal }),
    ...refreshed(isToday),
  })

/** Who was near it in a range; both ends in epoch seconds. `isGoingOn`: the range is not over. */
export const contactsQuery = (deviceId: string, start: number, end: number, isGoingOn: boolean) =>
  queryOptions({
    queryKey: ['trails', 'contacts', deviceId, start, end],
    queryFn: ({ signal }) => api.history.contacts({ device_id: deviceId, query: rangeOf(start, end) }, { signal }),
    placeholderData: keepPreviousData,
    ...refreshed(isGoingOn),
  })
