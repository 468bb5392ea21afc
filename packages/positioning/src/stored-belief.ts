/**
 * A belief in a few hundred characters: the likeliest cells of each floor, the rest of it spread evenly. Two servers that begin with
 * the same text, and take in the same readings, believe the same.
 */
import { type Belief, OFFSETS_DB, spreadOver, sumOf } from './belief.ts'
import type { RadioMap } from './radio-map.ts'

interface StoredFloor {
  readonly map_id: string
  /** Cells of its grid, by which another grid is recognised. */
  readonly cells: number
  /** Share of the whole belief, and what the likely cells have of that. */
  readonly share: number
  readonly kept: number
  /** The likeliest cells, each with its odds. */
  readonly likely: string
}

export interface StoredBelief {
  readonly at_ms: number
  readonly floors: readonly StoredFloor[]
  /** Probability of each offset, in thousandths. */
  readonly offsets: readonly number[]
}

/** Cells kept of a floor at most, and the share of the floor's belief from which on no more are needed. */
const [MOST_CELLS, ENOUGH] = [128, 0.995]
/** A floor that is less likely is left out. */
const LEAST_SHARE = 0.001
/** Odds are steps of an eighth of a power of two below the likeliest. */
const STEPS = 8
/** Stations that were silent for longer (ms) count as never heard. */
const MEMORY_MS = 60_000

/** Three bytes are four characters. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]))
const CHARACTERS = 4

function toText(cell: number, step: number): string {
  const value = cell * 256 + step
  return [18, 12, 6, 0].map((shift) => ALPHABET[(value >> shift) & 63]).join('')
}

function fromText(text: string, at: number): readonly [cell: number, step: number] {
  let value = 0
  for (let index = at; index < at + CHARACTERS; index++) value = value * 64 + (VALUES.get(text[index]!) ?? 0)
  return [Math.floor(value / 256), value % 256]
}

function storedFloor(map_id: string, own: Float32Array): StoredFloor {
  const share = sumOf(own)
  const order = Array.from(own.keys())
    .filter((cell) => own[cell]! > 1e-4 * share)
    .sort((a, b) => own[b]! - own[a]! || a - b)
    .slice(0, MOST_CELLS)
  let likely = ''
  let kept = 0
  for (const cell of order) {
    if (kept >= ENOUGH * share) break
    const step = Math.min(255, Math.round(STEPS * Math.log2(own[order[0]!]! / own[cell]!)))
    likely += toText(cell, step)
    kept += own[cell]!
  }
  return { map_id, cells: own.length, share: rounded(share), kept: rounded(kept / share), likely }
}

/** Finer than any radio. */
const rounded = (share: number): number => Math.round(1e4 * share) / 1e4

export function toStoredBelief({ floors, offsets, atMs }: Belief): StoredBelief {
  return {
    at_ms: atMs,
    floors: [...floors].filter(([, own]) => sumOf(own) >= LEAST_SHARE).map(([map_id, own]) => storedFloor(map_id, own)),
    offsets: Array.from(offsets, (odds) => Math.round(1000 * odds)),
  }
}

/** Undefined: none of its floors is there any more as it was. */
export function fromStoredBelief(stored: StoredBelief, maps: ReadonlyMap<string, RadioMap>): Belief | undefined {
  const floors = new Map<string, Float32Array>()
  for (const floor of stored.floors) {
    const map = maps.get(floor.map_id)
    if (map === undefined || map.grid.x.length !== floor.cells) continue
    floors.set(floor.map_id, restoredFloor(map, floor))
  }
  const total = [...floors.values()].reduce((sum, own) => sum + sumOf(own), 0)
  if (!(total > 0)) return undefined
  for (const own of floors.values()) for (let cell = 0; cell < own.length; cell++) own[cell]! /= total
  const sum = stored.offsets.reduce((total, odds) => total + Math.max(odds, 1), 0)
  const offsets = Float64Array.from(OFFSETS_DB, (_, index) => Math.max(stored.offsets[index] ?? 1, 1) / sum)
  return { floors, offsets, atMs: stored.at_ms, heardMs: new Map() }
}

function restoredFloor(map: RadioMap, { share, kept, likely }: StoredFloor): Float32Array {
  const own = spreadOver(map, share * Math.max(1 - kept, 1e-4))
  const odds: (readonly [cell: number, odds: number])[] = []
  for (let at = 0; at < likely.length; at += CHARACTERS) {
    const [cell, step] = fromText(likely, at)
    odds.push([cell, 2 ** (-step / STEPS)])
  }
  const sum = odds.reduce((total, [, value]) => total + value, 0)
  for (const [cell, value] of odds) own[cell]! += (share * kept * value) / sum
  return own
}

/** The belief as it is after it was stored and read again; stations that have been silent for a minute are forgotten. */
export function settle(belief: Belief, maps: ReadonlyMap<string, RadioMap>): StoredBelief {
  const stored = toStoredBelief(belief)
  const again = fromStoredBelief(stored, maps)
  belief.floors.clear()
  for (const [mapId, own] of again?.floors ?? []) belief.floors.set(mapId, own)
  if (again !== undefined) belief.offsets.set(again.offsets)
  for (const [stationId, heardMs] of belief.heardMs) {
    if (heardMs < belief.atMs - MEMORY_MS) belief.heardMs.delete(stationId)
  }
  return stored
}
