/**
 * A site at an instant, as map, list and details show it. The console gives its live site to the screens; a replay of the past and a
 * test give theirs to the same screens.
 */
import type { Notification } from '@whereabouts/contract/notifications'
import type { PermissionName } from '@whereabouts/contract/roles'
import { createContext, use } from 'react'
import type { zonesQuery } from '../zones/queries.ts'
import type { WorkerLink } from './link.ts'
import type { LiveStore, SiteChange } from './live-store.ts'
import type { LiveTable } from './live-table.ts'

/** The rows of a list, for reading. They change in place. */
export type SiteTable<Row> = Omit<LiveTable<Row>, 'put' | 'patch' | 'remove' | 'age' | 'renew'>

/**
 * Devices, stations, floor plans, classes, and how far they are loaded. It stands outside React, changes in place, and tells of it: of
 * single rows at once, of everything a few times a second.
 */
export interface SiteStore
  extends Pick<LiveStore, 'maps' | 'classes' | 'attention' | 'status' | 'version' | 'subscribe' | 'subscribeRow'> {
  readonly trackers: SiteTable<LiveStore['trackers'] extends LiveTable<infer Row> ? Row : never>
  readonly stations: SiteTable<LiveStore['stations'] extends LiveTable<infer Row> ? Row : never>
}

/** Draws the markers of the site and knows where they are. */
export type SiteMarkers = Pick<WorkerLink, 'setEmphasis' | 'setView' | 'onDrawing' | 'extentOf'>

/** The time at the site, by which ages are told. */
export interface SiteClock {
  /** Epoch seconds. */
  readonly now: () => number
  /** Calls as the time goes on, once a second or at each step of a replay. Answers how to stop. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Alarms that somebody still has to see or to answer for, or whose cause lasts. */
export interface OpenAlarms {
  /** By alarm id. The same map as long as nothing changes. */
  readonly all: () => ReadonlyMap<string, Notification>
  /** The newest of each device, by device id; likewise. */
  readonly byDevice: () => ReadonlyMap<string, Notification>
  /** Answers how to stop. */
  readonly subscribe: (listener: () => void) => () => void
}

export interface SiteView {
  readonly store: SiteStore
  readonly markers: SiteMarkers
  readonly clock: SiteClock
  readonly alarms: OpenAlarms
  /** How to load the zones. */
  readonly zones: typeof zonesQuery
  /** False for a time that has passed. */
  readonly isLive: boolean
  /** What the person may see and do here; in a replay nothing may be changed. False while it is not known who they are. */
  readonly may: (permission: PermissionName) => boolean
  /** Shows what the answer to a call says, before the stream says it too. */
  readonly note: (change: SiteChange) => void
  /** Loads all lists again. Never fails: each failure is told to the person. */
  readonly reload: () => Promise<void>
}

const SiteContext = createContext<SiteView | undefined>(undefined)

export const SiteProvider = SiteContext.Provider

/** The site that the screen around this component shows. It is another object only when the person's rights change. */
export function useSite(): SiteView {
  const site = use(SiteContext)
  if (site === undefined) throw new Error('This component shows a site and needs a SiteProvider around it.')
  return site
}
