/**
 * Queues deliveries in the transaction of what they tell about, so that neither is there without the other. An account without webhooks
 * costs one statement that finds none. Source: decision 0059.
 */
import { sql } from 'kysely'
import type { EventSink, Told } from '../../events/sinks.ts'
import type { Db } from '../../platform/postgres/database.ts'

/**
 * Queues these for the webhooks that ask for them. A webhook that is being deleted is waited for and left out: a row that refers to it
 * would fail the whole transaction.
 */
export async function queueDeliveries(db: Db, told: readonly Told[], now: number): Promise<void> {
  if (told.length === 0) return
  const rows = told.map(({ accountId, event, facts, atMs }) => ({ account_id: accountId, event, facts, at_ms: atMs }))
  await sql`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (account_id uuid, event text, facts jsonb, at_ms bigint)
    ), asking as (
      select account_id, webhook_id, events from webhooks
      where account_id = any(array(select account_id from told)) and off is null
      order by account_id, webhook_id for key share
    )
    insert into webhook_deliveries (account_id, webhook_id, delivery_id, event, facts, at_ms, created_at_ms, next_try_at_ms)
    select account_id, webhook_id, gen_random_uuid(), event, facts, at_ms, ${now}::bigint, ${now}::bigint
    from told join asking using (account_id) where event = any(events)`.execute(db)
}

export const webhookSink: EventSink = { takeTold: queueDeliveries }
