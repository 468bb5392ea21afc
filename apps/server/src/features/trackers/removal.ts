/** Removal of trackers: requested by those with the right, confirmed by the account's owner with the link of a mail. Source: G26. */
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { doerOf, recordActivity, targetOf } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { guessing } from '../../platform/http/attempts.ts'
import { refuseFailed } from '../../platform/http/batch.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { getOwner, getPerson } from '../../state/people.ts'
import { endSharesOfDevices } from '../../state/shares.ts'
import { makeMailLink, objectsOfLinks, takeMailLink } from '../mail/links.ts'
import { queueMail } from '../mail/queue.ts'
import { unbind } from '../onboarding/bindings.ts'
import { lockTrackers } from './queries.ts'
import { tellTrackers } from './tell.ts'
import { tellEnded } from './tell-shares.ts'

/** Requests the removal of one tracker, by one mail. Refuses with 404103 one that the account does not have. */
export async function askRemoval(app: App, actor: Actor, deviceId: string, ip: string): Promise<{ mail_sent: true }> {
  await ask(app, actor, [deviceId], ip, (known) => {
    if (!known.has(deviceId)) throw refuse('deviceNotFound')
  })
  return { mail_sent: true }
}

/** The same for a whole list by one mail; with an unknown id no mail is sent. */
export async function askRemovals(
  app: App,
  actor: Actor,
  deviceIds: readonly string[],
  ip: string,
): Promise<{ mail_sent: true }> {
  await ask(app, actor, [...new Set(deviceIds)], ip, (known) =>
    refuseFailed(deviceIds, (id) => (known.has(id) ? undefined : 'deviceNotFound')),
  )
  return { mail_sent: true }
}

async function ask(
  app: App,
  actor: Actor,
  ids: readonly string[],
  ip: string,
  check: (known: ReadonlyMap<string, unknown>) => void,
): Promise<void> {
  const { accountId } = actor
  const { before, after } = await app.db.transaction().execute(async (db) => {
    const known = await lockTrackers(db, accountId, ids)
    check(known)
    const deviceNames = ids.map((id) => known.get(id)!.name)
    const owner = await getOwner(db, accountId)
    const { email, locale } = owner
    const waiting = () => objectsOfLinks(db, accountId, 'remove_trackers', app.clock.now())
    const before = await waiting()
    const token = await makeMailLink(db, app, 'remove_trackers', owner, email, ids)
    const facts = { email, asker: actor.name, deviceNames }
    await queueMail(db, app, { accountId, to: email, locale, kind: 'remove_trackers', facts, token })
    await recordActivity(db, app, actor, { action: 'ask_tracker_removal', target: targetOf(deviceNames), ip })
    return { before, after: await waiting() }
  })
  app.outbox.wake()
  // An older mail for some of them is void, and its other trackers are no longer pending.
  const changed = [...new Set([...before, ...after])].filter((id) => before.has(id) !== after.has(id))
  await tellTrackers(
    app,
    accountId,
    changed.map((device_id) => ({ device_id, removal_pending: after.has(device_id) })),
  )
}

interface Removed {
  readonly device_id: string
  readonly name: string
  readonly device_model: string
}

/** Removes the trackers of the mail; refuses with 401102 a link that is over, or whose trackers are gone already. */
export async function unassign(
  app: App,
  token: string,
  ip: string,
): Promise<{ device_name: string; device_names: string[] }> {
  const { accountId, removed, ended } = await guessing(app, ip, 'invalidToken', () =>
    app.db.transaction().execute(async (db) => {
      const link = await takeMailLink(db, token, ['remove_trackers'], app.clock.now())
      if (link === undefined) throw refuse('invalidToken')
      // Before their shares, in the order in which everybody locks them; otherwise two removals of the same could deadlock.
      await lockTrackers(db, link.account_id, link.objects)
      const ended = await endSharesOfDevices(db, link.account_id, link.objects)
      const removed = await deleteTrackers(db, link.account_id, link.objects, app.clock.now())
      if (removed.length === 0) throw refuse('invalidToken')
      const person = await getPerson(db, link.account_id, link.user_id)
      const target = targetOf(removed.map(({ name }) => name))
      await recordActivity(db, app, doerOf(person), { action: 'remove_tracker', target, ip })
      return { accountId: link.account_id, removed, ended }
    }),
  )
  const ids = removed.map((tracker) => tracker.device_id)
  // First, as an event about a device after its removal would bring it back on consoles.
  await tellEnded(app, ended)
  await forgetTrackers(app, accountId, ids)
  if (removed.some(({ device_model }) => device_model === 'mobile')) app.streams.listChanged(accountId, 'credentials')
  const names = removed.map(({ name }) => name)
  return { device_name: names[0] ?? '', device_names: names }
}

/** Deletes locked trackers with all their rows. A phone's credential is revoked, or the phone would come back. */
async function deleteTrackers(
  db: Db,
  accountId: string,
  ids: readonly string[],
  nowMs: number,
): Promise<readonly Removed[]> {
  const { rows } = await sql<Removed>`
    delete from trackers where account_id = ${accountId} and device_id = any(${ids})
    returning device_id, name, device_model`.execute(db)
  const phones = rows.filter(({ device_model }) => device_model === 'mobile').map(({ device_id }) => device_id)
  await sql`update credentials set revoked_at = ${toSeconds(nowMs)}
    where account_id = ${accountId} and sender_id = any(${phones}) and t4_id is null and revoked_at is null`.execute(db)
  await sql`delete from device_commands where account_id = ${accountId} and device_id = any(${ids})`.execute(db)
  await unbind(db, accountId, 'g3', ids)
  return rows.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Afterwards: the account's home and consoles forget them. */
async function forgetTrackers(app: App, accountId: string, ids: readonly string[]): Promise<void> {
  app.senders.forget(accountId)
  await app.homes.of(accountId).tell({ kind: 'gone', trackers: ids, endsStays: true })
  app.streams.devicesGone(accountId, { device_ids: ids })
  await sql`delete from tracker_states s where account_id = ${accountId} and device_id = any(${ids})
    and not exists (select from trackers t where t.account_id = s.account_id and t.device_id = s.device_id)`.execute(
    app.db,
  )
}
