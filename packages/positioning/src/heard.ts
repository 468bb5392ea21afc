/** Which stations hear a tracker now, and how strongly, out of single noisy sightings. */

/** A station heard the tracker. */
export interface StationSighting {
  readonly stationId: string
  readonly rssiDbm: number
  /** Epoch milliseconds. */
  readonly scannedAtMs: number
}

/** Where a station hangs. */
export interface PlacedStation {
  readonly mapId: string
  /** Pixels of the map's image. */
  readonly x: number
  readonly y: number
  /** Null: nobody measured the plan. */
  readonly metresPerPixel: number | null
}

/** A station that hears the tracker, with its smoothed strength. */
export interface HeardStation {
  readonly stationId: string
  readonly station: PlacedStation
  readonly rssiDbm: number
}

/** Older sightings say nothing of now (ms). Longer than the slowest usual reports, ESPresense's 5 s, with two lost. */
const WINDOW_MS = 15_000
/** A sighting this much older counts a third (ms). Tuned on the datasets: 2 to 3 s give the same error within 3 %. */
const MEMORY_MS = 2500
/** A station this much behind the others did not just report a little later, as slow ones do in turn (ms). */
const FADE_AFTER_MS = 5000
/** What it loses for each second beyond that in which the others heard the tracker and it did not (dB). */
const FADE_DB_PER_SECOND = 1

/** Where stations are looked up; a map does. */
export interface StationDirectory {
  get(stationId: string): PlacedStation | undefined
}

interface Sum {
  readonly station: PlacedStation
  weight: number
  weighted: number
  newestMs: number
}

/** Newest first; the order of equals is fixed too, so that sums do not depend on how the sightings came. */
const inOrder = (a: StationSighting, b: StationSighting): number =>
  b.scannedAtMs - a.scannedAtMs || a.rssiDbm - b.rssiDbm || (a.stationId < b.stationId ? -1 : 1)

const isUsable = ({ rssiDbm, scannedAtMs }: StationSighting, nowMs: number): boolean =>
  Number.isFinite(rssiDbm) && nowMs - scannedAtMs < WINDOW_MS

/**
 * The stations heard within the last 15 seconds, strongest first. A station's strength is the mean of its sightings in dB,
 * young ones counting more. A sighting from the future counts as of now; stations without a place are left out.
 */
export function hear(
  sightings: readonly StationSighting[],
  stations: StationDirectory,
  nowMs: number,
): readonly HeardStation[] {
  const sums = new Map<string, Sum>()
  let newestMs = Number.NEGATIVE_INFINITY
  for (const sighting of sightings.toSorted(inOrder)) {
    const station = stations.get(sighting.stationId)
    if (station === undefined || !isUsable(sighting, nowMs)) continue
    const scannedAtMs = Math.min(sighting.scannedAtMs, nowMs)
    const weight = Math.exp((scannedAtMs - nowMs) / MEMORY_MS)
    const sum = sums.get(sighting.stationId)
    newestMs = Math.max(newestMs, scannedAtMs)
    if (sum === undefined) {
      sums.set(sighting.stationId, { station, weight, weighted: weight * sighting.rssiDbm, newestMs: scannedAtMs })
    } else {
      sum.weight += weight
      sum.weighted += weight * sighting.rssiDbm
    }
  }
  const heard: HeardStation[] = []
  for (const [stationId, sum] of sums) {
    const missedMs = Math.max(newestMs - sum.newestMs - FADE_AFTER_MS, 0)
    const fadeDb = (FADE_DB_PER_SECOND * missedMs) / 1000
    heard.push({ stationId, station: sum.station, rssiDbm: sum.weighted / sum.weight - fadeDb })
  }
  return heard.sort((a, b) => b.rssiDbm - a.rssiDbm || (a.stationId < b.stationId ? -1 : 1))
}
