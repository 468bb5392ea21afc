/** Zones of an account. Source: G73. */
import { zones } from '@whereabouts/contract/zones'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/http/answer.ts'
import { uuidOf } from '../../platform/http/uuid-of.ts'
import { changeZone, createZone, removeZone } from './change.ts'
import { listZones } from './queries.ts'

export const zoneRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, zones, {
    list: async ({ actor }) => ({ zones: await listZones(app.db, actor.accountId) }),
    create: ({ actor, body, request }) => createZone(app, actor, body, request.ip),
    change: ({ actor, params, body, request }) => changeZone(app, actor, uuidOf(params.id), body, request.ip),
    async remove({ actor, params, request }) {
      await removeZone(app, actor, uuidOf(params.id), request.ip)
      return {}
    },
  })
