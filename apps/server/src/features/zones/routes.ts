/** Zones of an account. Source: G73. */
import { zones } from '@whereabouts/contract/zones'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { refuse } from '../../platform/refusal.ts'
import { changeZone, createZone, removeZone } from './change.ts'
import { listZones } from './queries.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Refuses with 404102 a text that cannot be the id of a zone. */
function idOf(param: string): string {
  if (!UUID.test(param)) throw refuse('resourceNotFound')
  return param
}

export const zoneRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, zones, {
    list: async ({ actor }) => ({ zones: await listZones(app.db, actor.accountId) }),
    create: ({ actor, body, request }) => createZone(app, actor, body, request.ip),
    change: ({ actor, params, body, request }) => changeZone(app, actor, idOf(params.id), body, request.ip),
    async remove({ actor, params, request }) {
      await removeZone(app, actor, idOf(params.id), request.ip)
      return {}
    },
  })
