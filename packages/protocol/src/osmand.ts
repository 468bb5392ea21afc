/**
 * Traccar Client and everything else that speaks the "OsmAnd" protocol over HTTP. Source: wire formats §2.
 * Four shapes on one address: query, form, the JSON of 9.x, a JSON array of an SDK app.
 */
import type { Observation } from '@whereabouts/domain/observations'
import { type BodyFault, decodeText, parseJson } from './body.ts'
import { deviceIdOf, fieldsOfQuery, readFields, readObject } from './osmand-fields.ts'
import { readLocationObject } from './osmand-json.ts'
import { asksForHelp, type OsmandReport, type OsmandReportFault, type ReadReport } from './osmand-report.ts'
import { seqOf } from './seq.ts'
import { isJsonObject } from './values.ts'

export interface OsmandRequest {
  /** The URL's query, with or without its question mark. */
  readonly query: string
  readonly contentType?: string | undefined
  readonly body: Uint8Array
}

type OsmandFault = BodyFault | OsmandReportFault

/**
 * The reports of one request. An answer other than 2xx makes the client keep its whole queue back, so it is kept for what
 * can be put right at the sender: no device named, an unreadable body (400), and a device that is not known, which the
 * caller finds out (`unknownDeviceStatus`). What can never be stored is acknowledged and named in `faults`.
 */
export type OsmandDecoded =
  | {
      readonly kind: 'reports'
      readonly httpStatus: 200
      readonly unknownDeviceStatus: 400 | 404
      readonly reports: readonly OsmandReport[]
      readonly faults: readonly OsmandFault[]
    }
  | { readonly kind: 'invalid'; readonly httpStatus: 200 | 400; readonly reason: OsmandFault }

const REFUSED = new Set<OsmandFault>(['not_utf8', 'not_json', 'missing_device_id'])

const invalid = (reason: OsmandFault, httpStatus: 200 | 400 = REFUSED.has(reason) ? 400 : 200): OsmandDecoded => ({
  kind: 'invalid',
  httpStatus,
  reason,
})

function decoded(read: readonly ReadReport[], unknownDeviceStatus: 400 | 404): OsmandDecoded {
  const reports = read.filter((item) => typeof item !== 'string')
  const faults = read.flatMap((item) => (typeof item === 'string' ? item : (item.fault ?? [])))
  const [first] = faults
  if (reports.length > 0 || first === undefined) {
    return { kind: 'reports', httpStatus: 200, unknownDeviceStatus, reports, faults }
  }
  return invalid(first, faults.every((fault) => REFUSED.has(fault)) ? 400 : 200)
}

function decodeJsonBody(text: string, query: string): OsmandDecoded {
  const parsed = parseJson(text)
  if (parsed === undefined) return invalid('not_json')
  const { value } = parsed
  const idOfUrl = deviceIdOf(fieldsOfQuery(query))
  if (Array.isArray(value)) {
    const read = value.map((item) => (isJsonObject(item) ? readObject(item, idOfUrl) : ('not_object' as const)))
    return decoded(read, 404)
  }
  if (!isJsonObject(value)) return invalid('not_object')
  // One position of an SDK has the form's names, and may have a `location` that is text.
  const isPlain = typeof value.location !== 'object' && value.device_id === undefined
  return decoded([isPlain ? readObject(value, idOfUrl) : readLocationObject(value, idOfUrl)], 404)
}

/**
 * One request. The content type decides the shape: JSON, form (its values count before the query's), anything else and
 * an empty body: the query alone.
 */
export function decodeOsmand({ query, contentType = '', body }: OsmandRequest): OsmandDecoded {
  const type = contentType.toLowerCase()
  const [isJson, isForm] = [type.includes('json'), type.includes('x-www-form-urlencoded')]
  if (body.length === 0 || !(isJson || isForm)) return decoded([readFields(fieldsOfQuery(query))], 400)
  const text = decodeText(body)
  if (text === undefined) return invalid('not_utf8')
  return isJson ? decodeJsonBody(text, query) : decoded([readFields(fieldsOfQuery(query, text))], 400)
}

/**
 * The observation to store. Repeats have the same time and `seq`; an alarm
 * at the place and time of an earlier report is not a repeat of it.
 */
export function osmandObservation(report: OsmandReport): Observation {
  // A fix that its own sender marks as invalid proves only that the device is alive.
  const position = report.isFixValid === false ? undefined : report.position
  const { deviceId, timeMs, alarm, event } = report
  const help = asksForHelp(report) || undefined
  return {
    scannedAtMs: timeMs,
    isTimeOfFix: true,
    seq: seqOf(
      'osmand',
      deviceId,
      timeMs,
      report.position?.latitude,
      report.position?.longitude,
      alarm,
      event,
      ...(help ? ['help'] : []),
    ),
    senderPosition: position,
    items: [
      {
        kind: 'location',
        position,
        accuracyMetres: position && report.accuracyMetres,
        batteryPercent: report.batteryPercent,
        speedMetresPerSecond: report.speedMetresPerSecond,
        headingDegrees: report.courseDegrees,
        moving: report.isMoving,
        help,
      },
    ],
  }
}
