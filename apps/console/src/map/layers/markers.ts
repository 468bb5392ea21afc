/** The markers: adds their source and layers, feeds them, and says what was clicked. */
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibre, PointLike } from 'maplibre-gl'
import type { MarkerFeature } from '../drawing.ts'
import type { Frames } from '../frames.ts'
import { GLIDE_MS, glided, movers, type Places, placesOf } from '../glide.ts'
import type { Palette } from '../palette.ts'
import {
  ARROWS,
  addMarkerLayers,
  CROWDS,
  LARGE_NAME_PX,
  NAME_PX,
  NAMES,
  SINGLES,
  SOURCE,
  STATIONS,
  TOP,
} from './marker-looks.ts'
import { showLayers } from './shown.ts'

const CLICKABLE = [TOP, SINGLES, CROWDS, STATIONS]
/** Half of the hit area: 44 px each way (design language §8). */
const REACH = 22
/** Least time between two steps of a glide (ms). */
const STEP_MS = 45
/** Where a frame takes longer (ms), a glide would be a few jerks, each in the way of the next news: markers jump. */
const LONGEST_GLIDING_FRAME_MS = 40

/** A screen narrower than this is looked at from nearby (px). */
const SMALL_SCREEN_PX = 768

/** Of markers that need attention (drawing.ts). */
const IN_NEED = 9

type Place = readonly [longitude: number, latitude: number]

/** Crowds of them have a triangle and no halo. */
const isInNeed = ({ properties }: MarkerFeature): boolean =>
  properties.order === IN_NEED && properties.count === undefined

export class MarkerLayers {
  readonly #map: MapLibre
  readonly #frames: Frames
  readonly #isStill: () => boolean
  /** What is on the screen, mid-glide or at rest. */
  #drawn: MarkerFeature[] = []
  #hasLargeNames = false
  #showsNames = true
  #isFaded = false
  #places: Places = new Map()
  /** Where the newest drawing puts them, gliding there or not. */
  #goals: Places = new Map()
  #frame = 0
  /** The source that works on an answer. A new style brings another source, and the old one may never be done. */
  #busy: GeoJSONSource | undefined
  #next: MarkerFeature[] | undefined
  /** Places of those in need, as the screen shows them. */
  #inNeed: Place[] = []
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
    else addMarkerLayers(this.#map, this.#drawn)
    this.recolour(palette)
    this.showNames(this.#showsNames)
    if (this.#hasLargeNames) this.enlargeNames(true)
    this.fade(this.#isFaded)
  }

  recolour(palette: Palette): void {
    for (const id of [NAMES, TOP]) {
      if (!this.#map.getLayer(id)) continue
      this.#map.setPaintProperty(id, 'text-color', ['case', ['get', 'grey'], palette['off-text'], palette.ink])
      this.#map.setPaintProperty(id, 'text-halo-color', palette['map-halo'])
      this.#map.setPaintProperty(id, 'text-halo-width', 1.6)
    }
    if (!this.#map.getLayer(CROWDS)) return
    this.#map.setPaintProperty(CROWDS, 'text-color', palette.ink)
    this.#map.setPaintProperty(STATIONS, 'text-color', ['case', ['get', 'grey'], palette['off-text'], palette.surface])
  }

  /** Names of all markers; without, the selected one and those in need keep theirs. */
  showNames(shown: boolean): void {
    this.#showsNames = shown
    showLayers(this.#map, [NAMES], shown)
  }

  /** Names that are read from across a room. */
  enlargeNames(isLarge: boolean): void {
    this.#hasLargeNames = isLarge
    const isSmall = this.#map.getCanvas().clientWidth < SMALL_SCREEN_PX
    const px = isLarge ? LARGE_NAME_PX[isSmall ? 'small' : 'usual'] : NAME_PX
    for (const id of [NAMES, TOP]) {
      if (this.#map.getLayer(id)) this.#map.setLayoutProperty(id, 'text-size', px)
    }
  }

  /** Old data looks old: paler markers, while those in need keep their colour. */
  fade(isStale: boolean): void {
    this.#isFaded = isStale
    const paler: ExpressionSpecification = ['case', ['==', ['get', 'order'], IN_NEED], 1, 0.6]
    for (const id of [SINGLES, CROWDS, ARROWS, STATIONS]) {
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

  /** Where the screen shows single markers that need attention: news are on it some time after they are told. */
  inNeed(): readonly Place[] {
    return this.#inNeed
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
        await this.#frames.tell(source, { type: 'FeatureCollection', features }, () => {
          this.#inNeed = features.filter(isInNeed).map(({ geometry }) => geometry.coordinates)
        })
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
