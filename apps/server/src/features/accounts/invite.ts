/** Invites the person an account was made for to choose a password, which nobody else ever knows. Source: G36; security rule 17. */
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { countRequest } from '../../platform/http/attempts.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Person } from '../../state/people.ts'
import { makeMailLink } from '../mail/links.ts'
import { queueMail } from '../mail/queue.ts'

/** Limit of one address. The outbox counts its mails, but they are deleted with the account, which can then be made again. */
const INVITATIONS = { kind: 'invitation', most: 20, windowMs: 86_400_000 }

export type Invited = Pick<Person, 'account_id' | 'user_id' | 'email' | 'locale'>

/**
 * Queues the invitation of a user without a password; `db` is the transaction that makes the user. Wake the outbox once
 * it is committed. Refuses with 429101 like every mail.
 */
export async function inviteUser(db: Db, app: App, user: Invited, inviter: string): Promise<void> {
  const { account_id: accountId, email, locale } = user
  await countRequest({ db, clock: app.clock }, INVITATIONS, email)
  const token = await makeMailLink(db, app, 'invitation', user, email)
  await queueMail(db, app, { accountId, to: email, locale, kind: 'invitation', facts: { email, inviter }, token })
}

/** The name of the integrator who made an account; undefined for other accounts. */
export async function findInviter(db: Db, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ fullname: string }>`
    select i.fullname from accounts a join users i on i.account_id = a.integrator_account_id and i.class = 'owner'
    where a.account_id = ${accountId} order by i.created_at, i.user_id limit 1`.execute(db)
  return rows[0]?.fullname
}
