/**
 * Sends pushes to browsers. Any number of servers share the work: each leases pushes, and those of a server that died
 * are leased again; browsers recognise a push that arrives twice by its id. Source: rules 46, 52, 56; RFC 8030.
 */
import type { PushMessage } from '@whereabouts/contract/push-message'
import { actorOf } from '../features/auth/actor.ts'
import { findSessions } from '../features/auth/queries.ts'
import { type Clock, type Random, toSeconds } from '../platform/clock.ts'
import { maySee } from '../platform/http/answer.ts'
import type { Log } from '../platform/log.ts'
import type { ServerDb } from '../platform/postgres/database.ts'
import { KEY_SEED_BYTES, keyOfSeed } from '../platform/push/p256.ts'
import { encryptPush } from '../platform/push/push-encryption.ts'
import {
  judgeAnswer,
  MAX_CONNECTIONS,
  type PushServices,
  postPush,
  readRetryAfter,
} from '../platform/push/push-services.ts'
import { type VapidKeys, vapidHeader } from '../platform/push/vapid.ts'
import {
  bringForward,
  type DuePush,
  dropLate,
  dropPush,
  forgetBrowser,
  markPushed,
  putOff,
  takePushes,
} from './push-queries.ts'
import { pushWords } from './push-words.ts'
import { Rounds } from './rounds.ts'

/** Polls for due pushes this often (ms). */
const LOOK_EVERY_MS = 1000
/** Lease of a push (ms); longer than a try can last. */
const LEASE_MS = 30_000
/** An event older than this (ms) is not worth waking anybody. */
const USEFUL_MS = 3_600_000
/** Back-off (ms): a second, then twice as long each time, up to a minute. */
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
/** Lifetime of our token for a service (s). */
const WORD_LIFE_S = 43_200
const SALT_BYTES = 16

interface PushDeps {
  readonly db: ServerDb
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly services: PushServices
  readonly keys: VapidKeys
  /** Origin that people reach this server by; known once it listens. */
  readonly origin: () => string
}

export class PushSender {
  readonly #deps: PushDeps
  readonly #rounds: Rounds
  readonly #upkeep: Rounds
  /** Pushes in flight, and to which service. */
  readonly #sending = new Map<Promise<void>, string>()
  /** Services without room at the last poll: they may have a backlog. */
  #full: ReadonlySet<string> = new Set()

  constructor(deps: PushDeps) {
    this.#deps = deps
    const { log } = deps
    this.#rounds = new Rounds({ everyMs: LOOK_EVERY_MS, work: () => this.#begin(), log, what: 'pushes' })
    this.#upkeep = new Rounds({ everyMs: LOOK_EVERY_MS, work: () => this.#tidy(), log, what: 'late pushes' })
  }

  start(): void {
    this.#rounds.start()
    this.#upkeep.start()
  }

  /** Something was written and committed: it is sent at once. */
  wake(): void {
    this.#rounds.wake()
  }

  /** Waits for pushes in flight. */
  async close(): Promise<void> {
    await Promise.all([this.#rounds.close(), this.#upkeep.close()])
    await Promise.all(this.#sending.keys())
    this.#deps.services.agent.destroy()
  }

  /** Starts as many as each service has room for: one that is slow, or never answers, delays no other. */
  async #begin(): Promise<void> {
    const { db, clock, log } = this.#deps
    const now = clock.now()
    const before = [...this.#sending.values()]
    const times = { now, leaseUntil: now + LEASE_MS }
    const pushes = await takePushes(db, { ...times, most: MAX_CONNECTIONS, underWay: countEach(before) })
    const underWay = countEach([...before, ...pushes.map(({ service }) => service)])
    this.#full = new Set([...underWay.keys()].filter((service) => underWay.get(service)! >= MAX_CONNECTIONS))
    const reachable = await this.#reachable(pushes)
    for (const push of pushes) {
      const sending = (reachable.has(push.session_id) ? this.#send(push) : forgetBrowser(db, push))
        // A result that could not be written leads to another try when the lease ends.
        .catch((error: Error) =>
          log.warn({ push: push.id, reason: error.message }, 'Failed to store the result of a push; retrying'),
        )
        .finally(() => {
          this.#sending.delete(sending)
          if (this.#full.has(push.service)) this.wake()
        })
      this.#sending.set(sending, push.service)
    }
  }

  /** Handles pushes past their time, and those delayed by a clock that was set back. */
  async #tidy(): Promise<void> {
    const { db, clock } = this.#deps
    const now = clock.now()
    await dropLate(db, now - USEFUL_MS)
    await bringForward(db, now + USEFUL_MS, now)
  }

  /** Ids of the sessions that are open and may still read notifications. */
  async #reachable(pushes: readonly DuePush[]): Promise<ReadonlySet<string>> {
    if (pushes.length === 0) return new Set()
    const { db, clock } = this.#deps
    const sessions = await findSessions(db, [...new Set(pushes.map(({ session_id }) => session_id))])
    const actors = sessions.map((row) => actorOf(row, clock.now())).filter((actor) => actor !== undefined)
    return new Set(actors.filter((actor) => maySee(actor, 'viewNotifications')).map(({ sessionId }) => sessionId))
  }

  async #send(push: DuePush): Promise<void> {
    const { db, clock, log } = this.#deps
    const leftMs = push.created_at_ms + USEFUL_MS - clock.now()
    if (push.is_over || leftMs <= 0) return dropPush(db, push.id)
    const about = { push: push.id, kind: push.type, tries: push.tries, service: new URL(push.endpoint).hostname }
    const answer = await this.#post(push, leftMs).catch((error: Error) => error)
    const verdict = answer instanceof Error ? 'again' : judgeAnswer(answer.status)
    if (verdict === 'delivered') return markPushed(db, push, clock.now())
    const reason = answer instanceof Error ? answer.message : answer.status
    log.warn({ ...about, reason }, 'A push service refused a push')
    if (verdict === 'gone') return forgetBrowser(db, push)
    const told = answer instanceof Error ? undefined : readRetryAfter(answer.retryAfter, clock.now())
    const waitMs = told ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (push.tries - 1))
    if (verdict === 'never' || waitMs >= leftMs) return dropPush(db, push.id)
    await putOff(db, push.id, clock.now() + waitMs)
  }

  async #post(push: DuePush, leftMs: number) {
    const { clock, random, services, keys, origin } = this.#deps
    const { notification_id: id, alarm_id, type, event_time_ms, repeat, device_id, endpoint } = push
    const named = push.type === 'disengage' ? push.facts.alarm_ids : undefined
    const message: PushMessage = {
      ...{ id, alarm_id, type, event_time_ms, repeat, device_id },
      ...pushWords(push, push),
      ...(named === undefined ? {} : { alarm_ids: named }),
    }
    const browser = { p256dh: Buffer.from(push.p256dh, 'base64url'), auth: Buffer.from(push.auth, 'base64url') }
    const once = { key: keyOfSeed(random.bytes(KEY_SEED_BYTES)), salt: random.bytes(SALT_BYTES) }
    const body = encryptPush(Buffer.from(JSON.stringify(message)), browser, once)
    const now = toSeconds(clock.now())
    const headers = {
      authorization: await vapidHeader(keys, {
        endpoint,
        subject: subjectOf(origin()),
        now,
        expiresAt: now + WORD_LIFE_S,
      }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: Math.ceil(leftMs / 1000),
      urgency: 'high',
      // A repeat replaces the first one, where the browser was away for both.
      topic: id.replaceAll('-', ''),
    }
    return postPush(services, endpoint, headers, body)
  }
}

/** Counts by value. */
const countEach = (services: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(services, (service) => service)].map(([service, all]) => [service, all.length]))

/** Services do not contact the operator of a server without https, but require an address. */
const subjectOf = (origin: string): string =>
  origin.startsWith('https:') ? origin : `mailto:operator@${new URL(origin).hostname}`
