/** The zones of the account. The stream tells when they change. Source: contract zones; G73. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { zones } from '@whereabouts/contract/zones'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

export const zonesQuery = queryOptions({
  queryKey: listKey('zones'),
  queryFn: async ({ signal }) => (await api.zones.list(undefined, { signal })).zones,
})

const loadAgain = () => queryClient.fetchQuery({ ...zonesQuery, staleTime: 0 })

export type ZoneBody = BodyOf<typeof zones.create>

/** A new zone, or where `id` names one, that one changed. */
export const useSaveZone = (id: string | undefined) =>
  useMutation({
    mutationFn: (body: ZoneBody) => (id === undefined ? api.zones.create({ body }) : api.zones.change({ id, body })),
    onSuccess: loadAgain,
  })

export const useRemoveZone = () =>
  useMutation({ mutationFn: (id: string) => api.zones.remove({ id }), onSuccess: loadAgain })
