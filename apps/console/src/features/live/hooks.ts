/** What components watch of the site they show. */
import type { Station } from '@whereabouts/contract/stations'
import type { Tracker } from '@whereabouts/contract/trackers'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { type SiteStore, useSite } from './site-view.ts'

/** The store as of a version. What it holds changes in place: what is computed from it depends on this, not on the store. */
export interface LiveMoment {
  readonly store: SiteStore
  readonly version: number
}

/** The store; the component is drawn again after changes, a few times a second at most. */
export function useLive(): LiveMoment {
  const { store } = useSite()
  const version = useSyncExternalStore(store.subscribe, () => store.version)
  return useMemo(() => ({ store, version }), [store, version])
}

/** One device; drawn again when it changes, or when time changes its status. */
export function useTracker(id: string): Tracker | undefined {
  const { store } = useSite()
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(id, listener), [store, id])
  return useSyncExternalStore(subscribe, () => store.trackers.get(id))
}

/** One station; likewise. */
export function useStation(id: string): Station | undefined {
  const { store } = useSite()
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(id, listener), [store, id])
  return useSyncExternalStore(subscribe, () => store.stations.get(id))
}

/** The site's time in epoch seconds; the component is drawn again each second. Use it in small components. */
export function useNow(): number {
  const { clock } = useSite()
  return useSyncExternalStore(clock.subscribe, clock.now)
}
