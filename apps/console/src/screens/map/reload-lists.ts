/** Loads what is on the map again: by hand, or because the server says that too much was missed. */
import { indoorMapsQuery } from '../../features/indoor-maps/queries.ts'
import { stationsQuery } from '../../features/stations/queries.ts'
import { trackerClassesQuery } from '../../features/tracker-classes/queries.ts'
import { devicesQuery } from '../../features/trackers/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { showError } from '../../lib/toasts.ts'

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
export async function reloadLists(hasStations: boolean): Promise<void> {
  const lists: ListQuery[] = [
    devicesQuery,
    indoorMapsQuery,
    trackerClassesQuery,
    ...(hasStations ? [stationsQuery] : []),
  ]
  const results = await Promise.allSettled(lists.map(loadAnew))
  for (const result of results) if (result.status === 'rejected') showError(result.reason)
}
