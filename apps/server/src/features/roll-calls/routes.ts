/** Roll-calls: consoles of an account tick one list. Source: decision 0045. */
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import { rollCalls } from '@whereabouts/contract/roll-calls'
import { boundedTime, LATE_WITHIN_MS } from '@whereabouts/domain/told-times'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { fewNames, recordActivity } from '../../events/activity.ts'
import { answer } from '../../platform/http/answer.ts'
import { toPage } from '../../platform/http/page-token.ts'
import { uuidOf } from '../../platform/http/uuid-of.ts'
import { refuse } from '../../platform/refusal.ts'
import { flushHotRows } from '../../state/flush-hot-rows.ts'
import {
  endRollCall,
  findOpen,
  getClassIndexes,
  getRollCall,
  insertRollCall,
  insertTicks,
  listEnded,
  listExpected,
  listPeopleNow,
  lockRollCall,
  lockStarts,
  makeReal,
  saveClassIndexes,
} from './queries.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'clock' | 'db' | 'homes' | 'identify' | 'pageTokens' | 'random' | 'streams'>

export const rollCallRoutes = (http: FastifyInstance, app: Needs) => {
  const tell = (accountId: string) => app.streams.listChanged(accountId, 'roll_calls')

  return answer(http, app.identify, rollCalls, {
    async list({ actor, query }) {
      const { accountId } = actor
      const scope = `${accountId} roll_calls`
      const rows = await listEnded(app.db, accountId, {
        ...{ start: app.pageTokens.read(scope, query.page_token), size: PAGE_SIZE },
      })
      const { items, metadata } = toPage(app.pageTokens, scope, rows, PAGE_SIZE, (row) => row.id)
      const roll_calls = items.map(({ created_at: _order, ...row }) => row)
      await flushHotRows(app, accountId)
      return { open: (await findOpen(app.db, accountId)) ?? null, roll_calls, metadata }
    },

    async start({ actor, body, request }) {
      const { accountId, name: started_by } = actor
      await flushHotRows(app, accountId)
      const nowMs = app.clock.now()
      const id = await app.db.transaction().execute(async (db) => {
        const openId = await lockStarts(db, accountId)
        const activity = { action: 'start_roll_call', ip: request.ip } as const
        if (openId !== undefined) {
          if (!body.is_drill && (await makeReal(db, accountId, openId))) await recordActivity(db, app, actor, activity)
          return openId
        }
        if ((await lockRollCall(db, accountId, body.id)) !== undefined) return body.id
        const started_at_ms = boundedTime(body.started_at_ms, nowMs)
        const people = await listExpected(db, accountId, nowMs)
        await insertRollCall(db, accountId, { ...body, started_at_ms, started_by, people })
        await recordActivity(db, app, actor, activity)
        return body.id
      })
      tell(accountId)
      return { roll_call: await getRollCall(app.db, accountId, id) }
    },

    async get({ actor, params }) {
      await flushHotRows(app, actor.accountId)
      return { roll_call: await getRollCall(app.db, actor.accountId, uuidOf(params.id)) }
    },

    async tick({ actor, params, body, request }) {
      const { accountId, name: by } = actor
      await flushHotRows(app, accountId)
      const id = uuidOf(params.id)
      const nowMs = app.clock.now()
      await app.db.transaction().execute(async (db) => {
        const rollCall = await lockRollCall(db, accountId, id)
        if (rollCall === undefined) throw refuse('resourceNotFound')
        const { people, ended_at_ms } = rollCall
        if (ended_at_ms !== null && nowMs > ended_at_ms + LATE_WITHIN_MS) throw refuse('notAllowed')
        const names = new Map(people.map(({ device_id, name }) => [device_id, name]))
        const arrived_late_ms = ended_at_ms === null ? null : nowMs
        const ticks = body.ticks
          .filter(({ device_id, at_ms }) => names.has(device_id) && (ended_at_ms === null || at_ms <= ended_at_ms))
          .map((tick) => ({ ...tick, at_ms: boundedTime(tick.at_ms, nowMs), by, arrived_late_ms }))
        const added = ticks.length === 0 ? [] : await insertTicks(db, accountId, id, ticks)
        if (arrived_late_ms === null || added.length === 0) return
        const target = fewNames(added.map((device_id) => names.get(device_id) ?? device_id))
        await recordActivity(db, app, actor, { action: 'tick_roll_call_late', target, ip: request.ip })
      })
      tell(accountId)
      return { roll_call: await getRollCall(app.db, accountId, id) }
    },

    async end({ actor, params, body, request }) {
      const { accountId, name: by } = actor
      await flushHotRows(app, accountId)
      const id = uuidOf(params.id)
      const atMs = boundedTime(body.ended_at_ms, app.clock.now())
      await app.db.transaction().execute(async (db) => {
        const rollCall = await lockRollCall(db, accountId, id)
        if (rollCall === undefined) throw refuse('resourceNotFound')
        if (rollCall.ended_at_ms !== null) return
        const people = await listPeopleNow(db, accountId, rollCall.people)
        await endRollCall(db, accountId, id, { atMs, by, people })
        await recordActivity(db, app, actor, { action: 'end_roll_call', ip: request.ip })
      })
      tell(accountId)
      return { roll_call: await getRollCall(app.db, accountId, id) }
    },

    getSettings: async ({ actor }) => ({ class_indexes: await getClassIndexes(app.db, actor.accountId) }),

    async saveSettings({ actor, body, request }) {
      await app.db.transaction().execute(async (db) => {
        await saveClassIndexes(db, actor.accountId, body.class_indexes)
        await recordActivity(db, app, actor, { action: 'change_roll_call', ip: request.ip })
      })
      tell(actor.accountId)
      return body
    },
  })
}
