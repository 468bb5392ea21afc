/** What calibrations measured of an account's stations. */
import type { CalibrationMethod } from '@whereabouts/domain/calibrations'
import type { StationCalibration } from '@whereabouts/positioning/survey'
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'

/** What the last calibration of a station measured. */
export interface StationCalibrationRow {
  readonly t4_id: string
  readonly method: CalibrationMethod
  readonly device_id: string
  readonly stopped_at_ms: number
  readonly rssi_at_1m: number | null
  readonly exponent: number | null
  readonly signals: Readonly<Record<string, number>>
  readonly values: Readonly<Record<string, number>>
}

/** How the stations of the account receive, as far as they are calibrated. */
export async function listStationCalibrations(db: Db, accountId: string): Promise<readonly StationCalibration[]> {
  const { rows } = await sql<StationCalibration>`
    select t4_id as "stationId", rssi_at_1m as "rssiAt1mDbm", exponent from station_calibrations
    where account_id = ${accountId} and rssi_at_1m is not null and exponent is not null order by t4_id`.execute(db)
  return rows
}
