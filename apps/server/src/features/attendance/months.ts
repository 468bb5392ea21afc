/** A month of attendance by person. Pure. Source: G79; decision 0090. */
import type { AttendanceMonth, OfficeLog } from '@whereabouts/contract/attendance'

/**
 * People of a month by name, called as they were on its last day. All sums are of the same days: those with a sign-in and a sign-out,
 * measured or corrected, that are not marked as not for working.
 */
export function monthOf(records: readonly OfficeLog[]): AttendanceMonth[] {
  return [...Map.groupBy(records, ({ device_id }) => device_id).values()]
    .map((of) => {
      const latest = of.reduce((one, other) => (other.day > one.day ? other : one))
      const worked = of.filter(({ event, not_for_working }) => event !== 'absent' && !not_for_working)
      const ended = worked.filter(({ event }) => event === 'signed_out')
      const sum = (read: (record: OfficeLog) => number) => ended.reduce((total, record) => total + read(record), 0)
      return {
        ...{ device_id: latest.device_id, device_name: latest.device_name, class_index: latest.class_index },
        days: worked.length,
        open_days: worked.length - ended.length,
        duration: sum(({ duration }) => duration ?? 0),
        in_zone_duration: sum(({ in_zone_duration }) => in_zone_duration),
        over_time_minutes: sum(({ over_time_minutes }) => over_time_minutes),
        exceptions: of.filter(({ aberrant }) => aberrant).length,
        vacations: of.filter(({ vacation }) => vacation).length,
      }
    })
    .toSorted((a, b) => a.device_name.localeCompare(b.device_name, 'en', { numeric: true }))
}
