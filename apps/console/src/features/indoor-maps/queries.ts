/** The floor plans of the account. Source: G52. */
import { queryOptions } from '@tanstack/react-query'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'
import { allPages } from '../live/all-pages.ts'
import type { LiveStore } from '../live/live-store.ts'

async function loadMaps(store: LiveStore, signal: AbortSignal): Promise<number> {
  const pages = allPages(
    (query) => api.indoorMaps.list({ query }, { signal }),
    (page) => page.indoormaps,
  )
  const maps: IndoorMap[] = []
  try {
    for await (const page of pages) maps.push(...page)
  } catch (error) {
    store.mapsFailed()
    throw error
  }
  store.setMaps(maps)
  // An image that was changed keeps its address: what is on the screen is fetched again, the rest when it comes there.
  const addresses = new Set(maps.map(({ map_url }) => map_url))
  const predicate = ({ queryKey: [kind, address] }: { readonly queryKey: readonly unknown[] }) =>
    kind === 'picture' && addresses.has(String(address))
  queryClient.removeQueries({ type: 'inactive', predicate })
  void queryClient.invalidateQueries({ predicate })
  return maps.length
}

export const INDOOR_MAPS = ['indoorMaps'] as const

/** Fills the live store; the cache keeps only how many there are. */
export const indoorMapsQuery = (store: LiveStore) =>
  queryOptions({ queryKey: INDOOR_MAPS, queryFn: ({ signal }) => loadMaps(store, signal) })
