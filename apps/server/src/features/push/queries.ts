/** SQL of where sessions are reached by push. Cross-account by nature: a browser belongs to the person who signed in with it last. */
import { sql } from 'kysely'
import { takenAs } from '../../platform/http/taken.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { PushSubscription } from './subscription.ts'

export interface PushHolder {
  readonly accountId: string
  readonly sessionId: string
  readonly userId: string
}

/**
 * Holds the session, and says whether it lost this very token since it told it: its push service no longer knew it. False
 * when the session is over.
 */
export async function hasLostToken(
  db: Db,
  { accountId, sessionId }: PushHolder,
  token: string,
  { endpoint }: PushSubscription,
): Promise<boolean> {
  const { rows } = await sql<{ isLost: boolean }>`
    select push_token = ${token} and not exists (
        select from push_subscriptions p
        where p.account_id = s.account_id and p.session_id = s.session_id and endpoint = ${endpoint}) as "isLost"
    from sessions s where account_id = ${accountId} and session_id = ${sessionId} for update`.execute(db)
  return rows[0]?.isLost ?? false
}

/** Writes down what the session's browser said last. */
export async function keepToken(db: Db, { accountId, sessionId }: PushHolder, token: string): Promise<void> {
  await sql`update sessions set push_token = ${token}
    where account_id = ${accountId} and session_id = ${sessionId}`.execute(db)
}

/**
 * Reaches the session by this subscription from now on. A session that had it before loses it, where it is of the same
 * person, or where the browser is the same: only that one knows the keys. Refuses with 400103 to take it from others.
 */
export async function putSubscription(
  db: Db,
  { accountId, sessionId, userId }: PushHolder,
  { endpoint, p256dh, auth }: PushSubscription,
  now: number,
): Promise<void> {
  await sql`
    delete from push_subscriptions p using sessions s
    where p.endpoint = ${endpoint} and s.account_id = p.account_id and s.session_id = p.session_id
      and (s.account_id, s.session_id) <> (${accountId}, ${sessionId})
      and ((p.p256dh, p.auth) = (${p256dh}, ${auth}) or (s.account_id, s.user_id) = (${accountId}, ${userId}))`.execute(
    db,
  )
  await sql`
    insert into push_subscriptions (account_id, session_id, endpoint, p256dh, auth, created_at_ms)
    values (${accountId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${now})
    on conflict (account_id, session_id) do update
      set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`
    .execute(db)
    .catch(takenAs('push_subscriptions_endpoint', 'invalidDeviceClient'))
}

/** The session is reached no longer. */
export async function dropSubscription(
  db: Db,
  { accountId, sessionId }: Pick<PushHolder, 'accountId' | 'sessionId'>,
): Promise<void> {
  await sql`delete from push_subscriptions where account_id = ${accountId} and session_id = ${sessionId}`.execute(db)
}
