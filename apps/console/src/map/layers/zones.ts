/**
 * Danger zones under the markers: a faint hatch within a dashed edge, red while an alarm of one is open. Around the stations of a
 * zone that has no outline, which is wherever they hear somebody best, there is a halo of one size. Design language §8.
 */
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import type { Shape, Shapes } from '../geo-json.ts'
import type { Palette } from '../palette.ts'
import { NAMES as MARKER_NAMES } from './marker-looks.ts'
import { showLayers } from './shown.ts'

const SOURCE = 'wb-zones'
const FILL = 'wb-zones-fill'
const HATCH = 'wb-zones-hatch'
const EDGE = 'wb-zones-edge'
const HALOS = 'wb-zones-halo'
const HALO = 'wb-zones-halo-quiet'
const ALARMED_HALO = 'wb-zones-halo-alarmed'
const NAMES = 'wb-zones-name'
/** Side of the hatch's picture (px), and how much sharper it is drawn than shown. */
const HATCH_SIDE = 10
const HATCH_SCALE = 2
/** Middle to edge (px): well outside a station's marker. */
const HALO_RADIUS = 30
const NAME_PX = 12
/** How much colour lies on the ground, in the hatch, and on the edge. */
const QUIET = { fill: 0.05, hatch: 0.18, edge: 0.6, width: 1.4 }
const ALARMED = { fill: 0.2, hatch: 0.7, edge: 1, width: 2.4 }
const DASHES = [3, 2.2] as const

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

/** A station of such a zone, as it stands on the map that is shown. */
export interface ZoneHalo {
  readonly id: string
  /** '': another one of the zone says it. */
  readonly name: string
  readonly spot: readonly [longitude: number, latitude: number]
  readonly isAlarmed: boolean
  readonly fromZoom: number
}

type Part = 'area' | 'halo' | 'areaName' | 'haloName'

type Value = string | number | ExpressionSpecification

const when = (alarmed: Value, quiet: Value): ExpressionSpecification => [
  'case',
  ['==', ['get', 'alarmed'], 1],
  alarmed,
  quiet,
]
const ifAlarmed = (part: keyof typeof QUIET) => when(ALARMED[part], QUIET[part])
const isOf = (...parts: Part[]): ExpressionSpecification => [
  'all',
  ['in', ['get', 'part'], ['literal', parts]],
  ['>=', ['zoom'], ['get', 'fromZoom']],
]
const byHalo = (halo: Value, area: Value): ExpressionSpecification => [
  'case',
  ['==', ['get', 'part'], 'haloName'],
  halo,
  area,
]

export class ZoneLayer {
  readonly #map: MapLibre
  #areas: readonly ZoneArea[] = []
  #halos: readonly ZoneHalo[] = []
  #palette: Palette

  constructor(map: MapLibre, palette: Palette) {
    this.#map = map
    this.#palette = palette
  }

  /** Puts whatever the style lacks. Without zones there is nothing to draw a pass over the screen for. */
  add(): void {
    const map = this.#map
    if (!map.style?._loaded || this.#areas.length + this.#halos.length === 0) return
    for (const [name, picture] of picturesIn(this.#palette.bad)) {
      if (!map.hasImage(name)) map.addImage(name, picture, { pixelRatio: HATCH_SCALE })
    }
    const source = map.getSource(SOURCE) as GeoJSONSource | undefined
    // It came over from the style before, with what was shown when that began to change.
    if (source) return void source.setData(shapesOf(this.#areas, this.#halos))
    const below = ['wb-reach-fill', MARKER_NAMES].find((layer) => map.getLayer(layer) !== undefined)
    map.addSource(SOURCE, { type: 'geojson', data: shapesOf(this.#areas, this.#halos) })
    const area = { source: SOURCE, filter: isOf('area') }
    map.addLayer({ ...area, id: FILL, type: 'fill', paint: { 'fill-opacity': ifAlarmed('fill') } }, below)
    map.addLayer(
      { ...area, id: HATCH, type: 'fill', paint: { 'fill-pattern': HATCH, 'fill-opacity': ifAlarmed('hatch') } },
      below,
    )
    map.addLayer(
      {
        ...area,
        id: EDGE,
        type: 'line',
        paint: {
          'line-width': ifAlarmed('width'),
          'line-dasharray': [...DASHES],
          'line-opacity': ifAlarmed('edge'),
        },
      },
      below,
    )
    map.addLayer(
      {
        id: HALOS,
        type: 'symbol',
        source: SOURCE,
        filter: isOf('halo'),
        layout: {
          'icon-image': when(ALARMED_HALO, HALO),
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
        },
      },
      below,
    )
    map.addLayer(
      {
        id: NAMES,
        type: 'symbol',
        source: SOURCE,
        filter: isOf('areaName', 'haloName'),
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['Open Sans Semibold'],
          'text-size': NAME_PX,
          'text-anchor': byHalo('bottom', 'top'),
          'text-offset': byHalo(['literal', [0, -HALO_RADIUS / NAME_PX - 0.2]], ['literal', [0, 0.4]]),
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
    for (const [name, picture] of picturesIn(palette.bad)) {
      if (this.#map.hasImage(name)) this.#map.updateImage(name, picture)
    }
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

  show(areas: readonly ZoneArea[], halos: readonly ZoneHalo[]): void {
    this.#areas = areas
    this.#halos = halos
    const source = this.#map.getSource(SOURCE) as GeoJSONSource | undefined
    if (source) void source.setData(shapesOf(areas, halos))
    else this.add()
    this.#showWhatIsThere()
  }

  #showWhatIsThere(): void {
    showLayers(this.#map, [FILL, HATCH, EDGE], this.#areas.length > 0)
    const fromZoom = Math.min(24, ...this.#areas.map((area) => Math.floor(area.fromZoom)))
    for (const id of [FILL, HATCH, EDGE]) {
      if (this.#map.getLayer(id)) this.#map.setLayerZoomRange(id, fromZoom, 24)
    }
  }
}

function shapesOf(areas: readonly ZoneArea[], halos: readonly ZoneHalo[]): Shapes {
  return { type: 'FeatureCollection', features: [...areaShapes(areas), ...haloShapes(halos)] }
}

function haloShapes(halos: readonly ZoneHalo[]): Shape[] {
  return halos.flatMap(({ name, spot, isAlarmed, fromZoom }) => {
    const parts: Part[] = name === '' ? ['halo'] : ['halo', 'haloName']
    return parts.map((part): Shape => {
      const properties = { name, alarmed: isAlarmed ? 1 : 0, fromZoom, part }
      return { type: 'Feature', geometry: { type: 'Point', coordinates: [...spot] }, properties }
    })
  })
}

function areaShapes(areas: readonly ZoneArea[]): Shape[] {
  return areas.flatMap(({ name, ring, isAlarmed, fromZoom }): Shape[] => {
    const [first] = ring
    if (first === undefined) return []
    const properties = { name, alarmed: isAlarmed ? 1 : 0, fromZoom }
    const east = ring.map(([longitude]) => longitude)
    const north = Math.max(...ring.map(([, latitude]) => latitude))
    const middle = (Math.min(...east) + Math.max(...east)) / 2
    const outline = [...ring, first].map(([longitude, latitude]) => [longitude, latitude])
    return [
      {
        type: 'Feature',
        geometry: { type: 'Polygon', coordinates: [outline] },
        properties: { ...properties, part: 'area' },
      },
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [middle, north] },
        properties: { ...properties, part: 'areaName' },
      },
    ]
  })
}

const picturesIn = (colour: string): readonly (readonly [name: string, picture: ImageData])[] => [
  [HATCH, hatch(colour)],
  [HALO, halo(colour, QUIET)],
  [ALARMED_HALO, halo(colour, ALARMED)],
]

/** A hatched disc within a dashed ring, as areas are drawn. */
function halo(colour: string, { fill, hatch: lines, edge, width }: typeof QUIET): ImageData {
  const side = 2 * (HALO_RADIUS + 2) * HATCH_SCALE
  const brush = new OffscreenCanvas(side, side).getContext('2d')
  if (brush === null) return new ImageData(side, side)
  brush.fillStyle = colour
  brush.strokeStyle = colour
  brush.arc(side / 2, side / 2, HALO_RADIUS * HATCH_SCALE, 0, 2 * Math.PI)
  brush.globalAlpha = fill
  brush.fill()
  brush.globalAlpha = edge
  brush.lineWidth = width * HATCH_SCALE
  brush.setLineDash(DASHES.map((dash) => dash * width * HATCH_SCALE))
  brush.stroke()
  brush.clip()
  brush.globalAlpha = lines
  brush.setLineDash([])
  hatchOver(brush, side)
  return brush.getImageData(0, 0, side, side)
}

/** Diagonal lines on nothing, which go on from one picture to the next. */
function hatch(colour: string): ImageData {
  const side = HATCH_SIDE * HATCH_SCALE
  const brush = new OffscreenCanvas(side, side).getContext('2d')
  if (brush === null) return new ImageData(side, side)
  brush.strokeStyle = colour
  hatchOver(brush, side)
  return brush.getImageData(0, 0, side, side)
}

function hatchOver(brush: OffscreenCanvasRenderingContext2D, side: number): void {
  const step = HATCH_SIDE * HATCH_SCALE
  brush.lineWidth = 1.4 * HATCH_SCALE
  for (let shift = -side; shift <= side; shift += step) {
    brush.beginPath()
    brush.moveTo(shift - 1, side + 1)
    brush.lineTo(shift + side + 1, -1)
    brush.stroke()
  }
}
