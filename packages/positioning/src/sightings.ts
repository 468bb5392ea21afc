/** What stations heard of a tracker lately, kept so that one more sighting, and the estimate after it, cost little. */

/** A station heard the tracker. */
export interface StationSighting {
  readonly stationId: string
  readonly rssiDbm: number
  /** Epoch milliseconds. */
  readonly scannedAtMs: number
}

/** All that one station heard of the tracker, newest first: strengths, and the times they belong to. */
export interface StationSightings {
  readonly stationId: string
  readonly rssiDbm: readonly number[]
  /** Epoch milliseconds. */
  readonly scannedAtMs: readonly number[]
}

/** Older sightings no longer count (ms). Longer than the slowest usual reports, ESPresense's 5 s, with two lost. */
export const WINDOW_MS = 15_000
/** Sightings of one station that are remembered: enough to smooth a flickering signal. */
const SIGHTINGS_PER_STATION = 6
/** Stations that are remembered, those that heard it last; more tell nothing more. */
const MAX_STATIONS = 16

/** When a station heard it last (epoch ms); -Infinity: none did. */
export const newestMsOf = (sightings: readonly StationSightings[]): number =>
  sightings[0]?.scannedAtMs[0] ?? Number.NEGATIVE_INFINITY

/**
 * The sightings with one more; the station that heard the tracker last comes first. A sighting of the same station and
 * time takes the place of the one before; stations that have not heard the tracker in the 15 seconds before its newest
 * sighting are forgotten.
 */
export function remember(sightings: readonly StationSightings[], one: StationSighting): readonly StationSightings[] {
  const known = sightings.findIndex(({ stationId }) => stationId === one.stationId)
  const own = withOne(sightings[known], one)
  const remembered = known < 0 ? sightings.slice() : sightings.toSpliced(known, 1)
  let at = 0
  while (at < remembered.length && remembered[at]!.scannedAtMs[0]! > own.scannedAtMs[0]!) at += 1
  remembered.splice(at, 0, own)
  const oldestMs = newestMsOf(remembered) - WINDOW_MS
  while (remembered.length > MAX_STATIONS || remembered.at(-1)!.scannedAtMs[0]! <= oldestMs) remembered.pop()
  return remembered
}

function withOne(
  before: StationSightings | undefined,
  { stationId, rssiDbm, scannedAtMs }: StationSighting,
): StationSightings {
  if (before === undefined) return { stationId, rssiDbm: [rssiDbm], scannedAtMs: [scannedAtMs] }
  let at = 0
  while (at < before.scannedAtMs.length && before.scannedAtMs[at]! > scannedAtMs) at += 1
  const replaced = before.scannedAtMs[at] === scannedAtMs ? 1 : 0
  return {
    stationId: before.stationId,
    rssiDbm: before.rssiDbm.toSpliced(at, replaced, rssiDbm).slice(0, SIGHTINGS_PER_STATION),
    scannedAtMs: before.scannedAtMs.toSpliced(at, replaced, scannedAtMs).slice(0, SIGHTINGS_PER_STATION),
  }
}

/** Newest first; the order of equals is fixed too, so that sums do not depend on how the sightings came. */
const inOrder = (a: StationSighting, b: StationSighting): number =>
  b.scannedAtMs - a.scannedAtMs || a.rssiDbm - b.rssiDbm

/** Single sightings, in any order, by station, as `remember` has them; but all of them, however old. */
export const byStation = (sightings: readonly StationSighting[]): readonly StationSightings[] =>
  Map.groupBy(sightings.toSorted(inOrder), ({ stationId }) => stationId)
    .entries()
    .map(([stationId, own]) => ({
      stationId,
      rssiDbm: own.map(({ rssiDbm }) => rssiDbm),
      scannedAtMs: own.map(({ scannedAtMs }) => scannedAtMs),
    }))
    .toArray()
