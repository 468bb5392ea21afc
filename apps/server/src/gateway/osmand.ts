/** Traccar Client and OsmAnd over HTTP: the credential's password is part of the path. Source: wire formats §2. */
import { decodeOsmand, osmandObservation } from '@whereabouts/protocol/osmand'
import type { FastifyInstance } from 'fastify'
import type { AnyApp } from '../context.ts'
import { BODY_LIMIT } from '../platform/http/read-body.ts'
import { refuse } from '../platform/refusal.ts'
import { acceptAll } from './accept.ts'
import { inTime } from './deadline.ts'
import { mustSpeakOverHttp } from './senders.ts'

/** Needs a parser that passes every body on as bytes. */
export function osmandRoutes(http: FastifyInstance, app: AnyApp): void {
  http.route<{ Params: { password: string } }>({
    method: ['GET', 'POST'],
    url: '/gateway/osmand/:password',
    bodyLimit: BODY_LIMIT,
    config: { bodyKind: 'sender' },
    handler: async (request, reply) => {
      const sender = await app.senders.identify(request.params.password)
      const now = app.clock.now()
      mustSpeakOverHttp(app.counts, sender, 'osmand', now)
      const decoded = decodeOsmand({
        query: new URL(request.url, 'http://gateway').search,
        contentType: request.headers['content-type'],
        body: (request.body as Buffer | undefined) ?? Buffer.alloc(0),
      })
      if (decoded.kind === 'invalid') {
        app.counts.add(sender, decoded.reason, now)
        if (decoded.httpStatus !== 200) throw refuse('invalidInput', { info: decoded.reason })
      } else {
        for (const fault of decoded.faults) app.counts.add(sender, fault, now)
        const observations = decoded.reports.map(osmandObservation)
        await inTime(acceptAll(app, sender, 'phone', observations, now))
      }
      // The protocol allows a command in the answer; we send none.
      return reply.type('text/plain').send('')
    },
  })
}
