/**
 * Where events go: features queue what they send of them, in the transaction that writes them, so that neither is there without the
 * other. `app.ts` lists the sinks. Source: decision 0024.
 */
import type { WEBHOOK_TEST, WebhookEvent } from '@whereabouts/domain/webhooks'
import type { Db } from '../platform/postgres/database.ts'

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

/** Something that programs are told of. */
export type Told = {
  [Event in WebhookEvent]: {
    readonly accountId: string
    readonly event: Event
    readonly facts: FactsByEvent[Event]
    /** When it happened (epoch ms). */
    readonly atMs: number
  }
}[WebhookEvent]

/** Ids of notifications that were written. */
export interface Written {
  readonly accountId: string
  /** Those that browsers show. */
  readonly pushed: readonly string[]
  /** Those that are new alarms. */
  readonly alarms: readonly string[]
  readonly now: number
}

export interface EventSink {
  /** People are told of these notifications. */
  readonly takeNotifications?: (db: Db, written: Written) => Promise<void>
  /** Programs are told of these events. */
  readonly takeTold?: (db: Db, told: readonly Told[], now: number) => Promise<void>
}

export async function queueNotifications(db: Db, sinks: readonly EventSink[], written: Written): Promise<void> {
  for (const sink of sinks) await sink.takeNotifications?.(db, written)
}

export async function queueTold(
  db: Db,
  sinks: readonly EventSink[],
  told: readonly Told[],
  now: number,
): Promise<void> {
  for (const sink of sinks) await sink.takeTold?.(db, told, now)
}
