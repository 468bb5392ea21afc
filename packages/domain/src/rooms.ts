/** The room in which a device is shown, and when two are shown. Pure. Source: decisions 0049, 0061. */
import { MOVING_CHANGE, RESTING_CHANGE } from './zones.ts'

/** A place indoors that a person can name: a zone with an outline, else what lies nearest to a station. */
export interface Room {
  /** Of the zone or the station. */
  readonly id: string
  readonly name: string
}

/** A room that a device may be in, with its probability (0..1). */
export interface RoomShare extends Room {
  readonly share: number
}

/** The rooms in which a device is shown. */
export interface ToldRooms {
  /** One, or two while neither is likely enough, the likelier first. */
  readonly rooms: readonly Room[]
  /** Since when (epoch ms) other rooms are likelier; null: these are. */
  readonly otherwise_ms: number | null
}

/** Below this probability a room is shown together with the second likeliest. */
export const SURE_SHARE = 0.75
/** Two told rooms stay while no others are together likelier by this: the third and the second are often alike. */
const PAIR_MARGIN = 0.15

/**
 * The rooms to tell after what is believed at that time (epoch ms); `shares` go by probability, likeliest first. Others are told only
 * once that has held for a while: 3 s, for a device at rest a minute. Undefined: nothing is believed.
 */
export function moveRooms(
  before: ToldRooms | null,
  shares: readonly RoomShare[],
  isResting: boolean,
  atMs: number,
): ToldRooms | null {
  const [best] = shares
  if (best === undefined) return null
  const change = isResting ? RESTING_CHANGE : MOVING_CHANGE
  const told = before?.rooms.flatMap(({ id }) => shares.find((room) => room.id === id) ?? []) ?? []
  // A room that nobody knows any more cannot be told for a while longer.
  if (before === null || told.length < before.rooms.length) return { rooms: toTell(shares), otherwise_ms: null }
  if (holds(told, shares, change.share)) return { rooms: told.map(roomOf), otherwise_ms: null }
  const otherwise_ms = Math.min(before.otherwise_ms ?? atMs, atMs)
  if (atMs - otherwise_ms < change.lastsMs) return { rooms: told.map(roomOf), otherwise_ms }
  return { rooms: toTell(shares), otherwise_ms: null }
}

const roomOf = ({ id, name }: Room): Room => ({ id, name })

const toTell = (shares: readonly RoomShare[]): readonly Room[] =>
  shares.slice(0, shares[0]!.share >= SURE_SHARE ? 1 : 2).map(roomOf)

/** Whether what is told may stay: another room alone takes `change` to be told instead. */
function holds(told: readonly RoomShare[], shares: readonly RoomShare[], change: number): boolean {
  const [best, next] = shares as [RoomShare, RoomShare | undefined]
  const isAmongTold = told.some(({ id }) => id === best.id)
  if (best.share >= SURE_SHARE) return isAmongTold ? told.length === 1 : best.share < change
  const together = told.reduce((sum, { share }) => sum + share, 0)
  return told.length === 2 && together >= best.share + (next?.share ?? 0) - PAIR_MARGIN
}
