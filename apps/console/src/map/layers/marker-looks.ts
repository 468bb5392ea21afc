/** How markers look: the source they come from, and its layers from the lowest up. */
import type { ExpressionSpecification, Map as MapLibre, SymbolLayerSpecification } from 'maplibre-gl'
import type { MarkerFeature } from '../drawing.ts'

export const SOURCE = 'wb-markers'
export const STATIONS = 'wb-stations'
export const CROWDS = 'wb-crowds'
export const ARROWS = 'wb-arrows'
export const SINGLES = 'wb-singles'
export const NAMES = 'wb-names'
const TOP_ARROWS = 'wb-top-arrows'
export const TOP = 'wb-top'

const isCrowd: ExpressionSpecification = ['has', 'count']
const isStation: ExpressionSpecification = ['==', ['get', 'kind'], 'station']
const isTop: ExpressionSpecification = ['get', 'top']

const arrowLayer = (id: string, filter: ExpressionSpecification): SymbolLayerSpecification => ({
  id,
  type: 'symbol',
  source: SOURCE,
  filter,
  layout: {
    'icon-image': ['get', 'arrow'],
    'icon-rotate': ['get', 'heading'],
    'icon-rotation-alignment': 'map',
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
  },
})

/** Names of markers (px): as usual, and as they are read from across a room, or on a small screen that stands on a table. */
export const NAME_PX = 12
export const LARGE_NAME_PX = { usual: 22, small: 15 } as const

/** Pictures of markers have room for badges around the marker (sprites.ts), where names may stand: as much less as is drawn (px). */
const DRAWN_PART: ExpressionSpecification = [
  'match',
  ['get', 'kind'],
  ['watch', 'phone'],
  ['literal', [-3, -6, -3, -6]],
  ['literal', [-5, -5, -5, -5]],
]

/** Places of a name around its marker in the order of preference: below, above, at the right, at the left; distances in ems. */
const anchors = (upright: number, beside: number): ExpressionSpecification => [
  'literal',
  ['top', [0, upright], 'bottom', [0, -upright], 'left', [beside, 0], 'right', [-beside, 0]],
]

/** Puts source and layers on top of what a style has. */
export function addMarkerLayers(map: MapLibre, features: readonly MarkerFeature[]): void {
  map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [...features] } })
  const names: SymbolLayerSpecification['layout'] = {
    'text-field': ['get', 'name'],
    'text-size': NAME_PX,
    'text-font': ['Open Sans Semibold'],
    'text-max-width': 12,
  }
  // The lowest of all: room is given from the top layer down, so that names find the places that no marker has, and go where there is
  // one. A name without any is left out.
  map.addLayer({
    id: NAMES,
    type: 'symbol',
    source: SOURCE,
    filter: ['all', ['!', isCrowd], ['!', isStation], ['!', isTop]],
    layout: {
      ...names,
      'symbol-sort-key': ['-', 0, ['get', 'order']],
      'text-variable-anchor-offset': [
        'match',
        ['get', 'kind'],
        ['watch', 'phone'],
        anchors(1.9, 1.4),
        anchors(1.65, 1.4),
      ],
      'text-justify': 'auto',
      'text-padding': 0,
    },
  })
  // Stations lie below: they stay where they are, people are looked for. They have no names on the map but when chosen.
  map.addLayer({
    id: STATIONS,
    type: 'symbol',
    source: SOURCE,
    filter: ['all', isStation, ['!', isTop]],
    layout: {
      'icon-image': ['get', 'icon'],
      'icon-allow-overlap': true,
      'icon-padding': DRAWN_PART,
      'text-field': ['case', isCrowd, ['to-string', ['get', 'count']], ''],
      'text-font': ['Open Sans Semibold'],
      'text-size': 12,
      'text-allow-overlap': true,
    },
  })
  map.addLayer(arrowLayer(ARROWS, ['all', ['has', 'arrow'], ['!', isTop]]))
  map.addLayer({
    id: SINGLES,
    type: 'symbol',
    source: SOURCE,
    filter: ['all', ['!', isCrowd], ['!', isStation], ['!', isTop]],
    layout: {
      'icon-image': ['get', 'icon'],
      'icon-allow-overlap': true,
      'icon-padding': DRAWN_PART,
      'symbol-sort-key': ['get', 'order'],
    },
  })
  map.addLayer({
    id: CROWDS,
    type: 'symbol',
    source: SOURCE,
    filter: ['all', isCrowd, ['!', isStation]],
    layout: {
      'icon-image': ['get', 'icon'],
      'icon-allow-overlap': true,
      'icon-size': ['step', ['get', 'count'], 0.87, 10, 1, 1000, 1.2],
      // Those in need lie above all others.
      'symbol-sort-key': ['+', ['*', ['get', 'order'], 1_000_000], ['get', 'count']],
      'text-field': [
        'step',
        ['get', 'count'],
        ['to-string', ['get', 'count']],
        10_000,
        ['concat', ['to-string', ['round', ['/', ['get', 'count'], 1000]]], 'k'],
      ],
      'text-font': ['Open Sans Semibold'],
      'text-size': 14,
      'text-allow-overlap': true,
    },
  })
  map.addLayer(arrowLayer(TOP_ARROWS, ['all', ['has', 'arrow'], isTop]))
  map.addLayer({
    id: TOP,
    type: 'symbol',
    source: SOURCE,
    filter: ['all', ['!', isCrowd], isTop],
    layout: {
      'icon-image': ['get', 'icon'],
      'icon-allow-overlap': true,
      'icon-size': 1.2,
      'symbol-sort-key': ['get', 'order'],
      ...names,
      'text-anchor': 'top',
      'text-offset': [0, 2],
      'text-allow-overlap': true,
    },
  })
}
