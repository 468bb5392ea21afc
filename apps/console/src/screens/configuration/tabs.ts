/** The pages of device management in the order of the menu. Source: G13. */
import type { PermissionName } from '@whereabouts/contract/roles'
import { type ComponentType, lazy } from 'react'
import type { LiveStore } from '../../features/live/live-store.ts'
import type { MessageId } from '../../locales/ids.ts'

interface ConfigurationTab {
  /** The `?tab=` of the screen. */
  readonly tab: string
  readonly label: MessageId
  /** Who has the page at all; left out: whoever may open the screen. */
  readonly permission?: PermissionName
  /** How much there is of what the page lists. */
  readonly count?: (store: LiveStore) => number
  readonly Page: ComponentType
}

export const TABS: readonly ConfigurationTab[] = [
  {
    tab: 'devices',
    label: 'menu.configuration.devices',
    count: (store) => store.trackers.count,
    Page: lazy(() => import('./devices-page.tsx')),
  },
  {
    tab: 'stations',
    label: 'menu.configuration.stations',
    permission: 'viewStations',
    count: (store) => store.stations.count,
    Page: lazy(() => import('./stations-page.tsx')),
  },
  {
    tab: 'maps',
    label: 'menu.configuration.maps',
    count: (store) => store.maps.length,
    Page: lazy(() => import('./maps-page.tsx')),
  },
  {
    tab: 'add-devices',
    label: 'menu.configuration.addDevices',
    permission: 'addDevices',
    Page: lazy(() => import('./add-devices-page.tsx')),
  },
  {
    tab: 'station-wifi',
    label: 'menu.configuration.stationWifi',
    permission: 'addDevices',
    Page: lazy(() => import('./station-wifi-page.tsx')),
  },
  { tab: 'firmware', label: 'menu.configuration.firmware', Page: lazy(() => import('./firmware-page.tsx')) },
  {
    tab: 'configurations',
    label: 'menu.configuration.configurations',
    Page: lazy(() => import('./configurations-page.tsx')),
  },
  {
    tab: 'update-configs',
    label: 'menu.configuration.updateConfigs',
    permission: 'manageStations',
    Page: lazy(() => import('./update-configs-page.tsx')),
  },
]
