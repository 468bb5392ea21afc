/** SQL of people and what their account says of them. Cross-account where an e-mail names the account. */
import type { Locale } from '@whereabouts/contract/locales'
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'
import { refuse } from '../platform/refusal.ts'

/** Names a person. */
export interface UserKey {
  readonly account_id: string
  readonly user_id: string
}

export interface Person extends UserKey {
  readonly email: string
  readonly fullname: string
  readonly locale: Locale
  /** 'email', or the service the person signs in by. */
  readonly provider: string
  /** Null for people of another service, and for invited ones who chose none yet. */
  readonly password_hash: string | null
  readonly verified: boolean
}

const personColumns = sql.raw('account_id, user_id, email, fullname, locale, provider, password_hash, verified')

/** The person of an e-mail, compared without case. */
export async function findPerson(db: Db, email: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select ${personColumns} from users where lower(email) = lower(${email})`.execute(db)
  return rows[0]
}

/** The person; refuses with 401001 one who was just deleted. */
export async function getPerson(db: Db, accountId: string, userId: string): Promise<Person> {
  const { rows } = await sql<Person>`
    select ${personColumns} from users where account_id = ${accountId} and user_id = ${userId}`.execute(db)
  if (rows[0] === undefined) throw refuse('unauthorized')
  return rows[0]
}

/** Recipient of mails about an account: its owner, the first if there are several (G26). */
export async function getOwner(db: Db, accountId: string): Promise<Person> {
  const { rows } = await sql<Person>`
    select ${personColumns} from users where account_id = ${accountId} and class = 'owner'
    order by created_at, user_id limit 1`.execute(db)
  if (rows[0] === undefined) throw refuse('unauthorized')
  return rows[0]
}

/** The account's time zone (IANA name). Source: G74. */
export async function findTimeZone(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`
    select timezone from accounts where account_id = ${accountId}`.execute(db)
  return rows[0]!.timezone
}
