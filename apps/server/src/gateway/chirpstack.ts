/** ChirpStack 4: the HTTP integration of an application brings the uplinks of its devices. Source: wire formats §11.2. */
import { decodeChirpStack } from '@whereabouts/protocol/chirpstack'
import type { FastifyInstance } from 'fastify'
import type { AnyApp } from '../context.ts'
import { BODY_LIMIT } from '../platform/http/read-body.ts'
import { acceptLorawan } from './lorawan.ts'
import { identifyOverHttp, mustSpeak } from './senders.ts'

/** Needs a parser that passes every body on as bytes. */
export function chirpStackRoutes(http: FastifyInstance, app: AnyApp): void {
  const options = { bodyLimit: BODY_LIMIT, config: { bodyKind: 'sender' as const } }
  http.post<{ Querystring: { event?: string | string[] } }>('/gateway/chirpstack', options, async (request, reply) => {
    const receivedAtMs = app.clock.now()
    const sender = await identifyOverHttp(app, request, reply)
    mustSpeak(sender, 'chirpstack')
    const event = [request.query.event ?? []].flat().at(-1)
    const decoded = decodeChirpStack(event, (request.body as Buffer | undefined) ?? Buffer.alloc(0))
    await acceptLorawan(app, sender, decoded, receivedAtMs)
    return reply.type('application/json').send('{}')
  })
}
