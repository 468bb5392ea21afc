/** The zones of the account. The stream tells when they change. Source: contract zones; G73. */
import { type QueryFunction, queryOptions, useMutation } from '@tanstack/react-query'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { Zone, zones } from '@whereabouts/contract/zones'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

type Load = QueryFunction<Zone[]>

/** Zones by the key they are kept under: the present ones, and those of the past that is looked at. */
export const zonesBy = (queryKey: readonly unknown[], queryFn: Load) => queryOptions({ queryKey, queryFn })

export const zonesQuery = zonesBy(
  listKey('zones'),
  async ({ signal }) => (await api.zones.list(undefined, { signal })).zones,
)

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
