/** The live store for what costs a walk over all of it, as sorting does. */
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { LiveMoment } from './hooks.ts'
import { useSite } from './site-view.ts'

/** Rows show their own changes at once; that they change places is soon enough once a second (ms). */
const EVERY_MS = 1000

/** The store and a version of it that grows once a second at most, and at once when rows come or go. */
export function useLiveSlowly(): LiveMoment {
  const { store } = useSite()
  const seen = useRef(store.version)
  const subscribe = useCallback(
    (listener: () => void) => {
      // What came between the first drawing and now is told by the difference.
      seen.current = store.version
      let timer: ReturnType<typeof setTimeout> | undefined
      const rowsOf = () => `${store.trackers.count} ${store.stations.count}`
      let rows = rowsOf()
      let { trackers, stations } = store
      const tell = () => {
        clearTimeout(timer)
        timer = undefined
        seen.current = store.version
        listener()
      }
      const stop = store.subscribe(() => {
        const isOther = rows !== rowsOf() || trackers !== store.trackers || stations !== store.stations
        rows = rowsOf()
        ;({ trackers, stations } = store)
        // Slots point to other rows now: nothing older may be drawn.
        if (isOther) tell()
        else timer ??= setTimeout(tell, EVERY_MS)
      })
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
    [store],
  )
  const version = useSyncExternalStore(subscribe, () => seen.current)
  return useMemo(() => ({ store, version }), [store, version])
}
