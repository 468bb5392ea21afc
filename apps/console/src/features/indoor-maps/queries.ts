/** The floor plans of the account, and their pictures. Source: G08, G52. */
import { queryOptions } from '@tanstack/react-query'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { api, callHeaders } from '../../lib/api.ts'
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

/** The file of a plan's picture. It is access-checked, so it is fetched with the token. Kept packed, as it came. */
export const planPictureQuery = (url: string) =>
  queryOptions({
    queryKey: ['planPicture', url],
    queryFn: async ({ signal }): Promise<Blob> => {
      const answer = await fetch(url, { headers: callHeaders(), signal })
      if (!answer.ok) throw new Error(`The picture of a floor plan answered ${answer.status}.`)
      return answer.blob()
    },
    retry: 1,
    structuralSharing: false,
    enabled: url !== '',
  })
