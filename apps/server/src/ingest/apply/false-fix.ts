/** A place that a receiver without a fix tells: a coordinate of exactly 0, of a device that was elsewhere. Pure. Source: G97. */
import { distanceMetres } from '@whereabouts/domain/positions'
import type { LogRow } from '../../state/log-row.ts'
import type { TrackerState } from '../../state/tracker-state.ts'

/** Who was nearer than this to the equator or the prime meridian may be on it. */
const NEAR_METRES = 10_000

/** The row, without a place that is none. */
export function withoutFalseFix<Row extends LogRow>(row: Row, before: TrackerState | undefined): Row {
  const { gps_latitude: latitude, gps_longitude: longitude } = row
  if ((latitude !== 0 && longitude !== 0) || latitude === null || longitude === null) return row
  if (before === undefined || before.located_at_ms === null || isNear(before, { latitude, longitude })) return row
  return { ...row, gps_latitude: null, gps_longitude: null, accuracy: null }
}

function isNear(before: TrackerState, to: { latitude: number; longitude: number }): boolean {
  const { gps_latitude: latitude, gps_longitude: longitude } = before
  return latitude !== null && longitude !== null && distanceMetres({ latitude, longitude }, to) < NEAR_METRES
}
