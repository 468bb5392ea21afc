/** The markers: adds their source and layers, feeds them, and says what was clicked. */
import type { GeoJSONSource, Map as MapLibre, PointLike } from 'maplibre-gl'
import type { MarkerFeature } from '../drawing.ts'
import type { Frames } from '../frames.ts'
import { GLIDE_MS, glided, movers, type Places, placesOf } from '../glide.ts'
import type { Palette } from '../palette.ts'

const SOURCE = 'wb-markers'
const STATIONS = 'wb-stations'
const CROWDS = 'wb-crowds'
const ARROWS = 'wb-arrows'
const SINGLES = 'wb-singles'
const TOP_ARROWS = 'wb-top-arrows'
const TOP = 'wb-top'
const CLICKABLE = [TOP, SINGLES, CROWDS, STATIONS]
/** Half of the hit area: 44 px each way (design §8). */
const REACH = 22
/** Least time between two steps of a glide (ms). */
const STEP_MS = 45
/** Where a frame takes longer (ms), a glide would be a few jerks, each in the way of the next news: markers jump. */
const LONGEST_GLIDING_FRAME_MS = 40

/** Of markers that need attention (drawing.ts). */
const IN_NEED = 9

const isCrowd = ['has', 'count']
const isStation = ['==', ['get', 'kind'], 'station']
const isTop = ['get', 'top']

const arrowLayer = (id: string, filter: unknown) => ({
  id,
  type: 'symbol' as const,
  source: SOURCE,
  filter: filter as never,
  layout: {
    'icon-image': ['get', 'arrow'] as never,
    'icon-rotate': ['get', 'heading'] as never,
    'icon-rotation-alignment': 'map' as const,
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
  },
})

export class MarkerLayers {
  readonly #map: MapLibre
  readonly #frames: Frames
  readonly #isStill: () => boolean
  /** What is on the screen, mid-glide or at rest. */
  #drawn: MarkerFeature[] = []
  #showsNames = true
  #isFaded = false
  #places: Places = new Map()
  /** Where the newest drawing puts them, gliding there or not. */
  #goals: Places = new Map()
  #frame = 0
  /** The source that works on an answer. A new style brings another source, and the old one may never be done. */
  #busy: GeoJSONSource | undefined
  #next: MarkerFeature[] | undefined
  /** Who waits for what is next. */
  #whenShown: (() => void)[] = []

  constructor(map: MapLibre, frames: Frames, isStill: () => boolean) {
    this.#map = map
    this.#frames = frames
    this.#isStill = isStill
  }

  /** Adds source and layers where a style does not have them yet. */
  add(palette: Palette): void {
    // What came over from the style before looks as it did when that began to change.
    if (this.#map.getSource(SOURCE)) this.#set(this.#drawn)
    else this.#addLayers()
    this.recolour(palette)
    this.showNames(this.#showsNames)
    this.fade(this.#isFaded)
  }

  #addLayers(): void {
    const map = this.#map
    map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: this.#drawn } })
    const names = {
      'text-field': ['get', 'name'] as never,
      'text-size': 12,
      'text-anchor': 'top' as const,
      'text-offset': [
        'match',
        ['get', 'kind'],
        ['watch', 'phone'],
        ['literal', [0, 1.55]],
        ['literal', [0, 1.3]],
      ] as never,
      'text-font': ['Open Sans Semibold'],
      'text-max-width': 12,
    }
    // Stations lie below: they stay where they are, people are looked for. They have no names on the map but when chosen.
    map.addLayer({
      id: STATIONS,
      type: 'symbol',
      source: SOURCE,
      filter: ['all', isStation, ['!', isTop]] as never,
      layout: {
        'icon-image': ['get', 'icon'],
        'icon-allow-overlap': true,
        'text-field': ['case', isCrowd, ['to-string', ['get', 'count']], ''] as never,
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
      filter: ['all', ['!', isCrowd], ['!', isStation], ['!', isTop]] as never,
      layout: {
        'icon-image': ['get', 'icon'],
        'icon-allow-overlap': true,
        'symbol-sort-key': ['get', 'order'],
        ...names,
        'text-optional': true,
      },
    })
    // Above single markers, whose names then keep clear of the counts.
    map.addLayer({
      id: CROWDS,
      type: 'symbol',
      source: SOURCE,
      filter: ['all', isCrowd, ['!', isStation]] as never,
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
      filter: ['all', ['!', isCrowd], isTop] as never,
      layout: {
        'icon-image': ['get', 'icon'],
        'icon-allow-overlap': true,
        'icon-size': 1.2,
        'symbol-sort-key': ['get', 'order'],
        ...names,
        'text-offset': [0, 2],
        'text-allow-overlap': true,
      },
    })
  }

  recolour(palette: Palette): void {
    for (const id of [SINGLES, TOP]) {
      if (!this.#map.getLayer(id)) continue
      this.#map.setPaintProperty(id, 'text-color', ['case', ['get', 'grey'], palette['off-text'], palette.ink])
      this.#map.setPaintProperty(id, 'text-halo-color', palette['map-halo'])
      this.#map.setPaintProperty(id, 'text-halo-width', 1.6)
    }
    if (!this.#map.getLayer(CROWDS)) return
    this.#map.setPaintProperty(CROWDS, 'text-color', palette.ink)
    const onStations = ['case', ['get', 'grey'], palette['off-text'], palette.surface]
    this.#map.setPaintProperty(STATIONS, 'text-color', onStations as never)
  }

  /** Names of all markers; without, the selected one and those in need keep theirs. */
  showNames(shown: boolean): void {
    this.#showsNames = shown
    if (this.#map.getLayer(SINGLES)) {
      this.#map.setLayoutProperty(SINGLES, 'text-field', shown ? ['get', 'name'] : '')
    }
  }

  /** Old data looks old: paler markers, while those in need keep their colour. */
  fade(isStale: boolean): void {
    this.#isFaded = isStale
    for (const id of [SINGLES, CROWDS, ARROWS, STATIONS]) {
      const paler = ['case', ['==', ['get', 'order'], IN_NEED], 1, 0.6] as never
      if (this.#map.getLayer(id)) this.#map.setPaintProperty(id, 'icon-opacity', isStale ? paler : 1)
    }
  }

  /**
   * Shows the features of a drawing. `glides`: the view stood still, so markers that moved may glide. Resolves once the
   * screen shows them, or the first step of their way.
   */
  show(features: MarkerFeature[], glides: boolean): Promise<void> {
    const shown = new Promise<void>((resolve) => this.#whenShown.push(resolve))
    this.#begin(features, glides)
    return shown
  }

  #begin(features: MarkerFeature[], glides: boolean): void {
    cancelAnimationFrame(this.#frame)
    this.#goals = placesOf(features)
    const before = this.#places
    const canGlide = glides && !this.#isStill() && this.#frames.tookMs <= LONGEST_GLIDING_FRAME_MS
    const moving = canGlide ? movers(features, before) : []
    if (moving.length === 0) {
      this.#set(features)
      return
    }
    const moved = new Set(moving)
    // The first step is taken at once: MapLibre asks for a frame when its tiles hold it, and waiting for one before is idle.
    const now = performance.now()
    // It is on the way already: a frame that shows where everything was would come before the news.
    const began = now - STEP_MS
    let last = Number.NEGATIVE_INFINITY
    const step = (now: number): void => {
      const share = Math.min(1, (now - began) / GLIDE_MS)
      if (share < 1 && now - last < STEP_MS) {
        this.#frame = requestAnimationFrame(step)
        return
      }
      last = now
      this.#set(share === 1 ? features : glided(features, moved, before, Math.max(0, share)))
      if (share < 1) this.#frame = requestAnimationFrame(step)
    }
    step(now)
  }

  /** Where a single marker is drawn when it has come to rest. */
  goalOf(id: string): readonly [number, number] | undefined {
    return this.#goals.get(id)
  }

  /** Where a single marker is drawn now. */
  placeOf(id: string): readonly [number, number] | undefined {
    return this.#places.get(id)
  }

  /** Where markers and crowds are drawn now. */
  places(): readonly (readonly [number, number])[] {
    return this.#drawn.map(({ geometry }) => geometry.coordinates)
  }

  /** The marker nearest to a point of the screen within reach of a finger; the topmost of equals. */
  at(point: { x: number; y: number }): MarkerFeature | undefined {
    const { x, y } = point
    const box: [PointLike, PointLike] = [
      [x - REACH, y - REACH],
      [x + REACH, y + REACH],
    ]
    const layers = CLICKABLE.filter((id) => this.#map.getLayer(id))
    let nearest: MarkerFeature | undefined
    let least = REACH + 1
    for (const found of this.#map.queryRenderedFeatures(box, { layers })) {
      const feature = found as unknown as MarkerFeature
      const place = this.#map.project(feature.geometry.coordinates as [number, number])
      const distance = Math.hypot(place.x - x, place.y - y)
      if (distance < least) {
        least = distance
        nearest = feature
      }
    }
    return nearest
  }

  /** Tells the source; while it is still working on the last answer, only the newest waits. */
  #set(features: MarkerFeature[]): void {
    this.#drawn = features
    this.#places = placesOf(features)
    this.#next = features
    void this.#feed()
  }

  async #feed(): Promise<void> {
    const source = this.#source
    if (!source || source === this.#busy) return
    this.#busy = source
    try {
      while (this.#next && this.#source === source) {
        const features = this.#next
        const whenShown = this.#whenShown
        this.#next = undefined
        this.#whenShown = []
        await this.#frames.tell(source, { type: 'FeatureCollection', features })
        for (const tell of whenShown) tell()
      }
    } finally {
      if (this.#busy === source) this.#busy = undefined
    }
  }

  get #source(): GeoJSONSource | undefined {
    return this.#map.getSource(SOURCE) as GeoJSONSource | undefined
  }
}
