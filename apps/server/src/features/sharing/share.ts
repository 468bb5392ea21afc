/** Offers a device to somebody, and takes it back; from the other side, gives it back. Source: specification §4 Sharing; G48. */
import type { BodyOf } from '@whereabouts/contract/kit'
import type { Share, sharing } from '@whereabouts/contract/sharing'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { recordActivity, recordAtHome } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { countRequest } from '../../platform/http/attempts.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { findPerson, getPerson } from '../../state/people.ts'
import { makeMailLink } from '../mail/links.ts'
import { queueMail } from '../mail/queue.ts'
import { tellEnded, tellGiver } from '../trackers/tell-shares.ts'
import {
  endShare,
  findDeviceName,
  findInvitedMs,
  findReceived,
  findShareOfSide,
  insertShare,
  lockOffer,
  type ShareRow,
} from './queries.ts'

/** Of one account. Source: G10. */
const OFFERS = { kind: 'share', most: 10, windowMs: 60_000 }
const OFFERS_A_DAY = { kind: 'share-day', most: 200, windowMs: 86_400_000 }
/** The same once more within this time (ms) is a slip of the finger. Source: G64. */
const TWICE_MS = 1000

/** Invites an address, whether it has an account or not: the answer is the same. */
export async function offerDevice(
  app: App,
  actor: Actor,
  { device_id, email, locale, resend = false }: BodyOf<typeof sharing.share>,
  ip: string,
): Promise<{ share: Share }> {
  const { accountId, userId } = actor
  await countRequest(app, OFFERS, accountId)
  await countRequest(app, OFFERS_A_DAY, accountId)
  const share = await app.db.transaction().execute(async (db) => {
    const { name } = await lockShareable(db, accountId, device_id)
    const receiver = await findPerson(db, email)
    if (receiver?.account_id === accountId) throw refuse('shareToYourself')
    const known = await lockOffer(db, accountId, device_id, email)
    if (known !== undefined) await mustBeInvitedAgain(db, app, known, resend)
    const share = known ?? {
      ...{ account_id: accountId, share_id: app.random.uuid(), device_id, email },
      ...{ receiver_account_id: null, created_time: toSeconds(app.clock.now()) },
    }
    if (known === undefined) await insertShare(db, share)
    const giver = await getPerson(db, accountId, userId)
    const token = await makeMailLink(db, app, 'accept_share', giver, email, [share.share_id])
    const mail = { to: email, locale: locale ?? receiver?.locale ?? giver.locale, kind: 'accept_share' } as const
    const facts = { email, inviter: giver.fullname, deviceNames: [name] }
    await queueMail(db, app, { ...mail, accountId, facts, token })
    await recordActivity(db, app, actor, { action: 'share_device', target: name, ip })
    return share
  })
  app.outbox.wake()
  await tellGiver(app, accountId, [device_id])
  return { share: presentShare({ ...share, fullname: null }) }
}

/** An offer as its giver sees it. */
export const presentShare = (share: ShareRow & { readonly fullname: string | null }): Share => ({
  id: share.share_id,
  email: share.email,
  fullname: share.fullname ?? '',
  accepted: share.receiver_account_id !== null,
  created_time: share.created_time,
})

/** Only own devices can be shared, and no phone that is not trackable. */
async function lockShareable(db: Db, accountId: string, deviceId: string): Promise<{ name: string }> {
  const { rows } = await sql<{ name: string; trackable: boolean }>`
    select name, trackable from trackers where account_id = ${accountId} and device_id = ${deviceId} for share`.execute(
    db,
  )
  if (rows[0] === undefined) throw refuse('deviceNotFound')
  if (!rows[0].trackable) throw refuse('mobileNotTrackable')
  return rows[0]
}

/** Refuses an offer that is accepted, or pending without `resend`; and the same one twice within a second. */
async function mustBeInvitedAgain(db: Db, { clock }: App, share: ShareRow, resend: boolean): Promise<void> {
  if (share.receiver_account_id !== null) throw refuse('alreadyShared')
  if (clock.now() - (await findInvitedMs(db, share)) < TWICE_MS) throw refuse('duplicateMessage')
  if (!resend) throw refuse('shareNotAccepted')
}

/** Ends a share from either side, and records it in both activity logs. */
export async function unshare(
  app: App,
  actor: Actor,
  { device_id, share_id }: BodyOf<typeof sharing.unshare>,
  ip: string,
): Promise<void> {
  const { accountId } = actor
  const ended = await app.db.transaction().execute(async (db) => {
    const share = await findShareOfSide(db, accountId, device_id, share_id)
    if (share === undefined) throw await refuseUnknown(db, accountId, device_id)
    const target = (await findDeviceName(db, share.account_id, device_id)) ?? ''
    const ended = await endShare(db, share)
    const deed = { action: 'end_share', target } as const
    await recordActivity(db, app, actor, { ...deed, ip })
    const isReceiver = share.account_id !== accountId
    if (isReceiver) await recordAtHome(db, app, share.account_id, actor.name, deed)
    return ended
  })
  await tellEnded(app, ended)
}

/** Tells a device without such a share from no device at all. */
async function refuseUnknown(db: Db, accountId: string, deviceId: string): Promise<Error> {
  const known = (await findDeviceName(db, accountId, deviceId)) ?? (await findReceived(db, accountId, deviceId))
  return refuse(known === undefined ? 'deviceNotFound' : 'resourceNotFound')
}
