/**
 * The map as an instrument: what is shown is told to it, what happens on it comes back as calls.
 * It knows places, kinds and colours, and no tracker. One map serves the globe and every floor plan.
 */
import { Map as MapLibre, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { configuredStyle, embeddedGround, embeddedStyle, keepingOurs, tileSources, WORLD } from './base-map.ts'
import { type Bounds, Camera, GLOBE_MAX_ZOOM, type Insets } from './camera.ts'
import type { MarkerFeature, View } from './drawing.ts'
import { Frames } from './frames.ts'
import { GroundPicture } from './ground-picture.ts'
import { HaloPulse } from './halo-pulse.ts'
import { MarkerLayers } from './layers/markers.ts'
import { type PlacedPlan, PlanLayers } from './layers/plans.ts'
import { type Reach, ReachLayer } from './layers/reach.ts'
import { type ZoneArea, type ZoneHalo, ZoneLayer } from './layers/zones.ts'
import type { Plane } from './marker.ts'
import { type Palette, readPalette } from './palette.ts'
import { SpriteShelf } from './sprite-shelf.ts'

setWorkerUrl(workerUrl)

/** Tiles of a configured base map may take this long before the embedded one is drawn instead (ms). */
const TILE_PATIENCE_MS = 8000
/** Least time between two questions while the map is being moved (ms). */
const ASK_EVERY_MS = 150
interface StageEvents {
  /** Another part of the map is on screen. */
  onView(view: View): void
  onMarker(id: string): void
  /** A click beside every marker, and where. */
  onGround(place: readonly [longitude: number, latitude: number]): void
  /** A crowd was clicked that no zoom can tell apart. */
  onFan(id: string): void
  /** The person moved the map by hand. */
  onMovedByHand(): void
  /** Something moved: places on the screen have to be read again. */
  onFrame(): void
}

export interface StageSettings {
  readonly container: HTMLElement
  /** Address of a style or of tiles; '' draws the embedded world. */
  readonly styleAddress: string
  /** A file with the streets around the site for the embedded world; '' where there is none. */
  readonly townAddress: string
  readonly isStill: () => boolean
  readonly events: StageEvents
}

export class MapStage {
  readonly camera: Camera
  readonly #map: MapLibre
  readonly #settings: StageSettings
  readonly #frames: Frames
  readonly #shelf: SpriteShelf
  readonly #markers: MarkerLayers
  readonly #pulse: HaloPulse
  readonly #plans: PlanLayers
  readonly #reach: ReachLayer
  readonly #zones: ZoneLayer
  #ground: GroundPicture | undefined
  #palette: Palette
  #plane: Plane | undefined
  #isEmbedded = true
  #isRemoved = false
  #lastAsk = 0

  constructor(settings: StageSettings) {
    this.#settings = settings
    this.#palette = readPalette()
    this.#map = new MapLibre({
      container: settings.container,
      style: { version: 8, sources: {}, layers: [] },
      center: [121, 25],
      zoom: 1.4,
      minZoom: 0.6,
      maxZoom: GLOBE_MAX_ZOOM,
      attributionControl: false,
      dragRotate: false,
      touchPitch: false,
      pitchWithRotate: false,
      fadeDuration: 0,
      localIdeographFontFamily: getComputedStyle(document.body).fontFamily,
    })
    this.#map.touchZoomRotate.disableRotation()
    this.#map.keyboard.disable()
    // The map never tilts, so its sky is never seen, and yet is a pass over the whole screen in each frame.
    const { painter } = this.#map
    painter.drawFunctions = { ...painter.drawFunctions, sky: () => undefined }
    this.camera = new Camera(this.#map, settings.isStill)
    this.#frames = new Frames(this.#map)
    this.#shelf = new SpriteShelf(this.#map, this.#palette)
    this.#markers = new MarkerLayers(this.#map, this.#frames, settings.isStill)
    this.#pulse = new HaloPulse(this.#map, settings.container)
    this.#plans = new PlanLayers(this.#map, this.#palette)
    this.#reach = new ReachLayer(this.#map)
    this.#zones = new ZoneLayer(this.#map, this.#palette)
    // Label, role and keys belong to the page's region around the map, which also says how much is shown.
    const canvas = this.#map.getCanvas()
    for (const name of ['tabindex', 'role', 'aria-label']) canvas.removeAttribute(name)
    this.#listen()
    void this.#loadBase(settings.styleAddress)
  }

  remove(): void {
    this.#isRemoved = true
    this.#frames.stop()
    this.#pulse.remove()
    this.#map.remove()
  }

  #listen(): void {
    const { events } = this.#settings
    const map = this.#map
    map.on('style.load', () => this.#addOurs())
    map.on('moveend', () => this.#ask())
    map.on('resize', () => this.#ask())
    map.on('zoom', () => this.#showGround())
    map.on('render', () => this.#pulse.show(this.#markers.inNeed()))
    map.on('move', () => {
      events.onFrame()
      if (performance.now() - this.#lastAsk > ASK_EVERY_MS) this.#ask()
    })
    for (const type of ['dragstart', 'wheel'] as const) {
      map.on(type, () => events.onMovedByHand())
    }
    map.on('click', ({ point, lngLat }) => {
      const hit = this.#markers.at(point)
      if (!hit) events.onGround(lngLat.wrap().toArray())
      else if (hit.properties.count === undefined) events.onMarker(hit.properties.id)
      else this.#openCrowd(hit)
    })
    map.on('mousemove', ({ point }) => {
      map.getCanvas().style.cursor = this.#markers.at(point) ? 'pointer' : ''
    })
    // A missing tile or style is answered by the fall-over; anything else is a fault worth reading.
    map.on('error', ({ error }) => console.warn('Map:', error?.message))
  }

  async #loadBase(address: string): Promise<void> {
    const configured = await configuredStyle(address, fetch)
    const style = configured ?? (await embeddedStyle(this.#palette, this.#settings.townAddress))
    if (this.#isRemoved) return
    this.#isEmbedded = configured === undefined
    if (configured) this.#watchTiles(tileSources(configured))
    this.#ground?.remove()
    this.#map.setStyle(style, { diff: false, transformStyle: keepingOurs })
  }

  /** Missing tiles raise no error, so tiles that came are counted: none in time means the embedded world. */
  #watchTiles(sources: readonly string[]): void {
    if (sources.length === 0) return
    let came = 0
    this.#map.on('sourcedata', (event) => {
      if (sources.includes(event.sourceId) && event.tile && event.isSourceLoaded) came++
    })
    setTimeout(() => {
      if (came === 0 && !this.#isRemoved) void this.#loadBase('')
    }, TILE_PATIENCE_MS)
  }

  #addOurs(): void {
    // MapLibre forgets it with each style, also where it makes one again after a lost context.
    this.#ground?.remove()
    if (this.#isEmbedded) {
      this.#ground = new GroundPicture(this.#map.getCanvas(), document.createElement('canvas'), WORLD)
      this.#map.painter.renderToTexture = this.#ground
    }
    this.#markers.add(this.#palette)
    this.#plans.add()
    this.#zones.add()
    this.#reach.add(this.#palette)
    this.#showBase()
    this.#ask()
  }

  /** On a floor's own plane there is no world around: only paper. */
  #showBase(): void {
    const map = this.#map
    for (const { id } of map.getStyle()?.layers ?? []) {
      if (!id.startsWith('wb-')) map.setLayoutProperty(id, 'visibility', this.#plane ? 'none' : 'visible')
    }
    this.#showGround()
  }

  /** What lies below everything is the page's own: on the canvas it would be one more pass over the whole screen. */
  #showGround(): void {
    const globe = this.#isEmbedded ? embeddedGround(this.#map.getZoom()) : 'var(--wb-map-land)'
    this.#settings.container.style.backgroundColor = this.#plane ? 'var(--wb-plan-outside)' : globe
  }

  /** The page turned light or dark, or classes got other colours. */
  recolour(colours: readonly string[], noColour: string): void {
    const before = this.#palette
    this.#palette = readPalette()
    this.#shelf.recolour(this.#palette, colours, noColour)
    if (!this.#map.style?._loaded) return
    this.#markers.recolour(this.#palette)
    this.#plans.recolour(this.#palette)
    this.#reach.recolour(this.#palette)
    this.#zones.recolour(this.#palette)
    if (this.#isEmbedded && before['map-land'] !== this.#palette['map-land']) void this.#loadBase('')
  }

  /** The features of a drawing. `glides`: the view stood still meanwhile. Resolves once the screen shows them. */
  draw(features: MarkerFeature[], glides: boolean): Promise<void> {
    this.#shelf.provide(
      new Set(features.flatMap(({ properties }) => [properties.icon, ...(properties.arrow ? [properties.arrow] : [])])),
    )
    const shown = this.#markers.show(features, glides)
    this.#settings.events.onFrame()
    return shown
  }

  showNames(shown: boolean): void {
    this.#markers.showNames(shown)
  }

  /** Names that are read from across a room. */
  enlargeNames(isLarge: boolean): void {
    this.#markers.enlargeNames(isLarge)
  }

  fade(isStale: boolean): void {
    this.#markers.fade(isStale)
  }

  placePlans(plans: readonly PlacedPlan[]): void {
    this.#plans.place(plans)
  }

  /** `images` are one picture in several sizes, largest first. */
  setPlanImage(planeId: string, images: readonly ImageBitmap[]): void {
    this.#plans.setImage(planeId, images)
  }

  showZones(areas: readonly ZoneArea[], halos: readonly ZoneHalo[]): void {
    this.#zones.show(areas, halos)
  }

  showReach(reach: Reach | undefined): void {
    this.#reach.show(reach)
  }

  /** Opens a floor plan on its own plane, or goes back to the globe as it was left. */
  showPlane(plane: Plane | undefined, metresPerPixel: number | null, insets: Insets): void {
    if (plane?.id === this.#plane?.id) {
      this.camera.setScale(metresPerPixel)
      return
    }
    this.#plane = plane
    this.#plans.showAlone(plane)
    if (this.#map.style?._loaded) this.#showBase()
    this.camera.lookAt(plane, metresPerPixel, insets)
    this.#ask()
  }

  /** Keeps a marker that moves in the middle. */
  follow(id: string): void {
    const place = this.#markers.goalOf(id)
    if (place) this.camera.follow(place)
  }

  #openCrowd({ properties: { id, bounds } }: MarkerFeature): void {
    if (!this.camera.comeCloser(JSON.parse(bounds ?? '[]') as Bounds)) this.#settings.events.onFan(id)
  }

  /** Where a drawn marker is on the screen, in pixels of the container; undefined while it is in a crowd or outside. */
  screenPlaceOf(id: string): { x: number; y: number } | undefined {
    const place = this.#markers.placeOf(id)
    return place && this.camera.screenPlaceAt(place)
  }

  /** Where everything drawn is on the screen. */
  screenPlaces(): { x: number; y: number }[] {
    return this.#markers.places().map((place) => this.camera.screenPlaceAt(place))
  }

  /** Whom the base map is owed to. */
  credits(): string[] {
    const sources = Object.values(this.#map.getStyle()?.sources ?? {})
    const texts = sources.flatMap((source) =>
      'attribution' in source && source.attribution ? [source.attribution] : [],
    )
    // Attributions of styles are HTML; only their words are shown.
    return [...new Set(texts.map((text) => text.replace(/<[^>]*>/g, '').replace('&copy;', '©')))]
  }

  #ask(): void {
    this.#lastAsk = performance.now()
    this.#settings.events.onView(this.camera.view())
  }
}
