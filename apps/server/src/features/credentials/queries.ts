/** SQL of credentials. Passwords are stored as hashes only. */
import type { CredentialKind } from '@whereabouts/domain/senders'
import { isStationId } from '@whereabouts/domain/stations'
import { sql } from 'kysely'
import type { Random } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { takenAs } from '../../platform/taken.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'

export interface CredentialRow {
  sender_id: string
  kind: CredentialKind
  t4_id: string | null
  created_time: number
  last_used: number | null
  made_by_link: string
}

/** Valid ones, newest first. */
export async function listCredentials(db: Db, accountId: string): Promise<CredentialRow[]> {
  const { rows } = await sql<CredentialRow>`
    select sender_id, kind, t4_id, created_at as created_time, last_used, made_by_link from credentials
    where account_id = ${accountId} and revoked_at is null
    order by created_at desc, sender_id`.execute(db)
  return rows
}

interface NewCredential {
  readonly accountId: string
  readonly senderId: string
  readonly kind: CredentialKind
  /** Epoch seconds. */
  readonly now: number
  /** The name of the link whose visitor makes it. */
  readonly madeByLink?: string
  /** Replaces a valid one, whose password becomes void. */
  readonly replaces?: boolean
}

/**
 * Creates a sender's credential and answers its password; undefined where one of that name is valid and `replaces` is not set.
 * Refuses with 409001 an IMEI that another account has.
 * A sender named like a station is one; others show what they are by their messages, and stay what they were.
 */
export async function insertCredential(
  db: Db,
  random: Random,
  { accountId, senderId, kind, now, madeByLink = '', replaces = false }: NewCredential,
): Promise<string | undefined> {
  const password = newToken(random)
  const { numAffectedRows } = await sql`
    insert into credentials (account_id, sender_id, kind, password_hash, t4_id, created_at, made_by_link)
    values (${accountId}, ${senderId}, ${kind}, ${hashToken(password)}, ${isStationId(senderId) ? senderId : null}, ${now},
      ${madeByLink})
    on conflict (account_id, sender_id) do update set kind = excluded.kind, password_hash = excluded.password_hash,
      t4_id = coalesce(excluded.t4_id, credentials.t4_id), created_at = excluded.created_at, revoked_at = null,
      last_used = null, made_by_link = excluded.made_by_link
    where ${replaces}::boolean or credentials.revoked_at is not null`
    .execute(db)
    .catch(takenAs('credentials_hardware_key', 'conflict'))
  return numAffectedRows === 1n ? password : undefined
}

/** False where there is no valid one of that name. */
export async function revokeCredential(db: Db, accountId: string, senderId: string, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update credentials set revoked_at = ${now}
    where account_id = ${accountId} and sender_id = ${senderId} and revoked_at is null`.execute(db)
  return numAffectedRows === 1n
}
