/** The export of a carepad's temperatures, with the event each lay in. Source: G78; CSV-11 to CSV-15. */
import type { Carepad, Temperature } from '@whereabouts/contract/carepads'
import type { ExcursionMark } from '@whereabouts/contract/excursions'
import { type CsvColumn, csvOf } from '../../lib/csv.ts'

/** Temperatures in degrees Celsius; event and duration in seconds of the excursion that a row lies in. */
export function temperatureCsv(temperatures: readonly Temperature[], excursions: readonly ExcursionMark[]): string {
  const excursionAt = (time: number) =>
    excursions.find(({ start, duration }) => time + 60 > start && time <= start + duration)
  const columns: readonly CsvColumn<Temperature>[] = [
    { header: 'start timestamp (s)', cell: ({ time }) => time },
    { header: 'temperature', cell: ({ temperature }) => temperature },
    { header: 'lowest', cell: ({ low }) => low },
    { header: 'highest', cell: ({ high }) => high },
    { header: 'humidity', cell: ({ humidity }) => humidity },
    { header: 'event', cell: ({ time }) => excursionAt(time)?.event ?? '' },
    { header: 'duration (s)', cell: ({ time }) => excursionAt(time)?.duration ?? null },
    { header: 'update time', cell: ({ time }) => new Date(time * 1000).toISOString() },
  ]
  return csvOf(columns, temperatures)
}

/** What all carepads measure now. `now` in epoch seconds. Source: G78. */
export function carepadsCsv(
  carepads: readonly Carepad[],
  nameOfLogger: (id: string | null) => string,
  now: number,
): string {
  const startOf = ({ high_since, low_since }: Carepad) => high_since ?? low_since
  const columns: readonly CsvColumn<Carepad>[] = [
    { header: 'carepad id', cell: ({ carepad_id }) => carepad_id },
    { header: 'carepad', cell: ({ carepad_name }) => carepad_name },
    { header: 'logger', cell: ({ logger_id }) => nameOfLogger(logger_id) },
    { header: 'temperature', cell: ({ temperature }) => temperature },
    { header: 'humidity', cell: ({ humidity }) => humidity },
    { header: 'battery', cell: ({ battery }) => battery },
    {
      header: 'event',
      cell: (pad) => (pad.high_since ? 'high_temperature' : pad.low_since ? 'low_temperature' : ''),
    },
    { header: 'start timestamp (s)', cell: startOf },
    {
      header: 'duration (s)',
      cell: (pad) => {
        const start = startOf(pad)
        return start === null ? null : Math.max(0, now - start)
      },
    },
    {
      header: 'update time',
      cell: ({ last_seen }) => (last_seen === null ? '' : new Date(last_seen * 1000).toISOString()),
    },
  ]
  return csvOf(columns, carepads)
}
