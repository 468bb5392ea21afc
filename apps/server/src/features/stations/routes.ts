/** Fixed receivers: adding, arranging, finding and removing them. */
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import { stations } from '@whereabouts/contract/stations'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/http/answer.ts'
import { toPage } from '../../platform/http/page-token.ts'
import { flushHotRows } from '../../state/flush-hot-rows.ts'
import { addStation } from './add.ts'
import { blink } from './blink.ts'
import { changeStation, setPhotos } from './change.ts'
import { presentStation } from './present.ts'
import { listStations } from './queries.ts'
import { askRemoval, askRemovalOfOne, unassign } from './removal.ts'

export const stationRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, stations, {
    async list({ actor, query }) {
      const scope = `${actor.accountId} stations`
      const size = query.count ?? PAGE_SIZE
      const start = app.pageTokens.read(scope, query.page_token)
      await flushHotRows(app, actor.accountId)
      const nowMs = app.clock.now()
      const rows = await listStations(app.db, actor.accountId, { start, size, nowMs })
      const { items, metadata } = toPage(app.pageTokens, scope, rows, size, (row) => row.t4_id)
      return { stations: items.map((row) => presentStation(row, row.state, nowMs)), metadata }
    },
    add: ({ actor, body, request }) => addStation(app, actor, body, request),
    change: ({ actor, params, body, request }) => changeStation(app, actor, idOf(params.t4_id), body, request.ip),
    setPhotos: ({ actor, params, body, request }) => setPhotos(app, actor, idOf(params.id), body.photos, request.ip),
    remove: ({ actor, params, request }) => askRemovalOfOne(app, actor, idOf(params.t4_id), request.ip),
    removeMany: ({ actor, body, request }) => askRemoval(app, actor, body.t4_ids, request.ip),
    unassign: ({ body, request }) => unassign(app, body.token, request.ip),
    blink: ({ actor, params, request }) => blink(app, actor, idOf(params.t4_id), request.ip),
  })

/** The id in its stored form; a malformed one matches nothing. */
const idOf = (param: string): string => param.toUpperCase()
