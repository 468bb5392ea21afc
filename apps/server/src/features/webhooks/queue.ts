/**
 * Queues deliveries in the transaction of what they tell about, so that neither is there without the other. An account without webhooks
 * costs one statement that finds none. Source: decision 0059.
 */
import { WEBHOOK_TEST, type WebhookEvent } from '@whereabouts/domain/webhooks'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** Ids and figures by event; names are looked up as it is sent. */
export interface FactsByEvent {
  readonly 'alarm.began': { readonly alarm_id: string }
  /** The person who stopped the ring, set out, or confirmed seeing the person in need. */
  readonly 'alarm.answered': {
    readonly alarm_id: string
    readonly step: 'stopped' | 'going' | 'seen'
    readonly by: string
  }
  readonly 'alarm.ended': { readonly alarm_id: string }
  readonly 'device.silent': { readonly device_id: string }
  readonly 'device.heard': { readonly device_id: string }
  readonly 'device.low_battery': { readonly device_id: string }
  readonly 'zone.entered': { readonly device_id: string; readonly zone_id: string }
  readonly 'zone.left': { readonly device_id: string; readonly zone_id: string }
  readonly 'temperature.beyond': { readonly notification_id: string }
  readonly 'temperature.normal': { readonly notification_id: string }
  readonly 'shift_report.made': { readonly report_id: string }
  readonly [WEBHOOK_TEST]: Record<string, never>
}

/** Something that webhooks tell of. */
export type Told = {
  [Event in WebhookEvent]: {
    readonly accountId: string
    readonly event: Event
    readonly facts: FactsByEvent[Event]
    /** When it happened (epoch ms). */
    readonly atMs: number
  }
}[WebhookEvent]

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
