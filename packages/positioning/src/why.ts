/** Why a tracker is believed to be where it is: what was heard, how it was weighed, and all that is believed. */

import { sumOf } from './belief.ts'
import type { Estimate } from './estimate.ts'
import { hear } from './heard.ts'
import { RESTING, WALKING } from './motion.ts'
import type { RadioMap } from './radio-map.ts'
import type { StationSightings } from './sightings.ts'
import type { Site } from './site.ts'
import { isResting, type Track } from './track.ts'

/** What one station heard lately. */
export interface Hearing {
  readonly stationId: string
  readonly mapId: string
  /** Smoothed (dBm). */
  readonly rssiDbm: number
  /** Since its last reading. */
  readonly ageMs: number
  /** What its last reading counted, 0..1: little soon after the one before. */
  readonly weight: number
  /** What it would hear of this tracker at the place that is told (dBm); undefined: it hangs on another floor. */
  readonly expectedDbm: number | undefined
}

export interface Why {
  readonly estimate: Estimate
  readonly isResting: boolean
  /** Probability of each map, likeliest first. */
  readonly floors: readonly { readonly mapId: string; readonly share: number }[]
  /** Strongest first. */
  readonly heard: readonly Hearing[]
  /** The likeliest cells of the map that is told, likeliest first: their middles in pixels, and their probability. */
  readonly cells: readonly { readonly x: number; readonly y: number; readonly share: number }[]
  /** Edge of a cell (pixels). */
  readonly cell: number
}

/** Cells that are told at most, and the share of the belief from which on no more are needed. */
const [MOST_CELLS, ENOUGH] = [300, 0.98]
/** A station's first reading weighs as if so much time had passed (seconds). */
const FIRST_SECONDS = 0.8

/** Undefined: nothing is believed of it, or its floor is not there any more. */
export function whyHere(track: Track, site: Site, sightings: readonly StationSightings[]): Why | undefined {
  const { belief, estimate } = track
  const map = estimate && site.maps.get(estimate.mapId)
  const own = map && belief.floors.get(map.mapId)
  if (estimate === undefined || map === undefined || own === undefined) return undefined
  const motion = isResting(track, belief.atMs) ? RESTING : WALKING
  const scale = ({ mapId }: { readonly mapId: string }) => site.maps.get(mapId)?.metresPerPixel ?? null
  const stations = {
    get(stationId: string) {
      const mapId = site.mapOfStation.get(stationId)
      return mapId === undefined ? undefined : { mapId, x: 0, y: 0, metresPerPixel: scale({ mapId }) }
    },
  }
  const bySightings = new Map(sightings.map((one) => [one.stationId, one]))
  const heard = hear(sightings, stations, belief.atMs).map(({ stationId, rssiDbm, station }): Hearing => {
    const [newestMs = belief.atMs, beforeMs] = bySightings.get(stationId)!.scannedAtMs
    const seconds = beforeMs === undefined ? FIRST_SECONDS : (newestMs - beforeMs) / 1000
    return {
      ...{ stationId, mapId: station.mapId, rssiDbm, ageMs: Math.max(0, belief.atMs - newestMs) },
      weight: 1 - Math.exp(-seconds / motion.memorySeconds),
      expectedDbm: expectedAt(map, stationId, estimate),
    }
  })
  return {
    ...{ estimate, isResting: motion === RESTING, heard, cell: map.grid.cellMetres / map.metresPerPixel },
    floors: [...belief.floors]
      .map(([mapId, cells]) => ({ mapId, share: sumOf(cells) }))
      .sort((a, b) => b.share - a.share),
    cells: likelyCells(map, own),
  }
}

function expectedAt(map: RadioMap, stationId: string, { x, y, offsetDb }: Estimate): number | undefined {
  const field = map.fields.get(stationId)
  if (field === undefined) return undefined
  const [atX, atY] = [x * map.metresPerPixel, y * map.metresPerPixel]
  const { x: xs, y: ys } = map.grid
  let [nearest, least] = [0, Number.POSITIVE_INFINITY]
  for (let cell = 0; cell < xs.length; cell++) {
    const squared = (xs[cell]! - atX) ** 2 + (ys[cell]! - atY) ** 2
    if (squared < least) [nearest, least] = [cell, squared]
  }
  return field.expected[nearest]! / 4 + offsetDb
}

function likelyCells(map: RadioMap, own: Float32Array): Why['cells'] {
  const total = sumOf(own)
  const order = Array.from(own.keys()).sort((a, b) => own[b]! - own[a]! || a - b)
  const cells: { x: number; y: number; share: number }[] = []
  let kept = 0
  for (const cell of order) {
    if (cells.length >= MOST_CELLS || kept >= ENOUGH * total) break
    kept += own[cell]!
    cells.push({
      x: map.grid.x[cell]! / map.metresPerPixel,
      y: map.grid.y[cell]! / map.metresPerPixel,
      share: own[cell]! / total,
    })
  }
  return cells
}
