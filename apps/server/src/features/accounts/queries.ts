/** SQL of people's accounts. Cross-account where an e-mail names the account; everything else takes account and user. */
import type { Locale } from '@whereabouts/contract/locales'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { UserKey } from '../../state/people.ts'

export interface NewOwner extends UserKey {
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

export async function markVerified(db: Db, { account_id, user_id }: UserKey): Promise<void> {
  await sql`update users set verified = true where account_id = ${account_id} and user_id = ${user_id}`.execute(db)
}

/** Sets a password by the link of a mail, which proves the address too. */
export async function resetPassword(db: Db, { account_id, user_id }: UserKey, passwordHash: string): Promise<void> {
  await sql`update users set password_hash = ${passwordHash}, verified = true
    where account_id = ${account_id} and user_id = ${user_id}`.execute(db)
}

/** Replaces the password that was just checked; false when another change was first. */
export async function replacePassword(
  db: Db,
  { account_id, user_id }: UserKey,
  change: { from: string; to: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set password_hash = ${change.to}
    where account_id = ${account_id} and user_id = ${user_id} and password_hash = ${change.from}`.execute(db)
  return numAffectedRows === 1n
}

/** Changes the person's address. Refuses one in use with 400105; the caller must then roll the transaction back. */
export async function replaceEmail(db: Db, { account_id, user_id }: UserKey, email: string): Promise<void> {
  try {
    await sql`update users set email = ${email} where account_id = ${account_id} and user_id = ${user_id}`.execute(db)
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint === 'users_email_key') throw refuse('emailExists')
    throw error
  }
}

/** Ends every session of a person, visitors' too; answers them, as their streams end with them. */
export async function endSessions(db: Db, { account_id, user_id }: UserKey): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    delete from sessions where account_id = ${account_id} and user_id = ${user_id} returning session_id`.execute(db)
  return rows.map((row) => row.session_id)
}

/** Ends the person's other sessions; those who came by an access link proved no password and stay. */
export async function endOtherSessions(db: Db, { account_id, user_id }: UserKey, sessionId: string): Promise<string[]> {
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

/** Replaces all tokens of the session by a new one at once; older ones are void. False: the session has ended. */
export async function replaceToken(
  db: Db,
  session: { accountId: string; sessionId: string },
  { to, now }: { to: Buffer; now: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sessions set previous_token_hash = null, rotated_at_ms = null, token_hash = ${to}, token_issued_at_ms = ${now},
      last_used_at_ms = ${now}, token_used = false
    where account_id = ${session.accountId} and session_id = ${session.sessionId}`.execute(db)
  return numAffectedRows === 1n
}
