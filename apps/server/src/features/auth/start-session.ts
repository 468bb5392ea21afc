/** Begins the session of somebody who proved who he is. */

import { recordActivity } from '../../events/activity.ts'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { putSubscription } from '../push/queries.ts'
import type { SessionDevice } from './device.ts'
import { insertSession, type NewSession } from './queries.ts'

type Person = Pick<
  NewSession,
  'account_id' | 'user_id' | 'device_type' | 'link_id' | 'stay_signed_in' | 'password_hash'
> & {
  /** As lists and logs show who it is. */
  readonly name: string
}

/**
 * Writes the session and its line in the activity log; answers the access token, which is kept nowhere else. Refuses with
 * 401101 when the password that was proved is none any longer, with 400103 a browser that is somebody else's.
 */
export async function startSession(
  { db, clock, random }: { db: Db; clock: Clock; random: Random },
  { name, ...person }: Person,
  { useragent, push_token, subscription }: SessionDevice,
  address: string,
): Promise<string> {
  const token = newToken(random)
  const session_id = random.uuid()
  await db.transaction().execute(async (transaction) => {
    const session = {
      ...person,
      session_id,
      useragent,
      push_token,
      token_hash: hashToken(token),
      now: clock.now(),
    }
    if (!(await insertSession(transaction, session))) throw refuse('wrongCredentials')
    if (subscription !== undefined) {
      const holder = { accountId: person.account_id, userId: person.user_id, sessionId: session_id }
      await putSubscription(transaction, holder, subscription, clock.now())
    }
    const doer = { accountId: person.account_id, sessionId: session_id, deviceType: person.device_type, name }
    await recordActivity(transaction, { clock, random }, doer, { action: 'sign_in', ip: address })
  })
  return token
}
