/**
 * Keeps the lists of a signed-in page true: loads them again by hand, because the server says that too much was missed,
 * or that one of them changed.
 */
import type { ListName } from '@whereabouts/contract/stream'
import { isAway } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { showError } from '../../lib/toasts.ts'
import { indoorMapsQuery } from '../indoor-maps/queries.ts'
import { getLive, onLists, onResync } from '../live/live.ts'
import { remarksQuery } from '../remarks/queries.ts'
import { stationsQuery } from '../stations/queries.ts'
import { trackerClassesQuery } from '../tracker-classes/queries.ts'
import { devicesQuery } from '../trackers/queries.ts'

/** A list that found no way to the server is asked for again after this long (ms). */
const AGAIN_AFTER_MS = 5000

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

/** One failing list does not stop the others; each failure is told, unless `isQuiet`. Answers those that found no way to the server. */
async function loadAllAnew(lists: readonly ListQuery[], isQuiet = false): Promise<readonly ListQuery[]> {
  const results = await Promise.allSettled(lists.map(loadAnew))
  const away: ListQuery[] = []
  for (const [place, result] of results.entries()) {
    if (result.status === 'fulfilled') continue
    if (!isQuiet) showError(result.reason)
    if (isAway(result.reason)) away.push(lists[place]!)
  }
  return away
}

const listsOnMap = (hasStations: boolean): readonly ListQuery[] => [
  devicesQuery,
  indoorMapsQuery,
  trackerClassesQuery,
  ...(hasStations ? [stationsQuery] : []),
]

/** Everything that is on the map. */
export async function reloadLists(hasStations: boolean): Promise<void> {
  await loadAllAnew(listsOnMap(hasStations))
}

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
  let isStopped = false
  const again = new Set<ReturnType<typeof setTimeout>>()
  // The server says once that a list changed, so it is asked until it answers.
  const load = async (lists: readonly ListQuery[], isQuiet = false): Promise<void> => {
    const away = await loadAllAnew(lists, isQuiet)
    if (away.length === 0 || isStopped) return
    const timer = setTimeout(() => {
      again.delete(timer)
      void load(away, true)
    }, AGAIN_AFTER_MS)
    again.add(timer)
  }
  const stopResync = onResync(() => {
    void load(listsOnMap(hasStations))
    for (const queryKey of Object.values(SHOWN_AT_TIMES)) void queryClient.invalidateQueries({ queryKey })
  })
  const stopLists = onLists((changed) => {
    const always: ListQuery[] = []
    for (const list of changed) {
      if (list === 'classes' || list === 'indoor_maps') always.push(SHOWN_ALWAYS[list])
      else void queryClient.invalidateQueries({ queryKey: SHOWN_AT_TIMES[list] })
    }
    void load(always)
  })
  return () => {
    isStopped = true
    for (const timer of again) clearTimeout(timer)
    stopResync()
    stopLists()
  }
}
