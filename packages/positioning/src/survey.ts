/** What training jobs and station calibrations teach of a floor: the input of its radio map. */

/** Where a tracker was carried past: pixels of the map's image, epoch milliseconds. */
export interface WayCorner {
  readonly x: number
  readonly y: number
  readonly atMs: number
}

/** What one station heard during a training job. */
export interface SurveyedStation {
  readonly stationId: string
  /** Where it hung then (pixels of the job's map); null: on no map or another one. Readings of one that was moved since do not count. */
  readonly place: { readonly x: number; readonly y: number } | null
  /** Strengths (dBm) and their times (epoch ms), oldest first, of equal length. */
  readonly rssiDbm: readonly number[]
  readonly atMs: readonly number[]
}

/** A finished training job that is not marked incorrect. */
export interface TrainingSurvey {
  readonly jobId: string
  readonly deviceId: string
  readonly mapId: string
  /**
   * The way of the tracker, oldest first: one corner where it lay still, more where it was carried (between corners it went straight at
   * an even pace), none where nobody told coordinates and the spot has only a name.
   */
  readonly way: readonly WayCorner[]
  /** Name of a spot without coordinates; '' where `way` tells the place. */
  readonly spotName: string
  readonly stations: readonly SurveyedStation[]
}

/** How a station receives, from its calibration: what it hears of a usual tag at one metre, and how that falls with distance. */
export interface StationCalibration {
  readonly stationId: string
  readonly rssiAt1mDbm: number
  readonly exponent: number
}

/** The place on a way at a time (epoch ms); before its first corner and after its last one, that corner. Undefined: it has none. */
export function placeOnWay(
  way: readonly WayCorner[],
  atMs: number,
): { readonly x: number; readonly y: number } | undefined {
  const next = way.findIndex((corner) => corner.atMs >= atMs)
  const [before, after] = [
    way[next < 0 ? way.length - 1 : Math.max(next - 1, 0)],
    way[next < 0 ? way.length - 1 : next],
  ]
  if (before === undefined || after === undefined) return undefined
  const spanMs = after.atMs - before.atMs
  const share = spanMs <= 0 ? 0 : Math.min(Math.max((atMs - before.atMs) / spanMs, 0), 1)
  return { x: before.x + (after.x - before.x) * share, y: before.y + (after.y - before.y) * share }
}
