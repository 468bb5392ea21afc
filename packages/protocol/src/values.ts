/**
 * Reads single values from untrusted senders: each reader gives the value in our unit, or undefined where it is missing, of a
 * wrong type, out of range, or one of the senders' ways to say "unknown". None throws.
 * Source: wire formats §0; security rule 20.
 */
import { type GeoPosition, isOnTheGlobe } from '@whereabouts/domain/positions'

/** A parsed JSON object. `__proto__` in its text became an ordinary own key, which nobody reads. */
export interface JsonObject {
  readonly [key: string]: unknown
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Most characters of an identity. Source: security rule 20. */
export const MAX_IDENTITY_LENGTH = 128
/** Most characters of a descriptive text. */
export const MAX_TEXT_LENGTH = 256

const MAX_NUMBER_LENGTH = 40
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const CONTROL = /\p{Cc}/u
const MAC = /^([0-9a-f]{2})[:-]?([0-9a-f]{2})[:-]?([0-9a-f]{2})[:-]?([0-9a-f]{2})[:-]?([0-9a-f]{2})[:-]?([0-9a-f]{2})$/i
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/** A finite number, also when it travels as decimal text. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.length > MAX_NUMBER_LENGTH) return undefined
  const text = value.trim()
  if (!DECIMAL.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

/** A number within bounds, ends included. */
export function within(value: unknown, low: number, high: number): number | undefined {
  const number = numberOf(value)
  return number !== undefined && number >= low && number <= high ? number : undefined
}

/** The first of these names that has a value of use, in the first object that has one. */
export function firstOf<Value>(
  objects: readonly JsonObject[],
  names: readonly string[],
  read: (value: unknown) => Value | undefined,
): Value | undefined {
  for (const object of objects) {
    for (const name of names) {
      const value = read(Object.hasOwn(object, name) ? object[name] : undefined)
      if (value !== undefined) return value
    }
  }
  return undefined
}

/** For values that cannot be negative: senders write -1 for "unknown". */
export const nonNegative = (value: unknown): number | undefined => within(value, 0, Number.MAX_VALUE)
export const percent = (value: unknown): number | undefined => within(value, 0, 100)
/** Degrees clockwise from north, 0 to 360. */
export const courseDegrees = (value: unknown): number | undefined => within(value, 0, 360)
/** How radios say that they have measured no strength. */
const NOT_MEASURED = new Set([0, 127])
/** A received signal strength that a radio can measure: the same bounds as in the native protocol. */
export const rssiDbm = (value: unknown): number | undefined =>
  isNotMeasured(value) ? undefined : within(value, -150, 30)
/** True where a radio has heard something and says that it measured no strength. */
export const isNotMeasured = (value: unknown): boolean => {
  const number = numberOf(value)
  return number !== undefined && NOT_MEASURED.has(number)
}
/** The same bounds as in the native protocol. */
export const celsius = (value: unknown): number | undefined => within(value, -60, 150)

/** Radius of a place's uncertainty; the same bounds as in the native protocol. */
export const accuracyMetres = (value: unknown): number | undefined => within(value, 0, 1_000_000)

/** Text that a database and a screen can hold: not empty, not too long, no control characters, well-formed. */
export const textOf = (value: unknown, maxLength: number = MAX_TEXT_LENGTH): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= maxLength && !CONTROL.test(value) && value.isWellFormed()
    ? value
    : undefined

/** An identity; senders write some as numbers. */
export const identityOf = (value: unknown): string | undefined =>
  textOf(typeof value === 'number' && Number.isFinite(value) ? String(value) : value, MAX_IDENTITY_LENGTH)

/** True and false, also when they travel as text or as 1 and 0. */
export function booleanOf(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === 1 || value === '1') return true
  if (value === false || value === 'false' || value === 0 || value === '0') return false
  return undefined
}

/** Epoch milliseconds from epoch seconds; 0 is how senders say that they do not know the time. */
export function epochMs(seconds: unknown): number | undefined {
  const number = numberOf(seconds)
  return number !== undefined && number > 0 && number <= 8_640_000_000_000 ? Math.floor(number * 1000) : undefined
}

/** A place on the globe. */
export function geoPosition(latitude: unknown, longitude: unknown): GeoPosition | undefined {
  const [lat, lon] = [numberOf(latitude), numberOf(longitude)]
  return lat !== undefined && lon !== undefined && isOnTheGlobe(lat, lon)
    ? { latitude: lat, longitude: lon }
    : undefined
}

/** `AA:BB:CC:DD:EE:FF` from any usual spelling. */
export function macOf(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? MAC.exec(value) : null
  return parts === null ? undefined : parts.slice(1).join(':').toUpperCase()
}

/** Lower case with dashes. */
export function uuidOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !UUID.test(value)) return undefined
  const hex = value.replaceAll('-', '').toLowerCase()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** A whole number within bounds, ends included. */
function wholeWithin(value: unknown, low: number, high: number): number | undefined {
  const number = within(value, low, high)
  return Number.isInteger(number) ? number : undefined
}

/** The 16-bit numbers of an iBeacon. */
export const beaconNumber = (value: unknown): number | undefined => wholeWithin(value, 0, 0xffff)
/** Steps; the same bounds as in the native protocol. */
export const stepCount = (value: unknown): number | undefined => wholeWithin(value, 0, 1_000_000)
