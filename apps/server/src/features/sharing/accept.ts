/** Accepts a share by the link of its mail: the token proves the mailbox, so nobody has to be signed in. Source: G48. */
import type { App } from '../../context.ts'
import { doerOf, recordActivity, recordAtHome } from '../../events/activity.ts'
import { toSeconds } from '../../platform/clock.ts'
import { guessing } from '../../platform/http/attempts.ts'
import { refuse } from '../../platform/refusal.ts'
import { findPerson, getPerson } from '../../state/people.ts'
import { takeMailLink } from '../mail/links.ts'
import { tellGiver, tellReceiver } from '../trackers/tell-shares.ts'
import { acceptShare, findDeviceName, lockShare } from './queries.ts'

interface Accepted {
  readonly device_name: string
  readonly shared_by: string
}

/**
 * Refusals: 401102 for a link that has expired or whose share was withdrawn; 404104 for an address without an account, whose link stays
 * valid until after the sign-up; 409001 for an account that has a device of that id. An unverified account receives the share and stays
 * unverified: the person who signed up may not be the reader of the mail.
 */
export async function accept(app: App, token: string, ip: string): Promise<Accepted> {
  const { share, receiverId, answer } = await guessing(app, ip, 'invalidToken', () =>
    app.db.transaction().execute(async (db) => {
      const now = app.clock.now()
      const link = await takeMailLink(db, token, ['accept_share'], now)
      const share = link && (await lockShare(db, link.account_id, link.objects[0] ?? ''))
      if (share === undefined || share.receiver_account_id !== null) throw refuse('invalidToken')
      const receiver = await findPerson(db, link!.email)
      if (receiver === undefined) throw refuse('emailNotFound')
      const receiverId = receiver.account_id
      if (receiverId === share.account_id) throw refuse('shareToYourself')
      // An id names one device in a list.
      const own = await findDeviceName(db, receiverId, share.device_id)
      if (own !== undefined) throw refuse('conflict', { info: 'device_id' })
      await acceptShare(db, share, receiverId, toSeconds(now))
      const device_name = (await findDeviceName(db, share.account_id, share.device_id)) ?? ''
      const deed = { action: 'accept_share', target: device_name } as const
      await recordActivity(db, app, doerOf(receiver), { ...deed, ip })
      await recordAtHome(db, app, share.account_id, receiver.fullname, deed)
      const giver = await getPerson(db, link!.account_id, link!.user_id)
      return { share, receiverId, answer: { device_name, shared_by: giver.fullname } }
    }),
  )
  await tellGiver(app, share.account_id, [share.device_id])
  await tellReceiver(app, share.account_id, share.device_id, receiverId)
  return answer
}
