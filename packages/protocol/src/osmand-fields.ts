/** Reports as names and values: query, form, or an SDK's JSON with the same names. Source: wire formats §2.1. */
import { callsForHelp } from './calls-for-help.ts'
import {
  type CellTower,
  type OsmandReport,
  placed,
  type ReadReport,
  readPosition,
  readTime,
  type WifiAccessPoint,
} from './osmand-report.ts'
import {
  accuracyMetres,
  booleanOf,
  courseDegrees,
  geoPosition,
  identityOf,
  type JsonObject,
  MAX_IDENTITY_LENGTH,
  macOf,
  nonNegative,
  numberOf,
  percent,
  rssiDbm,
  textOf,
} from './values.ts'

/** By name, every value that was sent and is not empty, in order. */
export type Fields = ReadonlyMap<string, readonly unknown[]>

const METRES_PER_SECOND_IN_A_KNOT = 1852 / 3600
const MAX_VALUES = 256
const MAX_TOKEN_LENGTH = 4096
/** Names with a meaning; all others are kept as they are. */
const KNOWN = new Set(
  (
    'id deviceid lat lon location timestamp speed bearing heading altitude accuracy hdop batt charge mock alarm valid ' +
    'event cell wifi driverUniqueId notificationToken'
  ).split(' '),
)

function add(fields: Map<string, unknown[]>, name: string, value: unknown): void {
  if (value === '' || value === null || value === undefined) return
  const values = fields.get(name)
  if (values === undefined) fields.set(name, [value])
  else if (values.length < MAX_VALUES) values.push(value)
  else values[MAX_VALUES - 1] = value
}

/** Fields of query texts, read in order: what comes later counts. An empty value is as good as none. */
export function fieldsOfQuery(...queries: readonly string[]): Fields {
  const fields = new Map<string, unknown[]>()
  for (const query of queries) {
    for (const [name, value] of new URLSearchParams(query)) add(fields, name, value)
  }
  return fields
}

/** Fields of a JSON object with the names of the form; a list is a repeated name. `idOfUrl` counts where it names no device. */
function fieldsOfObject(object: JsonObject, idOfUrl: string | undefined): Fields {
  const fields = new Map<string, unknown[]>()
  if (object.id === undefined && object.deviceid === undefined) add(fields, 'id', idOfUrl)
  for (const [name, value] of Object.entries(object)) {
    for (const one of Array.isArray(value) ? value : [value]) add(fields, name, one)
  }
  return fields
}

/** The device that the fields name; of several the last. */
export const deviceIdOf = (fields: Fields): string | undefined =>
  identityOf((fields.get('id') ?? fields.get('deviceid'))?.at(-1))

/** A number, a truth value or a text; undefined for anything else. */
export function typed(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 'true') return true
  if (value === 'false') return false
  return numberOf(value) ?? textOf(value)
}

/** Unknown names and values, typed; of a repeated name the last. */
function extraOf(fields: Fields): OsmandReport['extra'] {
  let extra: Map<string, string | number | boolean> | undefined
  for (const [name, values] of fields) {
    if (KNOWN.has(name) || textOf(name) === undefined) continue
    const value = typed(values.at(-1))
    if (value === undefined) continue
    extra ??= new Map()
    if (extra.size < MAX_VALUES) extra.set(name, value)
  }
  return extra
}

function cellOf(value: unknown): CellTower | undefined {
  const [mcc, mnc, lac, cid, rssi] = typeof value === 'string' ? value.split(',', 5) : []
  const [mobileCountryCode, mobileNetworkCode, areaCode, cellId] = [mcc, mnc, lac, cid].map(nonNegative)
  if (mobileCountryCode === undefined || mobileNetworkCode === undefined) return undefined
  if (areaCode === undefined || cellId === undefined) return undefined
  return { mobileCountryCode, mobileNetworkCode, areaCode, cellId, rssiDbm: rssiDbm(rssi) }
}

function wifiOf(value: unknown): WifiAccessPoint | undefined {
  const [address, rssi] = typeof value === 'string' ? value.split(',', 2) : []
  const bssid = macOf(address)
  return bssid === undefined ? undefined : { bssid, rssiDbm: rssiDbm(rssi) }
}

/** The values that can be read; undefined where none was sent. */
const listOf = <T>(values: readonly unknown[] | undefined, read: (value: unknown) => T | undefined) =>
  values?.map(read).filter((item) => item !== undefined)

function positionOf(fields: Fields) {
  const pair = fields.get('location')?.at(-1)
  const [pairLat, pairLon, ...rest] = typeof pair === 'string' ? pair.split(',', 3) : []
  const lat = fields.get('lat')?.at(-1) ?? pairLat
  const lon = fields.get('lon')?.at(-1) ?? pairLon
  const isSent = lat !== undefined || lon !== undefined || pair !== undefined
  return readPosition(isSent, rest.length === 0 ? geoPosition(lat, lon) : undefined)
}

/** A report from a JSON object with the names of the form. */
export function readObject(object: JsonObject, idOfUrl?: string): ReadReport {
  return readFields(fieldsOfObject(object, idOfUrl), callsForHelp(object))
}

/** A report from fields, speed in knots. Of a repeated name the last value counts; but every alarm is kept. */
export function readFields(fields: Fields, help = false): ReadReport {
  const deviceId = deviceIdOf(fields)
  if (deviceId === undefined) return 'missing_device_id'
  const last = (name: string): unknown => fields.get(name)?.at(-1)
  const knots = nonNegative(last('speed'))
  const timestamp = last('timestamp')
  const report: OsmandReport = {
    deviceId,
    isFixValid: booleanOf(last('valid')),
    accuracyMetres: accuracyMetres(last('accuracy')),
    altitudeMetres: numberOf(last('altitude')),
    speedMetresPerSecond: knots === undefined ? undefined : knots * METRES_PER_SECOND_IN_A_KNOT,
    courseDegrees: courseDegrees(last('bearing') ?? last('heading')),
    hdop: nonNegative(last('hdop')),
    batteryPercent: percent(last('batt')),
    isCharging: booleanOf(last('charge')),
    isMock: booleanOf(last('mock')),
    alarm: listOf(fields.get('alarm'), (alarm) => textOf(alarm))?.join(',') || undefined,
    event: textOf(last('event')),
    driverId: textOf(last('driverUniqueId'), MAX_IDENTITY_LENGTH),
    notificationToken: textOf(last('notificationToken'), MAX_TOKEN_LENGTH),
    cells: listOf(fields.get('cell'), cellOf),
    wifi: listOf(fields.get('wifi'), wifiOf),
    help: help || undefined,
    extra: extraOf(fields),
  }
  return placed(report, positionOf(fields), readTime(timestamp, numberOf(timestamp)))
}
