/** Signs a visitor in by an access link; throttles the guessing of its password. Source: G33; security rule 18. */
import type { LinkSigninRequest, SigninAnswer } from '@whereabouts/contract/auth'
import type { z } from 'zod'
import { recordActivity } from '../../events/activity.ts'
import { type Clock, type Random, toSeconds } from '../../platform/clock.ts'
import { beginLinkAttempt, guessing } from '../../platform/http/attempts.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/tokens.ts'
import { findOpenLink } from '../access-links/queries.ts'
import type { SessionDevice } from './device.ts'
import { startSession } from './start-session.ts'

export async function signinByLink(
  { db, clock, random }: { db: Db; clock: Clock; random: Random },
  device: SessionDevice,
  user: z.output<typeof LinkSigninRequest>['user'],
  address: string,
): Promise<z.output<typeof SigninAnswer>> {
  const codeHash = hashToken(user.access_code)
  const link = await guessing({ db, clock }, address, 'resourceNotFound', async () => {
    const open = await findOpenLink(db, codeHash, toSeconds(clock.now()))
    if (open === undefined) throw refuse('resourceNotFound')
    return open
  })
  if (link.password_hash !== null) {
    // Without a password the page only asks for one: that is not a guess.
    if (user.password === undefined) throw refuse('wrongCredentials')
    const attempt = await beginLinkAttempt({ db, clock }, codeHash.toString('hex'), address)
    if (!(await verifyPassword(link.password_hash, user.password))) {
      const doer = { accountId: link.account_id, sessionId: null, deviceType: 'access_link', name: link.name } as const
      await recordActivity(db, { clock, random }, doer, { action: 'sign_in_refused', ip: address })
      throw refuse('wrongCredentials')
    }
    await attempt.succeeded()
  }
  const token = await startSession(
    { db, clock, random },
    {
      account_id: link.account_id,
      user_id: link.user_id,
      device_type: 'access_link',
      link_id: link.link_id,
      stay_signed_in: false,
      name: link.name,
    },
    device,
    address,
  )
  return {
    access_token: token,
    email: link.email,
    name: link.name,
    class: link.role,
    b2b_user: link.b2b_user,
    groups: link.groups,
  }
}
