/** Floor plans as pictures: on the globe between their corners, or one of them alone on its own plane. */
import type { ExpressionSpecification, GeoJSONSource, ImageSource, Map as MapLibre } from 'maplibre-gl'
import type { Shape, Shapes } from '../geo-json.ts'
import type { Plane } from '../marker.ts'
import { mercatorX, mercatorY } from '../mercator.ts'
import type { Palette } from '../palette.ts'
import { zoomRanges } from '../plan-levels.ts'
import { type Corners, planeCorners } from '../plane.ts'
import { NAMES } from './marker-looks.ts'
import { showLayers } from './shown.ts'

const SITES = 'wb-sites'
const SITE_FILL = 'wb-site-fill'
const SITE_LINE = 'wb-site-line'
const SITE_NAMES = 'wb-site-names'
/** Before, a hospital is a few pixels. */
const SITE_ZOOM = 11
/** From here on rooms are larger than a thumb; before, a building is a shape with a name. */
export const PLAN_ZOOM = 16.8

/** A plan on the globe: where it lies and what the building is called. */
export interface PlacedPlan {
  readonly plane: Plane
  readonly building: string
}

const sourceId = (planeId: string, where: 'globe' | 'plane'): string => `wb-plan-${where}-${planeId}`

export class PlanLayers {
  readonly #map: MapLibre
  /** By plane; each in several sizes, largest first. */
  readonly #images = new Map<string, readonly ImageBitmap[]>()
  #placed: readonly PlacedPlan[] = []
  #shown: Plane | undefined
  #palette: Palette

  constructor(map: MapLibre, palette: Palette) {
    this.#map = map
    this.#palette = palette
  }

  /** The ground plans of the site, one a building. */
  place(plans: readonly PlacedPlan[]): void {
    for (const { plane } of this.#placed) this.#remove(sourceId(plane.id, 'globe'))
    this.#placed = plans
    this.add()
  }

  /** Shows one plan on its own plane, or none. */
  showAlone(plane: Plane | undefined): void {
    if (this.#shown) this.#remove(sourceId(this.#shown.id, 'plane'))
    this.#shown = plane
    this.add()
  }

  /** `images` are one picture in several sizes, largest first. */
  setImage(planeId: string, images: readonly ImageBitmap[]): void {
    this.#images.set(planeId, images)
    for (const where of ['globe', 'plane'] as const) this.#remove(sourceId(planeId, where))
    this.add()
  }

  hasImage(planeId: string): boolean {
    return this.#images.has(planeId)
  }

  recolour(palette: Palette): void {
    this.#palette = palette
    const map = this.#map
    if (!map.getLayer(SITE_FILL)) return
    map.setPaintProperty(SITE_FILL, 'fill-color', palette['map-site'])
    map.setPaintProperty(SITE_LINE, 'line-color', palette['map-site-line'])
    map.setPaintProperty(SITE_NAMES, 'text-color', palette['map-label'])
    map.setPaintProperty(SITE_NAMES, 'text-halo-color', palette['map-halo'])
  }

  /** Puts whatever the style lacks below the markers. Safe to call again. */
  add(): void {
    const map = this.#map
    if (!map.style?._loaded) return
    const alone = this.#shown !== undefined
    const data = siteFeatures(alone ? [] : this.#placed)
    const sites = map.getSource(SITES) as GeoJSONSource | undefined
    if (sites) void sites.setData(data)
    else this.#addSites(data)
    showLayers(map, [SITE_FILL, SITE_LINE, SITE_NAMES], data.features.length > 0)
    if (this.#shown) this.#addPicture(sourceId(this.#shown.id, 'plane'), this.#shown.id, planeCorners(this.#shown), 0)
    for (const { plane } of this.#placed) {
      const id = sourceId(plane.id, 'globe')
      if (plane.corners) this.#addPicture(id, plane.id, plane.corners.map(([x, y]) => [x, y]) as Corners, PLAN_ZOOM)
      for (const part of this.#partsOf(id)) map.setLayoutProperty(part, 'visibility', alone ? 'none' : 'visible')
    }
  }

  #addSites(data: Shapes): void {
    const map = this.#map
    const palette = this.#palette
    const below = this.#firstMarkerLayer()
    map.addSource(SITES, { type: 'geojson', data })
    const polygons: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']
    map.addLayer(
      {
        id: SITE_FILL,
        type: 'fill',
        source: SITES,
        minzoom: SITE_ZOOM,
        filter: polygons,
        paint: { 'fill-color': palette['map-site'] },
      },
      below,
    )
    map.addLayer(
      {
        id: SITE_LINE,
        type: 'line',
        source: SITES,
        minzoom: SITE_ZOOM,
        filter: polygons,
        paint: { 'line-color': palette['map-site-line'], 'line-width': 1.2 },
      },
      below,
    )
    map.addLayer(
      {
        id: SITE_NAMES,
        type: 'symbol',
        source: SITES,
        minzoom: 13,
        filter: ['==', ['geometry-type'], 'Point'],
        layout: {
          'text-field': ['get', 'name'],
          'text-size': 13,
          'text-anchor': 'top',
          'text-offset': [0, 0.5],
          'text-font': ['Open Sans Semibold'],
        },
        paint: { 'text-color': palette['map-label'], 'text-halo-color': palette['map-halo'], 'text-halo-width': 1.6 },
      },
      below,
    )
  }

  #addPicture(id: string, planeId: string, coordinates: Corners, minzoom: number): void {
    const images = this.#images.get(planeId)
    const map = this.#map
    if (!images || map.getSource(`${id}-0`)) return
    const [[west, north], [east, south]] = coordinates
    const worldWidth = Math.hypot(mercatorX(east) - mercatorX(west), mercatorY(south) - mercatorY(north))
    const below = map.getLayer(SITE_NAMES) ? SITE_NAMES : this.#firstMarkerLayer()
    const widths = images.map(({ width }) => width)
    for (const [at, range] of zoomRanges(widths, worldWidth, window.devicePixelRatio).entries()) {
      if (range.maxzoom <= minzoom) continue
      const part = `${id}-${at}`
      map.addSource(part, { type: 'image', coordinates })
      ;(map.getSource(part) as ImageSource).updateImage({ image: images[at] as ImageBitmap })
      map.addLayer(
        {
          id: part,
          type: 'raster',
          source: part,
          minzoom: Math.max(minzoom, range.minzoom),
          maxzoom: range.maxzoom,
          paint: { 'raster-fade-duration': 0 },
        },
        below,
      )
    }
  }

  /** Layers, and sources of the same names, of a picture's sizes. */
  #partsOf(id: string): string[] {
    const order = this.#map.getLayersOrder()
    return order.filter((layer) => layer.startsWith(`${id}-`))
  }

  #firstMarkerLayer(): string | undefined {
    return this.#map.getLayer(NAMES) ? NAMES : undefined
  }

  #remove(id: string): void {
    for (const part of this.#partsOf(id)) {
      this.#map.removeLayer(part)
      this.#map.removeSource(part)
    }
  }
}

/** Outlines of the buildings; each building's name once, below the southernmost of its plans. */
function siteFeatures(plans: readonly PlacedPlan[]): Shapes {
  const features: Shape[] = []
  const names = new Map<string, [longitude: number, latitude: number]>()
  for (const { plane, building } of plans) {
    if (!plane.corners?.[0]) continue
    const ring = [...plane.corners, plane.corners[0]].map(([x, y]) => [x, y])
    features.push({ type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties: {} })
    const south = Math.min(...plane.corners.map((corner) => corner[1]))
    const middle = plane.corners.reduce((sum, corner) => sum + corner[0], 0) / plane.corners.length
    if (south < (names.get(building)?.[1] ?? 90)) names.set(building, [middle, south])
  }
  for (const [name, coordinates] of names) {
    features.push({ type: 'Feature', geometry: { type: 'Point', coordinates }, properties: { name } })
  }
  return { type: 'FeatureCollection', features }
}
