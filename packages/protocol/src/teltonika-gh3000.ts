/**
 * Records of Codec 7, which the personal tracker GH3000 sends: what is in them stands in a mask. Source: wire formats §11.4.
 */
import type { Cursor } from './byte-cursor.ts'

/** A record of a tracker, whichever codec it came in. */
export interface AvlRecord {
  readonly timeMs: number
  readonly latitude: number
  readonly longitude: number
  readonly angle: number
  readonly satellites: number
  readonly speed: number
  readonly eventId: number
  /** By AVL id; of 1 to 4 bytes. */
  readonly values: ReadonlyMap<number, number>
  /** It was sent because its bearer calls for help. */
  readonly isPanic?: boolean
}

/** 2007-01-01, from which its seconds count (epoch s). */
const EPOCH_S = 1_167_609_600
/** Of priority (2 bits) and seconds. */
const SECONDS = 0x3fffffff
const PANIC = 2
/** Bits of the record's mask, and the widths of values that follow the place. */
const HAS_PLACE = 1
const WIDTHS: readonly (readonly [bit: number, bytes: number])[] = [
  [2, 1],
  [4, 2],
  [8, 4],
]
/** AVL ids of this codec, and those by which the others tell the same. */
const BATTERY = 1
const BATTERY_OF_OTHERS = 113
const ALARM_BUTTON = 222

/** The fields of satellites and the network that the mask lists. */
function readPlace(cursor: Cursor): Pick<AvlRecord, 'latitude' | 'longitude' | 'angle' | 'satellites' | 'speed'> {
  const mask = cursor.take(1) ?? 0
  const next = (bit: number, bytes: number): number | undefined => ((mask & bit) === 0 ? undefined : cursor.take(bytes))
  const hasFix = (mask & 1) !== 0
  const latitude = (hasFix ? cursor.takeFloat() : undefined) ?? 0
  const longitude = (hasFix ? cursor.takeFloat() : undefined) ?? 0
  // Metres above the sea.
  next(2, 2)
  const angle = ((next(4, 1) ?? 0) * 360) / 256
  const speed = next(8, 1) ?? 0
  // Where their number is left out, the place is of some.
  const satellites = next(16, 1) ?? (hasFix ? 1 : 0)
  // Area and cell, signal, network.
  next(32, 4)
  next(64, 1)
  next(128, 4)
  return { latitude, longitude, angle, satellites, speed }
}

/** The next record; undefined: cut short. */
export function readGh3000Record(cursor: Cursor): AvlRecord | undefined {
  const head = cursor.take(4)
  const mask = cursor.take(1)
  if (head === undefined || mask === undefined) return undefined
  const place = (mask & HAS_PLACE) === 0 ? undefined : readPlace(cursor)
  const values = new Map<number, number>()
  for (const [bit, bytes] of WIDTHS) {
    const count = (mask & bit) === 0 ? 0 : cursor.take(1)
    for (let index = 0; index < (count ?? 0) && !cursor.isPastEnd; index += 1) {
      const id = cursor.take(1)
      const value = cursor.take(bytes)
      if (id !== undefined && value !== undefined) values.set(id === BATTERY ? BATTERY_OF_OTHERS : id, value)
    }
  }
  if (cursor.isPastEnd) return undefined
  return {
    ...{ latitude: 0, longitude: 0, angle: 0, satellites: 0, speed: 0, ...place },
    timeMs: ((head & SECONDS) + EPOCH_S) * 1000,
    eventId: 0,
    values,
    isPanic: head >>> 30 === PANIC || values.get(ALARM_BUTTON) === 1,
  }
}
