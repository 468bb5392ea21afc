/** SQL of access links. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

export interface AccessLinkRow {
  link_id: string
  code_sealed: Buffer
  name: string
  role: 'deputy' | 'support' | 'readonly'
  password_hash: string | null
  notes: string
  expire_time: number | null
  created_time: number
}

/** All links of the account, also expired ones, newest first. */
export async function listLinks(db: Db, accountId: string): Promise<AccessLinkRow[]> {
  const { rows } = await sql<AccessLinkRow>`
    select link_id, code_sealed, name, role, password_hash, notes, expire_time, created_time
    from access_links where account_id = ${accountId} order by created_time desc, link_id`.execute(db)
  return rows
}

/** Adds a link; answers the rule that another link of the account violates, if any. */
export async function insertLink(
  db: Db,
  accountId: string,
  link: AccessLinkRow & { code_hash: Buffer },
): Promise<'added' | 'name taken' | 'support taken'> {
  // An expired link makes room for the next one of its name, or for the next support link.
  await sql`delete from access_links
    where account_id = ${accountId} and expire_time <= ${link.created_time}
      and (normalize(name, NFKC) = normalize(${link.name}, NFKC) or (${link.role === 'support'} and role = 'support'))`.execute(
    db,
  )
  const { numAffectedRows } = await sql`
    insert into access_links (account_id, link_id, code_hash, code_sealed, name, role, password_hash, notes, expire_time,
      created_time)
    values (${accountId}, ${link.link_id}, ${link.code_hash}, ${link.code_sealed}, ${link.name}, ${link.role},
      ${link.password_hash}, ${link.notes}, ${link.expire_time}, ${link.created_time})
    on conflict do nothing`.execute(db)
  if (numAffectedRows === 1n) return 'added'
  const { rows } = await sql`
    select from access_links
    where account_id = ${accountId} and normalize(name, NFKC) = normalize(${link.name}, NFKC)`.execute(db)
  return rows.length > 0 ? 'name taken' : 'support taken'
}

export interface RemovedLink {
  readonly code_hash: Buffer
  readonly name: string
  readonly session_ids: string[]
}

/** Deletes links by the hash of their codes, and with them their sessions. */
export async function deleteLinks(db: Db, accountId: string, codeHashes: Buffer[]): Promise<RemovedLink[]> {
  const { rows } = await sql<RemovedLink>`
    with doomed as (
      select link_id, (select coalesce(array_agg(session_id), '{}') from sessions s
                       where s.account_id = l.account_id and s.link_id = l.link_id) as session_ids
      from access_links l where account_id = ${accountId} and code_hash = any(${codeHashes}::bytea[])
    )
    delete from access_links l using doomed
    where l.account_id = ${accountId} and l.link_id = doomed.link_id
    returning l.code_hash, l.name, doomed.session_ids`.execute(db)
  return rows
}

export interface OpenLink {
  account_id: string
  link_id: string
  name: string
  role: 'deputy' | 'support' | 'readonly'
  password_hash: string | null
  /** The owner in whose name the visitor comes. */
  user_id: string
  email: string
  b2b_user: boolean
  groups: string[]
}

/** The link of a code until it expires, with its account's owner. Cross-account by nature: the code names its account. */
export async function findOpenLink(db: Db, codeHash: Buffer, now: number): Promise<OpenLink | undefined> {
  const { rows } = await sql<OpenLink>`
    select l.account_id, l.link_id, l.name, l.role, l.password_hash, o.user_id, o.email, o.b2b_user, o.groups
    from access_links l
    join lateral (select * from users u where u.account_id = l.account_id and u.class = 'owner'
                  order by u.created_at, u.user_id limit 1) o on true
    where l.code_hash = ${codeHash} and (l.expire_time is null or l.expire_time > ${now})`.execute(db)
  return rows[0]
}
