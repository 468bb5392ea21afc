/** What the main load fetches beside the profile, and the right each needs. Source: specification §4; G18, G32, G34. */
import type { PermissionName } from '@whereabouts/contract/roles'
import { queryClient } from '../../lib/query-client.ts'
import { activityDevicesQuery } from '../activity/queries.ts'
import { indoorMapsQuery } from '../indoor-maps/queries.ts'
import type { LiveStore } from '../live/live-store.ts'
import { remarksQuery } from '../remarks/queries.ts'
import { stationsQuery } from '../stations/queries.ts'
import { trackerClassesQuery } from '../tracker-classes/queries.ts'
import { devicesQuery } from '../trackers/queries.ts'

export interface ListQuery {
  readonly permission: PermissionName
  /** Always asks the server: what is cached is what this load is to replace. */
  readonly load: () => Promise<unknown>
}

export const listQueries = (store: LiveStore): readonly ListQuery[] => [
  { permission: 'viewMap', load: () => queryClient.fetchQuery({ ...devicesQuery(store), staleTime: 0 }) },
  { permission: 'viewStations', load: () => queryClient.fetchQuery({ ...stationsQuery(store), staleTime: 0 }) },
  { permission: 'viewMap', load: () => queryClient.fetchQuery({ ...indoorMapsQuery(store), staleTime: 0 }) },
  { permission: 'viewMap', load: () => queryClient.fetchQuery({ ...trackerClassesQuery(store), staleTime: 0 }) },
  { permission: 'viewSignedInDevices', load: () => queryClient.fetchQuery({ ...activityDevicesQuery, staleTime: 0 }) },
  { permission: 'viewRemarks', load: () => queryClient.fetchQuery({ ...remarksQuery, staleTime: 0 }) },
]
