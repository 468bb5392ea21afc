/**
 * Sends what is queued for webhooks: any server takes what is due. A slow receiver fills the few places of its own webhook and delays
 * nobody else; one that takes nothing for days is switched off. Source: decision 0059; security rules 26, 46.
 */

import { type DeliveryFault, OFF_AFTER_MS, WEBHOOK_TEST, waitAfter } from '@whereabouts/domain/webhooks'
import { raise } from '../../events/raise.ts'
import type { EventSink } from '../../events/sinks.ts'
import { type Clock, type Random, toSeconds } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { OutsideHosts } from '../../platform/net/outside-hosts.ts'
import type { ServerDb } from '../../platform/postgres/database.ts'
import { isStorageAway } from '../../platform/postgres/storage-away.ts'
import { readRetryAfter } from '../../platform/push/push-services.ts'
import { repeat } from '../../platform/repeat.ts'
import type { Seal } from '../../platform/seal.ts'
import { payloadOf } from './payload.ts'
import {
  type DueDelivery,
  failWaiting,
  noteFailing,
  noteTaken,
  saveOutcome,
  switchOff,
  takeDeliveries,
} from './queries.ts'
import { signedHeaders } from './signature.ts'

const LOOK_EVERY_MS = 1000
/** Deliveries under way at once: of one webhook, of one whose receiver takes nothing, and of this server. */
const MOST = 4
const MOST_FAILING = 1
const MOST_OF_ALL = 100

interface Deps {
  readonly db: ServerDb
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly secrets: Seal
  readonly sinks: readonly EventSink[]
  readonly hosts: OutsideHosts
  readonly alarms: { wake(): void }
}

/** Where the secret of a webhook is sealed for. */
export const sealPlace = (accountId: string, webhookId: string): string => `${accountId} ${webhookId}`

export class WebhookSender {
  readonly #deps: Deps
  /** Those under way, with their webhooks. */
  readonly #sending = new Map<Promise<void>, string>()
  #stop: (() => void) | undefined
  #looking: Promise<void> | undefined
  #isWoken = false
  #isAway = false
  #isClosing = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    this.#stop = repeat(LOOK_EVERY_MS, async () => this.wake())
  }

  /** Deliveries were queued and committed: they are sent at once. */
  wake(): void {
    if (this.#isClosing || this.#stop === undefined) return
    this.#isWoken = true
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#stop?.()
    await this.#looking
    await Promise.all(this.#sending.keys())
    this.#deps.hosts.close()
  }

  async #look(): Promise<void> {
    const { log } = this.#deps
    while (this.#isWoken && !this.#isClosing) {
      this.#isWoken = false
      try {
        await this.#take()
        this.#isAway = false
      } catch (error) {
        const { message, stack } = error as Error
        if (!isStorageAway(error)) log.error({ stack }, 'bug: failed to look for due deliveries of webhooks; retrying')
        else if (!this.#isAway) log.warn({ reason: message }, 'Failed to look for due deliveries of webhooks; retrying')
        this.#isAway = isStorageAway(error)
      }
    }
  }

  async #take(): Promise<void> {
    const { db, clock, log } = this.#deps
    if (this.#sending.size >= MOST_OF_ALL) return
    const underWay = new Map(
      [...Map.groupBy(this.#sending.values(), (webhook) => webhook)].map(([webhook, all]) => [webhook, all.length]),
    )
    const due = await takeDeliveries(db, { now: clock.now(), underWay, most: MOST, mostFailing: MOST_FAILING })
    for (const delivery of due) {
      const sending = this.#send(delivery)
        // What could not be written leads to another try when the lease ends.
        .catch((error: Error) =>
          log.warn({ delivery: delivery.delivery_id, reason: error.message }, 'Failed to handle a delivery; retrying'),
        )
        .finally(() => {
          this.#sending.delete(sending)
          this.wake()
        })
      this.#sending.set(sending, delivery.webhook_id)
    }
  }

  async #send(delivery: DueDelivery): Promise<void> {
    const { db, clock, log } = this.#deps
    const answer = await this.#post(delivery)
    const status = typeof answer === 'string' ? null : answer.status
    if (status !== null && status >= 200 && status < 300) {
      await saveOutcome(db, delivery, { status, fault: null, nextTryAtMs: undefined })
      return noteTaken(db, delivery)
    }
    const fault: DeliveryFault = typeof answer === 'string' ? answer : 'status'
    const { webhook_id: webhook, delivery_id, tries, turn_tries } = delivery
    log.info({ webhook, delivery: delivery_id, tries, fault, status }, 'A webhook did not take a delivery')
    const now = clock.now()
    // Somebody waits for the result of a test; what came of it says nothing about the deliveries.
    if (delivery.event === WEBHOOK_TEST) return saveOutcome(db, delivery, { status, fault, nextTryAtMs: undefined })
    const asked = typeof answer === 'string' ? undefined : readRetryAfter(answer.retryAfter, now)
    const waitMs = status === 410 ? undefined : waitAfter(turn_tries, asked)
    await saveOutcome(db, delivery, { status, fault, nextTryAtMs: waitMs === undefined ? undefined : now + waitMs })
    const failingSinceMs = await noteFailing(db, delivery, now)
    if (failingSinceMs === undefined) return
    if (status === 410) await this.#switchOff(delivery, 'gone')
    else if (now - failingSinceMs >= OFF_AFTER_MS) await this.#switchOff(delivery, 'failures')
  }

  async #post(delivery: DueDelivery) {
    const { db, clock, hosts } = this.#deps
    const body = await payloadOf(db, delivery)
    const signed = { id: delivery.delivery_id, timestamp: toSeconds(clock.now()), body }
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Whereabouts',
      ...signedHeaders(signed, this.#secretsOf(delivery)),
    }
    return hosts.post(delivery.url, headers, body)
  }

  #secretsOf(delivery: DueDelivery): string[] {
    const { secrets, clock } = this.#deps
    const { account_id, webhook_id, secret_sealed, previous_secret_sealed: previous, previous_until_ms } = delivery
    const place = sealPlace(account_id, webhook_id)
    const isValid = previous !== null && clock.now() < (previous_until_ms ?? 0)
    return [secret_sealed, ...(isValid ? [previous] : [])].map((sealed) => secrets.open(sealed, place))
  }

  /** Once, of however many servers and deliveries. */
  async #switchOff(delivery: DueDelivery, reason: 'failures' | 'gone'): Promise<void> {
    const { db, clock, alarms } = this.#deps
    const isOff = await db.transaction().execute(async (transaction) => {
      const webhook = await switchOff(transaction, delivery, reason)
      if (webhook === undefined) return false
      const { account_id: accountId } = delivery
      await failWaiting(transaction, accountId, delivery.webhook_id)
      const facts = { name: webhook.note || new URL(webhook.url).host, reason }
      const happening = { type: 'webhook_off', deviceId: null, facts, happenedAtMs: clock.now() } as const
      await raise(transaction, this.#deps, { ...happening, accountId })
      return true
    })
    if (isOff) alarms.wake()
  }
}
