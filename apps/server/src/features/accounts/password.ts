/** Changes the own password. Source: G29; security rules 1, 2, 6. */
import type { accounts } from '@whereabouts/contract/accounts'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { beginProof } from '../../platform/http/attempts.ts'
import { hashPassword, verifyPassword } from '../../platform/passwords.ts'
import { refuse } from '../../platform/refusal.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { getPerson } from '../../state/people.ts'
import { cancelMailLinks } from '../mail/links.ts'
import { queueMail } from '../mail/queue.ts'
import { checkNewPassword, ENDED_BY_NEW_PASSWORD } from './new-password.ts'
import { endOtherSessions, replacePassword, replaceToken } from './queries.ts'

/** Answers a new token for this session; its older tokens and the other sessions of the person end. */
export async function changePassword(
  app: App,
  actor: Actor,
  { user }: BodyOf<typeof accounts.changePassword>,
  ip: string,
): Promise<{ access_token: string }> {
  const person = await getPerson(app.db, actor.accountId, actor.userId)
  if (person.provider !== 'email' || person.password_hash === null) throw refuse('passwordCannotBeReset')
  await checkNewPassword(user.new_password, person.email, 'new_password')
  const attempt = await beginProof(app, actor.sessionId)
  if (!(await verifyPassword(person.password_hash, user.old_password))) {
    await recordActivity(app.db, app, actor, { action: 'sign_in_refused', ip })
    throw refuse('wrongCredentials')
  }
  await attempt.succeeded()
  const change = { from: person.password_hash, to: await hashPassword(user.new_password) }
  const access_token = newToken(app.random)
  const ended = await app.db.transaction().execute(async (db) => {
    const now = app.clock.now()
    if (!(await replacePassword(db, person, change))) throw refuse('wrongCredentials')
    await cancelMailLinks(db, person, ENDED_BY_NEW_PASSWORD, now)
    await replaceToken(db, actor, { to: hashToken(access_token), now })
    const { account_id: accountId, email, locale } = person
    await queueMail(db, app, { accountId, to: email, locale, kind: 'password_changed', facts: { email } })
    await recordActivity(db, app, actor, { action: 'change_password', ip })
    return endOtherSessions(db, person, actor.sessionId)
  })
  for (const sessionId of ended) app.streams.endSession(sessionId)
  app.outbox.wake()
  return { access_token }
}
