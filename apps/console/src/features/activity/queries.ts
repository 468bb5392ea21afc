/** Where the account is signed in. Source: contract activity. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const activityDevicesQuery = queryOptions({
  queryKey: ['activity-devices'],
  queryFn: ({ signal }) => api.activity.listDevices(undefined, { signal }),
})
