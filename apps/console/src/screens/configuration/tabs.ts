/** The pages of device management in the order of the menu. Source: G13. */
import type { PermissionName } from '@whereabouts/contract/roles'
import type { ComponentType } from 'react'
import type { SiteStore } from '../../features/live/site-view.ts'
import type { ConfigurationTab } from '../../lib/paths.ts'
import type { MessageId } from '../../locales/ids.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

interface ConfigurationPage {
  /** The `?tab=` of the screen. */
  readonly tab: ConfigurationTab
  readonly label: MessageId
  /** Who has the page at all; left out: everybody who may open the screen. */
  readonly permission?: PermissionName
  /** How much there is of what the page lists. */
  readonly count?: (store: SiteStore) => number
  readonly Page: ComponentType
}

export const TABS: readonly ConfigurationPage[] = [
  {
    tab: 'devices',
    label: 'menu.configuration.devices',
    count: (store) => store.trackers.count,
    Page: lazyComponent(() => import('./devices-page.tsx'), 'default'),
  },
  {
    tab: 'stations',
    label: 'menu.configuration.stations',
    permission: 'viewStations',
    count: (store) => store.stations.count,
    Page: lazyComponent(() => import('./stations-page.tsx'), 'default'),
  },
  {
    tab: 'maps',
    label: 'menu.configuration.maps',
    count: (store) => store.maps.length,
    Page: lazyComponent(() => import('./maps-page.tsx'), 'default'),
  },
  {
    tab: 'add-devices',
    label: 'menu.configuration.addDevices',
    permission: 'addDevices',
    Page: lazyComponent(() => import('./add-devices-page.tsx'), 'default'),
  },
  {
    tab: 'station-wifi',
    label: 'menu.configuration.stationWifi',
    permission: 'addDevices',
    Page: lazyComponent(() => import('./station-wifi-page.tsx'), 'default'),
  },
  {
    tab: 'firmware',
    label: 'menu.configuration.firmware',
    Page: lazyComponent(() => import('./firmware-page.tsx'), 'default'),
  },
  {
    tab: 'configurations',
    label: 'menu.configuration.configurations',
    Page: lazyComponent(() => import('./configurations-page.tsx'), 'default'),
  },
  {
    tab: 'update-configs',
    label: 'menu.configuration.updateConfigs',
    permission: 'manageStations',
    Page: lazyComponent(() => import('./update-configs-page.tsx'), 'default'),
  },
]
