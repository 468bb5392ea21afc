/** Opens a session for a person who proved who they are. */
import type { SigninAnswer } from '@whereabouts/contract/auth'
import type { z } from 'zod'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { SessionDevice } from './device.ts'
import type { UserRow } from './queries.ts'
import { startSession } from './start-session.ts'

export async function enter(
  server: { db: Db; clock: Clock; random: Random },
  user: UserRow,
  device: SessionDevice,
  { address, staysSignedIn }: { address: string; staysSignedIn: boolean },
): Promise<z.output<typeof SigninAnswer>> {
  const token = await startSession(
    server,
    {
      account_id: user.account_id,
      user_id: user.user_id,
      device_type: 'web',
      stay_signed_in: staysSignedIn,
      password_hash: user.password_hash ?? undefined,
      name: user.fullname,
    },
    device,
    address,
  )
  return {
    access_token: token,
    email: user.email,
    name: user.fullname,
    class: user.class,
    b2b_user: user.b2b_user,
    groups: user.groups,
  }
}
