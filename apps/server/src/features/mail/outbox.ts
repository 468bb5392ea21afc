/**
 * Sends what is queued, alarms before all else. Any number of servers share one outbox: each takes rows for a while, and what a
 * server that died had taken is taken again. A mail may go out twice where the mail server's word that it took it is lost or late,
 * or where nobody writes that down: the server dies or is stopped before it can, or freezes or is without the database for longer
 * than the lease. A mail program knows the two by their Message-ID. Source: G26; decision 0012; docs/architecture.md#storage; security rules 50
 * and 52.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { isStorageAway } from '../../platform/storage-away.ts'
import { findOpenByIds } from '../alarms/queries.ts'
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

/** The outbox is looked at this often (ms) for what other servers left, and for what is to be tried again. */
const LOOK_EVERY_MS = 5_000
/** Sent side by side, each over a connection of its own. */
const SLOTS = 8
/** Of these so many at most are not of alarms: however slow the mail server is with them, there is room for an alarm. */
const SLOTS_OF_OTHERS = 5
/** Nobody else takes a mail for this long (ms). A mail server may be slower, so who is still sending keeps it at each look. */
const LEASE_MS = 30_000
/** Between tries (ms): five seconds, then three times as long each time, up to half an hour. */
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 1_800_000
/** Of alarms, up to a minute: they are told soon after the mail server is back. */
const LONGEST_WAIT_OF_ALARMS_MS = 60_000
/** Waits are shorter by up to as much, so that what failed together does not come back together. */
const SPREAD = 0.2
/** After these it is given up, unless it is of alarms: about five hours. */
const MAX_TRIES = 16
/** By now every link is over, so an older mail is not sent (ms): SMTP may have been set up long after it was queued. */
const USEFUL_MS = 86_400_000
/** Where the database did not take down that a mail was sent, it is asked again after this long (ms). */
const MARK_AGAIN_MS = 1_000
const FAULT_LENGTH = 300
/** What the operator reads of a mail that came too late. */
const ALARMS_ARE_OVER = 'Not sent: by then people had answered for all its alarms, or seen them.'

interface OutboxSettings {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Undefined without SMTP: what is queued stays for the operator to read. */
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
  readonly #settings: OutboxSettings
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  /** By id. */
  readonly #underWay = new Map<string, UnderWay>()
  /** More may wait for room. */
  #isFull = false
  #isWoken = false
  #isClosing = false

  constructor(settings: OutboxSettings) {
    this.#settings = settings
  }

  start(): void {
    if (this.#settings.post === undefined) return
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY_MS)
    this.wake()
  }

  /** Something was queued and committed: it goes out at once. */
  wake(): void {
    if (this.#settings.post === undefined || this.#isClosing) return
    this.#isWoken = true
    this.#running ??= this.#run()
  }

  /** Lets mails under way finish. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#timer)
    await this.#running
    await Promise.all([...this.#underWay.values()].map(({ done }) => done))
    this.#settings.post?.close()
  }

  async #run(): Promise<void> {
    const { log } = this.#settings
    try {
      while (this.#isWoken && !this.#isClosing) {
        this.#isWoken = false
        await this.#begin()
      }
    } catch (error) {
      if (isStorageAway(error)) log.warn({ reason: (error as Error).message }, 'mails wait for the database')
      else log.error({ stack: (error as Error).stack }, 'bug: mails wait in vain')
    } finally {
      this.#running = undefined
    }
  }

  /** Begins to send as many as there is room for: one that is slow holds up no other. */
  async #begin(): Promise<void> {
    // Of what ends meanwhile the room is used at the next turn.
    this.#isFull = true
    const { db, clock } = this.#settings
    await this.#keep()
    const now = clock.now()
    // Clocks of servers differ a little, which is not to count as one that was set back.
    await bringForward(db, { alarms: now + 2 * LONGEST_WAIT_OF_ALARMS_MS, others: now + LONGEST_WAIT_MS }, now)
    const hasMoreAlarms = await this.#take(takeAlarmMails, SLOTS)
    const alarms = [...this.#underWay.values()].filter(({ isAlarm }) => isAlarm).length
    this.#isFull = hasMoreAlarms || (await this.#take(takeOtherMails, Math.min(SLOTS, alarms + SLOTS_OF_OTHERS)))
  }

  /** Who is still sending keeps what he sends. */
  async #keep(): Promise<void> {
    const { db, clock } = this.#settings
    const leaseUntil = clock.now() + LEASE_MS
    const kept = await keepMails(db, [...this.#underWay.values()], leaseUntil)
    for (const id of kept) {
      const mail = this.#underWay.get(id)
      if (mail !== undefined) mail.leaseUntil = leaseUntil
    }
  }

  /** Takes as many as there is room for until so many are under way; true where more may be due. */
  async #take(takeMails: typeof takeAlarmMails, most: number): Promise<boolean> {
    const { db, clock, log } = this.#settings
    const now = clock.now()
    const leaseUntil = now + LEASE_MS
    const room = most - this.#underWay.size
    const mails = await takeMails(db, { now, usefulFrom: now - USEFUL_MS, leaseUntil, most: room })
    for (const mail of mails) {
      const { id, kind } = mail
      const done = this.#send(mail)
        .catch((error: Error) => {
          // What could not be written down is taken again when its lease is over.
          log.warn({ mail: id, reason: error.message }, 'a mail waits to be sent again')
          return false
        })
        .then((goesOn) => {
          this.#underWay.delete(id)
          // After a try in vain the room is used at the next look: a mail server that is away is not asked without a pause.
          if (goesOn && this.#isFull) this.wake()
        })
      this.#underWay.set(id, { id, isAlarm: kind === 'alarm', leaseUntil, done })
    }
    return mails.length >= room
  }

  /** False where the mail server did not take it, and may be away. */
  async #send(mail: TakenMail): Promise<boolean> {
    const { db, log, post } = this.#settings
    const { id, kind, tries } = mail
    if (await this.#isOver(mail)) {
      await dropMail(db, id, ALARMS_ARE_OVER)
      log.info({ mail: id, kind }, 'mail not needed any more')
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
      log.info({ mail: id, kind, tries }, 'mail sent')
      return true
    }
    const nextTry = outcome.isFinal ? null : this.#nextTry(mail, outcome.mayBeSent)
    const { mayBeSent } = outcome
    await putOff(db, id, { nextTry, fault: outcome.fault.slice(0, FAULT_LENGTH), mayBeSent })
    // The mail server's own words may repeat the address, so they stay in the outbox.
    log.warn({ mail: id, kind, tries, code: outcome.code }, nextTry === null ? 'mail given up' : 'mail not sent')
    return outcome.isFinal
  }

  /** Ends once it is written or the outbox stops: what is still under way is kept, and nobody sends it again. */
  async #markSent(id: string): Promise<void> {
    const { db, clock, log } = this.#settings
    const now = clock.now()
    for (let tries = 1; ; tries += 1) {
      try {
        return await markSent(db, id, now)
      } catch (error) {
        if (this.#isClosing) throw error
        // Each second would bury all else.
        if (tries === 1) log.warn({ mail: id, reason: (error as Error).message }, 'a mail waits to be marked as sent')
        await wait(MARK_AGAIN_MS)
      }
    }
  }

  /** True where nobody has to be told any more; where that cannot be known, somebody may have to be. */
  async #isOver({ id, account_id, alarm_ids }: TakenMail): Promise<boolean> {
    if (account_id === null || alarm_ids.length === 0) return false
    const { db, log } = this.#settings
    try {
      return (await findOpenByIds(db, account_id, alarm_ids)).length === 0
    } catch (error) {
      log.warn({ mail: id, reason: (error as Error).message }, 'a mail is sent that may not be needed any more')
      return false
    }
  }

  /** When it is tried again (epoch ms), or null: never. */
  #nextTry({ kind, tries, created_at_ms }: TakenMail, mayBeSent: boolean): number | null {
    const { clock, random } = this.#settings
    const isAlarm = kind === 'alarm'
    if (!isAlarm && tries >= MAX_TRIES) return null
    // What may have arrived each time is not sent each minute.
    const longest = isAlarm && !mayBeSent ? LONGEST_WAIT_OF_ALARMS_MS : LONGEST_WAIT_MS
    const waitMs = Math.min(longest, FIRST_WAIT_MS * 3 ** (tries - 1))
    const nextTry = clock.now() + Math.round(waitMs * (1 - (SPREAD * random.bytes(1)[0]!) / 255))
    return nextTry < created_at_ms + USEFUL_MS ? nextTry : null
  }
}
