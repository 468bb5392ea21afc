/** SQL of LINE groups. Cross-account where LINE names a group: it knows nothing of our accounts. */
import type { LineGroup } from '@whereabouts/contract/line'
import { sql } from 'kysely'
import type { EventSink } from '../../events/sinks.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Newest first. */
export async function listGroups(db: Db, accountId: string): Promise<LineGroup[]> {
  const { rows } = await sql<LineGroup>`
    select line_group_id, note, created_time from line_groups
    where account_id = ${accountId} order by created_time desc, line_group_id`.execute(db)
  return rows
}

/** Links a group; false when the account has it already. */
export async function insertGroup(
  db: Db,
  accountId: string,
  { line_group_id, note, created_time }: LineGroup,
  groupId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into line_groups (account_id, line_group_id, group_id, note, created_time)
    values (${accountId}, ${line_group_id}, ${groupId}, ${note}, ${created_time})
    on conflict (account_id, group_id) do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Gives a group another nickname; undefined when the account has no such group. */
export async function renameGroup(
  db: Db,
  accountId: string,
  lineGroupId: string,
  note: string,
): Promise<LineGroup | undefined> {
  const { rows } = await sql<LineGroup>`
    update line_groups set note = ${note} where account_id = ${accountId} and line_group_id = ${lineGroupId}
    returning line_group_id, note, created_time`.execute(db)
  return rows[0]
}

/** Unlinks the groups of these ids that the account has, and answers them. */
export async function deleteGroups(db: Db, accountId: string, lineGroupIds: readonly string[]): Promise<LineGroup[]> {
  const { rows } = await sql<LineGroup>`
    delete from line_groups where account_id = ${accountId} and line_group_id = any(${lineGroupIds}::uuid[])
    returning line_group_id, note, created_time`.execute(db)
  return rows
}

/** Unlinks a group from every account that linked it before a time (epoch seconds), and answers those. */
export async function deleteGroupEverywhere(
  db: Db,
  groupId: string,
  before: number,
): Promise<{ account_id: string; note: string }[]> {
  const { rows } = await sql<{ account_id: string; note: string }>`
    delete from line_groups where group_id = ${groupId} and created_time <= ${before}
    returning account_id, note`.execute(db)
  return rows
}

/** A code lives this long (ms). Source: G62. */
const CODE_LIFE_MS = 86_400_000

export async function insertCode(db: Db, codeHash: Buffer, groupId: string, now: number): Promise<void> {
  await sql`insert into line_codes (code_hash, group_id, created_at_ms)
    values (${codeHash}, ${groupId}, ${now})`.execute(db)
}

/** Uses a code; answers LINE's id of the group, or undefined for a wrong, used or expired code. */
export async function takeCode(db: Db, codeHash: Buffer, now: number): Promise<string | undefined> {
  const { rows } = await sql<{ group_id: string }>`
    delete from line_codes where code_hash = ${codeHash} and created_at_ms > ${now - CODE_LIFE_MS}
    returning group_id`.execute(db)
  return rows[0]?.group_id
}

export async function deleteCodesOf(db: Db, groupId: string): Promise<void> {
  await sql`delete from line_codes where group_id = ${groupId}`.execute(db)
}

/** Deletes codes that are too old to be used. */
export async function sweepCodes(db: Db, now: number): Promise<void> {
  await sql`delete from line_codes where created_at_ms <= ${now - CODE_LIFE_MS}`.execute(db)
}

/**
 * Queues these notifications for the account's groups; call it in the transaction that writes them. A group that is being
 * unlinked is waited for and left out: a row that refers to it would fail the whole transaction.
 */
export async function queueForGroups(
  db: Db,
  accountId: string,
  notificationIds: readonly string[],
  now: number,
): Promise<void> {
  if (notificationIds.length === 0) return
  await sql`
    with linked as (
      select account_id, line_group_id from line_groups where account_id = ${accountId}
      order by line_group_id for key share
    )
    insert into line_messages (account_id, line_group_id, notification_id, created_at_ms, next_try_at_ms)
    select account_id, line_group_id, notification_id, ${now}::bigint, ${now}::bigint
    from linked, unnest(${notificationIds}::uuid[]) as notification_id`.execute(db)
}

export const lineSink: EventSink = {
  takeNotifications: (db, { accountId, alarms, now }) => queueForGroups(db, accountId, alarms, now),
}
