/**
 * The map as an instrument: what is shown is told to it, what happens on it comes back as calls.
 * It knows places, kinds and colours, and no tracker. One map serves the globe and every floor plan.
 */
import { LngLatBounds, Map as MapLibre, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { configuredStyle, embeddedStyle, keepingOurs, tileSources } from './base-map.ts'
import type { MarkerFeature, View } from './drawing.ts'
import { Frames } from './frames.ts'
import { GLIDE_MS } from './glide.ts'
import { MarkerLayers } from './layers/markers.ts'
import { type PlacedPlan, PlanLayers } from './layers/plans.ts'
import { type Reach, ReachLayer } from './layers/reach.ts'
import { type ZoneArea, type ZoneHalo, ZoneLayer } from './layers/zones.ts'
import type { Plane } from './marker.ts'
import { type Palette, readPalette } from './palette.ts'
import { onPlane, planeCorners } from './plane.ts'
import { metresPerPixelAt } from './scale.ts'
import { SpriteShelf } from './sprite-shelf.ts'

setWorkerUrl(workerUrl)

/** Tiles of a configured base map may take this long before the embedded one is drawn instead (ms). */
const TILE_PATIENCE_MS = 8000
/** Movement within one screen flies, longer ways jump (ms; design §6). */
const FLY_MS = 240
const GLOBE_MAX_ZOOM = 21
const PLANE_MAX_ZOOM = 20.5
/** Least time between two questions while the map is being moved (ms). */
const ASK_EVERY_MS = 150
/** A followed marker this close to the middle (px) is in the middle. */
const FOLLOWED_PX = 3
/** How close a device is shown when it is looked for. */
const CLOSE_ZOOM = 18

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
  /** Something moved: places on the screen are to be read anew. */
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

export interface Insets {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

type Bounds = readonly [west: number, south: number, east: number, north: number]

export class MapStage {
  readonly #map: MapLibre
  readonly #settings: StageSettings
  readonly #frames: Frames
  readonly #shelf: SpriteShelf
  readonly #markers: MarkerLayers
  readonly #plans: PlanLayers
  readonly #reach: ReachLayer
  readonly #zones: ZoneLayer
  #palette: Palette
  #plane: Plane | undefined
  #metresPerPlanPixel: number | null = null
  /** Where the globe was left when a plan was opened. */
  #globeCamera: { center: [number, number]; zoom: number } | undefined
  #namesShown = true
  #isEmbedded = true
  #isRemoved = false
  #lastAsk = 0
  /** The open plan fills the map with this room around it, until it is moved or zoomed. */
  #fitted: Insets | undefined
  /** Where the marker is followed to. */
  #followed: readonly [number, number] | undefined

  constructor(settings: StageSettings) {
    this.#settings = settings
    this.#palette = readPalette()
    this.#map = new MapLibre({
      container: settings.container,
      style: { version: 8, sources: {}, layers: [this.#ground()] },
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
    this.#frames = new Frames(this.#map)
    this.#shelf = new SpriteShelf(this.#map, this.#palette)
    this.#markers = new MarkerLayers(this.#map, this.#frames, settings.isStill)
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
    this.#map.remove()
  }

  #ground() {
    return { id: 'wb-ground', type: 'background' as const, paint: { 'background-color': this.#palette['map-land'] } }
  }

  #listen(): void {
    const { events } = this.#settings
    const map = this.#map
    map.on('style.load', () => this.#addOurs())
    map.on('moveend', () => this.#ask())
    map.on('resize', () => this.#ask())
    map.on('move', () => {
      events.onFrame()
      if (performance.now() - this.#lastAsk > ASK_EVERY_MS) this.#ask()
    })
    for (const type of ['dragstart', 'wheel'] as const) {
      map.on(type, () => {
        this.#fitted = undefined
        events.onMovedByHand()
      })
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
    this.#markers.add(this.#palette, this.#namesShown)
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
    if (map.getLayer('wb-ground')) {
      // The embedded world has a ground of its own. Drawing one below the other is a pass over the whole screen for nothing.
      const isCovered = this.#isEmbedded && !this.#plane && map.getLayer('background') !== undefined
      map.setLayoutProperty('wb-ground', 'visibility', isCovered ? 'none' : 'visible')
      const ground = this.#plane ? this.#palette['plan-outside'] : this.#palette['map-land']
      map.setPaintProperty('wb-ground', 'background-color', ground)
    }
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
    this.#showBase()
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
    this.#namesShown = shown
    this.#markers.showNames(shown)
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
    this.#metresPerPlanPixel = metresPerPixel
    if (plane?.id === this.#plane?.id) return
    const map = this.#map
    if (!this.#plane) this.#globeCamera = { center: map.getCenter().toArray(), zoom: map.getZoom() }
    this.#plane = plane
    map.setRenderWorldCopies(!plane)
    map.setMaxZoom(plane ? PLANE_MAX_ZOOM : GLOBE_MAX_ZOOM)
    this.#plans.showAlone(plane)
    if (map.style?._loaded) this.#showBase()
    if (plane) this.fitPlane(insets)
    else if (this.#globeCamera) map.jumpTo(this.#globeCamera)
    this.#ask()
  }

  fitPlane(insets: Insets): void {
    if (!this.#plane) return
    const corners = planeCorners(this.#plane)
    const bounds: Bounds = [corners[3][0], corners[3][1], corners[1][0], corners[1][1]]
    this.fit(bounds, insets)
    this.#fitted = insets
  }

  /** Brings bounds into the part of the map that nothing covers. */
  fit(bounds: Bounds, insets: Insets, isAnimated = false): void {
    this.#fitted = undefined
    const isMoving = isAnimated && !this.#settings.isStill()
    this.#map.fitBounds(new LngLatBounds([bounds[0], bounds[1], bounds[2], bounds[3]]), {
      padding: { top: insets.top, right: insets.right, bottom: insets.bottom, left: insets.left },
      maxZoom: this.#plane ? PLANE_MAX_ZOOM - 1 : CLOSE_ZOOM,
      animate: isMoving,
      duration: isMoving ? FLY_MS : 0,
    })
  }

  /** Shows a place of the globe close by. */
  goTo(longitude: number, latitude: number, offset: readonly [number, number] = [0, 0]): void {
    this.#moveTo([longitude, latitude], Math.max(this.#map.getZoom(), CLOSE_ZOOM), offset)
  }

  /** Shows a place of the open plan, no farther away than the whole floor. */
  goToOnPlane(x: number, y: number, offset: readonly [number, number] = [0, 0]): void {
    if (this.#plane) this.#moveTo(onPlane(this.#plane, x, y), this.#map.getZoom(), offset)
  }

  /** Keeps a moving marker in the middle. */
  follow(id: string): void {
    const map = this.#map
    const place = this.#markers.goalOf(id)
    if (!place) return
    const [x, y] = this.#followed ?? []
    if (map.isMoving() && place[0] === x && place[1] === y) return
    const [at, middle] = [map.project([place[0], place[1]]), map.project(map.getCenter())]
    // Each movement asks for a new drawing, and each drawing asks to follow: a way that is begun or done is not begun again.
    if (Math.hypot(at.x - middle.x, at.y - middle.y) < FOLLOWED_PX) return
    this.#followed = place
    map.easeTo({ center: [place[0], place[1]], duration: this.#settings.isStill() ? 0 : GLIDE_MS })
  }

  /** Flies within one screen, else jumps: a long flight over the globe tells nothing. */
  #moveTo(center: [number, number], zoom: number, offset: readonly [number, number]): void {
    this.#fitted = undefined
    const map = this.#map
    const from = map.project(map.getCenter())
    const to = map.project(center)
    const isNear = Math.hypot(to.x - from.x, to.y - from.y) < Math.max(map.getCanvas().clientWidth, 600)
    const flies = isNear && !this.#settings.isStill()
    map.easeTo({ center, zoom, offset: [offset[0], offset[1]], duration: flies ? FLY_MS : 0 })
  }

  #openCrowd(crowd: MarkerFeature): void {
    const map = this.#map
    const [west, south, east, north] = JSON.parse(crowd.properties.bounds ?? '[]') as number[] as unknown as Bounds
    const camera = map.cameraForBounds(new LngLatBounds([west, south, east, north]), { padding: 90 })
    const zoom = Math.min(Math.max(camera?.zoom ?? 0, map.getZoom() + 1), map.getMaxZoom())
    if (map.getZoom() >= map.getMaxZoom() - 0.05) {
      this.#settings.events.onFan(crowd.properties.id)
      return
    }
    this.#moveTo([(west + east) / 2, (south + north) / 2], zoom, [0, 0])
  }

  zoomIn(): void {
    this.#fitted = undefined
    this.#map.zoomIn({ duration: this.#settings.isStill() ? 0 : FLY_MS })
  }

  zoomOut(): void {
    this.#fitted = undefined
    this.#map.zoomOut({ duration: this.#settings.isStill() ? 0 : FLY_MS })
  }

  /** The map's room changed: a plan that filled the old one fills the new one. */
  resize(): void {
    this.#map.resize()
    if (this.#plane && this.#fitted) this.fitPlane(this.#fitted)
  }

  /** Where a drawn marker is on the screen, in pixels of the container; undefined while it is in a crowd or outside. */
  screenPlaceOf(id: string): { x: number; y: number } | undefined {
    const place = this.#markers.placeOf(id)
    return place && this.#map.project([place[0], place[1]])
  }

  /** Where everything drawn is on the screen. */
  screenPlaces(): { x: number; y: number }[] {
    return this.#markers.places().map(([x, y]) => this.#map.project([x, y]))
  }

  /** Where a place is on the screen, in pixels of the container. */
  screenPlaceAt(place: readonly [longitude: number, latitude: number]): { x: number; y: number } {
    const { x, y } = this.#map.project([place[0], place[1]])
    return { x, y }
  }

  /** The place at a point of the screen, in pixels of the container. */
  placeAt({ x, y }: { readonly x: number; readonly y: number }): [longitude: number, latitude: number] {
    return this.#map.unproject([x, y]).wrap().toArray()
  }

  /** The middle of what is shown. */
  centre(): [longitude: number, latitude: number] {
    return this.#map.getCenter().wrap().toArray()
  }

  /** Metres of one screen pixel in the middle of the map; null on a plan without a scale. */
  metresPerPixel(): number | null {
    const zoom = this.#map.getZoom()
    if (!this.#plane) return metresPerPixelAt(this.#map.getCenter().lat, zoom)
    if (this.#metresPerPlanPixel === null) return null
    const degreesPerScreenPixel = 360 / (512 * 2 ** zoom)
    return (degreesPerScreenPixel / 1e-5) * this.#metresPerPlanPixel
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
    const bounds = this.#map.getBounds()
    this.#settings.events.onView({
      plane: this.#plane?.id ?? null,
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
      zoom: this.#map.getZoom(),
      isClosest: this.#map.getZoom() >= this.#map.getMaxZoom() - 0.05,
    })
  }
}
