/** The pages of device management in the order of the menu. Source: G13. */
import type { ComponentType } from 'react'
import type { SiteStore } from '../../features/live/site-view.ts'
import { pagesOf } from '../../lib/pages.ts'
import type { ConfigurationTab } from '../../lib/paths.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

interface Content {
  /** How much there is of what the page lists. */
  readonly count?: (store: SiteStore) => number
  readonly Page: ComponentType
}

const CONTENTS: Readonly<Record<ConfigurationTab, Content>> = {
  devices: {
    count: (store) => store.trackers.count,
    Page: lazyComponent(() => import('./devices-page.tsx'), 'default'),
  },
  stations: {
    count: (store) => store.stations.count,
    Page: lazyComponent(() => import('./stations-page.tsx'), 'default'),
  },
  maps: {
    count: (store) => store.maps.length,
    Page: lazyComponent(() => import('./maps-page.tsx'), 'default'),
  },
  carepads: { Page: lazyComponent(() => import('./carepads-page.tsx'), 'default') },
  'add-devices': { Page: lazyComponent(() => import('./add-devices-page.tsx'), 'default') },
  'station-wifi': { Page: lazyComponent(() => import('./station-wifi-page.tsx'), 'default') },
  firmware: { Page: lazyComponent(() => import('./firmware-page.tsx'), 'default') },
  configurations: { Page: lazyComponent(() => import('./configurations-page.tsx'), 'default') },
  'update-configs': { Page: lazyComponent(() => import('./update-configs-page.tsx'), 'default') },
}

export const TABS = pagesOf('configuration').map((page) => ({ ...page, ...CONTENTS[page.tab] }))
