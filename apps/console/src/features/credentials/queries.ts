/** What senders prove themselves by. Source: contract credentials; G85. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { credentials } from '@whereabouts/contract/credentials'
import type { BodyOf } from '@whereabouts/contract/kit'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

/** Newest first. The stream says when one was made, revoked, or used for the first time. */
export const credentialsQuery = queryOptions({
  queryKey: listKey('credentials'),
  queryFn: async ({ signal }) => (await api.credentials.list(undefined, { signal })).credentials,
  staleTime: 0,
})

/** The same while somebody waits for a sender to speak (ms): what is counted of it is not told by the stream each time. */
const WAITS_MS = 3000
export const awaitedCredentialsQuery = { ...credentialsQuery, refetchInterval: WAITS_MS }

const loadAgain = () => queryClient.invalidateQueries(credentialsQuery)

/** The password in the answer is held only by the component that shows it. */
export const useCreateCredential = () =>
  useMutation({
    mutationFn: async (wanted: BodyOf<typeof credentials.create>) =>
      (await api.credentials.create({ body: wanted })).credential,
    onSettled: loadAgain,
    gcTime: 0,
  })

/** The key stays nowhere in the page once it is sent. */
export const useSetPayloadKey = (sender_id: string) =>
  useMutation({
    mutationFn: (key: string) => api.credentials.setPayloadKey({ sender_id, body: { key } }),
    onSettled: loadAgain,
    gcTime: 0,
  })

export const useRemovePayloadKey = (sender_id: string) =>
  useMutation({
    mutationFn: () => api.credentials.removePayloadKey({ sender_id }),
    onSettled: loadAgain,
  })

export const useRevoke = () =>
  useMutation({
    mutationFn: (senderId: string) => api.credentials.remove({ sender_id: senderId }),
    onSettled: loadAgain,
  })

/** Lets a phone be tracked again. A phone is called by the name of its sender. */
export const useTrackAgain = () =>
  useMutation({
    mutationFn: (senderId: string) => api.trackers.setTrackable({ body: { device_id: senderId, trackable: true } }),
  })
