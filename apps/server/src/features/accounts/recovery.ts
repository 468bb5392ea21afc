/** A new password for people who forgot theirs, or have none yet. Source: G29, G36; security rules 3, 6, 9, 30. */
import type { accounts } from '@whereabouts/contract/accounts'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { App } from '../../context.ts'
import { doerOf, recordActivity } from '../../events/activity.ts'
import { countRequest, guessing } from '../../platform/http/attempts.ts'
import { networkOf } from '../../platform/net/network.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { findPerson, getPerson } from '../../state/people.ts'
import { cancelMailLinks, findMailLink, makeMailLink, prolongMailLink, takeMailLink } from '../mail/links.ts'
import { queueMail } from '../mail/queue.ts'
import { checkNewPassword, ENDED_BY_NEW_PASSWORD } from './new-password.ts'
import { endSessions, resetPassword } from './queries.ts'

/** From one address for one account. Source: security rule 30. */
const RECOVERIES = { kind: 'recovery', most: 10, windowMs: 60_000 }

export async function recover(
  app: App,
  { user }: BodyOf<typeof accounts.recover>,
  ip: string,
): Promise<{ mail_sent: true }> {
  // The guess is counted first, so that trying many addresses writes no more than thirty rows a minute.
  const person = await guessing(app, ip, 'emailNotFound', async () => {
    await countRequest(app, RECOVERIES, `${networkOf(ip)} ${user.email}`)
    const known = await findPerson(app.db, user.email)
    if (known === undefined) throw refuse('emailNotFound')
    return known
  })
  if (person.provider !== 'email') throw refuse('passwordCannotBeReset')
  if (!person.verified) throw refuse('emailNotActivated')
  const { account_id: accountId, email, locale } = person
  await app.db
    .transaction()
    .execute(async (db) => {
      const token = await makeMailLink(db, app, 'recovery', person, email)
      await queueMail(db, app, { accountId, to: email, locale, kind: 'recovery', facts: { email }, token })
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof Refusal) || error.errorName !== 'tooManyRequests') throw error
      // Somebody used up the mails of the day: the newest of them goes on working, so that its person is not kept out.
      await app.db.transaction().execute((db) => prolongMailLink(db, 'recovery', person, app.clock.now()))
    })
  app.outbox.wake()
  return { mail_sent: true }
}

export async function confirmRecovery(
  app: App,
  { token, user }: BodyOf<typeof accounts.confirmRecovery>,
  ip: string,
): Promise<{ email: string; browser_mark: string }> {
  const link = await guessing(app, ip, 'invalidToken', async () => {
    const found = await findMailLink(app.db, token, app.clock.now())
    if (found?.purpose !== 'recovery' && found?.purpose !== 'invitation') throw refuse('invalidToken')
    return found
  })
  await checkNewPassword(user.password, link.email, 'password')
  const passwordHash = await hashPassword(user.password)
  const { email, userId, ended } = await app.db.transaction().execute(async (db) => {
    const now = app.clock.now()
    const taken = await takeMailLink(db, token, ['recovery', 'invitation'], now)
    if (taken === undefined) throw refuse('invalidToken')
    const person = await getPerson(db, taken.account_id, taken.user_id)
    await resetPassword(db, taken, passwordHash)
    await cancelMailLinks(db, taken, ENDED_BY_NEW_PASSWORD, now)
    if (taken.purpose === 'recovery') {
      const { account_id: accountId, locale } = person
      const facts = { email: person.email }
      await queueMail(db, app, { accountId, to: person.email, locale, kind: 'password_changed', facts })
    }
    const action = taken.purpose === 'recovery' ? 'reset_password' : 'verify_email'
    await recordActivity(db, app, doerOf(person), { action, ip })
    return { email: person.email, userId: person.user_id, ended: await endSessions(db, taken) }
  })
  for (const sessionId of ended) app.streams.endSession(sessionId)
  app.outbox.wake()
  // A person who reads the account's mail is no stranger to it.
  return { email, browser_mark: app.knownBrowsers.mark(userId) }
}
