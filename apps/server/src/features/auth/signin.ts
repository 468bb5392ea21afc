/** Signs in by e-mail and password; slows guessing without ever locking anybody out. Source: G17, G24; rules 2, 3. */
import type { SigninAnswer, SigninRequest } from '@whereabouts/contract/auth'
import type { z } from 'zod'
import type { App } from '../../context.ts'
import { doerOf, recordActivity } from '../../events/activity.ts'
import { beginSignin } from '../../platform/http/attempts.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { refuse } from '../../platform/refusal.ts'
import { hasSignedInFrom } from '../activity/queries.ts'
import type { SessionDevice } from './device.ts'
import { enter } from './enter.ts'
import { findUserByEmail } from './queries.ts'

type Request = z.output<typeof SigninRequest>

export async function signin(
  { db, clock, random, log, knownBrowsers }: Pick<App, 'db' | 'clock' | 'random' | 'log' | 'knownBrowsers'>,
  device: SessionDevice,
  user: Extract<Request['user'], { provider: 'email' }>,
  address: string,
): Promise<z.output<typeof SigninAnswer>> {
  const found = await findUserByEmail(db, user.email)
  const browserId = found && knownBrowsers.find(found.user_id, device.browser_marks)
  const attempt = await beginSignin(
    { db, clock },
    {
      email: user.email,
      address,
      browserId,
      isKnownAddress: async () => found !== undefined && hasSignedInFrom(db, found.account_id, address),
    },
  )
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

  const staysSignedIn = user.stay_signed_in ?? false
  const answer = await enter({ db, clock, random }, found, device, { address, staysSignedIn })
  return browserId === undefined ? { ...answer, browser_mark: knownBrowsers.mark(found.user_id) } : answer
}
