/** The export of location logs. Column names are those of the wire: programs read them. */
import type { LocationLog } from '@whereabouts/contract/location-logs'
import { type CsvColumn, csvOf } from '../../lib/csv.ts'

const COLUMNS: readonly CsvColumn<LocationLog>[] = [
  { header: 'scanned_at', cell: ({ scanned_at }) => scanned_at },
  { header: 'created_at', cell: ({ created_at }) => created_at },
  { header: 'created_at_ttl', cell: ({ created_at_ttl }) => created_at_ttl },
  { header: 'device_id', cell: ({ device_id }) => device_id },
  { header: 'sender_id', cell: ({ sender_id }) => sender_id },
  { header: 'rssi', cell: ({ rssi }) => rssi },
  { header: 'battery', cell: ({ battery }) => battery },
  { header: 'gps_latitude', cell: ({ gps_latitude }) => gps_latitude },
  { header: 'gps_longitude', cell: ({ gps_longitude }) => gps_longitude },
  { header: 'time_corrected', cell: ({ time_corrected }) => String(time_corrected) },
]

/** Times in epoch seconds. */
export const locationLogsCsv = (logs: Iterable<LocationLog>): string => csvOf(COLUMNS, logs)
