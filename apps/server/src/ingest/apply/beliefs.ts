/**
 * What is believed of the places of trackers, in memory. A belief is stored with its hot row as each minute ends; after a restart it is
 * read from there, and the rows of the log since are taken in again. Source: decision 0049.
 */
import { isInPolygon } from '@whereabouts/domain/polygons'
import { moveRooms, type RoomShare, type ToldRooms } from '@whereabouts/domain/rooms'
import { type Estimate, shareInside } from '@whereabouts/positioning/estimate'
import type { RadioMap } from '@whereabouts/positioning/radio-map'
import type { Site } from '@whereabouts/positioning/site'
import { hearReading, isResting, newTrack, noteRest, restoreTrack, type Track } from '@whereabouts/positioning/track'
import type { AccountDirectory } from '../../state/account-directory.ts'
import type { DeviceKey } from '../../state/device-key.ts'
import { inTime, type LogRow } from '../../state/log-row.ts'
import type { StateBelief, TrackerState } from '../../state/tracker-state.ts'
import type { BelievedZones, Polygon } from './judge.ts'
import type { Solver } from './place-by-stations.ts'
import { Rooms } from './rooms.ts'

/** Beliefs in memory, of the trackers that were heard last: about 8 kB each. Others go on from their stored form. */
const MOST_TRACKS = 8000

const keyOf = ({ account_id, id }: DeviceKey): string => `${account_id} ${id}`

interface Asked {
  readonly updates: number
  readonly stored: Track['stored']
  readonly site: Site
  readonly account: AccountDirectory
  readonly rooms: readonly LikelyRoom[]
}

/** Reads what was heard of devices around and since the time their beliefs were stored, in the log's order. */
export type ReadHeard = (wanted: readonly (DeviceKey & StateBelief)[]) => Promise<readonly LogRow[]>

export type LikelyRoom = RoomShare & { readonly mapId: string }

export class Beliefs {
  readonly #readHeard: ReadHeard
  /** The one heard last comes last. */
  readonly #tracks = new Map<string, Track>()
  /** By map and zone: which cells lie in it. */
  readonly #insides = new WeakMap<RadioMap, WeakMap<Polygon, Uint8Array>>()

  readonly #rooms = new Rooms()
  /** The rooms of a belief when it was last read, and its state then. */
  readonly #asked = new WeakMap<Track, Asked>()

  constructor(readHeard: ReadHeard) {
    this.#readHeard = readHeard
  }

  /** Reads the rows of the log that beliefs of these devices, which are in no memory, had taken in after they were stored. */
  async load(devices: readonly (DeviceKey & { readonly state: TrackerState; readonly site: Site })[]): Promise<void> {
    const missing = devices.filter(({ state, ...key }) => state.belief !== null && !this.#tracks.has(keyOf(key)))
    if (missing.length === 0) return
    const wanted = new Map(missing.map((device) => [keyOf(device), device]))
    for (const [key, { state, site }] of wanted) {
      const { belief } = state.belief!
      this.#keep(key, (belief && restoreTrack(belief, site, state.map_id, state.belief!.since_ms)) ?? newTrack())
    }
    const rows = await this.#readHeard(
      [...wanted.values()].map(({ account_id, id, state }) => ({ account_id, id, ...state.belief! })),
    )
    for (const row of rows) {
      const key = keyOf({ account_id: row.account_id, id: row.device_id })
      const { state, site } = wanted.get(key)!
      const track = this.#tracks.get(key)!
      if (row.log_order >= state.belief!.from_order) hearRow(track, site, row, state.map_id)
      else recall(track, site, row)
    }
  }

  /** How a row of an account is placed on its site. */
  solverOf(site: Site): Solver | undefined {
    if (site.maps.size === 0) return undefined
    return {
      site,
      hear: (state, row) => this.#hear(site, state, row),
    }
  }

  /** What is believed of a device and the zones of its account; undefined: nothing. */
  zonesOf(device: DeviceKey, site: Site): BelievedZones | undefined {
    const track = this.#tracks.get(keyOf(device))
    if (track?.estimate === undefined) return undefined
    const { belief, estimate } = track
    return {
      isResting: isResting(track, belief.atMs),
      of: (zone) => {
        const map = site.maps.get(zone.map_id)
        if (map === undefined) return undefined
        const inside = this.#insideOf(map, zone)
        const area = inside.reduce((sum, one) => sum + one, 0) * map.grid.cellMetres ** 2
        return { share: shareInside(belief, zone.map_id, inside), isWide: area >= Math.PI * estimate.r90Metres ** 2 }
      },
    }
  }

  /** The rooms that a device may be in, likeliest first; none where nothing is believed. */
  roomsOf(device: DeviceKey, site: Site, account: AccountDirectory): readonly LikelyRoom[] {
    const track = this.#tracks.get(keyOf(device))
    if (track?.estimate === undefined) return []
    const { updates, stored, belief } = track
    const asked = this.#asked.get(track)
    const isSame = asked?.updates === updates && asked.stored === stored
    if (isSame && asked.site === site && asked.account === account) return asked.rooms
    const rooms = this.#rooms.likely(belief, site, account)
    this.#asked.set(track, { updates, stored, site, account, rooms })
    return rooms
  }

  /** The rooms that a device on a map is told to be in after its state changed. */
  toldRooms(device: DeviceKey, state: TrackerState, site: Site, account: AccountDirectory): ToldRooms | null {
    const track = this.#tracks.get(keyOf(device))
    if (track === undefined || state.map_id === null || track.estimate?.mapId !== state.map_id) return null
    const { belief } = track
    return moveRooms(state.rooms, this.roomsOf(device, site, account), isResting(track, belief.atMs), belief.atMs)
  }

  /** What is believed of a device; undefined: nothing. */
  of(device: DeviceKey): Track | undefined {
    return this.#tracks.get(keyOf(device))
  }

  forget(accountId: string, deviceIds: readonly string[]): void {
    for (const id of deviceIds) this.#tracks.delete(keyOf({ account_id: accountId, id }))
  }

  /** Drops accounts as they are. */
  drop(isTheirs: (accountId: string) => boolean): void {
    for (const key of this.#tracks.keys()) if (isTheirs(key.slice(0, key.indexOf(' ')))) this.#tracks.delete(key)
  }

  #hear(site: Site, state: TrackerState, row: LogRow): Estimate | undefined {
    if (!site.mapOfStation.has(row.sender_id)) return undefined
    const key = keyOf({ account_id: row.account_id, id: row.device_id })
    let track = this.#tracks.get(key)
    // News that is older than what is believed: a clock was set back, and what was heard before says nothing any more.
    const isSetBack = state.log_order === row.log_order && row.scanned_at_ms < (track?.belief.atMs ?? 0)
    if (track === undefined || isSetBack) {
      const { belief = null, since_ms = 0 } = (isSetBack ? null : state.belief) ?? {}
      track = (belief && restoreTrack(belief, site, state.map_id, since_ms)) ?? newTrack()
      state.belief = null
    }
    this.#keep(key, track)
    const heard = hearRow(track, site, row, state.map_id)
    if (heard === 'left out') return track.estimate
    const isStored = heard === 'stored' || state.belief === null
    state.belief = {
      from_order: isStored ? row.log_order : state.belief!.from_order,
      to_order: row.log_order,
      since_ms: isStored ? row.scanned_at_ms : state.belief!.since_ms,
      belief: track.stored ?? null,
    }
    return track.estimate
  }

  #keep(key: string, track: Track): void {
    this.#tracks.delete(key)
    this.#tracks.set(key, track)
    if (this.#tracks.size <= MOST_TRACKS) return
    const [oldest] = this.#tracks.keys()
    this.#tracks.delete(oldest!)
  }

  #insideOf(map: RadioMap, zone: Polygon): Uint8Array {
    let ofMap = this.#insides.get(map)
    if (ofMap === undefined) {
      ofMap = new WeakMap()
      this.#insides.set(map, ofMap)
    }
    let inside = ofMap.get(zone)
    if (inside === undefined) {
      const { x, y } = map.grid
      inside = Uint8Array.from(x, (metres, cell) => {
        const at = [metres / map.metresPerPixel, y[cell]! / map.metresPerPixel] as const
        return isInPolygon(zone.polygon, at) ? 1 : 0
      })
      ofMap.set(zone, inside)
    }
    return inside
  }
}

/** When a station heard it last, before the belief was stored. */
function recall(track: Track, site: Site, row: LogRow): void {
  if (!site.mapOfStation.has(row.sender_id)) return
  const { heardMs } = track.belief
  heardMs.set(row.sender_id, Math.max(inTime(row).scanned_at_ms, heardMs.get(row.sender_id) ?? 0))
  noteRest(track, { isResting: row.moving === null ? null : !row.moving, atMs: inTime(row).scanned_at_ms })
}

/** Takes a report of a station in. */
export const hearRow = (track: Track, site: Site, row: LogRow, mapId: string | null) =>
  hearReading(
    track,
    site,
    {
      ...{ stationId: row.sender_id, rssiDbm: row.rssi!, atMs: inTime(row).scanned_at_ms },
      isResting: row.moving === null ? null : !row.moving,
    },
    mapId,
  )
