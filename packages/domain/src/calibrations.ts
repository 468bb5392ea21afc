/** Calibration of stations. Pure. Source: G54; specification §9. */

export const CALIBRATION_METHODS = ['manual', 'auto'] as const
export type CalibrationMethod = (typeof CALIBRATION_METHODS)[number]

/** Most stations of one calibration. */
export const MAX_CALIBRATED_STATIONS = 100

/** At or below this value a calibration is as good as it gets, at or above the other it says nothing. */
export const CALIBRATION_VALUES = { best: 30, worst: 500 } as const

/** A calibration's accuracy in percent: from 100 at 30 and below down to 0 at 500 and above, by the logarithm of the value. */
export function accuracyPercent(value: number): number {
  const { best, worst } = CALIBRATION_VALUES
  if (value >= worst) return 0
  if (value <= best) return 100
  return Math.round((100 * Math.log(worst / value)) / Math.log(worst / best))
}

const SECOND_MS = 1000
/** To carry the tracker to one station, and to hold it there. */
const MANUAL_MS_PER_STATION = 45 * SECOND_MS
const LEAST_MANUAL_MS = 60 * SECOND_MS
const AUTO_MS = 120 * SECOND_MS

/** How long a calibration of so many stations takes (ms). */
export const calibrationMs = (method: CalibrationMethod, stations: number): number =>
  method === 'auto' ? AUTO_MS : Math.max(LEAST_MANUAL_MS, MANUAL_MS_PER_STATION * stations)
