/** OwnTracks over HTTP: one JSON message a request, Basic auth. Source: wire formats §1. */
import { decodeOwntracksHttp, type OwntracksDecoded, owntracksObservation } from '@whereabouts/protocol/owntracks'
import type { FastifyInstance } from 'fastify'
import type { AnyApp } from '../context.ts'
import { BODY_LIMIT } from '../platform/http/read-body.ts'
import { refuse } from '../platform/refusal.ts'
import { accept } from './accept.ts'
import { inTime } from './deadline.ts'
import { basicAuth, type KnownSender, mustSpeak, mustSpeakOverHttp } from './senders.ts'

const header = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value

/** Stores a decoded message, or counts why there is nothing to store. Unreadable ones are acknowledged: rule 43. */
export async function acceptOwntracks(
  app: AnyApp,
  sender: KnownSender,
  decoded: OwntracksDecoded,
  receivedAtMs: number,
): Promise<void> {
  mustSpeak(sender, 'owntracks')
  const { message } = decoded
  const fault = 'reason' in message ? message.reason : 'fault' in message ? message.fault : undefined
  if (fault !== undefined) app.counts.add(sender, fault, receivedAtMs)
  const observation = owntracksObservation(decoded)
  if (observation !== undefined) await accept(app, sender, 'phone', observation, receivedAtMs)
}

/** Needs a parser that passes every body on as bytes. */
export function owntracksRoutes(http: FastifyInstance, app: AnyApp): void {
  const options = { bodyLimit: BODY_LIMIT, config: { bodyKind: 'sender' as const } }
  http.post('/gateway/owntracks', options, async (request, reply) => {
    const receivedAtMs = app.clock.now()
    const basic = basicAuth(request.headers.authorization)
    if (basic === undefined) {
      reply.header('www-authenticate', 'Basic realm="Whereabouts"')
      throw refuse('unauthorized')
    }
    const sender = await app.senders.identify(basic.password, basic.username)
    mustSpeakOverHttp(app.counts, sender, 'owntracks', receivedAtMs)
    const decoded = decodeOwntracksHttp({
      body: (request.body as Buffer | undefined) ?? Buffer.alloc(0),
      limitUser: header(request.headers['x-limit-u']),
      limitDevice: header(request.headers['x-limit-d']),
      basicUser: basic.username,
      secret: app.payloadKeys.of(sender),
    })
    await inTime(acceptOwntracks(app, sender, decoded, receivedAtMs))
    if (decoded.httpStatus !== 200) throw refuse('invalidInput', { info: 'body' })
    return reply.type('application/json').send('[]')
  })
}
