/** Where the map looks: on the globe or on a plan's own plane, how close, and how it gets there. Source: design language §6. */
import { LngLatBounds, type Map as MapLibre } from 'maplibre-gl'
import type { View } from './drawing.ts'
import { GLIDE_MS } from './glide.ts'
import type { Plane } from './marker.ts'
import { onPlane, planeCorners } from './plane.ts'
import { metresPerPixelAt } from './scale.ts'

/** Movement within one screen flies, longer ways jump (ms). */
const FLY_MS = 240
export const GLOBE_MAX_ZOOM = 21
const PLANE_MAX_ZOOM = 20.5
/** A followed marker this close to the middle (px) is in the middle. */
const FOLLOWED_PX = 3
/** How close a device is shown when it is looked for. */
const CLOSE_ZOOM = 18
/** So far from the closest zoom counts as closest. */
const CLOSEST_WITHIN = 0.05

export interface Insets {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

export type Bounds = readonly [west: number, south: number, east: number, north: number]

/** A point of the screen, in pixels of the map's container. */
interface Point {
  readonly x: number
  readonly y: number
}

export class Camera {
  readonly #map: MapLibre
  readonly #isStill: () => boolean
  #plane: Plane | undefined
  #metresPerPlanPixel: number | null = null
  /** Where the globe was left when a plan was opened. */
  #globe: { center: [number, number]; zoom: number } | undefined
  /** The open plan fills the map with this room around it, until it is moved or zoomed. */
  #fitted: Insets | undefined
  /** Where the marker is followed to. */
  #followed: readonly [number, number] | undefined

  constructor(map: MapLibre, isStill: () => boolean) {
    this.#map = map
    this.#isStill = isStill
    for (const type of ['dragstart', 'wheel'] as const) {
      map.on(type, () => {
        this.#fitted = undefined
      })
    }
  }

  /** Looks at a plan's own plane, or at the globe as it was left. */
  lookAt(plane: Plane | undefined, metresPerPixel: number | null, insets: Insets): void {
    const map = this.#map
    if (!this.#plane) this.#globe = { center: map.getCenter().toArray(), zoom: map.getZoom() }
    this.#plane = plane
    this.#metresPerPlanPixel = metresPerPixel
    map.setRenderWorldCopies(!plane)
    map.setMaxZoom(plane ? PLANE_MAX_ZOOM : GLOBE_MAX_ZOOM)
    if (plane) this.fitPlane(insets)
    else if (this.#globe) map.jumpTo(this.#globe)
  }

  /** Somebody set the scale of the plan that is open. */
  setScale(metresPerPlanPixel: number | null): void {
    this.#metresPerPlanPixel = metresPerPlanPixel
  }

  /** The whole plan in the part of the map that nothing covers. */
  fitPlane(insets: Insets): void {
    if (!this.#plane) return
    const corners = planeCorners(this.#plane)
    this.fit([corners[3][0], corners[3][1], corners[1][0], corners[1][1]], insets)
    this.#fitted = insets
  }

  /** Other things cover the map now: a plan that fills the rest still does. */
  refit(insets: Insets): void {
    if (this.#fitted) this.fitPlane(insets)
  }

  /** Brings bounds into the part of the map that nothing covers. */
  fit(bounds: Bounds, insets: Insets, isAnimated = false): void {
    this.#fitted = undefined
    const isMoving = isAnimated && !this.#isStill()
    this.#map.fitBounds(boundsOf(bounds), {
      padding: { ...insets },
      maxZoom: this.#plane ? PLANE_MAX_ZOOM - 1 : CLOSE_ZOOM,
      animate: isMoving,
      duration: isMoving ? FLY_MS : 0,
    })
  }

  /** Shows a place of the globe close by. */
  goTo(longitude: number, latitude: number, offset: readonly [number, number] = [0, 0]): void {
    this.#moveTo([longitude, latitude], Math.max(this.#map.getZoom(), CLOSE_ZOOM), offset)
  }

  /** Shows a place of the open plan; where the whole floor fills the map, it is in sight already. */
  goToOnPlane(x: number, y: number, offset: readonly [number, number] = [0, 0]): void {
    if (this.#plane && !this.#fitted) this.#moveTo(onPlane(this.#plane, x, y), this.#map.getZoom(), offset)
  }

  /** Keeps a place that moves in the middle. */
  follow(place: readonly [longitude: number, latitude: number]): void {
    const map = this.#map
    const [x, y] = this.#followed ?? []
    if (map.isMoving() && place[0] === x && place[1] === y) return
    const [at, middle] = [map.project([place[0], place[1]]), map.project(map.getCenter())]
    // Each movement asks for a new drawing, and each drawing asks to follow: a way that is begun or done is not begun again.
    if (Math.hypot(at.x - middle.x, at.y - middle.y) < FOLLOWED_PX) return
    this.#followed = place
    map.easeTo({ center: [place[0], place[1]], duration: this.#isStill() ? 0 : GLIDE_MS })
  }

  /** Comes closer until these bounds fill the map. False where it is as close as it gets. */
  comeCloser(bounds: Bounds): boolean {
    if (this.#isClosest) return false
    const map = this.#map
    const [west, south, east, north] = bounds
    const wanted = map.cameraForBounds(boundsOf(bounds), { padding: 90 })?.zoom ?? 0
    const zoom = Math.min(Math.max(wanted, map.getZoom() + 1), map.getMaxZoom())
    this.#moveTo([(west + east) / 2, (south + north) / 2], zoom, [0, 0])
    return true
  }

  zoomIn(): void {
    this.#fitted = undefined
    this.#map.zoomIn({ duration: this.#isStill() ? 0 : FLY_MS })
  }

  zoomOut(): void {
    this.#fitted = undefined
    this.#map.zoomOut({ duration: this.#isStill() ? 0 : FLY_MS })
  }

  /** The map's room changed: a plan that filled the old one fills the new one. */
  resize(): void {
    this.#map.resize()
    if (this.#plane && this.#fitted) this.fitPlane(this.#fitted)
  }

  /** What is on screen. */
  view(): View {
    const bounds = this.#map.getBounds()
    return {
      plane: this.#plane?.id ?? null,
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
      zoom: this.#map.getZoom(),
      isClosest: this.#isClosest,
    }
  }

  get #isClosest(): boolean {
    return this.#map.getZoom() >= this.#map.getMaxZoom() - CLOSEST_WITHIN
  }

  /** Where a place is on the screen. */
  screenPlaceAt(place: readonly [longitude: number, latitude: number]): Point {
    return this.#map.project([place[0], place[1]])
  }

  /** The place at a point of the screen. */
  placeAt({ x, y }: Point): [longitude: number, latitude: number] {
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

  /** Flies within one screen, else jumps: a long flight over the globe tells nothing. */
  #moveTo(center: [number, number], zoom: number, offset: readonly [number, number]): void {
    this.#fitted = undefined
    const map = this.#map
    const from = map.project(map.getCenter())
    const to = map.project(center)
    const isNear = Math.hypot(to.x - from.x, to.y - from.y) < Math.max(map.getCanvas().clientWidth, 600)
    const flies = isNear && !this.#isStill()
    map.easeTo({ center, zoom, offset: [offset[0], offset[1]], duration: flies ? FLY_MS : 0 })
  }
}

const boundsOf = ([west, south, east, north]: Bounds): LngLatBounds => new LngLatBounds([west, south, east, north])
