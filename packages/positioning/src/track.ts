/**
 * Follows one tracker, reading by reading. What is told depends on the readings and their order alone, so that a replay tells the same;
 * a reading that comes again, or later than a newer one of its station, changes nothing.
 */
import { type Belief, newBelief, type Reading, sumOf } from './belief.ts'
import { type Estimate, estimate } from './estimate.ts'
import { advance } from './filter.ts'
import { RESTING, WALKING } from './motion.ts'
import type { RadioMap } from './radio-map.ts'
import type { Site } from './site.ts'
import { fromStoredBelief, type StoredBelief, settle } from './stored-belief.ts'

export interface Track {
  belief: Belief
  /** Readings that the belief has not taken in yet. */
  pending: Reading[]
  /** Since when the tracker's own sensor reports rest (epoch ms); null: it moves, or has no sensor. */
  restingSinceMs: number | null
  /** The minute since the epoch that its readings are of; at the first reading of another the belief is stored. */
  minute: number
  /** How often the belief took in readings. */
  updates: number
  /** The belief as it was stored at the begin of this minute; undefined: it began in it. */
  stored: StoredBelief | undefined
  /** Where it was last; undefined: nothing was heard yet. */
  estimate: Estimate | undefined
}

export interface TrackedReading extends Reading {
  /** Null: the tracker does not say. */
  readonly isResting: boolean | null
}

/** A tracker that has reported rest for so long has settled (ms): from then on changes are the radio's. */
const SETTLED_AFTER_MS = 10_000
/** Readings are taken in together about so often (ms); the first ones at once. */
const TOGETHER_MS = 500
const AT_ONCE = 12
/** A belief is stored as its minute ends, so that a replay can begin there. */
const STORED_EVERY_MS = 60_000
/** A floor counts as long as one of its stations heard the tracker within this time (ms), or this much of the belief is there. */
const FLOOR_MEMORY_MS = 60_000
const LEAST_FLOOR_SHARE = 0.001
/** Another floor needs so much of the belief to be told instead of the present one. */
const FLOOR_CHANGE_SHARE = 0.75

export const newTrack = (): Track => ({
  belief: newBelief([]),
  pending: [],
  restingSinceMs: null,
  minute: Number.NEGATIVE_INFINITY,
  updates: 0,
  stored: undefined,
  estimate: undefined,
})

const minuteOf = (ms: number): number => Math.floor(ms / STORED_EVERY_MS)

/** A track restored from its stored form, at a time (epoch ms); undefined: its floors have changed since. */
export function restoreTrack(
  stored: StoredBelief,
  site: Site,
  shownMapId: string | null,
  storedMs: number,
): Track | undefined {
  const belief = fromStoredBelief(stored, site.maps)
  if (belief === undefined) return undefined
  const floors = [...belief.floors.keys()].map((mapId) => site.maps.get(mapId)!)
  const shown = shownFloor(belief, floors, shownMapId)
  return {
    ...newTrack(),
    minute: minuteOf(storedMs),
    belief,
    updates: AT_ONCE,
    stored,
    estimate: estimate(belief, shown),
  }
}

/** Whether its own sensor has reported rest for a while, at a time (epoch ms). */
export const isResting = ({ restingSinceMs }: Track, atMs: number): boolean =>
  restingSinceMs !== null && atMs - restingSinceMs >= SETTLED_AFTER_MS

export function noteRest(track: Track, { isResting, atMs }: Pick<TrackedReading, 'isResting' | 'atMs'>): void {
  if (isResting === null) return
  track.restingSinceMs = isResting ? (track.restingSinceMs ?? atMs) : null
}

/** The floors that the tracker may be on, with its new reading. */
function floorsOf({ belief, pending }: Track, site: Site): readonly RadioMap[] {
  const ids = new Set<string>()
  for (const [stationId, heardMs] of belief.heardMs) {
    const mapId = site.mapOfStation.get(stationId)
    if (mapId !== undefined && belief.atMs - heardMs <= FLOOR_MEMORY_MS) ids.add(mapId)
  }
  for (const { stationId } of pending) {
    const mapId = site.mapOfStation.get(stationId)
    if (mapId !== undefined) ids.add(mapId)
  }
  for (const [mapId, own] of belief.floors) if (sumOf(own) >= LEAST_FLOOR_SHARE) ids.add(mapId)
  return [...ids].sort().flatMap((mapId) => site.maps.get(mapId) ?? [])
}

/** Takes in what is pending. `shownMapId` is the map on which the tracker is told to be. */
function takeIn(track: Track, site: Site, shownMapId: string | null): void {
  const { belief, pending } = track
  const floors = floorsOf(track, site)
  if (floors.length === 0) {
    track.pending = []
    return
  }
  dropLeftFloors(belief, floors)
  if (belief.floors.size === 0) {
    const fresh = newBelief(floors)
    for (const [mapId, own] of fresh.floors) belief.floors.set(mapId, own)
    belief.offsets.set(fresh.offsets)
  }
  const atMs = pending.reduce((latest, reading) => Math.max(latest, reading.atMs), belief.atMs)
  advance(belief, floors, pending, atMs, isResting(track, atMs) ? RESTING : WALKING)
  track.pending = []
  track.updates += 1
  const shown = shownFloor(belief, floors, shownMapId)
  track.estimate = estimate(belief, shown)
}

/** Floors that are gone, whose grid is another now, or that hardly anything is believed of. */
function dropLeftFloors(belief: Belief, floors: readonly RadioMap[]): void {
  const cells = new Map(floors.map(({ mapId, grid }) => [mapId, grid.x.length]))
  let dropped = 0
  for (const [mapId, own] of belief.floors) {
    if (cells.get(mapId) === own.length) continue
    belief.floors.delete(mapId)
    dropped += sumOf(own)
  }
  if (dropped === 0) return
  if (dropped > 0.999) belief.floors.clear()
  for (const own of belief.floors.values()) for (let cell = 0; cell < own.length; cell++) own[cell]! /= 1 - dropped
}

function shownFloor(belief: Belief, floors: readonly RadioMap[], shownMapId: string | null): RadioMap {
  const share = ({ mapId }: RadioMap) => sumOf(belief.floors.get(mapId)!)
  const best = floors.reduce((a, b) => (share(b) > share(a) ? b : a))
  const shown = floors.find(({ mapId }) => mapId === shownMapId)
  // With others splitting the rest, the shown floor may have nothing left that a place could be told by.
  const isLeft = shown === undefined || share(shown) < 1 - FLOOR_CHANGE_SHARE
  return isLeft || share(best) >= FLOOR_CHANGE_SHARE ? best : shown
}

const isNews = ({ belief, pending }: Track, { stationId, atMs }: Reading): boolean =>
  !(atMs <= (belief.heardMs.get(stationId) ?? Number.NEGATIVE_INFINITY)) &&
  !pending.some((reading) => reading.stationId === stationId && reading.atMs >= atMs)

/** `left out`: it came again, later than a newer one, or from a station that hangs nowhere; `stored`: the belief was stored before it. */
export type Heard = 'left out' | 'heard' | 'stored'

/** Takes in one more reading. */
export function hearReading(track: Track, site: Site, reading: TrackedReading, shownMapId: string | null): Heard {
  if (!site.mapOfStation.has(reading.stationId) || !isNews(track, reading)) return 'left out'
  const { belief } = track
  const minute = minuteOf(reading.atMs)
  const endsMinute = Number.isFinite(track.minute) && minute > track.minute
  track.minute = Math.max(minute, track.minute)
  if (endsMinute) {
    if (track.pending.length > 0) takeIn(track, site, shownMapId)
    track.stored = settle(belief, site.maps)
    track.updates = Math.max(track.updates, AT_ONCE)
  }
  noteRest(track, reading)
  track.pending.push(reading)
  if (track.updates < AT_ONCE || reading.atMs - belief.atMs >= TOGETHER_MS) takeIn(track, site, shownMapId)
  return endsMinute ? 'stored' : 'heard'
}
