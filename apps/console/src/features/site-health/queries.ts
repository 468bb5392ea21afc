/** The health of a floor. Source: contract site-health. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/signed-in-api.ts'

/** Stations are compared by ten minutes: asking more often tells nothing new (ms). */
const FRESH_MS = 60_000

export const healthQuery = (mapId: string) =>
  queryOptions({
    queryKey: ['site-health', mapId],
    queryFn: async ({ signal }) => (await api.siteHealth.get({ id: mapId }, { signal })).health,
    enabled: mapId !== '',
    staleTime: FRESH_MS,
  })
