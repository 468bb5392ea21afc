/** All markers as columns of numbers: a hundred thousand of them cost a few megabytes and are walked in a millisecond. */

import { onGlobe } from '@whereabouts/domain/positions'
import { MARKER_KINDS, MARKER_STATES, type MarkerChange, type Plane } from './marker.ts'
import { mercatorX, mercatorY } from './mercator.ts'
import { onPlane } from './plane.ts'

const START_ROOM = 1024
/** In place of a state: nobody has said yet how it is, and so it is not drawn. */
const UNKNOWN_STATE = 255

/** Mercator places have 16 digits to hold and NaN for "nowhere"; everything else fits in small whole numbers. */
export class MarkerColumns {
  count = 0
  readonly ids: string[] = []
  readonly names: string[] = []
  /** Place on the globe, unit Mercator; NaN: none. */
  x = new Float64Array(START_ROOM)
  y = new Float64Array(START_ROOM)
  /** Slot of the plane it stands on, or -1. */
  plane = new Int32Array(START_ROOM)
  /** Pixels on that plane. */
  planeX = new Float32Array(START_ROOM)
  planeY = new Float32Array(START_ROOM)
  kind = new Uint8Array(START_ROOM)
  state = new Uint8Array(START_ROOM)
  stale = new Uint8Array(START_ROOM)
  lowBattery = new Uint8Array(START_ROOM)
  colour = new Int8Array(START_ROOM)
  /** Degrees; NaN: not moving, or nobody knows where to. */
  heading = new Float32Array(START_ROOM)
  readonly #slots = new Map<string, number>()
  readonly #planeSlots = new Map<string, number>()
  readonly #planes: (Plane | undefined)[] = []
  /** Longitude and latitude as told, for when an indoor place goes away. */
  #toldX = new Float64Array(START_ROOM)
  #toldY = new Float64Array(START_ROOM)

  slotOf(id: string): number | undefined {
    return this.#slots.get(id)
  }

  /** False for what only a place is known of: its list has not come yet. */
  isKnown(at: number): boolean {
    return this.state[at] !== UNKNOWN_STATE
  }

  planeSlot(id: string): number {
    const known = this.#planeSlots.get(id)
    if (known !== undefined) return known
    const slot = this.#planes.length
    this.#planes.push(undefined)
    this.#planeSlots.set(id, slot)
    return slot
  }

  planeAt(slot: number): Plane | undefined {
    return this.#planes[slot]
  }

  /** The planes as they are now; places on them move with their corners. */
  setPlanes(planes: readonly Plane[]): void {
    this.#planes.fill(undefined)
    for (const plane of planes) this.#planes[this.planeSlot(plane.id)] = plane
    for (let at = 0; at < this.count; at++) this.#place(at)
  }

  apply(changes: readonly MarkerChange[]): void {
    for (const change of changes) this.#applyOne(change)
  }

  /** Takes markers off every map. Their slots stay, so that the others keep theirs; they are never drawn. */
  remove(ids: readonly string[]): void {
    this.apply(ids.filter((id) => this.#slots.has(id)).map((id) => ({ id, place: null, indoor: null })))
  }

  #applyOne(change: MarkerChange): void {
    const at = this.#slots.get(change.id) ?? this.#add(change.id)
    if (change.name !== undefined) this.names[at] = change.name
    if (change.kind !== undefined) this.kind[at] = MARKER_KINDS.indexOf(change.kind)
    if (change.state !== undefined) this.state[at] = MARKER_STATES.indexOf(change.state)
    if (change.stale !== undefined) this.stale[at] = change.stale ? 1 : 0
    if (change.lowBattery !== undefined) this.lowBattery[at] = change.lowBattery ? 1 : 0
    if (change.colourIndex !== undefined) this.colour[at] = change.colourIndex
    if (change.heading !== undefined) this.heading[at] = change.heading ?? Number.NaN
    if (change.place !== undefined) {
      this.#toldX[at] = change.place ? mercatorX(change.place.longitude) : Number.NaN
      this.#toldY[at] = change.place ? mercatorY(change.place.latitude) : Number.NaN
    }
    if (change.indoor !== undefined) {
      this.plane[at] = change.indoor ? this.planeSlot(change.indoor.plane) : -1
      this.planeX[at] = change.indoor?.x ?? 0
      this.planeY[at] = change.indoor?.y ?? 0
    }
    if (change.place !== undefined || change.indoor !== undefined) this.#place(at)
  }

  /** An indoor place counts before GPS, where its plan lies on the globe. Source: G39. */
  #place(at: number): void {
    const slot = this.plane[at] as number
    const plane = slot < 0 ? undefined : this.#planes[slot]
    const indoors = plane && onGlobe(plane, this.planeX[at] as number, this.planeY[at] as number)
    this.x[at] = indoors ? mercatorX(indoors[0]) : (this.#toldX[at] as number)
    this.y[at] = indoors ? mercatorY(indoors[1]) : (this.#toldY[at] as number)
  }

  #add(id: string): number {
    const at = this.count++
    if (at >= this.x.length) this.#grow()
    this.#slots.set(id, at)
    this.ids[at] = id
    this.names[at] = ''
    this.plane[at] = this.colour[at] = -1
    this.x[at] = this.#toldX[at] = this.heading[at] = Number.NaN
    this.state[at] = UNKNOWN_STATE
    return at
  }

  #grow(): void {
    const room = this.x.length * 2
    const wider = <Column extends Float64Array | Float32Array | Int32Array | Int8Array | Uint8Array>(
      make: new (length: number) => Column,
      column: Column,
    ): Column => {
      const next = new make(room)
      next.set(column)
      return next
    }
    this.x = wider(Float64Array, this.x)
    this.y = wider(Float64Array, this.y)
    this.#toldX = wider(Float64Array, this.#toldX)
    this.#toldY = wider(Float64Array, this.#toldY)
    this.plane = wider(Int32Array, this.plane)
    this.planeX = wider(Float32Array, this.planeX)
    this.planeY = wider(Float32Array, this.planeY)
    this.kind = wider(Uint8Array, this.kind)
    this.state = wider(Uint8Array, this.state)
    this.stale = wider(Uint8Array, this.stale)
    this.lowBattery = wider(Uint8Array, this.lowBattery)
    this.colour = wider(Int8Array, this.colour)
    this.heading = wider(Float32Array, this.heading)
  }
}

/** Where a marker stands on the asked plane as unit Mercator: -1 asks for the globe. Undefined: nowhere there. */
export function placeOf(columns: MarkerColumns, at: number, planeSlot: number): [x: number, y: number] | undefined {
  if (planeSlot < 0) {
    const x = columns.x[at] as number
    return Number.isNaN(x) ? undefined : [x, columns.y[at] as number]
  }
  const plane = columns.planeAt(planeSlot)
  if (columns.plane[at] !== planeSlot || !plane) return undefined
  const [longitude, latitude] = onPlane(plane, columns.planeX[at] as number, columns.planeY[at] as number)
  return [mercatorX(longitude), mercatorY(latitude)]
}
