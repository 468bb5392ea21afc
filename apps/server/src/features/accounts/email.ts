/** Change of the e-mail address: requested by the signed-in person, confirmed at the new address. Source: G27; security rule 6. */
import type { accounts } from '@whereabouts/contract/accounts'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { App } from '../../context.ts'
import { doerOf, recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { requireFresh } from '../../platform/actor.ts'
import { countRequest, guessing } from '../../platform/http/attempts.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import { refuse } from '../../platform/refusal.ts'
import { findPerson, getPerson } from '../../state/people.ts'
import { cancelMailLinks, makeMailLink, takeMailLink } from '../mail/links.ts'
import { queueMail } from '../mail/queue.ts'
import { replaceEmail } from './queries.ts'

/** Limit of one account, because every answer reveals whether an address is known. */
const CHANGES = { kind: 'email-change', most: 10, windowMs: 60_000 }

export async function changeEmail(
  app: App,
  actor: Actor,
  { user: { email: newEmail } }: BodyOf<typeof accounts.changeEmail>,
  ip: string,
): Promise<{ mail_sent: true }> {
  const person = await getPerson(app.db, actor.accountId, actor.userId)
  if (person.provider !== 'email') throw refuse('emailOfThirdParty')
  requireFresh(actor)
  await countRequest(app, CHANGES, actor.accountId)
  // The person's own address counts as known too.
  if ((await acrossAccounts(() => findPerson(app.db, newEmail))) !== undefined) throw refuse('emailExists')
  const { account_id: accountId, email, locale } = person
  const facts = { email, newEmail }
  await app.db.transaction().execute(async (db) => {
    const token = await makeMailLink(db, app, 'change_email', person, newEmail)
    await queueMail(db, app, { accountId, to: newEmail, locale, kind: 'change_email', facts, token })
    await queueMail(db, app, { accountId, to: email, locale, kind: 'email_notice', facts })
    await recordActivity(db, app, actor, { action: 'ask_email_change', target: newEmail, ip })
  })
  app.outbox.wake()
  return { mail_sent: true }
}

export const confirmEmail = (
  app: App,
  { token }: BodyOf<typeof accounts.confirmEmail>,
  ip: string,
): Promise<{ email: string }> =>
  guessing(app, ip, 'invalidToken', () =>
    app.db.transaction().execute(async (db) => {
      const now = app.clock.now()
      const link = await takeMailLink(db, token, ['change_email'], now)
      if (link === undefined) throw refuse('invalidToken')
      const person = await getPerson(db, link.account_id, link.user_id)
      await replaceEmail(db, link, link.email)
      // Links that went to the old address must no longer open the account.
      await cancelMailLinks(
        db,
        link,
        ['recovery', 'remove_account', 'remove_trackers', 'remove_stations', 'remove_carepads'],
        now,
      )
      await recordActivity(db, app, doerOf(person), { action: 'change_email', target: link.email, ip })
      return { email: link.email }
    }),
  )
