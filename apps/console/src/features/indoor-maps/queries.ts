/** The floor plans of the account. Source: G52. */
import { queryOptions } from '@tanstack/react-query'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { api } from '../../lib/signed-in-api.ts'
import { allPages } from '../live/all-pages.ts'
import { getLive } from '../live/live.ts'

async function loadMaps(signal: AbortSignal): Promise<number> {
  const { store } = getLive()
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
  return maps.length
}

/** Fills the live store; the cache keeps only how many there are. */
export const indoorMapsQuery = queryOptions({ queryKey: ['indoorMaps'], queryFn: ({ signal }) => loadMaps(signal) })
