/** Which stations hear a tracker now, and how strongly, out of single noisy sightings. */
import { type StationSightings, WINDOW_MS } from './sightings.ts'

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

/** While it is worked out. */
interface Hearing extends HeardStation {
  rssiDbm: number
  /** Epoch milliseconds. */
  readonly heardAtMs: number
}

/** Means that are as near (1 / dB) are equal. */
const PARTS_OF_DB = 1000
const strengthOf = ({ rssiDbm }: HeardStation): number => Math.round(rssiDbm * PARTS_OF_DB)

/** Strongest first; of equals the one that heard it last, then the smaller id. */
const byStrength = (a: Hearing, b: Hearing): number =>
  strengthOf(b) - strengthOf(a) || b.heardAtMs - a.heardAtMs || (a.stationId < b.stationId ? -1 : 1)

/** Undefined: not within the window. */
function smoothed(station: PlacedStation, sightings: StationSightings, nowMs: number): Hearing | undefined {
  let [weight, weighted, heardAtMs] = [0, 0, Number.NEGATIVE_INFINITY]
  for (let index = 0; index < sightings.scannedAtMs.length; index += 1) {
    const rssiDbm = sightings.rssiDbm[index]!
    const scannedAtMs = Math.min(sightings.scannedAtMs[index]!, nowMs)
    if (!Number.isFinite(rssiDbm) || nowMs - scannedAtMs >= WINDOW_MS) continue
    const share = Math.exp((scannedAtMs - nowMs) / MEMORY_MS)
    weight += share
    weighted += share * rssiDbm
    heardAtMs = Math.max(heardAtMs, scannedAtMs)
  }
  if (weight === 0) return undefined
  return { stationId: sightings.stationId, station, rssiDbm: weighted / weight, heardAtMs }
}

/**
 * The stations heard within the last 15 seconds, strongest first. A station's strength is the mean of its sightings in dB,
 * young ones counting more. A sighting from the future counts as of now; stations without a place are left out.
 */
export function hear(
  sightings: readonly StationSightings[],
  stations: StationDirectory,
  nowMs: number,
): readonly HeardStation[] {
  const heard: Hearing[] = []
  let newestMs = Number.NEGATIVE_INFINITY
  for (const ofStation of sightings) {
    const station = stations.get(ofStation.stationId)
    const one = station && smoothed(station, ofStation, nowMs)
    if (one === undefined) continue
    heard.push(one)
    newestMs = Math.max(newestMs, one.heardAtMs)
  }
  for (const one of heard) {
    const missedMs = Math.max(newestMs - one.heardAtMs - FADE_AFTER_MS, 0)
    one.rssiDbm -= (FADE_DB_PER_SECOND * missedMs) / 1000
  }
  return heard.sort(byStrength)
}
