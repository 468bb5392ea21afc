/** One report of a Traccar Client or any other sender of the "OsmAnd" protocol, in our units. Source: wire formats §2. */
import type { GeoPosition } from '@whereabouts/domain/positions'
import { callsForHelp, isCallForHelp } from './calls-for-help.ts'

/** Times are epoch milliseconds. */
export interface OsmandReport {
  /** The name the sender gives itself; its identity follows from the credential (G85). */
  readonly deviceId: string
  /** Undefined: the time of receipt counts. */
  readonly timeMs?: number | undefined
  /** Undefined in heartbeats. */
  readonly position?: GeoPosition | undefined
  /** False: the sender itself marks the fix as invalid. */
  readonly isFixValid?: boolean | undefined
  readonly accuracyMetres?: number | undefined
  readonly altitudeMetres?: number | undefined
  readonly speedMetresPerSecond?: number | undefined
  readonly courseDegrees?: number | undefined
  readonly hdop?: number | undefined
  readonly batteryPercent?: number | undefined
  readonly isCharging?: boolean | undefined
  /** From a location provider that can be faked. */
  readonly isMock?: boolean | undefined
  readonly isMoving?: boolean | undefined
  readonly activity?: string | undefined
  readonly odometerMetres?: number | undefined
  /** As sent; more than one are joined by commas. */
  readonly alarm?: string | undefined
  readonly event?: string | undefined
  readonly driverId?: string | undefined
  readonly notificationToken?: string | undefined
  readonly cells?: readonly CellTower[] | undefined
  readonly wifi?: readonly WifiAccessPoint[] | undefined
  /** Its JSON calls for help, in whatever shape. */
  readonly help?: boolean | undefined
  /** Why its place, or its place and its time, are left out: it is heard all the same. */
  readonly fault?: 'bad_position' | 'bad_time' | undefined
  /** Unknown keys, typed. */
  readonly extra?: ReadonlyMap<string, string | number | boolean> | undefined
}

export interface CellTower {
  readonly mobileCountryCode: number
  readonly mobileNetworkCode: number
  readonly areaCode: number
  readonly cellId: number
  readonly rssiDbm: number | undefined
}

export interface WifiAccessPoint {
  /** `AA:BB:CC:DD:EE:FF`. */
  readonly bssid: string
  readonly rssiDbm: number | undefined
}

export type OsmandReportFault = 'missing_device_id' | 'not_object' | 'bad_location' | 'bad_position' | 'bad_time'
export type ReadReport = OsmandReport | OsmandReportFault

/** A part of a report: not sent, read, or unreadable. */
export type Part<T> = { readonly value?: T | undefined } | undefined

/** True where a person asks for help, by an alarm, an event, or a field that the sender added. */
export const asksForHelp = ({ alarm, event, help, extra }: OsmandReport): boolean =>
  help === true ||
  isCallForHelp(alarm) ||
  isCallForHelp(event) ||
  (extra !== undefined && callsForHelp(Object.fromEntries(extra)))

/**
 * Combines a report with its place and time. One with an unreadable place is heard without it, and so is one with an unreadable time,
 * as its place is of whenever it was; but that a call for help is of now. An undefined part could not be read.
 */
export function placed(report: OsmandReport, position: Part<GeoPosition>, time: Part<number>): ReadReport {
  const fault = position === undefined ? 'bad_position' : time === undefined ? 'bad_time' : undefined
  if (fault === undefined || asksForHelp(report)) return { ...report, position: position?.value, timeMs: time?.value }
  return { ...report, fault, position: undefined, timeMs: time?.value }
}

const NOT_SENT = {}
const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:(Z)|[ +](\d{2}):?(\d{2})|-(\d{2}):?(\d{2}))?$/i
/** Numbers below this are seconds, from it on milliseconds. */
const SECONDS_BELOW = 2_147_483_647
const MAX_TIME_MS = 8_640_000_000_000_000

/**
 * Epoch seconds, epoch milliseconds (from 2147483647 on), ISO 8601, or `yyyy-MM-dd HH:mm:ss[.SSS]`; without a zone UTC.
 * A plus of a zone that was not escaped in a query arrives as a space.
 */
export function readTime(value: unknown, number: number | undefined): Part<number> {
  if (value === undefined || value === null || value === '') return NOT_SENT
  if (number !== undefined) {
    const ms = number < SECONDS_BELOW ? Math.floor(number * 1000) : Math.floor(number)
    return ms >= 0 && ms <= MAX_TIME_MS ? { value: ms } : undefined
  }
  const parts = typeof value === 'string' ? ISO_TIME.exec(value) : null
  if (parts === null) return undefined
  const [, day, time, , plusHours, plusMinutes, minusHours, minusMinutes] = parts
  const zone = plusHours ? `+${plusHours}:${plusMinutes}` : minusHours ? `-${minusHours}:${minusMinutes}` : 'Z'
  const ms = Date.parse(`${day}T${time}${zone}`)
  return ms >= 0 ? { value: ms } : undefined
}

/** Undefined where one of two coordinates is missing, or the pair lies off the globe. */
export const readPosition = (isSent: boolean, position: GeoPosition | undefined): Part<GeoPosition> =>
  isSent ? position && { value: position } : NOT_SENT
