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

/** The picture of a plan. It is access-checked, so it is fetched with the token and decoded here, off the main thread. */
export const planImageQuery = (url: string) =>
  queryOptions({
    queryKey: ['planImage', url],
    queryFn: async ({ signal }): Promise<ImageBitmap> => {
      const answer = await fetch(url, { headers: callHeaders(), signal })
      if (!answer.ok) throw new Error(`The picture of a floor plan answered ${answer.status}.`)
      return createImageBitmap(await answer.blob())
    },
    retry: 1,
    structuralSharing: false,
  })
