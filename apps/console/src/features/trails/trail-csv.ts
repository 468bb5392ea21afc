/** The export of a trail, whose name and columns the specification gives. Source: specification §9; G55; CSV-16 to CSV-18. */
import type { TrailLog } from '@whereabouts/contract/trails'
import { type CsvColumn, csvOf } from '../../lib/csv.ts'
import { writtenAt } from '../../ui/date-range/ranges.ts'

export const trailFileName = (deviceId: string, start: number): string => `${deviceId}_${start}.csv`

/** Times by the clocks of a time zone. A mean signal of -1 means that the device was moving. */
export function trailCsv(logs: Iterable<TrailLog>, timeZone: string): string {
  const columns: readonly CsvColumn<TrailLog>[] = [
    { header: 'target device', cell: ({ device_name }) => device_name },
    { header: 'id', cell: ({ t4_id }) => t4_id },
    { header: 'name', cell: ({ station_name }) => station_name },
    { header: 'rssi', cell: ({ rssi_avg }) => rssi_avg },
    { header: 'EPOCH', cell: ({ start_time }) => start_time },
    { header: 'time', cell: ({ start_time }) => writtenAt(start_time, timeZone, 'YYYY/MM/DD HH:mm:ss') },
    { header: 'duration', cell: ({ duration }) => duration },
  ]
  return csvOf(columns, logs)
}
