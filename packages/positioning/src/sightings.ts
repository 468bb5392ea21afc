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

/** Older sightings say nothing of now (ms). Longer than the slowest usual reports, ESPresense's 5 s, with two lost. */
export const WINDOW_MS = 15_000
/** Sightings of one station that are remembered: enough to smooth a flickering signal. */
const SIGHTINGS_PER_STATION = 6
/** Stations that are remembered, those that spoke last; more tell nothing more. */
const MAX_STATIONS = 16

/** When anybody heard it last (epoch ms); -Infinity: nobody did. */
export function newestMsOf(sightings: readonly StationSightings[]): number {
  let newestMs = Number.NEGATIVE_INFINITY
  for (const { scannedAtMs } of sightings) newestMs = Math.max(newestMs, scannedAtMs[0]!)
  return newestMs
}

/**
 * The sightings with one more, the station that spoke last first. One of the same station and time takes the place of the
 * one before; stations that were not heard in the 15 seconds before the newest sighting are forgotten.
 */
export function remember(sightings: readonly StationSightings[], one: StationSighting): readonly StationSightings[] {
  const oldestMs = Math.max(newestMsOf(sightings), one.scannedAtMs) - WINDOW_MS
  const remembered = [
    withOne(
      sightings.find(({ stationId }) => stationId === one.stationId),
      one,
    ),
  ]
  for (const others of sightings) {
    if (remembered.length === MAX_STATIONS) break
    if (others.stationId !== one.stationId && others.scannedAtMs[0]! > oldestMs) remembered.push(others)
  }
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

/** Single sightings, in any order, by station: all of them, however old. */
export const byStation = (sightings: readonly StationSighting[]): readonly StationSightings[] =>
  Map.groupBy(sightings.toSorted(inOrder), ({ stationId }) => stationId)
    .entries()
    .map(([stationId, own]) => ({
      stationId,
      rssiDbm: own.map(({ rssiDbm }) => rssiDbm),
      scannedAtMs: own.map(({ scannedAtMs }) => scannedAtMs),
    }))
    .toArray()
