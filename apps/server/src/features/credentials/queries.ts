/** SQL of credentials. Passwords are stored as hashes only. */
import type { SetAside } from '@whereabouts/contract/credentials'
import type { CredentialKind } from '@whereabouts/domain/senders'
import { isStationId } from '@whereabouts/domain/stations'
import { sql } from 'kysely'
import type { Random } from '../../platform/clock.ts'
import { takenAs } from '../../platform/http/taken.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'

export interface CredentialRow {
  sender_id: string
  kind: CredentialKind
  t4_id: string | null
  created_time: number
  last_used: number | null
  connected_time: number | null
  made_by_link: string
  has_payload_key: boolean
  set_aside: SetAside[]
}

/** Counts of this many days are listed. */
const SET_ASIDE_DAYS = 7
const DAY_MS = 86_400_000

/** Valid ones, newest first. */
export async function listCredentials(db: Db, accountId: string, nowMs: number): Promise<CredentialRow[]> {
  const since = new Date(nowMs - (SET_ASIDE_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  const { rows } = await sql<CredentialRow>`
    select sender_id, kind, t4_id, created_at as created_time, last_used, connected_at as connected_time, made_by_link,
      payload_key_sealed is not null as has_payload_key, coalesce(counted.set_aside, '[]') as set_aside
    from credentials
    left join (
      select sender_id, json_agg(json_build_object('reason', reason, 'count', count, 'last_day', last_day)
          order by count desc, reason) as set_aside
      from (
        select sender_id, reason, sum(count)::bigint as count, to_char(max(day), 'YYYY-MM-DD') as last_day
        from gateway_counts where account_id = ${accountId} and day >= ${since}::date and sender_id <> ''
        group by sender_id, reason
      ) each_reason group by sender_id
    ) counted using (sender_id)
    where account_id = ${accountId} and revoked_at is null and broker_id is null
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
      broker_id = null, broker_label = null, last_used = null, connected_at = null, made_by_link = excluded.made_by_link, payload_key_sealed = null,
      generation = credentials.generation + 1
    where ${replaces}::boolean or credentials.revoked_at is not null`
    .execute(db)
    .catch(takenAs('credentials_hardware_key', 'conflict'))
  if (numAffectedRows !== 1n) return undefined
  await forgetCounts(db, accountId, senderId)
  return password
}

/** The kind of a valid credential, locked until the transaction ends; undefined where there is none of that name. */
export async function lockCredential(db: Db, accountId: string, senderId: string): Promise<CredentialKind | undefined> {
  const { rows } = await sql<{ kind: CredentialKind }>`
    select kind from credentials where account_id = ${accountId} and sender_id = ${senderId} and revoked_at is null
    for no key update`.execute(db)
  return rows[0]?.kind
}

/** Keeps the sealed key of a sender, or removes it; what was set aside for want of it is forgotten. */
export async function savePayloadKey(
  db: Db,
  accountId: string,
  senderId: string,
  sealed: Buffer | null,
): Promise<void> {
  await sql`update credentials set payload_key_sealed = ${sealed}
    where account_id = ${accountId} and sender_id = ${senderId}`.execute(db)
  await forgetCounts(db, accountId, senderId, ['encrypted_no_key', 'decryption_failed'])
}

/** False where there is no valid one of that name. */
export async function revokeCredential(db: Db, accountId: string, senderId: string, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update credentials set revoked_at = ${now}
    where account_id = ${accountId} and sender_id = ${senderId} and revoked_at is null and broker_id is null`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** For a sender that was set up again or repaired: the earlier counts no longer apply. */
async function forgetCounts(db: Db, accountId: string, senderId: string, reasons?: readonly string[]): Promise<void> {
  await sql`delete from gateway_counts where account_id = ${accountId} and sender_id = ${senderId}
    and (${reasons === undefined} or reason = any(${reasons ?? []}::text[]))`.execute(db)
}
