/** Ruuvi Gateway over HTTP and MQTT: what it heard, and whether it is connected. Source: wire formats §11.1. */
import {
  decodeRuuviHttp,
  decodeRuuviMqtt,
  type RuuviGatewayMessage,
  ruuviObservations,
} from '@whereabouts/protocol/ruuvi-gateway'
import type { FastifyInstance } from 'fastify'
import type { AnyApp } from '../context.ts'
import { BODY_LIMIT } from '../platform/http/read-body.ts'
import { refuse } from '../platform/refusal.ts'
import { acceptTagsOfAll, type TagDeps } from './accept.ts'
import { inTime } from './deadline.ts'
import { identifyOverHttp, type KnownSender, mustSpeak } from './senders.ts'

/** Stores what a message says. The name the gateway gives itself is a label; its credential identifies it (G85). */
async function store(
  app: AnyApp,
  sender: KnownSender,
  decode: (deps: TagDeps) => RuuviGatewayMessage,
  receivedAtMs: number,
): Promise<RuuviGatewayMessage> {
  let message: RuuviGatewayMessage = { kind: 'ignored' }
  const read = (deps: TagDeps) => {
    message = decode(deps)
    if (message.kind === 'invalid') app.counts.add(sender, message.reason, receivedAtMs)
    return ruuviObservations(message, deps.settle)
  }
  await acceptTagsOfAll(app, sender, 'station', read, receivedAtMs)
  return message
}

/** Stores a message of a gateway on its own connection. */
export async function acceptRuuvi(
  app: AnyApp,
  sender: KnownSender,
  { topic, payload }: { topic: string; payload: Buffer },
  receivedAtMs: number,
): Promise<void> {
  mustSpeak(sender, 'ruuvi')
  // A gateway marks its status as retained; on its own connection it is current all the same.
  await store(
    app,
    sender,
    ({ keyOf }) => decodeRuuviMqtt({ topic, payload, isRetained: false }, { keyOf }),
    receivedAtMs,
  )
}

/** Needs a parser that passes every body on as bytes. */
export function ruuviRoutes(http: FastifyInstance, app: AnyApp): void {
  const options = { bodyLimit: BODY_LIMIT, config: { bodyKind: 'sender' as const } }
  http.post('/gateway/ruuvi', options, async (request, reply) => {
    const receivedAtMs = app.clock.now()
    const sender = await identifyOverHttp(app, request, reply)
    mustSpeak(sender, 'ruuvi')
    const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
    const message = await inTime(store(app, sender, ({ keyOf }) => decodeRuuviHttp(body, { keyOf }), receivedAtMs))
    // It sends its next table in seconds: what cannot be read now is no loss, and the installer sees the fault.
    if (message.kind === 'invalid') throw refuse('invalidInput', { info: 'body' })
    return reply.type('application/json').send('{}')
  })
}
