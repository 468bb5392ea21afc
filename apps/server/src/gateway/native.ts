/** The native protocol: one body over HTTP and MQTT. Source: G09. */
import {
  DeviceReport,
  type DeviceReport as DeviceReportBody,
  deviceReports,
  Scan,
} from '@whereabouts/contract/device-reports'
import { badValue } from '@whereabouts/domain/set-aside'
import { decodeJson } from '@whereabouts/protocol/body'
import { nativeObservation } from '@whereabouts/protocol/native'
import { booleanOf, isJsonObject, type JsonObject, numberOf } from '@whereabouts/protocol/values'
import { saysYes } from '@whereabouts/protocol/words-of-help'
import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AnyApp, App } from '../context.ts'
import type { Accepted } from '../ingest/ingest.ts'
import { answer, toRefusal } from '../platform/http/answer.ts'
import { refuse } from '../platform/refusal.ts'
import { accept, acceptTags, type TagDeps } from './accept.ts'
import { takeCommands } from './commands.ts'
import { inTime } from './deadline.ts'
import { basicAuth, type KnownSender, mustSpeak } from './senders.ts'

/** zod stays the source; compiled from its JSON Schema the check takes a fifteenth of the time, which the hot path needs. */
const isReport = new Ajv({ strict: false, useDefaults: true }).compile<DeviceReportBody>(
  z.toJSONSchema(DeviceReport, { io: 'input', target: 'draft-7' }),
)

/** A report, and the names of its optional fields that were left out as their values cannot be read. */
export interface ReadReport {
  readonly report: DeviceReportBody
  readonly leftOut: ReadonlySet<string>
}

type Fields = Readonly<Record<string, z.ZodType>>
/** Who sends is needed, though by one field of several. */
const NAMES_OF_SENDER = new Set(['t4_id', 'phone_id', 'key'])
const optionalOf = (shape: Fields): Fields =>
  Object.fromEntries(
    Object.entries(shape).filter(([name, field]) => field instanceof z.ZodOptional && !NAMES_OF_SENDER.has(name)),
  )
const OPTIONAL = optionalOf(DeviceReport.shape)
const OPTIONAL_OF_SCAN = optionalOf(Scan.shape)
const NOTHING_LEFT_OUT: ReadonlySet<string> = new Set()

/** The value as the field takes it, also a number or a truth value that travels as text; undefined: it cannot be read. */
function readingOf(name: string, field: z.ZodType, value: unknown): unknown {
  const readings = [value, numberOf(value), booleanOf(value), name === 'help' && saysYes(value) ? true : undefined]
  return readings.find((reading) => reading !== undefined && field.safeParse(reading).success)
}

/** The object without those of these fields that cannot be read; adds their names. */
function withoutUnreadable(object: JsonObject, fields: Fields, names: Set<string>, path = ''): JsonObject {
  const read: Record<string, unknown> = { ...object }
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(read, name)) continue
    const value = readingOf(name, field, read[name])
    if (value === undefined) {
      delete read[name]
      names.add(path + name)
    } else read[name] = value
  }
  return read
}

/** Those scans that can be read, which the others do not harm; all of them where none can, and the report is refused. */
function readableScans(scans: readonly unknown[], names: Set<string>): readonly unknown[] {
  const whole = scans.map((scan) =>
    isJsonObject(scan) ? withoutUnreadable(scan, OPTIONAL_OF_SCAN, names, 'scans.') : scan,
  )
  const readable = whole.filter((scan) => {
    const { error } = Scan.safeParse(scan)
    if (error !== undefined) names.add(['scans', ...error.issues[0]!.path].join('.'))
    return error === undefined
  })
  return readable.length > 0 ? readable : whole
}

/** A decoded body as a report without what cannot be read and is not needed, or 400001 naming the faulty field. */
export function readReport(body: unknown): ReadReport {
  if (isReport(body)) return { report: body, leftOut: NOTHING_LEFT_OUT }
  const leftOut = new Set<string>()
  if (isJsonObject(body)) {
    const report = withoutUnreadable(body, OPTIONAL, leftOut)
    const { scans } = report
    const read = Array.isArray(scans) ? readableScans(scans, leftOut) : scans
    const whole: unknown = read === undefined ? report : { ...report, scans: read }
    if (isReport(whole)) return { report: whole, leftOut }
  }
  const fault = isReport.errors?.[0]
  throw refuse('invalidInput', { info: `body${(fault?.instancePath ?? '').replaceAll('/', '.')}` })
}

/** A payload as a report; 400001 also for one that is not JSON in UTF-8. */
export function parseReport(payload: Buffer): ReadReport {
  const json = decodeJson(payload)
  return readReport(typeof json === 'string' ? undefined : json.value)
}

/** Stores a report of a sender; `isKept`: by somebody's broker. A name other than the sender's own is refused with 403001 (G85). */
export async function acceptReport(
  app: AnyApp,
  sender: KnownSender,
  { report, leftOut }: ReadReport,
  receivedAtMs: number,
  { isKept = false }: { readonly isKept?: boolean | undefined } = {},
): Promise<Accepted> {
  mustSpeak(sender, 'native')
  const { t4_id: t4Id, phone_id: phoneId } = report
  if ((t4Id === undefined) === (phoneId === undefined)) throw refuse('invalidInput', { info: 'body.t4_id' })
  // A station may use its credential's name or, once it has one, its own id.
  const isOwn = [sender.senderId, sender.label, t4Id === undefined ? undefined : sender.t4Id].includes(t4Id ?? phoneId)
  if (!isOwn) {
    app.counts.add(sender, 'foreignSender', receivedAtMs)
    throw refuse('forbidden')
  }
  for (const field of leftOut) app.counts.add(sender, badValue(field), receivedAtMs)
  const speaksAs = t4Id === undefined ? 'phone' : 'station'
  const readsTags = report.scans.some(({ advertisement }) => advertisement !== undefined)
  if (!readsTags) return accept(app, sender, speaksAs, nativeObservation(report, speaksAs, { isKept }), receivedAtMs)
  const read = (deps: TagDeps) => nativeObservation(report, speaksAs, { ...deps, isKept })
  // There is always an observation: of the sender itself.
  return (await acceptTags(app, sender, speaksAs, read, receivedAtMs))!
}

/** A body is read once its sender is known; what is no object has none. */
function ofSomebody(body: unknown): DeviceReportBody {
  if (!isJsonObject(body)) throw refuse('invalidInput', { info: 'body' })
  return body as unknown as DeviceReportBody
}

export const nativeRoutes = (http: FastifyInstance, app: App) =>
  answer(
    http,
    app.identify,
    deviceReports,
    {
      async report({ body, request }) {
        const receivedAtMs = app.clock.now()
        const basic = basicAuth(request.headers.authorization)
        const sender = await app.senders.identify(basic?.password ?? body.key, basic?.username)
        try {
          return await inTime(acceptReport(app, sender, readReport(body), receivedAtMs))
        } catch (error) {
          // Its card says so too, as it does of what came over MQTT.
          if (toRefusal(error).errorName === 'invalidInput') app.counts.add(sender, 'invalidInput', receivedAtMs)
          throw error
        }
      },

      async commands({ request }) {
        const basic = basicAuth(request.headers.authorization)
        const sender = await app.senders.identify(basic?.password, basic?.username)
        mustSpeak(sender, 'native')
        const taken = await takeCommands(app.db, [sender], app.clock.now())
        return { commands: taken.map(({ command }) => command) }
      },
    },
    { readers: { report: ofSomebody } },
  )
