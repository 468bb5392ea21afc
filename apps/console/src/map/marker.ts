/** What a marker is to the map: a kind, a state, a colour and a place. The map knows no tracker and no station. */

export const MARKER_KINDS = ['tracker', 'watch', 'phone', 'station'] as const
export type MarkerKind = (typeof MARKER_KINDS)[number]

export const MARKER_STATES = ['connected', 'disconnected', 'offline'] as const
export type MarkerState = (typeof MARKER_STATES)[number]

/** A place on an indoor map's own plane, in pixels of its image from the top left. */
interface PlanePlace {
  readonly plane: string
  readonly x: number
  readonly y: number
}

/** What changed of a marker; a marker not seen before begins with this. Null takes a place away. */
export interface MarkerChange {
  readonly id: string
  readonly name?: string
  readonly kind?: MarkerKind
  readonly state?: MarkerState
  /** The sighting is old: never drawn as a live one. */
  readonly stale?: boolean
  /** Slot of `colours`, or -1. */
  readonly colourIndex?: number
  readonly lowBattery?: boolean
  /** Degrees clockwise from north while it moves; null while it does not, or the way is unknown. */
  readonly heading?: number | null
  readonly place?: { readonly longitude: number; readonly latitude: number } | null
  readonly indoor?: PlanePlace | null
}

/** An indoor map as the canvas needs it. */
export interface Plane {
  readonly id: string
  /** Pixels of the image. */
  readonly width: number
  readonly height: number
  /** Top left, top right, bottom right, bottom left as [longitude, latitude]; null where it lies nowhere on the globe. */
  readonly corners: readonly (readonly [number, number])[] | null
}

/** Colour of a device without a class. Source: design language §3. */
export const NO_CLASS_COLOUR = '#5A626B'
