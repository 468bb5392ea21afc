/**
 * Keeps the lists of a signed-in page true: loads them again by hand, because the server says that too much was missed,
 * or that one of them changed.
 */
import type { ListName } from '@whereabouts/contract/stream'
import { queryClient } from '../../lib/query-client.ts'
import { showError } from '../../lib/toasts.ts'
import { indoorMapsQuery } from '../indoor-maps/queries.ts'
import { getLive, onLists, onResync } from '../live/live.ts'
import { remarksQuery } from '../remarks/queries.ts'
import { stationsQuery } from '../stations/queries.ts'
import { trackerClassesQuery } from '../tracker-classes/queries.ts'
import { devicesQuery } from '../trackers/queries.ts'

type ListQuery = typeof devicesQuery | typeof stationsQuery | typeof indoorMapsQuery | typeof trackerClassesQuery

/** Asks the server after this moment: a load that runs already may have read too early, so it is let finish first. */
async function loadAnew(list: ListQuery): Promise<unknown> {
  const query = { queryKey: list.queryKey, queryFn: list.queryFn, staleTime: 0 } as typeof devicesQuery
  if (queryClient.isFetching({ queryKey: list.queryKey }) > 0) {
    // Whoever began that load tells of its failure.
    await queryClient.fetchQuery(query).catch(() => undefined)
  }
  return queryClient.fetchQuery(query)
}

/** One failing list does not stop the others; each failure is told. */
async function loadAllAnew(lists: readonly ListQuery[]): Promise<void> {
  const results = await Promise.allSettled(lists.map(loadAnew))
  for (const result of results) if (result.status === 'rejected') showError(result.reason)
}

/** Everything that is on the map. */
export const reloadLists = (hasStations: boolean): Promise<void> =>
  loadAllAnew([devicesQuery, indoorMapsQuery, trackerClassesQuery, ...(hasStations ? [stationsQuery] : [])])

/** What the live store shows: loaded at once. */
const SHOWN_ALWAYS = { classes: trackerClassesQuery, indoor_maps: indoorMapsQuery } as const

/** The beginning of the keys of the other lists' queries: loaded while on the screen, else when next they come there. */
const SHOWN_AT_TIMES: Readonly<Record<Exclude<ListName, keyof typeof SHOWN_ALWAYS>, readonly unknown[]>> = {
  remark_items: remarksQuery.queryKey,
  credentials: ['credentials'],
  unclaimed: ['unclaimed'],
  carepads: ['carepads'],
  shares: ['shares'],
  zones: ['zones'],
}

/** Follows what the server tells of its lists until stopped. Visitors of an access link have no stations (G34). */
export function keepLists(hasStations: boolean): () => void {
  if (!hasStations) getLive().store.withoutStations()
  const stopResync = onResync(() => {
    void reloadLists(hasStations)
    for (const queryKey of Object.values(SHOWN_AT_TIMES)) void queryClient.invalidateQueries({ queryKey })
  })
  const stopLists = onLists((changed) => {
    const always: ListQuery[] = []
    for (const list of changed) {
      if (list === 'classes' || list === 'indoor_maps') always.push(SHOWN_ALWAYS[list])
      else void queryClient.invalidateQueries({ queryKey: SHOWN_AT_TIMES[list] })
    }
    void loadAllAnew(always)
  })
  return () => {
    stopResync()
    stopLists()
  }
}
