/** Removal of carepads: requested by those with the right, done by the link of a mail to the owner. Source: G26. */
import type { App } from '../../context.ts'
import { doerOf, recordActivity, targetOf } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { guessing } from '../../platform/http/attempts.ts'
import { refuse } from '../../platform/refusal.ts'
import { getOwner } from '../../state/people.ts'
import { makeMailLink, takeMailLink } from '../mail/links.ts'
import { queueMail } from '../mail/queue.ts'
import { unbind } from '../onboarding/bindings.ts'
import { deleteCarepadStates, deleteCarepads, findCarepadNames } from './queries.ts'

/** Refuses with 404103 a carepad that the account does not have. */
export async function askRemoval(app: App, actor: Actor, carepadId: string, ip: string): Promise<{ mail_sent: true }> {
  const { accountId } = actor
  await app.db.transaction().execute(async (db) => {
    const names = [...(await findCarepadNames(db, accountId, [carepadId])).values()]
    if (names.length === 0) throw refuse('deviceNotFound')
    const owner = await getOwner(db, accountId)
    const token = await makeMailLink(db, app, 'remove_carepads', owner, owner.email, [carepadId])
    const facts = { email: owner.email, asker: actor.name, deviceNames: names }
    const { email: to, locale } = owner
    await queueMail(db, app, { accountId, to, locale, kind: 'remove_carepads', facts, token })
    await recordActivity(db, app, actor, { action: 'ask_carepad_removal', target: targetOf(names), ip })
  })
  app.outbox.wake()
  app.streams.listChanged(accountId, 'carepads')
  return { mail_sent: true }
}

/**
 * Removes the carepads that the link of a mail names, as far as they still exist. Refuses with 401102 a link that is over, or whose
 * carepads are gone already.
 */
export async function unassign(
  app: App,
  token: string,
  ip: string,
): Promise<{ device_name: string; device_names: string[] }> {
  const { accountId, ids, names } = await guessing(app, ip, 'invalidToken', () =>
    app.db.transaction().execute(async (db) => {
      const link = await takeMailLink(db, token, ['remove_carepads'], app.clock.now())
      if (link === undefined) throw refuse('invalidToken')
      const found = await findCarepadNames(db, link.account_id, link.objects)
      if (found.size === 0) throw refuse('invalidToken')
      const ids = [...found.keys()]
      const names = [...found.values()]
      await deleteCarepads(db, link.account_id, ids, app.clock.now())
      await unbind(db, link.account_id, 'carepad', ids)
      const doer = doerOf(await getOwner(db, link.account_id))
      await recordActivity(db, app, doer, { action: 'remove_carepad', target: targetOf(names), ip })
      return { accountId: link.account_id, ids, names }
    }),
  )
  app.radioKeys.forget(accountId)
  await app.homes.of(accountId).tell({ kind: 'gone', trackers: ids })
  app.streams.listChanged(accountId, 'carepads')
  await deleteCarepadStates(app.db, accountId, ids)
  return { device_name: names[0] ?? '', device_names: names }
}
