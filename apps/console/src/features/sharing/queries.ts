/** Receivers and givers of shared devices. Source: contract sharing; G48. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { sharing } from '@whereabouts/contract/sharing'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

/** Oldest first. The stream says when shares of the account changed. */
export const sharesQuery = (deviceId: string) =>
  queryOptions({
    queryKey: [...listKey('shares'), 'to', deviceId],
    queryFn: async ({ signal }) => (await api.sharing.getTo({ id: deviceId }, { signal })).shares,
    staleTime: 0,
  })

/** Null for an own device. */
export const receivedQuery = (deviceId: string) =>
  queryOptions({
    queryKey: [...listKey('shares'), 'from', deviceId],
    queryFn: async ({ signal }) => (await api.sharing.getFrom({ id: deviceId }, { signal })).share,
    staleTime: 0,
  })

const loadAgain = (deviceId: string) => queryClient.invalidateQueries(sharesQuery(deviceId))

export const useShare = (deviceId: string) =>
  useMutation({
    mutationFn: (offer: Omit<BodyOf<typeof sharing.share>, 'device_id'>) =>
      api.sharing.share({ body: { device_id: deviceId, ...offer } }),
    // A refusal may say that a colleague was quicker: then the list is old.
    onSettled: () => loadAgain(deviceId),
  })

/** From either side. */
export const useUnshare = (deviceId: string) =>
  useMutation({
    mutationFn: (shareId: string) => api.sharing.unshare({ body: { device_id: deviceId, share_id: shareId } }),
    onSettled: () => loadAgain(deviceId),
  })
