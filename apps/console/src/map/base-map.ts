/**
 * The map below the markers: a configured style or tiles, else the embedded world. Source: G38.
 * Whatever fails (address, network, tiles), the embedded world takes over and the markers stay.
 */
import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl'
import type { Palette } from './palette.ts'
import { TOWN, townLayers } from './town-layers.ts'
import { loadWorld } from './world/world.ts'

/** Sources and layers of ours are named so; a change of the base map leaves them alone. */
const OWN_PREFIX = 'wb-'

/** The source of land, coasts and borders, which lie below all else. */
export const WORLD = 'world'

/** Coast lines of 1:110m are right to some ten kilometres. From here on they, borders and water fade … */
const FADING_ZOOM = 7
/** … and here they have gone. */
const GONE_ZOOM = 9.5
/** More than half the width of a line. */
const WORLD_BUFFER_PX = 8
const is = (type: 'Polygon' | 'LineString'): ExpressionSpecification => ['==', ['geometry-type'], type]

/** A style of our own on the embedded world. `townAddress` is a file with streets (map/town-layers.ts); '' where none is. */
export async function embeddedStyle(palette: Palette, townAddress: string): Promise<StyleSpecification> {
  const world = await loadWorld()
  const faded = (shown: string | number, gone: string | number): ExpressionSpecification => [
    'interpolate',
    ['linear'],
    ['zoom'],
    FADING_ZOOM,
    shown,
    GONE_ZOOM,
    gone,
  ]
  return {
    version: 8,
    sources: {
      // One source for both: each that lines or areas are drawn from costs a pass over the whole screen to clip its tiles.
      [WORLD]: {
        type: 'geojson',
        data: { ...world.land, features: [...world.land.features, ...world.borders.features] },
        // What a tile holds beyond its edges is drawn, and then clipped; what is finer than a pixel is drawn, and not seen.
        buffer: WORLD_BUFFER_PX,
        tolerance: 1,
        attribution: 'Natural Earth',
      },
      cities: { type: 'geojson', data: world.cities, attribution: '© GeoNames' },
      ...(townAddress === '' ? {} : { [TOWN]: { type: 'geojson', data: townAddress } as const }),
    },
    layers: [
      {
        id: 'land',
        type: 'fill',
        source: WORLD,
        maxzoom: GONE_ZOOM,
        filter: is('Polygon'),
        paint: {
          'fill-color': palette['map-land'],
          // Coasts as lines of their own would be a fifth of a frame.
          'fill-outline-color': faded(palette['map-road-edge'], palette['map-land']),
        },
      },
      {
        id: 'borders',
        type: 'line',
        source: WORLD,
        maxzoom: GONE_ZOOM,
        filter: is('LineString'),
        paint: { 'line-color': palette['map-road-edge'], 'line-width': 0.8, 'line-opacity': faded(1, 0) },
      },
      {
        id: 'cities',
        type: 'symbol',
        source: 'cities',
        minzoom: 2.5,
        maxzoom: 13,
        filter: ['>=', ['get', 'thousands'], ['step', ['zoom'], 4000, 3.5, 1800, 5, 600, 6.5, 0]],
        layout: {
          'text-field': ['get', 'name'],
          'text-size': 12,
          'symbol-sort-key': ['-', 0, ['get', 'thousands']],
        },
        paint: { 'text-color': palette['map-label'], 'text-halo-color': palette['map-halo'], 'text-halo-width': 1.4 },
      },
      ...(townAddress === '' ? [] : townLayers(palette)),
    ],
  }
}

/** The colour below the embedded world, which is water as long as there are coasts. */
export function embeddedGround(zoom: number): string {
  const share = Math.min(1, Math.max(0, (GONE_ZOOM - zoom) / (GONE_ZOOM - FADING_ZOOM)))
  return `color-mix(in srgb, var(--wb-map-water) ${(share * 100).toFixed(1)}%, var(--wb-map-land))`
}

/** An address of tiles (`…/{z}/{x}/{y}.png`) is a style of one layer. */
const tileStyle = (template: string): StyleSpecification => ({
  version: 8,
  sources: { tiles: { type: 'raster', tiles: [template], tileSize: 256, maxzoom: 19 } },
  layers: [{ id: 'tiles', type: 'raster', source: 'tiles' }],
})

/** How long a configured style may take (ms). */
const STYLE_PATIENCE_MS = 4000

/**
 * The configured style, or undefined where there is none or it cannot be had: then the embedded one is drawn.
 * Its glyph server is left out: letters are drawn by the browser's own fonts, so ours and theirs always appear.
 */
export async function configuredStyle(address: string, load: typeof fetch): Promise<StyleSpecification | undefined> {
  if (address === '') return undefined
  if (address.includes('{z}')) return tileStyle(address)
  try {
    const answer = await load(address, { signal: AbortSignal.timeout(STYLE_PATIENCE_MS) })
    if (!answer.ok) return undefined
    const { glyphs: _unused, ...style } = (await answer.json()) as StyleSpecification
    return style.version === 8 && Array.isArray(style.layers) ? style : undefined
  } catch {
    // No network, no such host, no JSON, too slow: the embedded world is the answer to each.
    return undefined
  }
}

/** Ids of the sources whose tiles come over the network. */
export const tileSources = (style: StyleSpecification): string[] =>
  Object.entries(style.sources)
    .filter(([, source]) => source.type === 'raster' || source.type === 'vector')
    .map(([id]) => id)

/** A next style that keeps what is ours from the one before, on top. */
export function keepingOurs(previous: StyleSpecification | undefined, next: StyleSpecification): StyleSpecification {
  const sources = Object.entries(previous?.sources ?? {}).filter(([id]) => id.startsWith(OWN_PREFIX))
  const layers = (previous?.layers ?? []).filter(({ id }) => id.startsWith(OWN_PREFIX))
  return {
    ...next,
    sources: { ...next.sources, ...Object.fromEntries(sources) },
    layers: [...next.layers, ...layers],
  }
}
