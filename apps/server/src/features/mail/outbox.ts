/**
 * Sends queued mails, those of alarms first. Any number of servers share one outbox: each leases rows, and those of a
 * server that died are leased again. A mail may go out twice where the mail server's acknowledgement is lost or late,
 * or could not be stored: the server dies or is stopped before it can, or freezes or is without the database for longer
 * than the lease. A mail program knows the two by their Message-ID. Source: G26; decision 0012; docs/architecture.md#storage; security rules 50
 * and 52.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { findOpenByIds } from '../../events/notifications.ts'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { ServerDb } from '../../platform/postgres/database.ts'
import { isStorageAway } from '../../platform/postgres/storage-away.ts'
import {
  bringForward,
  dropMail,
  keepMails,
  markSent,
  putOff,
  type TakenMail,
  takeAlarmMails,
  takeOtherMails,
} from './queries.ts'
import type { Post } from './smtp.ts'

/** Polls this often (ms) for what other servers left, and for retries. */
const LOOK_EVERY_MS = 5_000
/** Mails in flight, each over a connection of its own. */
const SLOTS = 8
/** Most of them that are not of alarms: however slow the mail server is with them, there is room for an alarm. */
const SLOTS_OF_OTHERS = 5
/** Lease of a mail (ms). A mail server may be slower, so the lease of a mail in flight is renewed at each poll. */
const LEASE_MS = 30_000
/** Back-off (ms): five seconds, then three times as long each time, up to half an hour. */
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 1_800_000
/** For alarms up to a minute: they are sent soon after the mail server is back. */
const LONGEST_WAIT_OF_ALARMS_MS = 60_000
/** Jitter: waits are shorter by up to as much, so that mails that failed together do not return together. */
const SPREAD = 0.2
/** After these tries it is given up, unless it is of an alarm: about five hours. */
const MAX_TRIES = 16
/** After this long every link is over, so an older mail is not sent (ms): SMTP may have been set up long after it was queued. */
const USEFUL_MS = 86_400_000
/** Where the result of a sent mail could not be stored, that is retried after this long (ms). */
const MARK_AGAIN_MS = 1_000
const FAULT_LENGTH = 300
/** The fault of a mail that came too late, for the operator. */
const ALARMS_ARE_OVER = 'Not sent: by then people had answered for all its alarms, or seen them.'

interface OutboxDeps {
  readonly db: ServerDb
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Undefined without SMTP: queued mails stay for the operator to read. */
  readonly post: Post | undefined
}

interface UnderWay {
  readonly id: string
  readonly isAlarm: boolean
  /** As its row says (epoch ms). */
  leaseUntil: number
  readonly done: Promise<void>
}

export class Outbox {
  readonly #deps: OutboxDeps
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  /** By id. */
  readonly #underWay = new Map<string, UnderWay>()
  /** There may be a backlog. */
  #isFull = false
  #isWoken = false
  #isClosing = false

  constructor(deps: OutboxDeps) {
    this.#deps = deps
  }

  start(): void {
    if (this.#deps.post === undefined) return
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY_MS)
    this.wake()
  }

  /** Something was queued and committed: it is sent at once. */
  wake(): void {
    if (this.#deps.post === undefined || this.#isClosing) return
    this.#isWoken = true
    this.#running ??= this.#run()
  }

  /** Waits for mails in flight. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#timer)
    await this.#running
    await Promise.all([...this.#underWay.values()].map(({ done }) => done))
    this.#deps.post?.close()
  }

  async #run(): Promise<void> {
    const { log } = this.#deps
    try {
      while (this.#isWoken && !this.#isClosing) {
        this.#isWoken = false
        await this.#begin()
      }
    } catch (error) {
      if (isStorageAway(error))
        log.warn({ reason: (error as Error).message }, 'Failed to send mails, as the database is away; retrying')
      else log.error({ stack: (error as Error).stack }, 'bug: failed to send mails; retrying')
    } finally {
      this.#running = undefined
    }
  }

  /** Starts as many as there is room for: a slow one delays no other. */
  async #begin(): Promise<void> {
    // Room that becomes free meanwhile is used in the next turn.
    this.#isFull = true
    const { db, clock } = this.#deps
    await this.#keep()
    const now = clock.now()
    // Clocks of servers differ a little, which must not count as a clock that was set back.
    await bringForward(db, { alarms: now + 2 * LONGEST_WAIT_OF_ALARMS_MS, others: now + LONGEST_WAIT_MS }, now)
    const hasMoreAlarms = await this.#take(takeAlarmMails, SLOTS)
    const alarms = [...this.#underWay.values()].filter(({ isAlarm }) => isAlarm).length
    this.#isFull = hasMoreAlarms || (await this.#take(takeOtherMails, Math.min(SLOTS, alarms + SLOTS_OF_OTHERS)))
  }

  /** Renews the leases of mails in flight. */
  async #keep(): Promise<void> {
    const { db, clock } = this.#deps
    const leaseUntil = clock.now() + LEASE_MS
    const kept = await keepMails(db, [...this.#underWay.values()], leaseUntil)
    for (const id of kept) {
      const mail = this.#underWay.get(id)
      if (mail !== undefined) mail.leaseUntil = leaseUntil
    }
  }

  /** Leases mails until as many are in flight as there is room for; true where more may be due. */
  async #take(takeMails: typeof takeAlarmMails, most: number): Promise<boolean> {
    const { db, clock, log } = this.#deps
    const now = clock.now()
    const leaseUntil = now + LEASE_MS
    const room = most - this.#underWay.size
    const mails = await takeMails(db, { now, usefulFrom: now - USEFUL_MS, leaseUntil, most: room })
    for (const mail of mails) {
      const { id, kind } = mail
      const done = this.#send(mail)
        .catch((error: Error) => {
          // A result that could not be written leads to another try when the lease ends.
          log.warn({ mail: id, reason: error.message }, 'Failed to store the result of a mail; retrying')
          return false
        })
        .then((goesOn) => {
          this.#underWay.delete(id)
          // After a failed try the room is used at the next poll: a mail server that is away is not called without a pause.
          if (goesOn && this.#isFull) this.wake()
        })
      this.#underWay.set(id, { id, isAlarm: kind === 'alarm', leaseUntil, done })
    }
    return mails.length >= room
  }

  /** False where the mail server did not accept it, and may be away. */
  async #send(mail: TakenMail): Promise<boolean> {
    const { db, log, post } = this.#deps
    const { id, kind, tries } = mail
    if (await this.#isOver(mail)) {
      await dropMail(db, id, ALARMS_ARE_OVER)
      log.info({ mail: id, kind }, 'Dropped a mail that is not needed any more')
      return true
    }
    const outcome = await post!.send({
      id,
      to: mail.email,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
    })
    if (outcome.sent) {
      await this.#markSent(id)
      log.info({ mail: id, kind, tries }, 'Sent a mail')
      return true
    }
    const nextTry = outcome.isFinal ? null : this.#nextTry(mail, outcome.mayBeSent)
    const { mayBeSent } = outcome
    await putOff(db, id, { nextTry, fault: outcome.fault.slice(0, FAULT_LENGTH), mayBeSent })
    // The mail server's own answer may repeat the address, so it stays in the outbox.
    log.warn(
      { mail: id, kind, tries, code: outcome.code },
      nextTry === null ? 'Gave up a mail' : 'Failed to send a mail; retrying',
    )
    return outcome.isFinal
  }

  /** Ends once the result is stored or the outbox stops; until then the lease is renewed, and nobody sends it again. */
  async #markSent(id: string): Promise<void> {
    const { db, clock, log } = this.#deps
    const now = clock.now()
    for (let tries = 1; ; tries += 1) {
      try {
        return await markSent(db, id, now)
      } catch (error) {
        if (this.#isClosing) throw error
        // Each second would bury everything else in the log.
        if (tries === 1)
          log.warn({ mail: id, reason: (error as Error).message }, 'Failed to store that a mail was sent; retrying')
        await wait(MARK_AGAIN_MS)
      }
    }
  }

  /** True where the mail is needed no more; where that cannot be known, it may be needed. */
  async #isOver({ id, account_id, alarm_ids }: TakenMail): Promise<boolean> {
    if (account_id === null || alarm_ids.length === 0) return false
    const { db, log } = this.#deps
    try {
      return (await findOpenByIds(db, account_id, alarm_ids)).length === 0
    } catch (error) {
      log.warn(
        { mail: id, reason: (error as Error).message },
        'Failed to check whether a mail is still needed; sending it',
      )
      return false
    }
  }

  /** Time of the next try (epoch ms), or null: never. */
  #nextTry({ kind, tries, created_at_ms }: TakenMail, mayBeSent: boolean): number | null {
    const { clock, random } = this.#deps
    const isAlarm = kind === 'alarm'
    if (!isAlarm && tries >= MAX_TRIES) return null
    // A mail that may have arrived each time is not sent each minute.
    const longest = isAlarm && !mayBeSent ? LONGEST_WAIT_OF_ALARMS_MS : LONGEST_WAIT_MS
    const waitMs = Math.min(longest, FIRST_WAIT_MS * 3 ** (tries - 1))
    const nextTry = clock.now() + Math.round(waitMs * (1 - (SPREAD * random.bytes(1)[0]!) / 255))
    return nextTry < created_at_ms + USEFUL_MS ? nextTry : null
  }
}
