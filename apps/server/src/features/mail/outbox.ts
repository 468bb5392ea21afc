/**
 * Sends what is queued. Any number of servers share one outbox: each takes rows for a while, and what a server that died
 * had taken is taken again. A mail is sent once, but for a server that dies between sending and writing that down; its
 * Message-ID then tells the two apart. Source: G26; architecture §4.
 */
import { sql } from 'kysely'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { isStorageAway } from '../../platform/storage-away.ts'
import type { Post } from './smtp.ts'

/** The outbox is looked at this often (ms) for what other servers left, and for what is to be tried again. */
const LOOK_EVERY_MS = 5_000
/** Taken at once. */
const BATCH = 5
/** Nobody else takes a mail for this long (ms); more than a try can last. */
const LEASE_MS = 120_000
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

interface TakenMail {
  readonly id: string
  readonly email: string
  readonly kind: string
  readonly subject: string
  readonly body_text: string
  readonly body_html: string
  readonly tries: number
}

interface OutboxSettings {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Undefined without SMTP: what is queued stays for the operator to read. */
  readonly post: Post | undefined
}

export class Outbox {
  readonly #settings: OutboxSettings
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
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
    this.#settings.post?.close()
  }

  async #run(): Promise<void> {
    const { log } = this.#settings
    try {
      while (this.#isWoken && !this.#isClosing) {
        this.#isWoken = false
        while (!this.#isClosing && (await this.#sendSome())) {}
      }
    } catch (error) {
      if (isStorageAway(error)) log.warn({ reason: (error as Error).message }, 'mails wait for the database')
      else log.error({ stack: (error as Error).stack }, 'bug: mails wait in vain')
    } finally {
      this.#running = undefined
    }
  }

  /** True while there may be more. */
  async #sendSome(): Promise<boolean> {
    const mails = await this.#take()
    await Promise.all(mails.map((mail) => this.#send(mail)))
    return mails.length === BATCH
  }

  async #take(): Promise<TakenMail[]> {
    const now = this.#settings.clock.now()
    // One that waits for longer than any does was put off by a clock that has been set back since.
    const latestWait = now + LONGEST_WAIT_MS * (1 + SPREAD)
    const { rows } = await sql<TakenMail>`
      update mails set next_try_at_ms = ${now + LEASE_MS}, tries = tries + 1
      where id = any(array(
        select id from mails
        where (next_try_at_ms <= ${now} or next_try_at_ms > ${latestWait}) and created_at_ms > ${now - USEFUL_MS}
        order by next_try_at_ms limit ${BATCH} for update skip locked))
      returning id, email, kind, subject, body_text, body_html, tries`.execute(this.#settings.db)
    return rows
  }

  async #send(mail: TakenMail): Promise<void> {
    const { db, clock, log, post } = this.#settings
    const { id, kind, tries } = mail
    const outcome = await post!.send({
      id,
      to: mail.email,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
    })
    if (outcome.sent) {
      await sql`update mails set sent_at_ms = ${clock.now()}, next_try_at_ms = null, body_text = '', body_html = '', fault = ''
        where id = ${id}`.execute(db)
      log.info({ mail: id, kind, tries }, 'mail sent')
      return
    }
    const isOver = outcome.isFinal || tries >= MAX_TRIES
    const nextTry = isOver ? null : clock.now() + this.#waitMs(tries)
    await sql`update mails set next_try_at_ms = ${nextTry}::bigint, fault = ${outcome.fault.slice(0, FAULT_LENGTH)}
      where id = ${id}`.execute(db)
    // The mail server's own words may repeat the address, so they stay in the outbox.
    log.warn({ mail: id, kind, tries, code: outcome.code }, isOver ? 'mail given up' : 'mail not sent')
  }

  #waitMs(tries: number): number {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 3 ** (tries - 1))
    return Math.round(wait * (1 - SPREAD + (2 * SPREAD * this.#settings.random.bytes(1)[0]!) / 255))
  }
}
