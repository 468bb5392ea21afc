/** What a calibration has measured until now. Source: G54. */
import type { Calibration } from '@whereabouts/contract/calibrations'
import {
  measureByHand,
  measureByStations,
  type StationMeasure,
  signalsOf,
} from '@whereabouts/positioning/measure-calibration'
import type { Db } from '../../platform/postgres/database.ts'
import type { StationCalibrationRow } from '../../state/station-calibrations.ts'
import { type CalibrationRow, listHeard } from './queries.ts'

interface Measured {
  readonly byStation: ReadonlyMap<string, StationMeasure>
  readonly signals: ReadonlyMap<string, ReadonlyMap<string, number>>
}

async function measure(db: Db, accountId: string, row: CalibrationRow, untilMs: number): Promise<Measured> {
  const { sightings, hearings, places } = await listHeard(db, accountId, row, untilMs)
  const byStation =
    row.method === 'manual' ? measureByHand(row.t4_ids, sightings) : measureByStations(places, hearings, sightings)
  return { byStation, signals: signalsOf(hearings) }
}

/** A whole number of centimetres: more is not meant. */
const toWhole = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value))

/** A calibration as the contract has it; one that goes on as of a time (epoch ms). */
export async function presentCalibration(
  db: Db,
  accountId: string,
  row: CalibrationRow,
  nowMs: number,
): Promise<Calibration> {
  const { byStation } = await measure(db, accountId, row, row.stopped_at_ms ?? Math.min(nowMs, row.ends_at_ms))
  return {
    ...{ method: row.method, device_id: row.device_id, started_at_ms: row.started_at_ms, ends_at_ms: row.ends_at_ms },
    stopped_at_ms: row.stopped_at_ms,
    stations: row.t4_ids.map((t4_id) => {
      const { state = 'listening', value } = byStation.get(t4_id) ?? {}
      return { t4_id, state, value: toWhole(value) }
    }),
  }
}

/** What is kept of a calibration that stopped. */
export async function measuredRows(
  db: Db,
  accountId: string,
  row: CalibrationRow,
  stopped_at_ms: number,
): Promise<readonly StationCalibrationRow[]> {
  return toRows(row, await measure(db, accountId, row, stopped_at_ms), stopped_at_ms)
}

/** What was measured, as it is kept with each station. */
export function toRows(
  row: Pick<CalibrationRow, 't4_ids' | 'method' | 'device_id'>,
  { byStation, signals }: Measured,
  stopped_at_ms: number,
): readonly StationCalibrationRow[] {
  const values = Object.fromEntries(
    row.t4_ids.flatMap((id) => {
      const value = byStation.get(id)?.value
      return value === undefined ? [] : [[id, Math.round(value)]]
    }),
  )
  return row.t4_ids.map((t4_id) => {
    const model = byStation.get(t4_id)?.model
    return {
      ...{ t4_id, method: row.method, device_id: row.device_id, stopped_at_ms, values },
      ...{ rssi_at_1m: model?.rssiAt1mDbm ?? null, exponent: model?.exponent ?? null },
      signals: Object.fromEntries(signals.get(t4_id) ?? []),
    }
  })
}
