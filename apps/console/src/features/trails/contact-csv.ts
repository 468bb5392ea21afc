/** The export of a contact list. Column names are English in every language: programs read them. */
import type { Contact } from '@whereabouts/contract/history'
import { type CsvColumn, csvOf } from '../../lib/csv.ts'
import { writtenAt } from '../../ui/date-range/ranges.ts'

export const contactFileName = (deviceId: string, start: number): string => `${deviceId}_contacts_${start}.csv`

/** Times by the clocks of a time zone; durations in seconds. */
export function contactCsv(contacts: Iterable<Contact>, timeZone: string): string {
  const time = (at: number) => writtenAt(at, timeZone, 'YYYY/MM/DD HH:mm:ss')
  const columns: readonly CsvColumn<Contact>[] = [
    { header: 'device ID', cell: ({ device_id }) => device_id },
    { header: 'name', cell: ({ device_name }) => device_name },
    { header: 'duration', cell: ({ duration }) => duration },
    { header: 'times', cell: ({ times }) => times },
    { header: 'first time', cell: ({ first_time }) => time(first_time) },
    { header: 'last time', cell: ({ last_time }) => time(last_time) },
    { header: 'places', cell: ({ places }) => places.map(({ sender_name }) => sender_name).join('; ') },
  ]
  return csvOf(columns, contacts)
}
