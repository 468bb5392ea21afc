/** Loads what is on the map again: by hand, or because the server says that too much was missed. */
import { indoorMapsQuery } from '../../features/indoor-maps/queries.ts'
import { stationsQuery } from '../../features/stations/queries.ts'
import { trackerClassesQuery } from '../../features/tracker-classes/queries.ts'
import { devicesQuery } from '../../features/trackers/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { showError } from '../../lib/toasts.ts'

/** One failing list does not stop the others; each failure is told. */
export async function reloadLists(hasStations: boolean): Promise<void> {
  const fresh = { staleTime: 0 }
  const results = await Promise.allSettled([
    queryClient.fetchQuery({ ...devicesQuery, ...fresh }),
    queryClient.fetchQuery({ ...indoorMapsQuery, ...fresh }),
    queryClient.fetchQuery({ ...trackerClassesQuery, ...fresh }),
    ...(hasStations ? [queryClient.fetchQuery({ ...stationsQuery, ...fresh })] : []),
  ])
  for (const result of results) if (result.status === 'rejected') showError(result.reason)
}
