/** The ten class slots of an account. Source: G50. */
import { type TrackerClass, trackerClasses } from '@whereabouts/contract/tracker-classes'
import { CLASS_SLOTS } from '@whereabouts/domain/device-settings'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { answer } from '../../platform/http/answer.ts'
import { refuse } from '../../platform/refusal.ts'
import { findUsedClass, listClasses, lockClasses, replaceClasses } from './queries.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'clock' | 'db' | 'identify' | 'random' | 'streams'>

/** Colour of an unused slot. Source: design language §3, class palette "none". */
const UNUSED_COLOR = '#5A626B'

/** All slots, with the unused ones. */
function toSlots(classes: readonly TrackerClass[]): TrackerClass[] {
  const used = new Map(classes.map((entry) => [entry.index, entry]))
  return Array.from(
    { length: CLASS_SLOTS },
    (_, index) => used.get(index) ?? { index, name: '', color: UNUSED_COLOR, urls: [], is_staff: false },
  )
}

export const trackerClassRoutes = (http: FastifyInstance, app: Needs) =>
  answer(http, app.identify, trackerClasses, {
    list: async ({ actor }) => ({ classes: toSlots(await listClasses(app.db, actor.accountId)) }),

    async save({ actor, body, request }) {
      const { accountId } = actor
      const named = body.classes.filter(({ name }) => name !== '')
      await app.db.transaction().execute(async (db) => {
        await lockClasses(db, accountId)
        const kept = named.map(({ index }) => index)
        const used = await findUsedClass(db, accountId, kept)
        if (used !== undefined) throw refuse('preconditionFailed', { info: `classes.${used}` })
        await replaceClasses(db, accountId, named)
        await recordActivity(db, app, actor, { action: 'change_classes', ip: request.ip })
      })
      app.streams.listChanged(accountId, 'classes')
      return { classes: toSlots(named) }
    },
  })
