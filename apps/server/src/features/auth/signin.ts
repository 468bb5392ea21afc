/** Signs in by e-mail and password; slows guessing without ever locking anybody out. Source: G17, G24; rules 2, 3. */
import type { SigninAnswer, SigninRequest } from '@whereabouts/contract/auth'
import type { z } from 'zod'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { refuse } from '../../platform/refusal.ts'
import { doerOf, recordActivity } from '../activity/record.ts'
import { beginAttempt } from './attempts.ts'
import type { SessionDevice } from './device.ts'
import { enter } from './enter.ts'
import { findUserByEmail } from './queries.ts'

type Request = z.output<typeof SigninRequest>

export async function signin(
  { db, clock, random, log }: { db: Db; clock: Clock; random: Random; log: Log },
  device: SessionDevice,
  user: Extract<Request['user'], { provider: 'email' }>,
  address: string,
): Promise<z.output<typeof SigninAnswer>> {
  const attempt = await beginAttempt({ db, clock }, user.email, address)
  const found = await findUserByEmail(db, user.email)
  if (!(await verifyPassword(found?.password_hash, user.password)) || found === undefined) {
    if (found !== undefined) {
      // Behind the answer: a known e-mail must not take longer to refuse than an unknown one (rule 3).
      setImmediate(() =>
        recordActivity(db, { clock, random }, doerOf(found), { action: 'sign_in_refused', ip: address }).catch(
          (error: Error) =>
            log.warn({ reason: error.message }, 'Failed to record a refused sign-in in the activity log'),
        ),
      )
    }
    throw refuse('wrongCredentials')
  }
  await attempt.succeeded()
  if (!found.verified) throw refuse('emailNotActivated')

  return enter({ db, clock, random }, found, device, { address, staysSignedIn: user.stay_signed_in ?? false })
}
