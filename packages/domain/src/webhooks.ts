/** Events of webhooks, and when a delivery is retried. Pure. Source: decision 0059; Standard Webhooks. */

/** Events an account can have sent, in the order people read them. */
export const WEBHOOK_EVENTS = [
  'alarm.began',
  'alarm.answered',
  'alarm.ended',
  'device.silent',
  'device.heard',
  'device.low_battery',
  'zone.entered',
  'zone.left',
  'temperature.beyond',
  'temperature.normal',
  'shift_report.made',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The event of a test delivery; it cannot be subscribed to. */
export const WEBHOOK_TEST = 'webhook.test' as const
export const DELIVERED_EVENTS = [...WEBHOOK_EVENTS, WEBHOOK_TEST] as const
export type DeliveredEvent = (typeof DELIVERED_EVENTS)[number]

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/**
 * Why a try failed, in this order: no answer in time or a broken connection; unknown host; forbidden address; invalid certificate; an
 * answer other than 2xx; the webhook was switched off before.
 */
export const DELIVERY_FAULTS = ['no_answer', 'no_host', 'private_address', 'certificate', 'status', 'off'] as const
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number]

/** Why a webhook is off: it was switched off, its deliveries failed for days, or its receiver answered 410 (Gone). */
export const WEBHOOK_OFF_REASONS = ['person', 'failures', 'gone'] as const
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number]

/** Most webhooks of an account. */
export const MAX_WEBHOOKS = 20
export const MAX_WEBHOOK_URL = 1000

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1000, 60_000, 3_600_000]
/** Waits after the first try, the second, and so on (ms): ten tries within some 28 hours. */
const WAITS_MS = [
  ...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2 * HOUR_MS, 5 * HOUR_MS, 8 * HOUR_MS, 12 * HOUR_MS],
]
export const LONGEST_WAIT_MS = Math.max(...WAITS_MS)

/**
 * How long (ms) to wait after so many tries, of which the last failed; undefined: it is given up. `askedMs`: the wait the receiver asked
 * for, which counts where it is longer, up to the longest of ours.
 */
export function waitAfter(tries: number, askedMs = 0): number | undefined {
  const wait = WAITS_MS[tries - 1]
  return wait === undefined ? undefined : Math.max(wait, Math.min(askedMs, LONGEST_WAIT_MS))
}

/** A receiver that took nothing for so long (ms) is not tried any more. */
export const OFF_AFTER_MS = 5 * 24 * HOUR_MS
