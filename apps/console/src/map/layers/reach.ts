/** The dashed circle around a selected station: as far as it hears now. */
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import type { Shapes } from '../geo-json.ts'
import type { Palette } from '../palette.ts'
import { NAMES } from './marker-looks.ts'
import { showLayers } from './shown.ts'

const SOURCE = 'wb-reach'
const FILL = 'wb-reach-fill'
const EDGE = 'wb-reach-edge'
const CORNERS = 72

export interface Reach {
  readonly centre: readonly [number, number]
  /** Degrees of latitude. */
  readonly radius: number
}

export class ReachLayer {
  readonly #map: MapLibre
  #reach: Reach | undefined

  constructor(map: MapLibre) {
    this.#map = map
  }

  add(palette: Palette): void {
    const source = this.#map.getSource(SOURCE) as GeoJSONSource | undefined
    // It came over from the style before, with what was shown when that began to change.
    if (source) void source.setData(circle(this.#reach))
    else this.#addLayers()
    showLayers(this.#map, [FILL, EDGE], this.#reach !== undefined)
    this.recolour(palette)
  }

  #addLayers(): void {
    const below = this.#map.getLayer(NAMES) ? NAMES : undefined
    this.#map.addSource(SOURCE, { type: 'geojson', data: circle(this.#reach) })
    this.#map.addLayer({ id: FILL, type: 'fill', source: SOURCE, paint: { 'fill-opacity': 0.07 } }, below)
    this.#map.addLayer(
      {
        id: EDGE,
        type: 'line',
        source: SOURCE,
        paint: { 'line-width': 1.4, 'line-dasharray': [3, 3.5], 'line-opacity': 0.6 },
      },
      below,
    )
  }

  recolour(palette: Palette): void {
    if (!this.#map.getLayer(FILL)) return
    this.#map.setPaintProperty(FILL, 'fill-color', palette.prim)
    this.#map.setPaintProperty(EDGE, 'line-color', palette.prim)
  }

  show(reach: Reach | undefined): void {
    // Asked after every change of the fleet; being told the same again would draw the whole map again.
    if (isSame(reach, this.#reach)) return
    this.#reach = reach
    void (this.#map.getSource(SOURCE) as GeoJSONSource | undefined)?.setData(circle(reach))
    showLayers(this.#map, [FILL, EDGE], reach !== undefined)
  }
}

const isSame = (one: Reach | undefined, other: Reach | undefined): boolean =>
  one?.radius === other?.radius && one?.centre[0] === other?.centre[0] && one?.centre[1] === other?.centre[1]

function circle(reach: Reach | undefined): Shapes {
  if (!reach) return { type: 'FeatureCollection', features: [] }
  const { centre, radius } = reach
  const stretch = 1 / Math.cos((centre[1] * Math.PI) / 180)
  const ring = Array.from({ length: CORNERS + 1 }, (_, at) => {
    const angle = (2 * Math.PI * at) / CORNERS
    return [centre[0] + Math.cos(angle) * radius * stretch, centre[1] + Math.sin(angle) * radius]
  })
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties: {} }],
  }
}
