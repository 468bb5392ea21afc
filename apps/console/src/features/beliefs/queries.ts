/** What is believed of the place of a device. Source: contract beliefs. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/signed-in-api.ts'

/** What is heard changes by the second, and nothing tells of it (ms). */
const ASK_EVERY_MS = 2000

export const beliefQuery = (deviceId: string) =>
  queryOptions({
    queryKey: ['belief', deviceId],
    queryFn: async ({ signal }) => (await api.beliefs.get({ id: deviceId }, { signal })).belief,
    refetchInterval: ASK_EVERY_MS,
    gcTime: 0,
  })
