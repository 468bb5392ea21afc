/** Where the account is signed in, and what was done in it. Source: contract activity; G23, G56. */
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { ActivityDevice } from '@whereabouts/contract/activity'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

export const activityDevicesQuery = queryOptions({
  queryKey: ['activity-devices'],
  queryFn: ({ signal }) => api.activity.listDevices(undefined, { signal }),
})

/** Signs devices out; answers the ids that could not be. Only the others leave the list. */
export const useForceSignOut = () =>
  useMutation({
    mutationFn: async (devices: readonly ActivityDevice[]) => {
      const idsOf = (isMobile: boolean) =>
        devices.filter(({ device_type }) => (device_type === 'mobile') === isMobile).map(({ id }) => id)
      const body = { session_ids: idsOf(false), mobile_ids: idsOf(true) }
      return (await api.activity.forceSignOut({ body })).failed_list
    },
    onSuccess: (failed, devices) => {
      const ended = new Set(devices.map(({ id }) => id).filter((id) => !failed.includes(id)))
      queryClient.setQueryData(
        activityDevicesQuery.queryKey,
        (answer) =>
          answer && { ...answer, activity_devices: answer.activity_devices.filter(({ id }) => !ended.has(id)) },
      )
    },
  })

/** All, what is of security, or what one signed-in device did. */
export type LogSource = 'activity' | 'security' | { readonly deviceId: string }

/** Entries of a page. Source: specification §9. */
const PAGE_SIZE = '300'

/** Pages of the log, newest first. Opened again it starts from the first page. */
export const logsQuery = (source: LogSource) =>
  infiniteQueryOptions({
    queryKey: ['activity-logs', source],
    queryFn: ({ pageParam, signal }) => {
      const page = pageParam === undefined ? {} : { page_token: pageParam }
      if (typeof source === 'object') {
        return api.activity.listLogsOfDevice({ id: source.deviceId, query: page }, { signal })
      }
      return api.activity.listLogs({ query: { ...page, count: PAGE_SIZE, type: source } }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ metadata }) => metadata?.next_token,
    gcTime: 0,
  })
