/** SQL of sessions and profiles. Cross-account by nature: a token or e-mail names its account. */
import type { Profile, Provider } from '@whereabouts/contract/auth'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { SessionLife } from './session-life.ts'

export interface SessionRow extends SessionLife {
  account_id: string
  session_id: string
  user_id: string
  device_type: 'web' | 'mobile' | 'access_link'
  token_hash: Buffer
  previous_token_hash: Buffer | null
  class: string
  groups: string[]
  b2b_user: boolean
  /** Role of the person, or of the link. */
  name: string
  proved_at_ms: number
}

export interface UserRow {
  account_id: string
  user_id: string
  email: string
  password_hash: string | null
  fullname: string
  class: Profile['class']
  groups: string[]
  b2b_user: boolean
  verified: boolean
}

const sessionRow = sql`
  select s.account_id, s.session_id, s.user_id, s.device_type, s.token_hash, s.previous_token_hash, s.stay_signed_in, s.signin_at_ms,
         s.last_used_at_ms, s.token_issued_at_ms, s.rotated_at_ms, s.token_used, s.proved_at_ms, coalesce(l.role, u.class) as class,
         u.groups, u.b2b_user, coalesce(l.name, u.fullname) as name, l.expire_time as link_expire_time
  from sessions s join users u using (account_id, user_id)
    left join access_links l on l.account_id = s.account_id and l.link_id = s.link_id`

/** The session whose current or previous token has this hash. */
export async function findSessionByToken(db: Db, hash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    ${sessionRow} where s.token_hash = ${hash} or s.previous_token_hash = ${hash}`.execute(db)
  return rows[0]
}

/** Those of these sessions that still exist. */
export async function findSessions(db: Db, sessionIds: string[]): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`${sessionRow} where s.session_id = any(${sessionIds}::uuid[])`.execute(db)
  return rows
}

const userRow = sql`
  select account_id, user_id, email, password_hash, fullname, class, groups, b2b_user, verified from users`

/** The user of an e-mail, compared without case. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`${userRow} where lower(email) = lower(${email})`.execute(db)
  return rows[0]
}

/** A person's identity at a sign-in service. */
export interface ProviderKey {
  readonly issuer: string
  readonly subject: string
}

/** The user with this identity at a sign-in service. Cross-account by nature: the key names its account. */
export async function findUserByProvider(db: Db, { issuer, subject }: ProviderKey): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    ${userRow} where provider_issuer = ${issuer} and provider_subject = ${subject}`.execute(db)
  return rows[0]
}

/** Lets a user sign in only by a service. Another user with the same key is a unique violation. */
export async function bindProvider(
  db: Db,
  { account_id, user_id }: { account_id: string; user_id: string },
  { provider, issuer, subject }: ProviderKey & { provider: Provider },
): Promise<void> {
  await sql`
    update users set provider = ${provider}, provider_issuer = ${issuer}, provider_subject = ${subject}
    where account_id = ${account_id} and user_id = ${user_id}`.execute(db)
}

/** The user's identity at a sign-in service; undefined for those with a password. */
export async function findProviderOf(
  db: Db,
  accountId: string,
  userId: string,
): Promise<(ProviderKey & { provider: Provider }) | undefined> {
  const { rows } = await sql<ProviderKey & { provider: Provider }>`
    select provider, provider_issuer as issuer, provider_subject as subject from users
    where account_id = ${accountId} and user_id = ${userId} and provider_issuer is not null`.execute(db)
  return rows[0]
}

/** Makes a consumer a business user. */
export async function makeBusinessUser(
  db: Db,
  { account_id, user_id }: { account_id: string; user_id: string },
): Promise<void> {
  await sql`update users set b2b_user = true where account_id = ${account_id} and user_id = ${user_id}`.execute(db)
}

/** Stores an id token until it is too old to be accepted; false when it was used before. */
export async function useIdToken(db: Db, tokenHash: Buffer, refusedFromMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into used_id_tokens (token_hash, expires_at_ms) values (${tokenHash}, ${refusedFromMs})
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

export interface NewSession {
  account_id: string
  session_id: string
  user_id: string
  device_type: 'web' | 'access_link'
  /** Of a visitor. */
  link_id?: string
  useragent: string
  push_token: string
  stay_signed_in: boolean
  /** The hash that the person's password was checked against; undefined where none was needed. */
  password_hash?: string | undefined
  token_hash: Buffer
  now: number
}

/** Adds a session; false when the person was deleted, or the password changed, since it was checked. */
export async function insertSession(db: Db, session: NewSession): Promise<boolean> {
  // A change of the password ends the sessions it finds; one that begins meanwhile waits for it, or the change waits.
  const { numAffectedRows } = await sql`
    insert into sessions (account_id, session_id, user_id, device_type, platform, useragent, push_token,
      stay_signed_in, token_hash, token_issued_at_ms, signin_at_ms, last_used_at_ms, proved_at_ms, link_id)
    select account_id, ${session.session_id}::uuid, user_id, ${session.device_type}, 'web', ${session.useragent},
      ${session.push_token}, ${session.stay_signed_in}::boolean, ${session.token_hash}::bytea, ${session.now}::bigint,
      ${session.now}::bigint, ${session.now}::bigint, ${session.now}::bigint, ${session.link_id ?? null}::uuid
    from users where account_id = ${session.account_id} and user_id = ${session.user_id}
      and password_hash is not distinct from coalesce(${session.password_hash ?? null}, password_hash)
    for share`.execute(db)
  return numAffectedRows === 1n
}

/** Rotates the token; does nothing when another tab was first. */
export async function rotateToken(
  db: Db,
  session: { accountId: string; sessionId: string },
  change: { from: Buffer; to: Buffer; now: number },
): Promise<void> {
  await sql`
    update sessions set previous_token_hash = token_hash, token_hash = ${change.to}, token_issued_at_ms = ${change.now},
      rotated_at_ms = ${change.now}, last_used_at_ms = ${change.now}, token_used = false
    where account_id = ${session.accountId} and session_id = ${session.sessionId} and token_hash = ${change.from}`.execute(
    db,
  )
}

/** Marks a session as used now, and its current token as arrived. */
export async function touchSession(
  db: Db,
  { account_id, session_id }: SessionRow,
  { isCurrentToken, now }: { isCurrentToken: boolean; now: number },
): Promise<void> {
  await sql`update sessions set last_used_at_ms = ${now}, token_used = token_used or ${isCurrentToken}
    where account_id = ${account_id} and session_id = ${session_id}`.execute(db)
}

/** Marks that the session's person proved the password just now. */
export async function proveSession(db: Db, accountId: string, sessionId: string, now: number): Promise<void> {
  await sql`update sessions set proved_at_ms = ${now}
    where account_id = ${accountId} and session_id = ${sessionId}`.execute(db)
}

/** The hash to check a password against; undefined for people who sign in with another service. */
export async function findPassword(
  db: Db,
  accountId: string,
  userId: string,
): Promise<{ email: string; password_hash: string | null } | undefined> {
  const { rows } = await sql<{ email: string; password_hash: string | null }>`
    select email, password_hash from users where account_id = ${accountId} and user_id = ${userId}`.execute(db)
  return rows[0]
}

export async function endSession(db: Db, accountId: string, sessionId: string): Promise<void> {
  await sql`delete from sessions where account_id = ${accountId} and session_id = ${sessionId}`.execute(db)
}

/** The profile for the console; a visitor gets the owner's, with the visitor's own role, language and read marks. */
export async function getProfile(db: Db, accountId: string, sessionId: string): Promise<Profile> {
  const { rows } = await sql<Profile>`
    select u.user_id as username, coalesce(l.role, u.class) as class, u.email, u.fullname,
           coalesce(s.locale, u.locale) as locale, u.groups, u.b2b_user,
           case when l.link_id is null then u.provider else 'accesslink' end as provider, u.verified,
           case when l.link_id is null then u.unread_count else coalesce(s.unread_count, 0) end as unread_count, u.headshot, a.custom_logo, a.about_image,
           a.about_content, a.notification_ring_repeat, a.timezone, a.temperature_unit,
           case when coalesce(l.role, u.class) = 'readonly' then '' else a.pin_check end as pin_check
    from sessions s join users u using (account_id, user_id) join accounts a using (account_id)
      left join access_links l on l.account_id = s.account_id and l.link_id = s.link_id
    where s.account_id = ${accountId} and s.session_id = ${sessionId}`.execute(db)
  const profile = rows[0]
  // The session existed when the caller was identified, and has just ended.
  if (profile === undefined) throw refuse('unauthorized')
  return profile
}

/** A visitor's own language and read marks. */
export async function updateVisitor(
  db: Db,
  accountId: string,
  sessionId: string,
  { locale, unread_count }: UserChange,
): Promise<void> {
  await sql`
    update sessions set locale = coalesce(${locale ?? null}, locale),
      unread_count = coalesce(${unread_count ?? null}::integer, unread_count)
    where account_id = ${accountId} and session_id = ${sessionId}`.execute(db)
}

export interface UserChange {
  locale?: string | undefined
  fullname?: string | undefined
  unread_count?: 0 | undefined
}

export async function updateUser(db: Db, accountId: string, userId: string, change: UserChange): Promise<void> {
  await sql`
    update users set locale = coalesce(${change.locale ?? null}, locale),
      fullname = coalesce(${change.fullname ?? null}, fullname),
      unread_count = coalesce(${change.unread_count ?? null}::integer, unread_count)
    where account_id = ${accountId} and user_id = ${userId}`.execute(db)
}

export interface AccountChange {
  notification_ring_repeat?: boolean | undefined
  timezone?: string | undefined
  temperature_unit?: 'C' | 'F' | undefined
}

export async function updateAccount(db: Db, accountId: string, change: AccountChange): Promise<void> {
  await sql`
    update accounts set timezone = coalesce(${change.timezone ?? null}, timezone),
      temperature_unit = coalesce(${change.temperature_unit ?? null}, temperature_unit),
      notification_ring_repeat = coalesce(${change.notification_ring_repeat ?? null}::boolean, notification_ring_repeat)
    where account_id = ${accountId}`.execute(db)
}

/** Gives the account's carepads without a unit of their own the account's. */
export async function followUnit(db: Db, accountId: string): Promise<void> {
  await sql`update carepads c set temperature_unit = a.temperature_unit from accounts a
    where a.account_id = ${accountId} and c.account_id = a.account_id and not has_own_unit`.execute(db)
}
