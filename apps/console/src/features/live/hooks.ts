/** What components watch of the live store. */
import type { Station } from '@whereabouts/contract/stations'
import type { Tracker } from '@whereabouts/contract/trackers'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { serverNow } from '../../lib/server-clock.ts'
import { getLive } from './live.ts'
import type { LiveStore } from './live-store.ts'

/** The store as of a version. What it holds changes in place: what is computed from it depends on this, not on the store. */
export interface LiveMoment {
  readonly store: LiveStore
  readonly version: number
}

/** The store; the component is drawn again after changes, a few times a second at most. */
export function useLive(): LiveMoment {
  const { store } = getLive()
  const version = useSyncExternalStore(store.subscribe, () => store.version)
  return useMemo(() => ({ store, version }), [store, version])
}

/** One device; drawn again when it changes, or when time changes its status. */
export function useTracker(id: string): Tracker | undefined {
  const { store } = getLive()
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(id, listener), [store, id])
  return useSyncExternalStore(subscribe, () => store.trackers.get(id))
}

/** One station; likewise. */
export function useStation(id: string): Station | undefined {
  const { store } = getLive()
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(id, listener), [store, id])
  return useSyncExternalStore(subscribe, () => store.stations.get(id))
}

const secondListeners = new Set<() => void>()
let secondTimer: ReturnType<typeof setInterval> | undefined

function subscribeSeconds(listener: () => void): () => void {
  secondListeners.add(listener)
  secondTimer ??= setInterval(() => {
    for (const each of secondListeners) each()
  }, 1000)
  return () => {
    secondListeners.delete(listener)
    if (secondListeners.size > 0) return
    clearInterval(secondTimer)
    secondTimer = undefined
  }
}

/** The server's time in epoch seconds; the component is drawn again each second. Use it in small components. */
export const useNow = (): number => useSyncExternalStore(subscribeSeconds, serverNow)
