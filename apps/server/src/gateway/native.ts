/** The native protocol: one body over HTTP and MQTT. Source: G09. */
import {
  DeviceReport,
  type DeviceReport as DeviceReportBody,
  deviceReports,
} from '@whereabouts/contract/device-reports'
import { decodeJson } from '@whereabouts/protocol/body'
import { nativeObservation } from '@whereabouts/protocol/native'
import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { App } from '../context.ts'
import type { Accepted } from '../ingest/ingest.ts'
import { answer } from '../platform/http/answer.ts'
import { refuse } from '../platform/refusal.ts'
import { accept, acceptTags, type TagDeps } from './accept.ts'
import { takeCommands } from './commands.ts'
import { inTime } from './deadline.ts'
import { basicAuth, type KnownSender, mustSpeak } from './senders.ts'

/** zod stays the source; compiled from its JSON Schema the check takes a fifteenth of the time, which the hot path needs. */
const isReport = new Ajv({ strict: false, useDefaults: true }).compile<DeviceReportBody>(
  z.toJSONSchema(DeviceReport, { io: 'input', target: 'draft-7' }),
)

/** A decoded body as a report, or 400001 naming the faulty field. */
export function readReport(body: unknown): DeviceReportBody {
  if (isReport(body)) return body
  const fault = isReport.errors?.[0]
  throw refuse('invalidInput', { info: `body${(fault?.instancePath ?? '').replaceAll('/', '.')}` })
}

/** A payload as a report; 400001 also for one that is not JSON in UTF-8. */
export function parseReport(payload: Buffer): DeviceReportBody {
  const json = decodeJson(payload)
  return readReport(typeof json === 'string' ? undefined : json.value)
}

/** Stores a report of a sender. A name other than the sender's own is refused with 403001 (G85). */
export async function acceptReport(
  app: App,
  sender: KnownSender,
  report: DeviceReportBody,
  receivedAtMs: number,
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
  const speaksAs = t4Id === undefined ? 'phone' : 'station'
  const readsTags = report.scans.some(({ advertisement }) => advertisement !== undefined)
  if (!readsTags) return accept(app, sender, speaksAs, nativeObservation(report, speaksAs), receivedAtMs)
  const read = (deps: TagDeps) => nativeObservation(report, speaksAs, deps)
  // There is always an observation: of the sender itself.
  return (await acceptTags(app, sender, speaksAs, read, receivedAtMs))!
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
        return inTime(acceptReport(app, sender, body, receivedAtMs))
      },

      async commands({ request }) {
        const basic = basicAuth(request.headers.authorization)
        const sender = await app.senders.identify(basic?.password, basic?.username)
        mustSpeak(sender, 'native')
        const taken = await takeCommands(app.db, [sender], app.clock.now())
        return { commands: taken.map(({ command }) => command) }
      },
    },
    { readers: { report: readReport } },
  )
