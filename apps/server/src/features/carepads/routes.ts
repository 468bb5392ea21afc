/** Lists temperature carepads and what they measured, changes them and adds our own ones; those of other makes are claimed. Source: G69, G85. */
import { type Carepad, carepads } from '@whereabouts/contract/carepads'
import type { BodyOf } from '@whereabouts/contract/kit'
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import { USUAL_LIMITS } from '@whereabouts/domain/temperatures'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { answer } from '../../platform/http/answer.ts'
import { toPage } from '../../platform/http/page-token.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { flushHotRows } from '../../state/flush-hot-rows.ts'
import { listMarks } from '../excursions/queries.ts'
import { bind, bindingTransaction, countBindCheck, type Hardware, mustBeFree } from '../onboarding/bindings.ts'
import { mustFitPin } from '../pins/names.ts'
import { presentCarepad } from './present.ts'
import { getCarepad, hasDevice, hasLogger, insertCarepad, listCarepads, lockCarepad, updateCarepad } from './queries.ts'
import { askRemoval, unassign } from './removal.ts'
import { tellCarepad } from './tell.ts'
import { listTemperatures, listTrends } from './temperature-queries.ts'

/** Of one question about temperatures. */
const MOST_DAYS = 400

export const carepadsRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, carepads, {
    async list({ actor, query }) {
      const scope = `${actor.accountId} carepads`
      const size = query.count ?? PAGE_SIZE
      const start = app.pageTokens.read(scope, query.page_token)
      await flushHotRows(app, actor.accountId)
      const rows = await listCarepads(app.db, actor.accountId, { start, size, nowMs: app.clock.now() })
      const { items, metadata } = toPage(app.pageTokens, scope, rows, size, (row) => row.carepad_id)
      return { carepads: items.map(presentCarepad), metadata }
    },

    async add({ actor, body, request }) {
      const hardware: Hardware = { type: 'carepad', id: body.carepad_id, macAddress: '' }
      if (body.bind_check === true) {
        await countBindCheck(app, actor)
        await acrossAccounts(() => mustBeFree(app.db, app, actor.accountId, hardware))
        await mustFit(app.db, actor, body)
        return {}
      }
      return { carepad: await add(app, actor, hardware, body, request.ip) }
    },

    async change({ actor, params, body, request }) {
      return { carepad: await change(app, actor, params.id, body, request.ip) }
    },

    remove: ({ actor, params, request }) => askRemoval(app, actor, params.id, request.ip),

    unassign: ({ body, request }) => unassign(app, body.token, request.ip),

    async temperatures({ actor, params, query }) {
      const { query_start: startS, query_end: endS } = query
      if (endS < startS || endS - startS > MOST_DAYS * 86_400) throw refuse('invalidInput', { info: 'query.query_end' })
      await getCarepad(app.db, actor.accountId, params.id, app.clock.now())
      const range = { startS, endS, nowMs: app.clock.now() }
      return {
        temperatures: await listTemperatures(app.db, actor.accountId, params.id, range),
        excursions: await listMarks(app.db, actor.accountId, params.id, range),
      }
    },

    trends: ({ actor, query }) => listTrends(app.db, actor.accountId, query.range, toSeconds(app.clock.now())),
  })

async function change(
  app: App,
  actor: Actor,
  carepadId: string,
  given: BodyOf<typeof carepads.change>,
  ip: string,
): Promise<Carepad> {
  const { accountId } = actor
  await app.db.transaction().execute(async (db) => {
    if (given.carepad_name !== undefined) {
      const { carepad_name: name, pin_check: pinCheck, reset_name: isReset = false } = given
      await mustFitPin(db, accountId, { name, pinCheck, isReset })
    }
    const before = await lockCarepad(db, accountId, carepadId)
    const { carepad_name = before.carepad_name, logger_id = before.logger_id } = given
    const { measures = before.measures, alert_type = before.alert_type } = given
    const limits = measures === before.measures ? before : USUAL_LIMITS[measures]
    const { threshold_high = limits.threshold_high, threshold_low = limits.threshold_low } = given
    const has_own_unit = given.temperature_unit === undefined ? before.has_own_unit : given.temperature_unit !== null
    const temperature_unit = given.temperature_unit ?? before.temperature_unit
    if (threshold_low !== null && threshold_high <= threshold_low)
      throw refuse('invalidInput', { info: 'body.threshold_high' })
    if (logger_id !== null && logger_id !== before.logger_id && !(await hasLogger(db, accountId, logger_id))) {
      throw refuse('resourceNotFound', { info: 'logger_id' })
    }
    const unit = { temperature_unit, has_own_unit }
    const rules = { measures, threshold_high, threshold_low, alert_type }
    const target = await updateCarepad(db, accountId, carepadId, { carepad_name, logger_id, ...unit, ...rules })
    await recordActivity(db, app, actor, { action: 'change_carepad', target, ip })
  })
  return tellCarepad(app, accountId, carepadId)
}

async function add(
  app: App,
  actor: Actor,
  hardware: Hardware,
  body: BodyOf<typeof carepads.add>,
  ip: string,
): Promise<Carepad> {
  const { accountId } = actor
  const carepad = {
    carepad_id: body.carepad_id,
    // The contract requires it unless the call only checks.
    carepad_name: body.carepad_name!,
    logger_id: body.logger_id ?? null,
    measures: body.measures ?? 'body',
    make: '',
    radio_identity: null,
    created_at: toSeconds(app.clock.now()),
  }
  await bindingTransaction(app, async (db) => {
    await mustFitPin(db, accountId, { name: carepad.carepad_name, pinCheck: body.pin_check, isReset: false })
    await mustFit(db, actor, body)
    await bind(db, app, accountId, hardware)
    const target = await insertCarepad(db, accountId, carepad)
    await recordActivity(db, app, actor, { action: 'add_carepad', target, ip })
  })
  return tellCarepad(app, accountId, carepad.carepad_id)
}

/** Refuses with 400109 an id that a device of the account has, and with 404102 a logger that it does not have. */
async function mustFit(
  db: Db,
  { accountId }: Actor,
  { carepad_id, logger_id }: BodyOf<typeof carepads.add>,
): Promise<void> {
  if (await hasDevice(db, accountId, carepad_id)) throw refuse('deviceAlreadyYours')
  if (typeof logger_id === 'string' && !(await hasLogger(db, accountId, logger_id))) {
    throw refuse('resourceNotFound', { info: 'logger_id' })
  }
}
