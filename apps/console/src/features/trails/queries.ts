/** The day of a device, and who was near it. Source: contract trails, history; G55. */
import { queryOptions } from '@tanstack/react-query'
import { CallError } from '@whereabouts/contract/client'
import { TRAIL_DAY_SECONDS } from '@whereabouts/domain/history'
import { api } from '../../lib/signed-in-api.ts'

/** What goes on is asked for again after this long (ms). */
const REFRESH_MS = 60_000

const GOOD = 200

/** Of a trail the code of the body counts: another than 200 is a refusal of status 400. Source: specification §8. */
async function judged<Answer extends { readonly code: number; readonly message?: string; readonly info?: string }>(
  call: Promise<Answer>,
): Promise<Answer> {
  const answer = await call
  if (answer.code === GOOD) return answer
  throw new CallError(400, answer.code, answer.message ?? '', { info: answer.info })
}

/** The logs of a day from its start (epoch seconds). */
export const trailQuery = (deviceId: string, start: number, isToday: boolean) =>
  queryOptions({
    queryKey: ['trails', deviceId, start],
    queryFn: ({ signal }) => {
      const query = { start_time: String(start), end_time: String(start + TRAIL_DAY_SECONDS) }
      return judged(api.trails.get({ device_id: deviceId, query }, { signal }))
    },
    refetchInterval: isToday ? REFRESH_MS : false,
    // A day that is over may yet be changed by late reports, and is asked for again when it is opened again.
    gcTime: REFRESH_MS,
  })

const rangeOf = (start: number, end: number) => ({ from_ms: String(start * 1000), until_ms: String(end * 1000) })

/** Where it was shown on its way; both ends in epoch seconds. */
export const wayQuery = (deviceId: string, start: number, end: number) =>
  queryOptions({
    queryKey: ['trails', 'way', deviceId, start, end],
    queryFn: ({ signal }) => api.history.way({ device_id: deviceId, query: rangeOf(start, end) }, { signal }),
    gcTime: REFRESH_MS,
  })

/** Who was near it in a range; both ends in epoch seconds. */
export const contactsQuery = (deviceId: string, start: number, end: number) =>
  queryOptions({
    queryKey: ['trails', 'contacts', deviceId, start, end],
    queryFn: ({ signal }) => api.history.contacts({ device_id: deviceId, query: rangeOf(start, end) }, { signal }),
    gcTime: REFRESH_MS,
  })
