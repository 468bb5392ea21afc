import { useSyncExternalStore } from 'react'
import type { Watched } from './store.ts'

/** The store's value; the component is drawn again when it changes. */
export const useStore = <Value>(store: Watched<Value>): Value => useSyncExternalStore(store.subscribe, store.get)
