/** The devices of the account: trackers and phones, and care watches, which have a list of their own (G41). */
import { queryOptions } from '@tanstack/react-query'
import type { Tracker } from '@whereabouts/contract/trackers'
import { api } from '../../lib/signed-in-api.ts'
import { allPages } from '../live/all-pages.ts'
import type { LiveStore } from '../live/live-store.ts'

async function* allDevices(signal: AbortSignal): AsyncGenerator<Tracker[], void> {
  yield* allPages(
    (query) => api.trackers.list({ query }, { signal }),
    (page) => page.trackers,
  )
  yield* allPages(
    (query) => api.trackers.listCareWatches({ query }, { signal }),
    (page) => page.carewatches,
  )
}

/** Fills the live store; the cache keeps only how many there are. */
export const devicesQuery = (store: LiveStore) =>
  queryOptions({ queryKey: ['devices'], queryFn: ({ signal }) => store.loadTrackers(allDevices(signal)) })
