/** SQL of people's accounts. Cross-account where an e-mail names the account; everything else takes account and user. */
import type { Locale } from '@whereabouts/contract/locales'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { LinkHolder } from '../mail/links.ts'

export interface Person extends LinkHolder {
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

export interface NewOwner extends LinkHolder {
  readonly email: string
  /** Null for people of another service, and for invited ones. */
  readonly password_hash: string | null
  readonly fullname: string
  readonly locale: Locale
  readonly b2b_user: boolean
  readonly verified: boolean
  /** Epoch seconds. */
  readonly created_at: number
  /** A stranger made the account for himself. */
  readonly signed_up?: boolean
}

/** Adds an account with its owner. Refuses a known e-mail with 400105; the caller must then roll the transaction back. */
export async function insertOwner(db: Db, owner: NewOwner): Promise<void> {
  await sql`insert into accounts (account_id, created_at, signed_up)
    values (${owner.account_id}, ${owner.created_at}, ${owner.signed_up ?? false})`.execute(db)
  const { numAffectedRows } = await sql`
    insert into users (account_id, user_id, email, password_hash, fullname, class, b2b_user, verified, locale, created_at)
    values (${owner.account_id}, ${owner.user_id}, ${owner.email}, ${owner.password_hash}, ${owner.fullname}, 'owner',
      ${owner.b2b_user}, ${owner.verified}, ${owner.locale}, ${owner.created_at})
    on conflict do nothing`.execute(db)
  if (numAffectedRows !== 1n) throw refuse('emailExists')
}

export async function markVerified(db: Db, { account_id, user_id }: LinkHolder): Promise<void> {
  await sql`update users set verified = true where account_id = ${account_id} and user_id = ${user_id}`.execute(db)
}

/** Sets a password by the link of a mail, which proves the address too. */
export async function resetPassword(db: Db, { account_id, user_id }: LinkHolder, passwordHash: string): Promise<void> {
  await sql`update users set password_hash = ${passwordHash}, verified = true
    where account_id = ${account_id} and user_id = ${user_id}`.execute(db)
}

/** Replaces the password that was just checked; false when another change was first. */
export async function replacePassword(
  db: Db,
  { account_id, user_id }: LinkHolder,
  change: { from: string; to: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set password_hash = ${change.to}
    where account_id = ${account_id} and user_id = ${user_id} and password_hash = ${change.from}`.execute(db)
  return numAffectedRows === 1n
}

/** Changes the person's address. Refuses one in use with 400105; the caller must then roll the transaction back. */
export async function replaceEmail(db: Db, { account_id, user_id }: LinkHolder, email: string): Promise<void> {
  try {
    await sql`update users set email = ${email} where account_id = ${account_id} and user_id = ${user_id}`.execute(db)
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint === 'users_email_key') throw refuse('emailExists')
    throw error
  }
}

/** Ends every session of a person, visitors' too; answers them, as their streams end with them. */
export async function endSessions(db: Db, { account_id, user_id }: LinkHolder): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    delete from sessions where account_id = ${account_id} and user_id = ${user_id} returning session_id`.execute(db)
  return rows.map((row) => row.session_id)
}

/** Ends the person's other sessions; those who came by an access link proved no password and stay. */
export async function endOtherSessions(
  db: Db,
  { account_id, user_id }: LinkHolder,
  sessionId: string,
): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    delete from sessions
    where account_id = ${account_id} and user_id = ${user_id} and session_id <> ${sessionId} and link_id is null
    returning session_id`.execute(db)
  return rows.map((row) => row.session_id)
}

/** True while an integrator has business users that would be left without one. */
export async function hasBusinessUsers(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from accounts where integrator_account_id = ${accountId} limit 1`.execute(db)
  return rows.length > 0
}

/** The account's time zone (IANA name). Source: G74. */
export async function findTimeZone(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`
    select timezone from accounts where account_id = ${accountId}`.execute(db)
  return rows[0]!.timezone
}
