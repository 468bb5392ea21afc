/**
 * What every adapter yields, whatever wire format it reads: which sender heard which device, when, how strongly, with which readings.
 * Nothing behind the adapters knows a protocol. Source: docs/architecture.md#the-path-of-one-observation, wire formats §0.
 *
 * Unknown is undefined, never -1 or 0. Units: dBm, percent, metres, degrees, degrees Celsius, epoch milliseconds.
 */
import type { GeoPosition } from './positions.ts'

/** Readings of a device, reported by itself or by the station that heard it. */
export interface Readings {
  readonly batteryPercent?: number | undefined
  readonly firmware?: string | undefined
  readonly moving?: boolean | undefined
  readonly steps?: number | undefined
  readonly temperatureCelsius?: number | undefined
  /** Relative, of the air. */
  readonly humidityPercent?: number | undefined
  /** A person asks for help. */
  readonly help?: boolean | undefined
  /** Degrees clockwise from north. */
  readonly headingDegrees?: number | undefined
  readonly speedMetresPerSecond?: number | undefined
}

/** What is known of a tag that is not claimed yet. */
interface TagFacts {
  /** Its maker or protocol, e.g. `Ruuvi`. */
  readonly make?: string | undefined
  /** As it calls itself, or as its station does. */
  readonly name?: string | undefined
  /** Two tags of this kind would look the same, or one looks different within the hour: not reliable as an identity. */
  readonly isAmbiguous?: boolean | undefined
  /** Its advertisement is encrypted, and no key of the account opens it. */
  readonly isEncrypted?: boolean | undefined
  /** One of its encrypted advertisements, to try a key on. */
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
  /** Computed by the sender: a hint only. */
  readonly distanceMetres?: number | undefined
  /** Undefined where the protocol does not report connections. */
  readonly connected?: boolean | undefined
  /** Which version of its settings it runs, by their save time in epoch seconds (G49). */
  readonly settingsTime?: number | undefined
  /** Progress of a firmware upgrade (G45). */
  readonly upgrade?: 'running' | 'done' | 'failed' | undefined
}

/** A sender knows a tag's readings but not how strongly it is heard: it cannot be located by this. */
export interface TagReading extends Readings, TagFacts {
  readonly kind: 'reading'
  readonly identity: string
}

/**
 * A report of a device about itself, relayed by its network, as in LoRaWAN and meshes. The relay may be kilometres away: its signal
 * strength and its place do not locate the device.
 */
export interface RelayedReport extends Readings, TagFacts {
  readonly kind: 'relayed'
  readonly identity: string
  /** The network carries the account's own devices alone, as an application of LoRaWAN does; a mesh carries everybody's. */
  readonly isOwned?: boolean | undefined
  /** It came with a call for help, which makes its device a tracker. */
  readonly isOfCall?: boolean | undefined
  /** Where the device says it is. */
  readonly position?: GeoPosition | undefined
  readonly accuracyMetres?: number | undefined
}

/** The sender reports its own location. */
export interface OwnLocation extends Readings {
  readonly kind: 'location'
  readonly position?: GeoPosition | undefined
  /** When that place was fixed (epoch ms), where the sender reports it beside the time of its message. */
  readonly fixedAtMs?: number | undefined
  readonly accuracyMetres?: number | undefined
  readonly platform?: 'ios' | 'android' | undefined
}

/** The sender reports that it is alive, without a location. */
export interface SenderStatus {
  readonly kind: 'status'
  readonly online: boolean
  readonly firmware?: string | undefined
  readonly ip?: string | undefined
  readonly wifiSsid?: string | undefined
}

export type ObservationItem = Sighting | TagReading | RelayedReport | OwnLocation | SenderStatus

/** One accepted message of one sender. */
export interface Observation {
  /** When it was sent, by the sender's own clock; undefined where the protocol has no time: then the time of receipt counts. */
  readonly scannedAtMs?: number | undefined
  /** That is the time of the fix, and the protocol has no other. */
  readonly isTimeOfFix?: boolean | undefined
  /** A retained message of a broker: it does not describe the present, and does not count as hearing its sender. */
  readonly isKept?: boolean | undefined
  /** Distinguishes repeats, with sender, device and time: the protocol's number, or a hash of the message. */
  readonly seq: string
  /** Location of the sender; a phone's sightings are placed there. */
  readonly senderPosition?: GeoPosition | undefined
  readonly items: readonly ObservationItem[]
}
