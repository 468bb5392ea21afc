/** Coordinates, kept apart so that they cannot be mixed up. */

/** WGS 84 degrees. */
export interface GeoPosition {
  readonly latitude: number
  readonly longitude: number
}

/** Pixels of a map's image from its left and top edge. */
export interface IndoorPosition {
  readonly mapId: string
  readonly x: number
  readonly y: number
}

/** Bounds of a map's scale, both ends included. Source: G52. */
export const METRES_PER_PIXEL = { least: 0.0001, most: 100 } as const

const EARTH_RADIUS_METRES = 6_371_008.8
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** True for finite degrees that lie on the globe. */
export const isOnTheGlobe = (latitude: number, longitude: number): boolean =>
  Number.isFinite(latitude) && Number.isFinite(longitude) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180

/** Great-circle distance in metres (haversine). */
export function distanceMetres(from: GeoPosition, to: GeoPosition): number {
  const dLatitude = radians(to.latitude - from.latitude)
  const dLongitude = radians(to.longitude - from.longitude)
  const a =
    Math.sin(dLatitude / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(dLongitude / 2) ** 2
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** A floor plan on the globe: its size in pixels, and its corners as [longitude, latitude] from the top left clockwise. */
interface PlacedPlan {
  readonly width: number
  readonly height: number
  /** Null: it lies nowhere. */
  readonly corners: readonly (readonly [longitude: number, latitude: number])[] | null
}

/** Pixels of a plan to [longitude, latitude], between its four corners; undefined for a plan that lies nowhere. */
export function onGlobe({ width, height, corners }: PlacedPlan, x: number, y: number): [number, number] | undefined {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners ?? []
  if (!topLeft || !topRight || !bottomRight || !bottomLeft) return undefined
  const u = x / width
  const v = y / height
  const between = (axis: 0 | 1): number =>
    (1 - v) * ((1 - u) * topLeft[axis] + u * topRight[axis]) + v * ((1 - u) * bottomLeft[axis] + u * bottomRight[axis])
  return [between(0), between(1)]
}
