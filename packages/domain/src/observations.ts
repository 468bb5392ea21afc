/**
 * What every adapter yields, whatever wire format it reads: who heard whom, when, how strongly, with what readings.
 * Nothing behind the adapters knows a protocol. Source: docs/architecture.md#the-way-of-one-observation, wire formats §0.
 *
 * Unknown is undefined, never -1 or 0. Units: dBm, percent, metres, degrees, degrees Celsius, epoch milliseconds.
 */
import type { GeoPosition } from './positions.ts'

/** Readings of a device, by itself or by the station that heard it. */
export interface Readings {
  readonly batteryPercent?: number | undefined
  readonly firmware?: string | undefined
  readonly moving?: boolean | undefined
  readonly steps?: number | undefined
  readonly temperatureCelsius?: number | undefined
  /** A person asks for help. */
  readonly help?: boolean | undefined
  /** Degrees clockwise from north. */
  readonly headingDegrees?: number | undefined
  readonly speedMetresPerSecond?: number | undefined
}

/** What is known of a tag that nobody has claimed yet. */
interface TagFacts {
  /** Who made it or what it speaks, e.g. `Ruuvi`. */
  readonly make?: string | undefined
  /** Two of a kind would look the same, or it looks different within the hour: not to be trusted as an identity. */
  readonly isAmbiguous?: boolean | undefined
  /** It encrypts what it says, and no key that we have opens it. */
  readonly isEncrypted?: boolean | undefined
  /** An encrypted advertisement of it, to try a key on. */
  readonly encryptedSample?: Uint8Array | undefined
}

/** A sender heard a tracker. */
export interface Sighting extends Readings, TagFacts {
  readonly kind: 'sighting'
  /** Our device id, or a radio identity such as `iBeacon:…`, the same whichever sender heard it. */
  readonly identity: string
  readonly rssiDbm: number
  /** Reference RSSI at one metre, where the sender knows it. */
  readonly referenceRssiDbm?: number | undefined
  /** What the sender computed itself: a hint. */
  readonly distanceMetres?: number | undefined
  /** Undefined where the protocol says nothing of connections. */
  readonly connected?: boolean | undefined
  /** Which saving of its settings it runs, by its time in epoch seconds (G49). */
  readonly settingsTime?: number | undefined
  /** How far an upgrade of its firmware is (G45). */
  readonly upgrade?: 'running' | 'done' | 'failed' | undefined
}

/** A sender knows what a tag measures, and not how strongly it is heard: it cannot be located by this. */
export interface TagReading extends Readings, TagFacts {
  readonly kind: 'reading'
  readonly identity: string
}

/** The sender says where it is itself. */
export interface OwnLocation extends Readings {
  readonly kind: 'location'
  readonly position?: GeoPosition | undefined
  readonly accuracyMetres?: number | undefined
  readonly platform?: 'ios' | 'android' | undefined
}

/** The sender says it is alive, without a place. */
export interface SenderStatus {
  readonly kind: 'status'
  readonly online: boolean
  readonly firmware?: string | undefined
  readonly ip?: string | undefined
  readonly wifiSsid?: string | undefined
}

export type ObservationItem = Sighting | TagReading | OwnLocation | SenderStatus

/** One accepted message of one sender. */
export interface Observation {
  /** The sender's own time; undefined where the protocol has none: receipt counts. */
  readonly scannedAtMs?: number | undefined
  /** What makes a repeat recognisable beside sender, device and time: the protocol's number, or a hash of the message. */
  readonly seq: string
  /** Where the sender was; a phone's sightings are placed there. */
  readonly senderPosition?: GeoPosition | undefined
  readonly items: readonly ObservationItem[]
}
