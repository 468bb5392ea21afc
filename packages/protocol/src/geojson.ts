/** Places, zones and ways as GeoJSON: WGS 84, longitude first, rings closed and outlines counter-clockwise. Pure. Source: RFC 7946. */

export type Position = readonly [longitude: number, latitude: number]

export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }

export interface Feature {
  readonly type: 'Feature'
  readonly id?: string
  /** Null: it has no place on the globe. */
  readonly geometry: Geometry | null
  readonly properties: Readonly<Record<string, unknown>>
}

export const GEOJSON_TYPE = 'application/geo+json'

/** A hundredth of a metre; more digits would say what nobody knows. */
const rounded = ([longitude, latitude]: Position): Position => [
  Math.round(longitude * 1e7) / 1e7,
  Math.round(latitude * 1e7) / 1e7,
]

export const featureCollection = (features: readonly Feature[]) => ({ type: 'FeatureCollection' as const, features })

export const pointGeometry = (place: Position | undefined): Geometry | null =>
  place === undefined ? null : { type: 'Point', coordinates: rounded(place) }

/** The parts of a way, each of at least two places, none of which crosses the 180th meridian: see `cutAtMeridian`. */
export function lineGeometry(parts: readonly (readonly Position[])[]): Geometry {
  const lines = parts.map((part) => part.map(rounded))
  return lines.length === 1
    ? { type: 'LineString', coordinates: lines[0]! }
    : { type: 'MultiLineString', coordinates: lines }
}

/** The longitude that is nearest to another, be it beyond the 180th meridian. */
const nearestTurn = (longitude: number, to: number): number => longitude + 360 * Math.round((to - longitude) / 360)

/**
 * The parts of a way between its crossings of the 180th meridian, which end and begin on it (RFC 7946 §3.1.9). `between` is what lies at a
 * share of the way from one point to the next, on that longitude.
 */
export function cutAtMeridian<Point>(
  points: readonly Point[],
  longitudeOf: (point: Point) => number,
  between: (from: Point, to: Point, share: number, longitude: number) => Point,
): Point[][] {
  const parts: Point[][] = [[]]
  for (const [index, point] of points.entries()) {
    const from = points[index - 1]
    if (from !== undefined && Math.abs(longitudeOf(point) - longitudeOf(from)) > 180) {
      const start = longitudeOf(from)
      const meridian = start < 0 ? -180 : 180
      const end = nearestTurn(longitudeOf(point), start)
      const share = end === start ? 0 : (meridian - start) / (end - start)
      parts.at(-1)!.push(between(from, point, share, meridian))
      parts.push([between(from, point, share, -meridian)])
    }
    parts.at(-1)!.push(point)
  }
  return parts
}

/** The corners of an outline on one side of a meridian; those that lie on it belong to both sides. */
function sideOf(corners: readonly Position[], meridian: number, isWest: boolean): Position[] {
  const isIn = ([longitude]: Position) => (isWest ? longitude <= meridian : longitude >= meridian)
  return corners.flatMap((corner, index): Position[] => {
    const next = corners[(index + 1) % corners.length]!
    const own = isIn(corner) ? [corner] : []
    if (isIn(corner) === isIn(next)) return own
    const share = (meridian - corner[0]) / (next[0] - corner[0])
    return [...own, [meridian, corner[1] + share * (next[1] - corner[1])]]
  })
}

/** The corners in the order of a whole, without jumps at the 180th meridian; undefined: they go round a pole. */
function unrolled(corners: readonly Position[]): Position[] | undefined {
  const ring: Position[] = []
  for (const [longitude, latitude] of corners)
    ring.push([nearestTurn(longitude, ring.at(-1)?.[0] ?? longitude), latitude])
  const isClosed = ring.length > 0 && nearestTurn(ring[0]![0], ring.at(-1)![0]) === ring[0]![0]
  return isClosed ? ring : undefined
}

/** Of the corners of an outline, in either direction; one that crosses the 180th meridian in two parts (RFC 7946 §3.1.9). */
export function polygonGeometry(corners: readonly Position[]): Geometry {
  const ring = unrolled(corners)
  const meridian = ring?.some(([longitude]) => longitude > 180) ? 180 : -180
  const sides = [true, false].map((isWest) => (ring === undefined ? [] : sideOf(ring, meridian, isWest)))
  if (sides.some((side) => areaOf(side) === 0)) return { type: 'Polygon', coordinates: [ringOf(corners)] }
  const polygons = sides.map((side, index) => {
    const isBeyond = meridian === 180 ? index === 1 : index === 0
    const turn = isBeyond ? -2 * meridian : 0
    return [ringOf(side.map(([longitude, latitude]) => [longitude + turn, latitude]))]
  })
  return { type: 'MultiPolygon', coordinates: polygons }
}

/** Twice the enclosed area, negative where it is walked clockwise. */
const areaOf = (corners: readonly Position[]): number =>
  corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length]!
    return sum + x * nextY - nextX * y
  }, 0)

/** Closed, and counter-clockwise. */
function ringOf(corners: readonly Position[]): Position[] {
  const ring = (areaOf(corners) < 0 ? corners.toReversed() : corners).map(rounded)
  return [...ring, ring[0]!]
}
