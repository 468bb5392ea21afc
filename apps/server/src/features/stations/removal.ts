/** Removal of stations: requested by those with the right, done by the link of a mail to the owner. Source: G26. */
import type { App } from '../../context.ts'
import { doerOf, recordActivity, targetOf } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { guessing } from '../../platform/http/attempts.ts'
import { refuseFailed } from '../../platform/http/batch.ts'
import { refuse } from '../../platform/refusal.ts'
import { getOwner } from '../../state/people.ts'
import { makeMailLink, objectsOfLinks, takeMailLink } from '../mail/links.ts'
import { queueMail } from '../mail/queue.ts'
import { unbind } from '../onboarding/bindings.ts'
import { leaveZones } from '../zones/queries.ts'
import { deleteStationStates, deleteStations, findStationNames } from './queries.ts'

/** One mail for all of them. With an unknown id the call is 409002, and no mail is sent. */
export async function askRemoval(
  app: App,
  actor: Actor,
  t4Ids: readonly string[],
  ip: string,
): Promise<{ mail_sent: true }> {
  const { accountId } = actor
  const ids = [...new Set(t4Ids)]
  const { before, after } = await app.db.transaction().execute(async (db) => {
    const names = await findStationNames(db, accountId, ids)
    refuseFailed(ids, (id) => (names.has(id) ? undefined : 'deviceNotFound'))
    const owner = await getOwner(db, accountId)
    const deviceNames = [...names.values()]
    const waiting = () => objectsOfLinks(db, accountId, 'remove_stations', app.clock.now())
    const before = await waiting()
    const token = await makeMailLink(db, app, 'remove_stations', owner, owner.email, ids)
    const facts = { email: owner.email, asker: actor.name, deviceNames }
    const { email: to, locale } = owner
    await queueMail(db, app, { accountId, to, locale, kind: 'remove_stations', facts, token })
    await recordActivity(db, app, actor, { action: 'ask_station_removal', target: targetOf(deviceNames), ip })
    return { before, after: await waiting() }
  })
  app.outbox.wake()
  for (const t4_id of ids) app.streams.stationEdited(accountId, { t4_id, removal_pending: true })
  // An older mail for some of them is void, and its other stations are no longer pending.
  for (const t4_id of before) {
    if (!after.has(t4_id)) app.streams.stationEdited(accountId, { t4_id, removal_pending: false })
  }
  return { mail_sent: true }
}

/** The same for one, which is 404103 where the account does not have it. */
export async function askRemovalOfOne(app: App, actor: Actor, t4Id: string, ip: string): Promise<{ mail_sent: true }> {
  if (!(await findStationNames(app.db, actor.accountId, [t4Id])).has(t4Id)) throw refuse('deviceNotFound')
  return askRemoval(app, actor, [t4Id], ip)
}

interface Unassigned {
  readonly device_name: string
  readonly device_names: string[]
}

/**
 * Removes the stations that the link of a mail names, as far as they still exist, and revokes their credentials.
 * Refuses with 401102 a link that is over, or whose stations are gone already.
 */
export async function unassign(app: App, token: string, ip: string): Promise<Unassigned> {
  const now = app.clock.now()
  const { accountId, ids, names, zonesChanged } = await guessing(app, ip, 'invalidToken', () =>
    app.db.transaction().execute(async (db) => {
      const link = await takeMailLink(db, token, ['remove_stations'], now)
      if (link === undefined) throw refuse('invalidToken')
      const found = await findStationNames(db, link.account_id, link.objects)
      if (found.size === 0) throw refuse('invalidToken')
      const ids = [...found.keys()]
      const names = [...found.values()]
      await deleteStations(db, link.account_id, ids, toSeconds(now))
      // Once they are gone, so that nobody adds one of them to a zone meanwhile.
      const zonesChanged = await leaveZones(db, link.account_id, ids)
      await unbind(db, link.account_id, 't4', ids)
      const doer = doerOf(await getOwner(db, link.account_id))
      await recordActivity(db, app, doer, { action: 'remove_station', target: targetOf(names), ip })
      return { accountId: link.account_id, ids, names, zonesChanged }
    }),
  )
  app.senders.forget(accountId)
  await app.homes.of(accountId).tell({ kind: 'gone', stations: ids })
  app.streams.devicesGone(accountId, { t4_ids: ids })
  app.streams.listChanged(accountId, 'credentials')
  if (zonesChanged) app.streams.listChanged(accountId, 'zones')
  await deleteStationStates(app.db, accountId, ids)
  return { device_name: names[0] ?? '', device_names: names }
}
