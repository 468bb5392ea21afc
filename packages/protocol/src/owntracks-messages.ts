/**
 * What OwnTracks phones say, in our units. Source: wire formats §1.3, §1.4.
 */
import type { GeoPosition } from '@whereabouts/domain/positions'
import type { BodyFault } from './body.ts'

/** Where the phone is. Times are epoch milliseconds. */
export interface OwntracksLocation {
  readonly kind: 'location'
  readonly position: GeoPosition | undefined
  /** When the fix was made. */
  readonly timeMs: number | undefined
  /** Why its place is left out: the phone is heard all the same. */
  readonly fault: 'bad_position' | 'no_time' | undefined
  /** The phone, or software in its place, calls for help by a separate field. */
  readonly help: boolean
  /** When the message was made; later than the fix. */
  readonly messageTimeMs: number | undefined
  readonly accuracyMetres: number | undefined
  readonly altitudeMetres: number | undefined
  readonly verticalAccuracyMetres: number | undefined
  readonly speedMetresPerSecond: number | undefined
  readonly courseDegrees: number | undefined
  readonly batteryPercent: number | undefined
  readonly batteryState: 'unknown' | 'unplugged' | 'charging' | 'full' | undefined
  /** The letter as sent; bridges of other trackers have their own. */
  readonly trigger: string | undefined
  readonly connectivity: string | undefined
  readonly pressureKilopascals: number | undefined
  /** Names of the regions the phone is in. */
  readonly regions: readonly string[]
  readonly wifiSsid: string | undefined
  readonly wifiBssid: string | undefined
  /** From the activity names of iOS. */
  readonly moving: boolean | undefined
}

/** The phone entered or left one of its regions. */
export interface OwntracksTransition {
  readonly kind: 'transition'
  readonly event: 'enter' | 'leave'
  readonly timeMs: number
  readonly region: string | undefined
  readonly regionId: string | undefined
  readonly regionCreatedMs: number | undefined
  readonly trigger: string | undefined
  readonly position: GeoPosition | undefined
  readonly accuracyMetres: number | undefined
  /** False where the coordinates are not the phone's: beacon transitions may carry 0/0. */
  readonly movesDevice: boolean
}

/** A region that a person made in the app: a circle or a beacon. */
export interface OwntracksWaypoint {
  readonly kind: 'waypoint'
  readonly region: string | undefined
  readonly regionId: string | undefined
  readonly createdMs: number | undefined
  readonly position: GeoPosition | undefined
  readonly radiusMetres: number | undefined
  readonly beacon: BeaconIdentity | undefined
}

export interface BeaconIdentity {
  readonly uuid: string
  readonly major: number | undefined
  readonly minor: number | undefined
}

/** The phone heard a beacon. */
export interface OwntracksBeacon {
  readonly kind: 'beacon'
  readonly beacon: BeaconIdentity
  readonly timeMs: number
  readonly region: string | undefined
  readonly rssiDbm: number | undefined
  readonly distanceMetres: number | undefined
  readonly proximity: 'immediate' | 'near' | 'far' | undefined
}

/** One message, or why there is none. `invalid` and `encrypted` name their reason, never the content. */
export type OwntracksMessage =
  | OwntracksLocation
  | OwntracksTransition
  | OwntracksWaypoint
  | { readonly kind: 'waypoints'; readonly waypoints: readonly OwntracksWaypoint[] }
  /** The broker lost the phone. `connectedMs` is when the app had connected, not when it was lost. */
  | { readonly kind: 'lwt'; readonly connectedMs: number | undefined }
  | {
      readonly kind: 'steps'
      readonly timeMs: number | undefined
      /** Undefined: the phone cannot count. */
      readonly steps: number | undefined
      readonly fromMs: number | undefined
      readonly toMs: number | undefined
    }
  | OwntracksBeacon
  /** A friend's name and face (base64 PNG). */
  | { readonly kind: 'card'; readonly name: string | undefined; readonly face: string | undefined }
  /** Permissions and battery-saver state of the phone: its scalar facts by their own names. */
  | {
      readonly kind: 'status'
      readonly platform: 'android' | 'ios'
      readonly facts: ReadonlyMap<string, string | number | boolean>
    }
  /** With a reason where no document names it. */
  | { readonly kind: 'unsupported'; readonly reason?: 'bad_content' | undefined; readonly help?: true | undefined }
  /** A friend was deleted in the app. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'encrypted'; readonly reason: 'encrypted_no_key' | 'decryption_failed' }
  | { readonly kind: 'invalid'; readonly reason: OwntracksFault }

export type OwntracksFault =
  | BodyFault
  | 'not_object'
  | 'bad_topic'
  | 'no_time'
  | 'bad_position'
  | 'bad_event'
  | 'bad_beacon'
  | 'bad_waypoints'
  | 'nested_encryption'
