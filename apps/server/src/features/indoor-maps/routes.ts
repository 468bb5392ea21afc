/** Indoor maps, and their images behind the same access check. */
import { API_PREFIX } from '@whereabouts/contract/api'
import { indoorMaps } from '@whereabouts/contract/indoor-maps'
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer, guard } from '../../platform/http/answer.ts'
import { toPage } from '../../platform/http/page-token.ts'
import { sendImage } from '../../platform/http/send-image.ts'
import { uuidOf } from '../../platform/http/uuid-of.ts'
import { refuse } from '../../platform/refusal.ts'
import { changeIndoorMap, createIndoorMap, removeIndoorMap } from './change.ts'
import { presentIndoorMap } from './present.ts'
import { findImage, listIndoorMaps } from './queries.ts'

export function indoorMapRoutes(http: FastifyInstance, app: App) {
  http.get<{ Params: { id: string } }>(`${API_PREFIX}/app/indoormaps/:id/image`, {
    onRequest: guard('viewMap', app.identify),
    handler: async ({ actor, params }, reply) => {
      const found = actor === null ? undefined : await findImage(app.db, actor.accountId, uuidOf(params.id))
      if (found === undefined) throw refuse('resourceNotFound')
      return sendImage(reply, found)
    },
  })

  return answer(http, app.identify, indoorMaps, {
    create: ({ actor, body, request }) => createIndoorMap(app, actor, body, request.ip),
    change: ({ actor, params, body, request }) => changeIndoorMap(app, actor, uuidOf(params.id), body, request.ip),
    async remove({ actor, params, request }) {
      await removeIndoorMap(app, actor, uuidOf(params.id), request.ip)
      return {}
    },
    async list({ actor, query }) {
      const scope = `${actor.accountId} indoormaps`
      const size = query.count ?? PAGE_SIZE
      const start = app.pageTokens.read(scope, query.page_token)
      const rows = await listIndoorMaps(app.db, actor.accountId, { start, size })
      const { items, metadata } = toPage(app.pageTokens, scope, rows, size, (row) => row.id)
      return { indoormaps: items.map(presentIndoorMap), metadata }
    },
  })
}
