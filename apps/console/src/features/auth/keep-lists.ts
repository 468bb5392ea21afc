/**
 * Keeps the lists of a signed-in page true: loads them again by hand, because the server says that too much was missed,
 * or that one of them changed.
 */
import { LIST_NAMES, type ListName } from '@whereabouts/contract/lists'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isAway } from '../../lib/refusals.ts'
import { showError } from '../../lib/toasts.ts'
import { indoorMapsQuery } from '../indoor-maps/queries.ts'
import type { Live } from '../live/live.ts'
import type { LiveStore } from '../live/live-store.ts'
import { stationsQuery } from '../stations/queries.ts'
import { trackerClassesQuery } from '../tracker-classes/queries.ts'
import { devicesQuery } from '../trackers/queries.ts'

/** A list that found no way to the server is asked for again after this long (ms). */
const AGAIN_AFTER_MS = 5000

type ListQuery = ReturnType<
  typeof devicesQuery | typeof stationsQuery | typeof indoorMapsQuery | typeof trackerClassesQuery
>

/** Asks the server after this moment: a load that runs already may have read too early, so it is let finish first. */
async function loadFresh(list: ListQuery): Promise<void> {
  const query = { queryKey: list.queryKey, queryFn: list.queryFn, staleTime: 0 } as ReturnType<typeof devicesQuery>
  if (queryClient.isFetching({ queryKey: list.queryKey }) > 0) {
    // The caller that began that load reports its failure.
    await queryClient.fetchQuery(query).catch(() => undefined)
  }
  await queryClient.fetchQuery(query)
}

/** Lists whose keys begin so: loaded while on the screen, else when next they come there. */
async function loadShown(queryKey: readonly unknown[]): Promise<void> {
  await queryClient.invalidateQueries({ queryKey })
  const shown = queryClient.getQueryCache().findAll({ queryKey, type: 'active' })
  const failed = shown.find(({ state }) => state.status === 'error')
  if (failed) throw failed.state.error
}

type List = ListName | 'devices' | 'stations'

/** Lists that the live store always shows. */
const ON_MAP = {
  devices: devicesQuery,
  indoor_maps: indoorMapsQuery,
  classes: trackerClassesQuery,
  stations: stationsQuery,
} as const satisfies Partial<Record<List, (store: LiveStore) => ListQuery>>
const isOnMap = (list: List): list is keyof typeof ON_MAP => list in ON_MAP
const LISTS_ON_MAP = Object.keys(ON_MAP) as (keyof typeof ON_MAP)[]

const loadAgain = (store: LiveStore, list: List) =>
  isOnMap(list) ? loadFresh(ON_MAP[list](store)) : loadShown(listKey(list))

/** Visitors of an access link have no stations (G34). */
const have = (hasStations: boolean) => (list: List) => hasStations || list !== 'stations'

/** Everything that is on the map. One failing list does not stop the others; each failure is told. */
export async function reloadLists(store: LiveStore, hasStations: boolean): Promise<void> {
  await Promise.all(LISTS_ON_MAP.filter(have(hasStations)).map((list) => loadAgain(store, list).catch(showError)))
}

/** Follows what the server tells of its lists until stopped. */
export function keepLists({ store, events }: Pick<Live, 'store' | 'events'>, hasStations: boolean): () => void {
  if (!hasStations) store.withoutStations()
  let isStopped = false
  /** What found no way to the server. It says once that a list changed, so it is asked until it answers; the person is told once. */
  const away = new Set<List>()
  let again: ReturnType<typeof setTimeout> | undefined

  async function load(list: List): Promise<void> {
    try {
      await loadAgain(store, list)
      away.delete(list)
    } catch (error) {
      if (isStopped) return
      if (!away.has(list)) showError(error)
      if (isAway(error)) away.add(list)
      else away.delete(list)
    }
    askAgain()
  }
  /** Not before the last round has ended: one that is slow would be called off each time. */
  function askAgain() {
    if (away.size === 0 || isStopped) return
    again ??= setTimeout(async () => {
      await Promise.all([...away].map(load))
      again = undefined
      askAgain()
    }, AGAIN_AFTER_MS)
  }

  const loadAll = (lists: readonly List[]) => {
    for (const list of lists) void load(list)
  }
  const stops = [
    events.onResync(() => loadAll([...new Set<List>([...LISTS_ON_MAP, ...LIST_NAMES])].filter(have(hasStations)))),
    events.onLists(loadAll),
  ]
  return () => {
    isStopped = true
    clearTimeout(again)
    for (const stop of stops) stop()
  }
}
