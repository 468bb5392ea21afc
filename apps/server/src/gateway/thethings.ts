/** The Things Stack 3: a webhook of an application brings the uplinks of its devices. Source: wire formats §11.2. */
import { decodeTheThings } from '@whereabouts/protocol/thethings'
import type { FastifyInstance } from 'fastify'
import type { AnyApp } from '../context.ts'
import { BODY_LIMIT } from '../platform/http/read-body.ts'
import { acceptLorawan } from './lorawan.ts'
import { identifyOverHttp, mustSpeak } from './senders.ts'

/** Needs a parser that passes every body on as bytes. */
export function theThingsRoutes(http: FastifyInstance, app: AnyApp): void {
  const options = { bodyLimit: BODY_LIMIT, config: { bodyKind: 'sender' as const } }
  http.post('/gateway/thethings', options, async (request, reply) => {
    const receivedAtMs = app.clock.now()
    const sender = await identifyOverHttp(app, request, reply)
    mustSpeak(sender, 'thethings')
    const decoded = decodeTheThings((request.body as Buffer | undefined) ?? Buffer.alloc(0))
    await acceptLorawan(app, sender, decoded, receivedAtMs)
    return reply.type('application/json').send('{}')
  })
}
