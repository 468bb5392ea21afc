/** Who alarms are about, for the activity log. */
import type { HeldAlarm } from './queries.ts'

/** Most names in an entry of the activity log. */
const MAX_NAMES = 10

/** Names of the devices that alarms are about, for the activity log. */
export function namesOf(held: readonly HeldAlarm[]): string {
  const names = [...new Set(held.map(({ name, device_id }) => name ?? device_id))]
  const left = names.length - MAX_NAMES
  return [...names.slice(0, MAX_NAMES), ...(left > 0 ? [`+${left}`] : [])].join(', ')
}
