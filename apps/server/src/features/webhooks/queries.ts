/** SQL of webhooks and their deliveries; `db` first, owner second. What is due is cross-account by nature. */
import type { Delivery, Webhook } from '@whereabouts/contract/webhooks'
import { type DeliveredEvent, type DeliveryFault, LONGEST_WAIT_MS, WEBHOOK_TEST } from '@whereabouts/domain/webhooks'
import { sql } from 'kysely'
import type { PageStart } from '../../platform/http/page-token.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'

const webhookColumns = sql.raw('webhook_id, url, note, events, created_at_ms, off, failing_since_ms')
const deliveryColumns = sql.raw(
  'delivery_id, event, at_ms, state, tries, last_try_at_ms, status, fault, next_try_at_ms',
)

/** Oldest first. */
export async function listWebhooks(db: Db, accountId: string): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`select ${webhookColumns} from webhooks
    where account_id = ${accountId} order by created_at_ms, webhook_id`.execute(db)
  return rows
}

/** The number of the account's webhooks; nobody adds one until the transaction ends. */
export async function countWebhooks(db: Db, accountId: string): Promise<number> {
  await sql`select from accounts where account_id = ${accountId} for no key update`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from webhooks where account_id = ${accountId}`.execute(db)
  return rows[0]!.count
}

/** The webhook, locked until the transaction ends; refuses with 404102 one that the account does not have. */
export async function lockWebhook(
  db: Db,
  accountId: string,
  webhookId: string,
): Promise<Webhook & { readonly secret_sealed: Buffer }> {
  const { rows } = await sql<Webhook & { secret_sealed: Buffer }>`
    select ${webhookColumns}, secret_sealed from webhooks
    where account_id = ${accountId} and webhook_id = ${webhookId} for no key update`.execute(db)
  if (rows[0] === undefined) throw refuse('resourceNotFound')
  return rows[0]
}

export async function insertWebhook(
  db: Db,
  accountId: string,
  webhook: Pick<Webhook, 'webhook_id' | 'url' | 'note' | 'events' | 'created_at_ms'>,
  secretSealed: Buffer,
): Promise<void> {
  const { webhook_id, url, note, events, created_at_ms } = webhook
  await sql`insert into webhooks (account_id, webhook_id, url, note, events, secret_sealed, created_at_ms)
    values (${accountId}, ${webhook_id}, ${url}, ${note}, ${events}, ${secretSealed}, ${created_at_ms})`.execute(db)
}

export async function saveWebhook(db: Db, accountId: string, webhook: Webhook): Promise<void> {
  const { webhook_id, url, note, events, off, failing_since_ms } = webhook
  await sql`update webhooks set url = ${url}, note = ${note}, events = ${events}, off = ${off},
      failing_since_ms = ${failing_since_ms}
    where account_id = ${accountId} and webhook_id = ${webhook_id}`.execute(db)
}

export async function deleteWebhook(db: Db, accountId: string, webhookId: string): Promise<void> {
  await sql`delete from webhooks where account_id = ${accountId} and webhook_id = ${webhookId}`.execute(db)
}

/** Another secret; the one until now signs too until that time (epoch ms). */
export async function saveSecret(
  db: Db,
  accountId: string,
  webhookId: string,
  { secretSealed, previousUntilMs }: { readonly secretSealed: Buffer; readonly previousUntilMs: number },
): Promise<void> {
  await sql`update webhooks set previous_secret_sealed = secret_sealed, previous_until_ms = ${previousUntilMs},
      secret_sealed = ${secretSealed}
    where account_id = ${accountId} and webhook_id = ${webhookId}`.execute(db)
}

/** What waits for a webhook that is off now fails. */
export async function failWaiting(db: Db, accountId: string, webhookId: string): Promise<void> {
  await sql`update webhook_deliveries set state = 'failed', fault = 'off', next_try_at_ms = null
    where account_id = ${accountId} and webhook_id = ${webhookId} and next_try_at_ms is not null`.execute(db)
}

/** A page, newest first; one row more than asked shows that there is a next one. */
export async function listDeliveries(
  db: Db,
  accountId: string,
  webhookId: string,
  { start, size }: { readonly start: PageStart | undefined; readonly size: number },
): Promise<(Delivery & { readonly created_at: number })[]> {
  const before = start ?? { created_at: Number.MAX_SAFE_INTEGER, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  const { rows } = await sql<Delivery & { created_at: number }>`
    select ${deliveryColumns}, created_at_ms as created_at from webhook_deliveries
    where account_id = ${accountId} and webhook_id = ${webhookId}
      and (created_at_ms, delivery_id) < (${before.created_at}::bigint, ${before.id}::uuid)
    order by created_at_ms desc, delivery_id desc limit ${size + 1}`.execute(db)
  return rows
}

export async function insertTest(
  db: Db,
  accountId: string,
  webhookId: string,
  { deliveryId, now }: { readonly deliveryId: string; readonly now: number },
): Promise<Delivery> {
  const { rows } = await sql<Delivery>`
    insert into webhook_deliveries (account_id, webhook_id, delivery_id, event, facts, at_ms, created_at_ms, next_try_at_ms)
    values (${accountId}, ${webhookId}, ${deliveryId}, ${WEBHOOK_TEST}, '{}', ${now}, ${now}, ${now})
    returning ${deliveryColumns}`.execute(db)
  return rows[0]!
}

/** Has a delivery sent again, from now on; refuses with 404102 one that the account does not have. */
export async function deliverAgain(
  db: Db,
  accountId: string,
  { webhookId, deliveryId, now }: { readonly webhookId: string; readonly deliveryId: string; readonly now: number },
): Promise<Delivery> {
  // One that is under way at this moment goes on with its lease.
  const { rows } = await sql<Delivery>`
    update webhook_deliveries set state = 'waiting', turn_tries = 0,
      next_try_at_ms = case when state = 'waiting' and last_try_at_ms > ${now}::bigint - ${LEASE_MS} then next_try_at_ms
        else ${now}::bigint end
    where account_id = ${accountId} and webhook_id = ${webhookId} and delivery_id = ${deliveryId}
    returning ${deliveryColumns}`.execute(db)
  if (rows[0] === undefined) throw refuse('resourceNotFound')
  return rows[0]
}

/** A delivery belongs to the server that took it for so long (ms); longer than a try can last. */
const LEASE_MS = 30_000

export interface DueDelivery {
  readonly account_id: string
  readonly webhook_id: string
  readonly delivery_id: string
  readonly event: DeliveredEvent
  readonly facts: Readonly<Record<string, string>>
  readonly at_ms: number
  readonly tries: number
  readonly turn_tries: number
  readonly url: string
  readonly secret_sealed: Buffer
  readonly previous_secret_sealed: Buffer | null
  readonly previous_until_ms: number | null
}

interface Taking {
  readonly now: number
  /** Deliveries under way, by webhook. */
  readonly underWay: ReadonlyMap<string, number>
  /** Most of one webhook at once, and of one whose receiver takes nothing. */
  readonly most: number
  readonly mostFailing: number
}

/**
 * Takes due deliveries, of each webhook as many as it has room for, the oldest first. What another server is taking at that moment is
 * left to it. One that waits longer than any can was put off before a clock was set back.
 */
export async function takeDeliveries(db: Db, { now, underWay, most, mostFailing }: Taking): Promise<DueDelivery[]> {
  // From one webhook to the next by the index: the backlog is never scanned for the few rows of one.
  const { rows } = await sql<DueDelivery>`
    with recursive hooks as (
      (select webhook_id from webhook_deliveries where next_try_at_ms is not null order by webhook_id limit 1)
      union all
      select (select d.webhook_id from webhook_deliveries d
        where d.next_try_at_ms is not null and d.webhook_id > h.webhook_id order by d.webhook_id limit 1)
      from hooks h where h.webhook_id is not null
    ), due as (
      select turns.account_id, turns.webhook_id, turns.delivery_id
      from hooks join webhooks w using (webhook_id)
        left join unnest(${[...underWay.keys()]}::uuid[], ${[...underWay.values()]}::integer[]) as busy (webhook_id, under_way)
          using (webhook_id)
        cross join lateral (
          select account_id, webhook_id, delivery_id from webhook_deliveries d
          where d.webhook_id = w.webhook_id and next_try_at_ms is not null
            and (next_try_at_ms <= ${now} or next_try_at_ms > ${now + LONGEST_WAIT_MS + LEASE_MS})
          order by next_try_at_ms, created_at_ms
          limit greatest(case when w.failing_since_ms is null then ${most}::integer else ${mostFailing}::integer end
            - coalesce(under_way, 0), 0)
          for update skip locked
        ) turns
    ), taken as (
      update webhook_deliveries d set next_try_at_ms = ${now + LEASE_MS}, last_try_at_ms = ${now}, tries = tries + 1,
        turn_tries = turn_tries + 1, status = null, fault = null
      from due where d.account_id = due.account_id and d.webhook_id = due.webhook_id and d.delivery_id = due.delivery_id
      returning d.account_id, d.webhook_id, d.delivery_id, d.event, d.facts, d.at_ms, d.tries, d.turn_tries
    )
    select t.*, w.url, w.secret_sealed, w.previous_secret_sealed, w.previous_until_ms
    from taken t join webhooks w using (account_id, webhook_id)`.execute(db)
  return rows
}

interface Outcome {
  readonly status: number | null
  readonly fault: DeliveryFault | null
  /** Undefined: it is over. */
  readonly nextTryAtMs: number | undefined
}

/** Writes what came of a try, unless another came between. */
export async function saveOutcome(
  db: Db,
  { account_id, webhook_id, delivery_id, tries }: DueDelivery,
  { status, fault, nextTryAtMs }: Outcome,
): Promise<void> {
  const state = fault === null ? 'delivered' : nextTryAtMs === undefined ? 'failed' : 'waiting'
  await sql`update webhook_deliveries set state = ${state}, status = ${status}, fault = ${fault},
      next_try_at_ms = ${nextTryAtMs ?? null}
    where account_id = ${account_id} and webhook_id = ${webhook_id} and delivery_id = ${delivery_id} and tries = ${tries}
      and state = 'waiting'`.execute(db)
}

/** Its receiver took something. */
export async function noteTaken(db: Db, { account_id, webhook_id }: DueDelivery): Promise<void> {
  await sql`update webhooks set failing_since_ms = null
    where account_id = ${account_id} and webhook_id = ${webhook_id} and failing_since_ms is not null`.execute(db)
}

/** Its receiver did not take something; answers since when it takes nothing (epoch ms). Undefined: it was deleted. */
export async function noteFailing(
  db: Db,
  { account_id, webhook_id }: DueDelivery,
  now: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ failing_since_ms: number }>`
    update webhooks set failing_since_ms = coalesce(failing_since_ms, ${now}::bigint)
    where account_id = ${account_id} and webhook_id = ${webhook_id} returning failing_since_ms`.execute(db)
  return rows[0]?.failing_since_ms
}

/** Switches a webhook off; answers it, or undefined where it is off or gone already. */
export async function switchOff(
  db: Db,
  { account_id, webhook_id }: DueDelivery,
  off: 'failures' | 'gone',
): Promise<Pick<Webhook, 'url' | 'note'> | undefined> {
  const { rows } = await sql<Pick<Webhook, 'url' | 'note'>>`
    update webhooks set off = ${off} where account_id = ${account_id} and webhook_id = ${webhook_id} and off is null
    returning url, note`.execute(db)
  return rows[0]
}

/** Deletes what was queued before that time (epoch ms). */
export async function sweepDeliveries(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from webhook_deliveries where created_at_ms < ${beforeMs}`.execute(db)
}
