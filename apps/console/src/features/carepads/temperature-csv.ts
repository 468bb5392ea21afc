/** The export of a carepad's temperatures, with the event each lay in. Source: G78; CSV-11 to CSV-15. */
import type { Excursion, Temperature } from '@whereabouts/contract/carepads'
import { type CsvColumn, csvOf } from '../../lib/csv.ts'

/** Temperatures in degrees Celsius; event and duration in seconds of the excursion that a row lies in. */
export function temperatureCsv(temperatures: readonly Temperature[], excursions: readonly Excursion[]): string {
  const excursionAt = (time: number) =>
    excursions.find(({ start, duration }) => time + 60 > start && time <= start + duration)
  const columns: readonly CsvColumn<Temperature>[] = [
    { header: 'start timestamp (s)', cell: ({ time }) => time },
    { header: 'temperature', cell: ({ temperature }) => temperature },
    { header: 'lowest', cell: ({ low }) => low },
    { header: 'highest', cell: ({ high }) => high },
    { header: 'event', cell: ({ time }) => excursionAt(time)?.event ?? '' },
    { header: 'duration (s)', cell: ({ time }) => excursionAt(time)?.duration ?? null },
    { header: 'update time', cell: ({ time }) => new Date(time * 1000).toISOString() },
  ]
  return csvOf(columns, temperatures)
}
