/**
 * The rooms of a floor, as people name them: the smallest zone whose outline a place lies in, else the surroundings of the nearest
 * station. Source: decision 0061.
 */
import { isInPolygon, type Point } from '@whereabouts/domain/polygons'
import type { Room, RoomShare } from '@whereabouts/domain/rooms'
import type { Belief } from '@whereabouts/positioning/belief'
import { sharesOf } from '@whereabouts/positioning/estimate'
import type { RadioMap } from '@whereabouts/positioning/radio-map'
import type { Site } from '@whereabouts/positioning/site'
import type { AccountDirectory } from '../../state/account-directory.ts'

/** A zone that covers more of a floor than this is a ward or a building, and its name tells less than those of stations. */
const MOST_OF_A_FLOOR = 0.5
/** What is less likely is not told. */
const LEAST_SHARE = 0.02

interface FloorRooms {
  readonly account: AccountDirectory
  readonly rooms: readonly Room[]
  /** By cell: the index of its room. */
  readonly roomOf: Uint16Array
}

export class Rooms {
  /** Made again when the account or the map changes. */
  readonly #floors = new WeakMap<RadioMap, FloorRooms>()

  /** The rooms that a tracker may be in, likeliest first. */
  likely(belief: Belief, site: Site, account: AccountDirectory): readonly (RoomShare & { readonly mapId: string })[] {
    const likely = [...belief.floors.keys()].flatMap((mapId) => {
      const map = site.maps.get(mapId)
      if (map === undefined) return []
      const { rooms, roomOf } = this.#of(map, account)
      const shares = sharesOf(belief, mapId, roomOf, rooms.length)
      return rooms.flatMap((room, index) =>
        shares[index]! < LEAST_SHARE ? [] : [{ ...room, mapId, share: shares[index]! }],
      )
    })
    return likely.sort((a, b) => b.share - a.share || (a.id < b.id ? -1 : 1))
  }

  #of(map: RadioMap, account: AccountDirectory): FloorRooms {
    const known = this.#floors.get(map)
    if (known?.account === account) return known
    const made = { account, ...roomsOf(map, account) }
    this.#floors.set(map, made)
    return made
  }
}

interface Outline extends Room {
  readonly polygon: readonly Point[]
  readonly cells: number
}

function roomsOf({ mapId, metresPerPixel, grid }: RadioMap, account: AccountDirectory): Omit<FloorRooms, 'account'> {
  const points = Array.from(grid.x, (metres, cell): Point => [metres / metresPerPixel, grid.y[cell]! / metresPerPixel])
  const outlines = account.zones
    .flatMap(({ id, zone_name: name, shape }): Outline[] => {
      if (!('map_id' in shape) || shape.map_id !== mapId) return []
      const { polygon } = shape
      const cells = points.filter((point) => isInPolygon(polygon, point)).length
      return cells > MOST_OF_A_FLOOR * points.length ? [] : [{ id, name, polygon, cells }]
    })
    .sort((a, b) => a.cells - b.cells)
  const stations = [...account.stations.values()].flatMap(({ t4_id: id, t4_name: name, map_id, indoor_X, indoor_Y }) =>
    map_id !== mapId || indoor_X === null || indoor_Y === null ? [] : [{ id, name, x: indoor_X, y: indoor_Y }],
  )
  // One that hangs in a zone is named after it, or after the same room: outside of the outline it names nothing.
  const isInZone = (x: number, y: number) => outlines.some(({ polygon }) => isInPolygon(polygon, [x, y]))
  const outside = stations.filter(({ x, y }) => !isInZone(x, y))
  const naming = outside.length > 0 ? outside : stations
  const rooms = [...outlines, ...naming].map(({ id, name }): Room => ({ id, name }))
  const roomOf = Uint16Array.from(points, ([x, y]) => {
    const outline = outlines.findIndex(({ polygon }) => isInPolygon(polygon, [x, y]))
    if (outline >= 0) return outline
    let [nearest, least] = [0, Number.POSITIVE_INFINITY]
    for (const [index, station] of naming.entries()) {
      const squared = (station.x - x) ** 2 + (station.y - y) ** 2
      if (squared < least) [nearest, least] = [index, squared]
    }
    return outlines.length + nearest
  })
  return { rooms, roomOf }
}
