/** The list of stations. */
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import { stations } from '@whereabouts/contract/stations'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { notYet } from '../../platform/not-yet.ts'
import { toPage } from '../../platform/page-token.ts'
import { presentStation } from './present.ts'
import { listStations } from './queries.ts'

export const stationRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'stations', stations, {
    add: notYet,
    change: notYet,
    setPhotos: notYet,
    remove: notYet,
    removeMany: notYet,
    unassign: notYet,
    blink: notYet,
    async list({ actor, query }) {
      const scope = `${actor.accountId} stations`
      const size = query.count ?? PAGE_SIZE
      const start = app.pageTokens.read(scope, query.page_token)
      const rows = await listStations(app.db, actor.accountId, { start, size })
      const { items, metadata } = toPage(app.pageTokens, scope, rows, size, (row) => row.t4_id)
      const now = app.clock.now()
      return { stations: items.map((row) => presentStation(row, row.state, now)), metadata }
    },
  })
