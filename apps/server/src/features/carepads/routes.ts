/** Lists temperature carepads and adds our own ones; those of other makes are claimed. Source: G69, G85. */
import { type Carepad, carepads } from '@whereabouts/contract/carepads'
import type { BodyOf } from '@whereabouts/contract/kit'
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import type { Actor } from '../../platform/actor.ts'
import { answer } from '../../platform/answer.ts'
import { toSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { toPage } from '../../platform/page-token.ts'
import { refuse } from '../../platform/refusal.ts'
import { recordActivity } from '../activity/record.ts'
import { bind, countBindCheck, type Hardware, mustBeFree } from '../onboarding/bindings.ts'
import { presentCarepad } from './present.ts'
import { hasDevice, hasLogger, insertCarepad, listCarepads } from './queries.ts'
import { tellCarepad } from './tell.ts'

export const carepadsRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, carepads, {
    async list({ actor, query }) {
      const scope = `${actor.accountId} carepads`
      const start = app.pageTokens.read(scope, query.page_token)
      const rows = await listCarepads(app.db, actor.accountId, { start, size: PAGE_SIZE })
      const { items, metadata } = toPage(app.pageTokens, scope, rows, PAGE_SIZE, (row) => row.carepad_id)
      return { carepads: items.map(presentCarepad), metadata }
    },

    async add({ actor, body, request }) {
      const hardware: Hardware = { type: 'carepad', id: body.carepad_id, macAddress: '' }
      if (body.bind_check === true) {
        await countBindCheck(app, actor, request.ip)
        await mustBeFree(app.db, app, actor.accountId, hardware)
        await mustFit(app.db, actor, body)
        return {}
      }
      return { carepad: await add(app, actor, hardware, body, request.ip) }
    },
  })

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
    make: '',
    radio_identity: null,
    created_at: toSeconds(app.clock.now()),
  }
  await app.db.transaction().execute(async (db) => {
    await mustFit(db, actor, body)
    await bind(db, app, accountId, hardware)
    await insertCarepad(db, accountId, carepad)
    await recordActivity(db, app, actor, { action: 'add_carepad', target: carepad.carepad_name, ip })
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
