/** The JSON of Traccar Client 9.x: `{"location":{…},"device_id":…}`. Source: wire formats §2.2. */
import { callsForHelp } from './calls-for-help.ts'
import { typed } from './osmand-fields.ts'
import { type OsmandReport, placed, type ReadReport, readPosition, readTime } from './osmand-report.ts'
import {
  accuracyMetres,
  booleanOf,
  courseDegrees,
  geoPosition,
  identityOf,
  isJsonObject,
  type JsonObject,
  nonNegative,
  numberOf,
  textOf,
  within,
} from './values.ts'

const NOTHING: JsonObject = {}
const MAX_EXTRAS = 256

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : NOTHING)

/** Percent, to a tenth, from 0..1. */
function levelPercent(level: unknown): number | undefined {
  const share = within(level, 0, 1)
  return share === undefined ? undefined : Math.round(share * 1000) / 10
}

/** The user's own object: its scalar values. */
function extrasOf(extras: unknown): OsmandReport['extra'] {
  const entries = Object.entries(objectOf(extras)).slice(0, MAX_EXTRAS)
  const known = entries.flatMap(([name, value]) => {
    const one = typed(value)
    return one === undefined || textOf(name) === undefined ? [] : [[name, one] as const]
  })
  return known.length === 0 ? undefined : new Map(known)
}

/** A report, speed in metres per second. `idOfUrl` counts where the body names no device. */
export function readLocationObject(body: JsonObject, idOfUrl: string | undefined): ReadReport {
  const deviceId = identityOf(body.device_id) ?? idOfUrl
  if (deviceId === undefined) return 'missing_device_id'
  if (!isJsonObject(body.location)) return 'bad_location'
  const { location } = body
  const coords = objectOf(location.coords)
  const battery = objectOf(location.battery)
  const isPlaceSent = coords.latitude !== undefined || coords.longitude !== undefined
  const report: OsmandReport = {
    deviceId,
    accuracyMetres: accuracyMetres(coords.accuracy),
    altitudeMetres: numberOf(coords.altitude),
    speedMetresPerSecond: nonNegative(coords.speed),
    courseDegrees: courseDegrees(coords.heading),
    batteryPercent: levelPercent(battery.level),
    isCharging: booleanOf(battery.is_charging),
    isMock: booleanOf(location.mock),
    isMoving: booleanOf(location.is_moving),
    activity: textOf(objectOf(location.activity).type),
    odometerMetres: nonNegative(location.odometer),
    alarm: textOf(location.alarm),
    event: textOf(location.event),
    help: callsForHelp(body) || undefined,
    extra: extrasOf(location.extras),
  }
  const position = readPosition(isPlaceSent, geoPosition(coords.latitude, coords.longitude))
  return placed(report, position, readTime(location.timestamp, numberOf(location.timestamp)))
}
