/** Scenarios with a seed, for what no recording shows: two rooms of a published simulation, tags that rest, rooms that are crossed. */
import { believedIn, moveInZone, type ZoneMemory } from '@whereabouts/domain/zones'
import { figuresOf, follow, quantile } from './accuracy.ts'
import { newBelief } from './belief.ts'
import type { RecordedPacket, Recording } from './datasets.ts'
import { type Estimate, estimate, shareInside } from './estimate.ts'
import { advance } from './filter.ts'
import type { Place } from './grid.ts'
import { type Motion, RESTING, WALKING } from './motion.ts'
import { type Floor, type RadioMap, radioMapBySamples } from './radio-map.ts'
import { mergedSamples } from './survey-samples.ts'

/** Numbers from 0 to 1. Source: the generator mulberry32, in the public domain. */
export function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const normalOf = (chance: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())

/** Metres; a living room up to x = 4 and a bedroom beyond. Source: docs/accuracy.md of ESPresense companion, "Scenario". */
const [WIDTH, HEIGHT, WALL] = [6, 4, 4]
const NODES: readonly (readonly [id: string, x: number, y: number])[] = [
  ['living nw', 0, 0],
  ['living sw', 0, HEIGHT],
  ['bedroom ne', WIDTH, 0],
  ['bedroom se', WIDTH, HEIGHT],
]
const NODES_ABOVE_METRES = 1.4
const [AT_1M_DBM, EXPONENT, NOISE_DB, BURST_SHARE, BURST_DB] = [-59, 3, 2.5, 0.1, -6]
const SEEDS = 60

const TWO_ROOMS: Floor = {
  ...{ mapId: 'two rooms', metresPerPixel: 1, width: WIDTH, height: HEIGHT },
  stations: new Map(NODES.map(([id, x, y]) => [id, { x, y }])),
}

export const TWO_ROOM_TRACKS = {
  diagonal: { from: { x: 0.5, y: 0.5 }, to: { x: 5.5, y: 3.5 }, samples: 61 },
  'through the wall': { from: { x: 1, y: 2 }, to: { x: 5.5, y: 2 }, samples: 121 },
} as const

/** Median and 95th percentile of the error (metres), and how often the room was wrong, over all seeds. */
export function judgeTwoRooms(track: keyof typeof TWO_ROOM_TRACKS, sampleSeconds: number) {
  const { from, to, samples } = TWO_ROOM_TRACKS[track]
  const usual = { rssiAt1mDbm: AT_1M_DBM, exponent: EXPONENT }
  const calibrations = new Map(NODES.map(([stationId]) => [stationId, { stationId, ...usual }]))
  const map = radioMapBySamples(TWO_ROOMS, new Map(), calibrations)
  const judged = Array.from({ length: SEEDS }, (_, seed) => {
    const chance = chanceOf(seed + 1)
    const packets = Array.from({ length: samples }, (_, index) => {
      const share = index / (samples - 1)
      const place = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
      return NODES.map(([stationId, x, y]): RecordedPacket => {
        const metres = Math.hypot(place.x - x, place.y - y, NODES_ABOVE_METRES)
        const burst = chance() < BURST_SHARE ? BURST_DB : 0
        const rssiDbm = AT_1M_DBM - 10 * EXPONENT * Math.log10(metres) + NOISE_DB * normalOf(chance) + burst
        return { seconds: index * sampleSeconds, stationId, rssiDbm, place }
      })
    }).flat()
    const places = new Map(packets.map(({ seconds, place }) => [seconds, place!]))
    return follow({ name: track, packets }, map, undefined).map((one) => ({
      ...one,
      isWrongRoom: one.place.x > WALL !== places.get(one.seconds)!.x > WALL,
    }))
  }).flat()
  const { median, p95 } = figuresOf(judged)
  return { median, p95, wrongRoom: judged.filter(({ isWrongRoom }) => isWrongRoom).length / judged.length }
}

/** Rooms of a plan in three rows and columns, without walls: which cells of a map lie in each. */
function nineRooms({ width, height }: Floor, map: RadioMap) {
  const roomAt = ({ x, y }: Place): number => {
    const third = (value: number, side: number) => Math.min(2, Math.max(0, Math.floor((3 * value) / side)))
    return 3 * third(y, height) + third(x, width)
  }
  const labels = Array.from(map.grid.x, (x, cell) => roomAt({ x, y: map.grid.y[cell]! }))
  const insides = Array.from({ length: 9 }, (_, room) => Uint8Array.from(labels, (label) => (label === room ? 1 : 0)))
  return { roomAt, insides }
}

/** In which of the nine rooms a tracker is told to be, by the rule of zones. */
class Rooms {
  readonly #floor: Floor
  readonly #map: RadioMap
  readonly #rooms: ReturnType<typeof nineRooms>
  readonly #memories = new Map<number, ZoneMemory>()
  /** Undefined: none yet. */
  room: number | undefined
  changes = 0

  constructor(floor: Floor, map: RadioMap) {
    this.#floor = floor
    this.#map = map
    this.#rooms = nineRooms(floor, map)
  }

  take(
    belief: Parameters<typeof shareInside>[0],
    { x, y, r90Metres }: Estimate,
    isResting: boolean,
    atMs: number,
  ): void {
    const isWide = (this.#floor.width * this.#floor.height) / 9 >= Math.PI * r90Metres ** 2
    for (const [room, inside] of this.#rooms.insides.entries()) {
      const before = this.#memories.get(room)
      const share = shareInside(belief, this.#map.mapId, inside)
      const isPositionIn = this.#rooms.roomAt({ x, y }) === room
      const { isIn, confirmedAfterMs } = believedIn({ share, isWide }, isPositionIn, before?.inside ?? false, isResting)
      const { memory, entered } = moveInZone(`${room}`, before, { isIn, isSilent: false, confirmedAfterMs }, atMs)
      if (memory === undefined) this.#memories.delete(room)
      else this.#memories.set(room, memory)
      if (entered === undefined || this.room === room) continue
      if (this.room !== undefined) this.changes += 1
      this.room = room
    }
  }
}

/** Drift of what a station hears of a tag that lies still: slow fading (dB), and how long it lasts (seconds). */
const [DRIFT_DB, DRIFT_SECONDS] = [2, 60]
/** Each station hears the tag so often (seconds); it settles for so long before its rest counts. */
const [HEARD_EVERY_SECONDS, SETTLING_SECONDS] = [2, 30]

export interface Rest {
  readonly place: Place
  readonly changes: number
  /** The next border is further than half the radius. */
  readonly isClear: boolean
}

/**
 * Tags that lie at survey points of a recording for `seconds`, their own points left out of the map: how often each changes room. What
 * is heard is drawn from the histograms of the points, with a slow drift.
 */
export function judgeRest(recording: Recording, tags: number, seconds: number): readonly Rest[] {
  const { floor, histograms, survey } = recording
  return Array.from({ length: tags }, (_, tag): Rest => {
    const { x, y, heard } = histograms[Math.floor(((tag + 0.5) * histograms.length) / tags)]!
    const chance = chanceOf(1000 + tag)
    const isOther = (one: Place) => Math.hypot(one.x - x, one.y - y) > 0.3
    const samples = new Map([...survey].map(([id, own]) => [id, mergedSamples(own.filter(isOther))]))
    const map = radioMapBySamples(floor, samples, new Map())
    const belief = newBelief([map])
    const rooms = new Rooms(floor, map)
    const drift = new Map([...heard.keys()].map((id) => [id, DRIFT_DB * normalOf(chance)]))
    const keeps = Math.exp(-HEARD_EVERY_SECONDS / DRIFT_SECONDS)
    let settled = 0
    let radius = 0
    for (let second = 0; second < seconds; second += HEARD_EVERY_SECONDS) {
      const atMs = second * 1000
      const readings = [...heard].map(([stationId, strengths]) => {
        const now = keeps * drift.get(stationId)! + Math.sqrt(1 - keeps ** 2) * DRIFT_DB * normalOf(chance)
        drift.set(stationId, now)
        return { stationId, rssiDbm: strengths[Math.floor(chance() * strengths.length)]! + now, atMs }
      })
      const isResting = second >= SETTLING_SECONDS
      advance(belief, [map], readings, atMs, isResting ? RESTING : WALKING)
      const now = estimate(belief, map)
      radius = now.r90Metres
      rooms.take(belief, now, isResting, atMs)
      if (second <= 2 * SETTLING_SECONDS) settled = rooms.changes
    }
    const border = Math.min(...[1, 2].flatMap((part) => [apart(x, floor.width, part), apart(y, floor.height, part)]))
    return { place: { x, y }, changes: rooms.changes - settled, isClear: border >= radius / 2 }
  })
}

const apart = (value: number, side: number, part: number): number => Math.abs(value - (side * part) / 3)

/** A tracker that stays in a room for less is not told to be there (seconds). */
const SHORT_SECONDS = 6

/** How long it takes until a tracker that walks is told to be in the room that it entered (seconds), and how many short stays were skipped. */
export function judgeMoves(recording: Recording, map: RadioMap, motion: Motion = WALKING) {
  const delays: number[] = []
  let skipped = 0
  for (const { packets } of recording.tracks) {
    const rooms = new Rooms(recording.floor, map)
    const { roomAt } = nineRooms(recording.floor, map)
    const belief = newBelief([map])
    const shown: { readonly seconds: number; readonly room: number | undefined; readonly truth: number }[] = []
    let next = 0
    for (let seconds = 1; next < packets.length; seconds += 1) {
      const first = next
      while (next < packets.length && packets[next]!.seconds <= seconds) next += 1
      const readings = packets.slice(first, next).map((one) => ({ ...one, atMs: one.seconds * 1000 }))
      advance(belief, [map], readings, seconds * 1000, motion)
      rooms.take(belief, estimate(belief, map), false, seconds * 1000)
      shown.push({ seconds, room: rooms.room, truth: roomAt(packets[Math.max(next - 1, 0)]!.place!) })
    }
    for (const stay of staysOf(shown)) {
      if (stay.length < SHORT_SECONDS) continue
      const found = stay.findIndex(({ room, truth }) => room === truth)
      if (found < 0) skipped += 1
      else delays.push(found)
    }
  }
  delays.sort((a, b) => a - b)
  return { stays: delays.length + skipped, skipped, median: quantile(delays, 0.5), p90: quantile(delays, 0.9) }
}

function staysOf<Shown extends { readonly truth: number }>(shown: readonly Shown[]): readonly (readonly Shown[])[] {
  const stays: Shown[][] = []
  for (const one of shown) {
    const last = stays.at(-1)
    if (last?.[0]?.truth === one.truth) last.push(one)
    else stays.push([one])
  }
  return stays
}
