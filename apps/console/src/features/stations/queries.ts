/** The stations of the account. Not asked for by visitors of an access link (G34). */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/signed-in-api.ts'
import { allPages } from '../live/all-pages.ts'
import type { LiveStore } from '../live/live-store.ts'

/** Fills the live store; the cache keeps only how many there are. */
export const stationsQuery = (store: LiveStore) =>
  queryOptions({
    queryKey: ['stations'],
    queryFn: ({ signal }) =>
      store.loadStations(
        allPages(
          (query) => api.stations.list({ query }, { signal }),
          (page) => page.stations,
        ),
      ),
  })
