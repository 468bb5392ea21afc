/** Places, zones and ways as GeoJSON: WGS 84, longitude first, rings closed and outlines counter-clockwise. Pure. Source: RFC 7946. */

type Position = readonly [longitude: number, latitude: number]

export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }

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

/** Of at least two places. */
export const lineGeometry = (places: readonly Position[]): Geometry => ({
  type: 'LineString',
  coordinates: places.map(rounded),
})

/** Of the corners of an outline, in either direction. */
export function polygonGeometry(corners: readonly Position[]): Geometry {
  const doubleArea = corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length]!
    return sum + x * nextY - nextX * y
  }, 0)
  const ring = (doubleArea < 0 ? corners.toReversed() : corners).map(rounded)
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] }
}
