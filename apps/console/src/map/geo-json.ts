/** The little of GeoJSON that our layers are fed with. */
type Geometry =
  | { readonly type: 'Point'; readonly coordinates: number[] }
  | { readonly type: 'LineString'; readonly coordinates: number[][] }
  | { readonly type: 'Polygon'; readonly coordinates: number[][][] }

export interface Shape {
  readonly type: 'Feature'
  readonly geometry: Geometry
  readonly properties: Record<string, string | number>
}

export interface Shapes {
  readonly type: 'FeatureCollection'
  readonly features: Shape[]
}
