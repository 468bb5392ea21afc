/**
 * Sends what is queued, alarms before all else. Any number of servers share one outbox: each takes rows for a while, and what a
 * server that died had taken is taken again. A mail is sent once, but for a server that dies between sending and writing that
 * down; its Message-ID then tells the two apart. Source: G26; architecture §4; security rules 50 and 52.
 */
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
/** Waits are spread by as much either way, so that what failed together does not come back together. */
const SPREAD = 0.2
/** After these it is given up: about five hours. */
const MAX_TRIES = 16
/** By now every link is over, so an older mail is not sent (ms): SMTP may have been set up long after it was queued. */
const USEFUL_MS = 86_400_000
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
    await bringForward(db, now + LONGEST_WAIT_MS * (1 + SPREAD), now)
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
        // What could not be written down is taken again when its lease is over.
        .catch((error: Error) => log.warn({ mail: id, reason: error.message }, 'a mail waits to be sent again'))
        .finally(() => {
          this.#underWay.delete(id)
          if (this.#isFull) this.wake()
        })
      this.#underWay.set(id, { id, isAlarm: kind === 'alarm', leaseUntil, done })
    }
    return mails.length >= room
  }

  async #send(mail: TakenMail): Promise<void> {
    const { db, clock, log, post } = this.#settings
    const { id, kind, tries } = mail
    if (await this.#isOver(mail)) {
      await dropMail(db, id, ALARMS_ARE_OVER)
      log.info({ mail: id, kind }, 'mail not needed any more')
      return
    }
    const outcome = await post!.send({
      id,
      to: mail.email,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
    })
    if (outcome.sent) {
      await markSent(db, id, clock.now())
      log.info({ mail: id, kind, tries }, 'mail sent')
      return
    }
    const isGivenUp = outcome.isFinal || tries >= MAX_TRIES
    const nextTry = isGivenUp ? null : clock.now() + this.#waitMs(tries)
    await putOff(db, id, nextTry, outcome.fault.slice(0, FAULT_LENGTH))
    // The mail server's own words may repeat the address, so they stay in the outbox.
    log.warn({ mail: id, kind, tries, code: outcome.code }, isGivenUp ? 'mail given up' : 'mail not sent')
  }

  /** True where nobody has to be told any more. */
  async #isOver({ account_id, alarm_ids }: TakenMail): Promise<boolean> {
    if (account_id === null || alarm_ids.length === 0) return false
    return (await findOpenByIds(this.#settings.db, account_id, alarm_ids)).length === 0
  }

  #waitMs(tries: number): number {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 3 ** (tries - 1))
    return Math.round(wait * (1 - SPREAD + (2 * SPREAD * this.#settings.random.bytes(1)[0]!) / 255))
  }
}
