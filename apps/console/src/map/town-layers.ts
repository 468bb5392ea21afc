/** Streets close by, in the theme's colours, from one GeoJSON file: the demo's surroundings, drawn without the internet. */
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import type { Palette } from './palette.ts'

/** Name of the source these layers read. */
export const TOWN = 'town'
const FROM_ZOOM = 11

/** Widths in pixels at zooms 12 and 19, growing as the street itself does. */
const width = (far: number, near: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  12,
  far,
  19,
  near,
]
const is = (kind: string): ExpressionSpecification => ['==', ['get', 'kind'], kind]

/** The layers, lowest first. */
export function townLayers(palette: Palette): LayerSpecification[] {
  const fill = (kind: string, colour: string, minzoom = FROM_ZOOM): LayerSpecification => ({
    id: `${TOWN}-${kind}`,
    type: 'fill',
    source: TOWN,
    minzoom,
    filter: ['all', is(kind), ['==', ['geometry-type'], 'Polygon']],
    paint: { 'fill-color': colour },
  })
  const line = (kind: string, part: string, colour: string, far: number, near: number): LayerSpecification => ({
    id: `${TOWN}-${kind}-${part}`,
    type: 'line',
    source: TOWN,
    minzoom: FROM_ZOOM,
    filter: is(kind),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': colour, 'line-width': width(far, near) },
  })
  const names = (kind: string, colour: string, minzoom: number, alongLine: boolean): LayerSpecification => ({
    id: `${TOWN}-${kind}-name`,
    type: 'symbol',
    source: TOWN,
    minzoom,
    filter: ['all', is(kind), ['has', 'name']],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': ['Open Sans Semibold'],
      'text-size': 12,
      ...(alongLine ? { 'symbol-placement': 'line', 'symbol-spacing': 420, 'text-letter-spacing': 0.02 } : {}),
    },
    paint: { 'text-color': colour, 'text-halo-color': palette['map-halo'], 'text-halo-width': 1.4 },
  })
  return [
    line('street', 'way', palette['map-road'], 0.6, 34),
    fill('building', palette['map-building'], 14.2),
    line('road', 'edge', palette['map-road-edge'], 1.6, 64),
    fill('park', palette['map-park']),
    fill('water', palette['map-water']),
    {
      ...(line('path', 'way', palette['map-road'], 0.8, 12) as Extract<LayerSpecification, { type: 'line' }>),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': palette['map-road'], 'line-width': width(0.8, 12), 'line-dasharray': [2, 1.2] },
    },
    line('road', 'way', palette['map-road'], 1.2, 58),
    line('highway', 'edge', palette['map-highway-edge'], 2.6, 104),
    line('highway', 'way', palette['map-highway'], 2, 94),
    names('road', palette['map-label'], 15, true),
    names('highway', palette['map-label'], 14, true),
    names('water', palette['map-label-water'], 13.5, true),
    names('label', palette['map-label'], 13, false),
  ]
}
