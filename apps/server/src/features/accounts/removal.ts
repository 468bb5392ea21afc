/** Deletion of the own account: requested with the address typed again, done by the link of a mail. Source: G26; rule 6. */
import type { accounts } from '@whereabouts/contract/accounts'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { requireFresh } from '../../platform/actor.ts'
import { guessing } from '../../platform/http/attempts.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import { refuse } from '../../platform/refusal.ts'
import { getPerson } from '../../state/people.ts'
import { makeMailLink, takeMailLink } from '../mail/links.ts'
import { queueMail } from '../mail/queue.ts'
import { deleteAccount, finishDeletion } from './erase.ts'
import { hasBusinessUsers } from './queries.ts'

export async function remove(
  app: App,
  actor: Actor,
  { user }: BodyOf<typeof accounts.remove>,
  ip: string,
): Promise<{ mail_sent: true }> {
  requireFresh(actor)
  const person = await getPerson(app.db, actor.accountId, actor.userId)
  const { account_id: accountId, email, locale } = person
  if (user.email.toLowerCase() !== email.toLowerCase()) throw refuse('invalidInput', { info: 'body.user.email' })
  if (await acrossAccounts(() => hasBusinessUsers(app.db, accountId)))
    throw refuse('conflict', { info: 'business users' })
  await app.db.transaction().execute(async (db) => {
    const token = await makeMailLink(db, app, 'remove_account', person, email)
    await queueMail(db, app, { accountId, to: email, locale, kind: 'remove_account', facts: { email }, token })
    await recordActivity(db, app, actor, { action: 'ask_account_removal', ip })
  })
  app.outbox.wake()
  return { mail_sent: true }
}

export async function confirmRemove(
  app: App,
  { token }: BodyOf<typeof accounts.confirmRemove>,
  ip: string,
): Promise<{ email: string }> {
  const { link, ended } = await guessing(app, ip, 'invalidToken', () =>
    app.db.transaction().execute(async (db) => {
      const link = await takeMailLink(db, token, ['remove_account'], app.clock.now())
      if (link === undefined) throw refuse('invalidToken')
      return { link, ended: await deleteAccount(db, app, link.account_id) }
    }),
  )
  await finishDeletion(app, link.account_id, ended)
  return { email: link.email }
}
