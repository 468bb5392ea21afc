/** Finding a device, a station or a map from any page: who shows what was found. */
import { createStore } from '../../lib/store.ts'
import type { SiteView } from '../live/site-view.ts'

/** What was found: its kind, and its id. */
export interface Found {
  readonly kind: 'device' | 'station' | 'map'
  readonly id: string
}

export interface Finder {
  /** Where it is looked for: the page may show another instant. */
  readonly site: SiteView
  readonly choose: (found: Found) => void
}

/** The page of the moment where it shows by itself what was found, as the map does; null: the map is opened for it. */
export const finder = createStore<Finder | null>(null)

/** The box is open. */
export const isFinding = createStore(false)

/** Something was found on another page: the map, once it stands, leaves the keys at it. */
export const isFoundElsewhere = createStore(false)
