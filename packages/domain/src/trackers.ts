/** Trackers: models, status, and the text of the place. Source: specification §1, §4; G38 to G41. */

import { BATTERY_RECOVERED_PERCENT } from './alarms.ts'

export const TRACKER_MODELS = ['g3', 'g3s', 'g3d', 'g3d2', 'g3m', 'g5'] as const
export const DEVICE_MODELS = [...TRACKER_MODELS, 'mobile'] as const
export type DeviceModel = (typeof DEVICE_MODELS)[number]

export const TRACKER_STATUSES = ['connected', 'disconnected', 'offline'] as const
export type TrackerStatus = (typeof TRACKER_STATUSES)[number]

export type DeviceKind = 'tracker' | 'watch' | 'phone'

/** A g5 is a care watch, a mobile a phone, all else a tracker (G41). */
export const deviceKind = (model: DeviceModel): DeviceKind =>
  model === 'g5' ? 'watch' : model === 'mobile' ? 'phone' : 'tracker'

/** Of our own make: it takes settings and firmware from the console. Phones and other makes are set up on the device (G49, G85). */
export const isOurMake = ({ device_model, make }: { readonly device_model: string; readonly make: string }): boolean =>
  device_model !== 'mobile' && make === ''

/** Seconds of silence after which contact counts as lost for good. Source: G40, which re-uses the station's window. */
export const TRACKER_OFFLINE_AFTER_SECONDS = 930
/** The same for reports without a connection state, as of plain tags. Source: G40. */
export const PLAIN_TAG_WINDOW_SECONDS = 180

/** Battery at or below this is low (percent). Source: G70, design language §3. */
export const LOW_BATTERY_PERCENT = 15

/** What the status depends on; times in epoch seconds. */
export interface Contact {
  /** When it was last heard; null: never. */
  readonly last_seen: number | null
  /** Connection state in the last report; undefined where its protocol has none. */
  readonly saidConnected: boolean | undefined
  readonly isPhone: boolean
}

/** Connected, disconnected or offline as of `now` (epoch seconds). Phones are connected or offline only. Source: G40. */
export function trackerStatus(contact: Contact, now: number): TrackerStatus {
  if (contact.last_seen === null) return 'offline'
  const silentFor = now - contact.last_seen
  if (silentFor > TRACKER_OFFLINE_AFTER_SECONDS) return 'offline'
  if (contact.isPhone) return 'connected'
  if (contact.saidConnected === undefined) return silentFor <= PLAIN_TAG_WINDOW_SECONDS ? 'connected' : 'disconnected'
  return contact.saidConnected ? 'connected' : 'disconnected'
}

/** Codes of a live sighting. Source: specification §4; meanings G39. */
export const LIVE_REASON_CODES = [2, 3, 5, 6, 10, 11, 12] as const
export type LiveReasonCode = (typeof LIVE_REASON_CODES)[number]
/** A live code, or 400 + code: the same sighting of a tracker that is no longer connected. */
export const REASON_CODES = [2, 3, 5, 6, 10, 11, 12, 402, 403, 405, 406, 410, 411, 412] as const
export type ReasonCode = (typeof REASON_CODES)[number]

/** The live code of a code. */
export const liveReasonCode = (code: ReasonCode): LiveReasonCode => (code % 400) as LiveReasonCode
/** The stale code of a code. */
export const staleReasonCode = (code: LiveReasonCode): ReasonCode => (400 + code) as ReasonCode
export const isStaleReasonCode = (code: ReasonCode): boolean => code >= 400

/** The fields that the location text depends on, as published. */
export interface LocatedDevice {
  readonly device_id: string
  readonly connected: boolean
  readonly qualified_location_info: {
    readonly sender_device_id: string
    readonly reason_code: number
    readonly reason_data: {
      readonly phone_name?: string | undefined
      readonly station_name?: string | undefined
    }
  } | null
}

/** Which sentence to show, and the name in it; an empty name: a phone of another account. */
export type LocationText =
  | { readonly kind: 'none' }
  | { readonly kind: 'online' | 'offline' }
  | { readonly kind: 'nearby' | 'connectedWith'; readonly senderName: string }

/**
 * The location text of a device. Source: specification §4 Tracker location text; G39.
 * A phone that reports itself is online or offline; code 11 is nearby; any other known code is connected with its sender.
 */
export function locationText(device: LocatedDevice): LocationText {
  const info = device.qualified_location_info
  if (info === null) return { kind: 'none' }
  if (info.sender_device_id === device.device_id) return { kind: device.connected ? 'online' : 'offline' }
  if (!(REASON_CODES as readonly number[]).includes(info.reason_code)) return { kind: 'none' }
  const senderName = info.reason_data.phone_name ?? info.reason_data.station_name ?? info.sender_device_id
  const kind = liveReasonCode(info.reason_code as ReasonCode) === 11 ? 'nearby' : 'connectedWith'
  return { kind, senderName }
}

const STATUS_ORDER: Record<TrackerStatus, number> = { disconnected: 1, connected: 2, offline: 3 }

/** Rank in the list sorted by state: attention first, then disconnected, connected, offline. Source: G38. */
export const stateRank = (device: { readonly status: TrackerStatus }, needsAttention: boolean): number =>
  needsAttention ? 0 : STATUS_ORDER[device.status]

/**
 * Whether a battery counts as low: at 15 percent or below, and from then until it is charged to 20. Source: G70.
 */
export const isBatteryLow = (percent: number, wasLow: boolean): boolean =>
  percent <= LOW_BATTERY_PERCENT || (wasLow && percent < BATTERY_RECOVERED_PERCENT)
