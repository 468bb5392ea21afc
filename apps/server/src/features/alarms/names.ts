/** Who alarms are about, for the activity log. */
import { fewNames } from '../../events/activity.ts'
import type { HeldAlarm } from './queries.ts'

/** Names of the devices that alarms are about, for the activity log. */
export const namesOf = (held: readonly HeldAlarm[]): string =>
  fewNames(held.map(({ name, device_id }) => name ?? device_id))
