/** SQL of signed-in devices and of the activity log. */
import { ACTIVITY_ACTIONS, type ActivityDevice, type ActivityLog } from '@whereabouts/contract/activity'
import { sql } from 'kysely'
import type { PageStart } from '../../platform/http/page-token.ts'
import { networkOf } from '../../platform/net/network.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Every session of the account, newest first. */
export async function listDevices(db: Db, accountId: string, ownSessionId: string): Promise<ActivityDevice[]> {
  const { rows } = await sql<ActivityDevice>`
    select session_id as id, device_type, coalesce(l.name, u.fullname) as name, s.platform,
           session_id = ${ownSessionId} as is_current_device, signin_at_ms as sigint_at_ms, '' as photo
    from sessions s join users u using (account_id, user_id)
      left join access_links l on l.account_id = s.account_id and l.link_id = s.link_id
    where s.account_id = ${accountId}
    order by signin_at_ms desc, session_id`.execute(db)
  return rows
}

/** True where one of the account's people, no visitor, signed in from the address's network within the year the log is kept. */
export async function hasSignedInFrom(db: Db, accountId: string, address: string): Promise<boolean> {
  const { rows } = await sql<{ ip: string }>`
    select distinct ip from activity_logs where account_id = ${accountId} and action = 'sign_in' and device_type = 'web'`.execute(
    db,
  )
  return rows.some(({ ip }) => networkOf(ip) === networkOf(address))
}

export interface LogFilter {
  /** Only entries of this signed-in device. */
  readonly sessionId?: string
  readonly securityOnly?: boolean
}

/** A page, newest first; one entry more than asked shows that there is a next page. */
export async function listLogs(
  db: Db,
  accountId: string,
  { sessionId, securityOnly = false }: LogFilter,
  page: { start: PageStart | undefined; size: number },
): Promise<(ActivityLog & { created_at: number })[]> {
  const { rows } = await sql<ActivityLog & { created_at: number }>`
    select id, created_at_ms / 1000 as time, device_type, name, action, target, ip, created_at_ms as created_at
    from activity_logs
    where account_id = ${accountId}
      and (${sessionId ?? null}::uuid is null or session_id = ${sessionId ?? null})
      and (not ${securityOnly} or is_security)
      and (${page.start?.created_at ?? null}::bigint is null
        or (created_at_ms, id) < (${page.start?.created_at ?? null}, ${page.start?.id ?? null}::uuid))
    order by created_at_ms desc, id desc
    limit ${page.size + 1}`.execute(db)
  return rows
}

export interface EndedSession {
  readonly session_id: string
  readonly name: string
  /** Of a phone that made itself trackable. */
  readonly phone_id: string | null
}

/** Ends these sessions of the account except the caller's own; mobile ids mean phones, the others browsers and links. */
export async function endSessions(
  db: Db,
  accountId: string,
  ownSessionId: string,
  { session_ids, mobile_ids }: { session_ids: string[]; mobile_ids: string[] },
): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    delete from sessions s using users u
    where u.account_id = s.account_id and u.user_id = s.user_id
      and s.account_id = ${accountId} and s.session_id <> ${ownSessionId}
      and ((s.device_type <> 'mobile' and s.session_id = any(${session_ids}::uuid[]))
        or (s.device_type = 'mobile' and s.session_id = any(${mobile_ids}::uuid[])))
    returning s.session_id, s.phone_id,
      coalesce((select l.name from access_links l where l.account_id = s.account_id and l.link_id = s.link_id), u.fullname)
        as name`.execute(db)
  return rows
}

const CHANGES_OF_LISTS = Object.entries(ACTIVITY_ACTIONS)
  .filter(([, { changesLists }]) => changesLists)
  .map(([action]) => action)

/** True when somebody edited the account's devices since that time (epoch ms), which hot rows do not show. */
export async function wereListsChanged(db: Db, accountId: string, sinceMs: number): Promise<boolean> {
  const { rows } = await sql`
    select from activity_logs
    where account_id = ${accountId} and created_at_ms >= ${sinceMs} and action = any(${CHANGES_OF_LISTS}) limit 1`.execute(
    db,
  )
  return rows.length > 0
}
