/**
 * Links in mails: 256 random bits, stored as a hash, bound to purpose and user, used once, and only the newest of its
 * purpose. Source: G26; security rule 9.
 */
import type { MailLink } from '@whereabouts/contract/accounts'
import { sql } from 'kysely'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import type { UserKey } from '../../state/people.ts'
import type { LinkLife, MailKind } from './kinds.ts'

type Purpose = MailLink['purpose']

const HOUR_MS = 3_600_000
const LIFE_MS: Readonly<Record<LinkLife, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS }

const LIVES: Readonly<Record<Purpose, LinkLife>> = {
  confirm: 'day',
  invitation: 'day',
  setup: 'day',
  recovery: 'hour',
  remove_account: 'hour',
  change_email: 'hour',
  remove_trackers: 'hour',
  remove_stations: 'hour',
  remove_carepads: 'hour',
  accept_share: 'week',
  confirm_contact: 'week',
}

/** How long the link in a mail works; undefined: no link, or one to a page for everybody. */
export const lifeOf = (kind: MailKind): LinkLife | undefined => (LIVES as Partial<Record<MailKind, LinkLife>>)[kind]

export interface MailLinkRow {
  readonly purpose: Purpose
  /** Null for the setup link. */
  readonly account_id: string | null
  readonly user_id: string | null
  readonly email: string
  /** Ids of the devices it concerns, or of the share; of a contact its address in lower case. */
  readonly objects: readonly string[]
}

/** A link of somebody's, as all but the setup link are. */
export type PersonalLink = MailLinkRow & UserKey

/**
 * Creates a link and answers its token, which is stored nowhere else; older ones of the purpose end; where they name objects,
 * only those that name any of these.
 */
export async function makeMailLink(
  db: Db,
  { clock, random }: { clock: Clock; random: Random },
  purpose: Exclude<Purpose, 'setup'>,
  holder: UserKey,
  email: string,
  objects: readonly string[] = [],
): Promise<string> {
  // Two at once would not see each other's links and leave both valid.
  await lockUser(db, holder)
  await cancelMailLinks(db, holder, [purpose], clock.now(), objects)
  return insertMailLink(db, { clock, random }, { purpose, ...holder, email, objects })
}

/** Locks the user first, then the links, in the same order everywhere, so that two transactions never deadlock. */
const lockUser = (db: Db, { account_id, user_id }: UserKey) =>
  sql`select from users where account_id = ${account_id} and user_id = ${user_id} for no key update`.execute(db)

export async function insertMailLink(
  db: Db,
  { clock, random }: { clock: Clock; random: Random },
  link: MailLinkRow,
): Promise<string> {
  const token = newToken(random)
  const now = clock.now()
  await sql`
    insert into mail_links (token_hash, purpose, account_id, user_id, email, objects, created_at_ms, expires_at_ms)
    values (${hashToken(token)}, ${link.purpose}, ${link.account_id}, ${link.user_id}, ${link.email}, ${link.objects},
      ${now}, ${now + LIFE_MS[LIVES[link.purpose]]})`.execute(db)
  return token
}

/** Ends the valid links of these purposes; where objects are named, only links that name one of them. */
export async function cancelMailLinks(
  db: Db,
  { account_id, user_id }: UserKey,
  purposes: readonly Purpose[],
  now: number,
  objects: readonly string[] = [],
): Promise<void> {
  await sql`
    update mail_links set expires_at_ms = least(expires_at_ms, ${now})
    where account_id = ${account_id} and user_id = ${user_id} and purpose = any(${purposes}) and used_at_ms is null
      and (${objects.length === 0} or objects && ${objects}::text[])`.execute(db)
}

/** Renews the newest link of a purpose for as long as a new one, unless it was used or cancelled. */
export async function prolongMailLink(
  db: Db,
  purpose: Exclude<Purpose, 'setup'>,
  { account_id, user_id }: UserKey,
  now: number,
): Promise<void> {
  const lifeMs = LIFE_MS[LIVES[purpose]]
  // A cancelled one ended before its time. The user first, as everywhere.
  await lockUser(db, { account_id, user_id })
  await sql`
    update mail_links set created_at_ms = ${now}, expires_at_ms = ${now + lifeMs}
    where token_hash = (
      select token_hash from mail_links
      where account_id = ${account_id} and user_id = ${user_id} and purpose = ${purpose}
      order by created_at_ms desc limit 1) and used_at_ms is null and expires_at_ms >= created_at_ms + ${lifeMs}::bigint`.execute(
    db,
  )
}

/** Ids that the account's valid links name: for these a mail is pending (G26). */
export async function objectsOfLinks(
  db: Db,
  accountId: string,
  purpose: 'remove_trackers' | 'remove_stations' | 'remove_carepads',
  now: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select unnest(objects) as id from mail_links
    where account_id = ${accountId} and purpose = ${purpose} and used_at_ms is null and expires_at_ms > ${now}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The link of a token while it is valid. */
export async function findMailLink(db: Db, token: string, now: number): Promise<MailLinkRow | undefined> {
  const { rows } = await sql<MailLinkRow>`
    select purpose, account_id, user_id, email, objects from mail_links
    where token_hash = ${hashToken(token)} and used_at_ms is null and expires_at_ms > ${now}`.execute(db)
  return rows[0]
}

/** Uses a link; undefined when it is not valid, not for these purposes, or was just used. */
export async function takeMailLink(
  db: Db,
  token: string,
  purposes: readonly Exclude<Purpose, 'setup'>[],
  now: number,
): Promise<PersonalLink | undefined> {
  const { rows: holders } = await sql<UserKey>`
    select account_id, user_id from mail_links
    where token_hash = ${hashToken(token)} and account_id is not null`.execute(db)
  if (holders[0] === undefined) return undefined
  await lockUser(db, holders[0])
  const { rows } = await sql<PersonalLink>`
    update mail_links set used_at_ms = ${now}
    where token_hash = ${hashToken(token)} and purpose = any(${purposes}) and used_at_ms is null
      and expires_at_ms > ${now}
    returning purpose, account_id, user_id, email, objects`.execute(db)
  return rows[0]
}

/** The holder of a link of this purpose, valid or not. */
export async function findHolder(db: Db, token: string, purpose: Purpose): Promise<UserKey | undefined> {
  const { rows } = await sql<UserKey>`
    select account_id, user_id from mail_links where token_hash = ${hashToken(token)} and purpose = ${purpose}`.execute(
    db,
  )
  return rows[0]
}
