/** Questions about the past: trails, location logs, the site at an instant, contacts. Source: G55, G56; decision 0044. */
import { history } from '@whereabouts/contract/history'
import { locationLogs } from '@whereabouts/contract/location-logs'
import { may } from '@whereabouts/contract/roles'
import { trails } from '@whereabouts/contract/trails'
import { contactsOf, MAX_WAY_POINTS, thinned, trailLogs } from '@whereabouts/domain/history'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { getReader } from '../../events/notifications.ts'
import { presentNotification } from '../../events/present.ts'
import { answer } from '../../platform/http/answer.ts'
import { settlePast } from '../../state/flush-hot-rows.ts'
import { findAlarm } from './alarms.ts'
import { changesOf } from './changes.ts'
import { countByParts } from './density-queries.ts'
import { askErasure } from './erase.ts'
import { mustBeKept } from './kept.ts'
import { pageOfLogs } from './location-logs.ts'
import { listMeetings, listStays, listWay, mustHavePast, type Range } from './queries.ts'
import { siteAt } from './site.ts'

export const trailRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, trails, {
    async get({ actor, params, query }) {
      const range = { fromMs: query.start_time * 1000, untilMs: query.end_time * 1000 }
      mustBeKept(app, range, ['query.start_time', 'query.end_time'])
      await settlePast(app, actor.accountId)
      const stays = await listStays(app.db, actor.accountId, params.device_id, range)
      return { trail_logs: trailLogs(stays, app.clock.now()) }
    },
  })

export const locationLogRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, locationLogs, {
    list({ actor, query: { device_id, sender_id = '', query_start, query_end, page_token } }) {
      // The end is a whole second, of which every report counts.
      const range = { fromMs: query_start * 1000, untilMs: query_end * 1000 + 999 }
      mustBeKept(app, { ...range, untilMs: query_end * 1000 }, ['query.query_start', 'query.query_end'], 'logDays')
      const of = device_id === undefined ? { sender: sender_id } : { device: device_id }
      return pageOfLogs(app, actor.accountId, { range, of, page_token })
    },
  })

export const historyRoutes = (http: FastifyInstance, app: App) => {
  const { db, clock } = app
  const rangeOf = ({ from_ms, until_ms }: { readonly from_ms: number; readonly until_ms: number }): Range => {
    mustBeKept(app, { fromMs: from_ms, untilMs: until_ms })
    return { fromMs: from_ms, untilMs: Math.min(until_ms, Math.max(clock.now(), from_ms)) }
  }

  return answer(http, app.identify, history, {
    async way({ actor: { accountId }, params: { device_id }, query }) {
      const range = rangeOf(query)
      await settlePast(app, accountId)
      const points = await listWay(db, accountId, device_id, range)
      if (points.length === 0) await mustHavePast(db, accountId, device_id)
      return { points: thinned(points, MAX_WAY_POINTS) }
    },

    async site({ actor, query: { at_ms, as_shown } }) {
      mustBeKept(app, { fromMs: at_ms, untilMs: at_ms }, ['query.at_ms', 'query.at_ms'])
      await settlePast(app, actor.accountId)
      const reader = await getReader(db, actor.sessionId)
      const seesStations = may(actor, 'viewStations')
      const atMs = Math.min(at_ms, clock.now())
      return siteAt(app, actor.accountId, atMs, { reader, seesStations, known: as_shown === undefined ? 'now' : atMs })
    },

    async changes({ actor, query }) {
      const range = rangeOf(query)
      await settlePast(app, actor.accountId)
      const reader = await getReader(db, actor.sessionId)
      const seesStations = may(actor, 'viewStations')
      return changesOf(app, actor.accountId, {
        range,
        stepMs: query.step_ms ?? 1,
        reader,
        seesStations,
        known: query.as_shown === undefined ? 'now' : 'then',
      })
    },

    density: ({ actor, query }) => {
      rangeOf(query)
      return countByParts(db, actor.accountId, { fromMs: query.from_ms, untilMs: query.until_ms }, query.buckets)
    },

    async alarm({ actor, query: { at_ms, direction } }) {
      mustBeKept(app, { fromMs: at_ms, untilMs: at_ms }, ['query.at_ms', 'query.at_ms'])
      const [row, reader] = await Promise.all([
        findAlarm(db, actor.accountId, at_ms, direction),
        getReader(db, actor.sessionId),
      ])
      return { notification: row === undefined ? null : presentNotification(row, reader) }
    },

    async erase({ actor, body, request }) {
      await askErasure(app, actor, body.device_id, request.ip)
      return {}
    },

    async contacts({ actor: { accountId }, params: { device_id }, query }) {
      const range = rangeOf(query)
      await settlePast(app, accountId)
      const stays = await listStays(db, accountId, device_id, range)
      return { contacts: contactsOf(await listMeetings(db, accountId, device_id, stays, range)) }
    },
  })
}
