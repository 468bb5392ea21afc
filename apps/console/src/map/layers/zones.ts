/** Danger zones under the markers: a faint hatch within a dashed edge, red while an alarm of one is open. Design language §8. */
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import type { Shape, Shapes } from '../geo-json.ts'
import type { Palette } from '../palette.ts'

const SOURCE = 'wb-zones'
const FILL = 'wb-zones-fill'
const HATCH = 'wb-zones-hatch'
const EDGE = 'wb-zones-edge'
const NAMES = 'wb-zones-name'
/** Side of the hatch's picture (px), and how much sharper it is drawn than shown. */
const HATCH_SIDE = 10
const HATCH_SCALE = 2

/** A zone as it lies on the map that is shown: longitude first, as in all of src/map. */
export interface ZoneArea {
  readonly id: string
  readonly name: string
  readonly ring: readonly (readonly [number, number])[]
  /** Somebody has yet to answer for an alarm of it. */
  readonly isAlarmed: boolean
  /** From this zoom on; before, what it lies on is too small to be told apart. */
  readonly fromZoom: number
}

const ifAlarmed = (alarmed: number, quiet: number) => ['case', ['==', ['get', 'alarmed'], 1], alarmed, quiet] as never
const isOf = (type: 'Point' | 'Polygon') =>
  ['all', ['==', ['geometry-type'], type], ['>=', ['zoom'], ['get', 'fromZoom']]] as never

export class ZoneLayer {
  readonly #map: MapLibre
  #areas: readonly ZoneArea[] = []
  #palette: Palette

  constructor(map: MapLibre, palette: Palette) {
    this.#map = map
    this.#palette = palette
  }

  /** Puts whatever the style lacks. Without zones there is nothing to draw a pass over the screen for. */
  add(): void {
    const map = this.#map
    if (!map.style?._loaded || this.#areas.length === 0) return
    if (!map.hasImage(HATCH)) map.addImage(HATCH, hatch(this.#palette.bad), { pixelRatio: HATCH_SCALE })
    if (map.getSource(SOURCE)) return
    const below = ['wb-reach-fill', 'wb-stations'].find((layer) => map.getLayer(layer) !== undefined)
    map.addSource(SOURCE, { type: 'geojson', data: shapesOf(this.#areas) })
    const area = { source: SOURCE, filter: isOf('Polygon') }
    map.addLayer({ ...area, id: FILL, type: 'fill', paint: { 'fill-opacity': ifAlarmed(0.2, 0.05) } }, below)
    map.addLayer(
      { ...area, id: HATCH, type: 'fill', paint: { 'fill-pattern': HATCH, 'fill-opacity': ifAlarmed(0.7, 0.18) } },
      below,
    )
    map.addLayer(
      {
        ...area,
        id: EDGE,
        type: 'line',
        paint: { 'line-width': ifAlarmed(2.4, 1.4), 'line-dasharray': [3, 2.2], 'line-opacity': ifAlarmed(1, 0.6) },
      },
      below,
    )
    map.addLayer(
      {
        id: NAMES,
        type: 'symbol',
        source: SOURCE,
        filter: isOf('Point'),
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['Open Sans Semibold'],
          'text-size': 12,
          'text-anchor': 'top',
          'text-offset': [0, 0.4],
          // Markers lie over it; a name that is hidden now and then would be looked for.
          'text-allow-overlap': true,
          'text-ignore-placement': true,
        },
        paint: { 'text-halo-width': 1.6 },
      },
      below,
    )
    this.#colour()
  }

  recolour(palette: Palette): void {
    this.#palette = palette
    if (this.#map.hasImage(HATCH)) this.#map.updateImage(HATCH, hatch(palette.bad))
    this.#colour()
  }

  #colour(): void {
    const map = this.#map
    if (!map.getLayer(FILL)) return
    map.setPaintProperty(FILL, 'fill-color', this.#palette.bad)
    map.setPaintProperty(EDGE, 'line-color', this.#palette.bad)
    map.setPaintProperty(NAMES, 'text-color', this.#palette['bad-text'])
    map.setPaintProperty(NAMES, 'text-halo-color', this.#palette['map-halo'])
  }

  show(areas: readonly ZoneArea[]): void {
    this.#areas = areas
    const source = this.#map.getSource(SOURCE) as GeoJSONSource | undefined
    if (source) void source.setData(shapesOf(areas))
    else this.add()
  }
}

function shapesOf(areas: readonly ZoneArea[]): Shapes {
  const features = areas.flatMap(({ name, ring, isAlarmed, fromZoom }): Shape[] => {
    const [first] = ring
    if (first === undefined) return []
    const properties = { name, alarmed: isAlarmed ? 1 : 0, fromZoom }
    const east = ring.map(([longitude]) => longitude)
    const north = Math.max(...ring.map(([, latitude]) => latitude))
    const middle = (Math.min(...east) + Math.max(...east)) / 2
    const outline = [...ring, first].map(([longitude, latitude]) => [longitude, latitude])
    return [
      { type: 'Feature', geometry: { type: 'Polygon', coordinates: [outline] }, properties },
      { type: 'Feature', geometry: { type: 'Point', coordinates: [middle, north] }, properties },
    ]
  })
  return { type: 'FeatureCollection', features }
}

/** Diagonal lines on nothing, which go on from one picture to the next. */
function hatch(colour: string): ImageData {
  const side = HATCH_SIDE * HATCH_SCALE
  const brush = new OffscreenCanvas(side, side).getContext('2d')
  if (brush === null) return new ImageData(side, side)
  brush.strokeStyle = colour
  brush.lineWidth = 1.4 * HATCH_SCALE
  for (const shift of [-side, 0, side]) {
    brush.beginPath()
    brush.moveTo(shift - 1, side + 1)
    brush.lineTo(shift + side + 1, -1)
    brush.stroke()
  }
  return brush.getImageData(0, 0, side, side)
}
