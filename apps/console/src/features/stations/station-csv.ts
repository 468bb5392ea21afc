/** The export of stations. The first ten columns and their order: G78; the name stands behind them. */
import type { Station } from '@whereabouts/contract/stations'
import { isStationOnline } from '@whereabouts/domain/stations'
import { type CsvColumn, csvOf } from '../../lib/csv.ts'
import { gpsCell, timeCell } from '../trackers/device-csv.ts'

/** `now` in epoch seconds: who is offline has been so since it was last seen. */
export function stationsCsv(stations: Iterable<Station>, now: number): string {
  const columns: readonly CsvColumn<Station>[] = [
    { header: 'serial number', cell: ({ t4_id }) => t4_id.replace(/^T4-/, '') },
    { header: 'MAC', cell: ({ mac_address }) => mac_address },
    { header: 'firmware version', cell: ({ firmware }) => firmware },
    { header: 'GPS', cell: ({ gps_latitude, gps_longitude }) => gpsCell(gps_latitude, gps_longitude) },
    { header: 'indoor X', cell: ({ indoor_X }) => indoor_X },
    { header: 'indoor Y', cell: ({ indoor_Y }) => indoor_Y },
    { header: 'map ID', cell: ({ map_id }) => map_id },
    { header: 'station ID', cell: ({ t4_id }) => t4_id },
    {
      header: 'offline time',
      cell: (station) => (isStationOnline(station, now) ? null : timeCell(station.lastseen_time)),
    },
    { header: 'update time', cell: ({ lastseen_time }) => timeCell(lastseen_time) },
    { header: 'name', cell: ({ t4_name }) => t4_name },
  ]
  return csvOf(columns, stations)
}
