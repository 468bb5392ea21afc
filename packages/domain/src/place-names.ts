/** Names of places outdoors. Pure. Source: G101. */
import { isInPolygon, type Point } from './polygons.ts'
import { distanceMetres, type GeoPosition } from './positions.ts'

/** A name applies to positions within this distance of its place (metres). */
const NEAR_METRES = 100
/** A longitude may be written in these ways (degrees to add). */
const TURNS = [0, -360, 360]

/** A zone outdoors, or a building where it is known to be: [longitude, latitude] points, without a jump at the antimeridian. */
export interface NamedPlace {
  readonly name: string
  readonly points: readonly Point[]
}

/** Degrees with four digits, some ten metres. */
export const coordinatesText = ({ latitude, longitude }: GeoPosition): string =>
  // A zero has no sign.
  [latitude, longitude].map((degrees) => (Math.round(degrees * 1e4) / 1e4 + 0).toFixed(4)).join(', ')

/** The nearest point of the line from a to b, on a plane scaled by the cosine of the latitude. */
function nearestOn(a: Point, b: Point, [x, y]: Point): GeoPosition {
  const narrow = Math.cos((y * Math.PI) / 180)
  const [dx, dy] = [(b[0] - a[0]) * narrow, b[1] - a[1]]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((x - a[0]) * narrow * dx + (y - a[1]) * dy) / length
  const share = Math.min(1, Math.max(0, along))
  return { longitude: a[0] + share * (b[0] - a[0]), latitude: a[1] + share * (b[1] - a[1]) }
}

/** Metres to the place; 0 within it. */
function distanceTo({ points }: NamedPlace, { latitude, longitude }: GeoPosition): number {
  const ways = TURNS.map((turn): Point => [longitude + turn, latitude])
  if (ways.some((way) => isInPolygon(points, way))) return 0
  const edges = points.map((point, index) => [point, points[(index + 1) % points.length]!] as const)
  return Math.min(
    ...ways.flatMap((way) =>
      edges.map(([a, b]) => distanceMetres({ longitude: way[0], latitude }, nearestOn(a, b, way))),
    ),
  )
}

/** Square degrees, to tell a smaller place from a larger one around it. */
const areaOf = ({ points }: NamedPlace): number =>
  Math.abs(
    points.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = points[(index + 1) % points.length]!
      return sum + x * nextY - nextX * y
    }, 0) / 2,
  )

/** The nearest known name, of several places that hold it the smallest; without one the coordinates. */
export function addressOf(places: readonly NamedPlace[], position: GeoPosition): string {
  const [nearest] = places
    .map((place) => ({ place, metres: distanceTo(place, position) }))
    .filter(({ metres }) => metres <= NEAR_METRES)
    .sort((one, other) => one.metres - other.metres || areaOf(one.place) - areaOf(other.place))
  return nearest?.place.name ?? coordinatesText(position)
}
