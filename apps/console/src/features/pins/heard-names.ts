/** Names in what the stream and calls tell of events, as they come in. Source: G30. */
import type { Notification } from '@whereabouts/contract/notifications'
import { queryClient } from '../../lib/query-client.ts'
import { showError } from '../../lib/toasts.ts'
import { onReset } from '../auth/reset.ts'
import { carepadsQuery } from '../carepads/queries.ts'
import { currentPin, plainNames } from './names.ts'
import { nameNotification } from './told-names.ts'

/** Carepads that were looked for, as their names were not known. */
const missed = new Set<string>()
onReset(() => missed.clear())

/** The event with the name of its carepad, where this tab may read it. A carepad that is not known yet is looked up for the next time. */
export function nameHeard(notification: Notification): Notification {
  const { device_id, metadata } = notification
  const isProtected = device_id !== null && metadata.device_name === device_id
  if (isProtected && currentPin() !== undefined && !plainNames.get().has(device_id) && !missed.has(device_id)) {
    missed.add(device_id)
    queryClient.fetchQuery({ ...carepadsQuery, staleTime: 0 }).catch(showError)
  }
  return nameNotification(notification, plainNames.get())
}
