/** The HTTP half of the gateway. Paths carry credentials, so none of its requests is logged by path. */
import type { FastifyInstance } from 'fastify'
import type { App } from '../context.ts'
import { readBodies } from '../platform/http/read-body.ts'
import { chirpStackRoutes } from './chirpstack.ts'
import { osmandRoutes } from './osmand.ts'
import { owntracksRoutes } from './owntracks.ts'
import { ruuviRoutes } from './ruuvi-gateway.ts'
import { theThingsRoutes } from './thethings.ts'

/** Adapters read bytes themselves: senders name all kinds of media types, or none. */
export function gatewayRoutes(http: FastifyInstance, app: App): void {
  http.register(async (gateway) => {
    gateway.removeAllContentTypeParsers()
    readBodies(gateway, '*', app.limits, (_request, body, done) => done(null, body))
    owntracksRoutes(gateway, app)
    osmandRoutes(gateway, app)
    ruuviRoutes(gateway, app)
    theThingsRoutes(gateway, app)
    chirpStackRoutes(gateway, app)
  })
}
