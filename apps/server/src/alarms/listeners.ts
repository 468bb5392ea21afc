/**
 * Records in the database which accounts have a console at this server whose person may acknowledge alarms: where there is none
 * at any server, an alarm is escalated at once. Source: security rule 52; decision 0024.
 */
import { sql } from 'kysely'
import type { Log } from '../platform/log.ts'
import type { ServerDb } from '../platform/postgres/database.ts'
import { Rounds } from './rounds.ts'

/** Written again this often (ms). */
const SAY_EVERY_MS = 5000
/** A page that is being reloaded is gone for a moment (ms). */
const RELOAD_MS = 3000

export interface Audience {
  readonly accountsAnswering: readonly string[]
  watchAudience(listener: (accountId: string) => void): void
}

export class Listeners {
  readonly #db: ServerDb
  readonly #serverId: () => string
  readonly #audience: Audience
  readonly #rounds: Rounds
  /** By account, when its last console was seen (of performance.now()). */
  readonly #seenAt = new Map<string, number>()
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor({ db, serverId, audience, log }: { db: ServerDb; serverId: () => string; audience: Audience; log: Log }) {
    this.#db = db
    this.#serverId = serverId
    this.#audience = audience
    this.#rounds = new Rounds({ everyMs: SAY_EVERY_MS, work: () => this.#say(), log, what: 'listeners' })
  }

  start(): void {
    this.#audience.watchAudience((accountId) => {
      const isNew = !this.#seenAt.has(accountId)
      this.#seenAt.set(accountId, performance.now())
      if (isNew) return this.#rounds.wake()
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        this.#rounds.wake()
      }, RELOAD_MS + 50)
      this.#timers.add(timer)
    })
    this.#rounds.start()
  }

  /** Nobody listens here any more. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#rounds.close()
    await sql`delete from listeners where server_id = ${this.#serverId()}`.execute(this.#db)
  }

  async #say(): Promise<void> {
    const now = performance.now()
    for (const accountId of this.#audience.accountsAnswering) this.#seenAt.set(accountId, now)
    for (const [accountId, seenAt] of this.#seenAt) {
      if (now - seenAt >= RELOAD_MS) this.#seenAt.delete(accountId)
    }
    const accounts = [...this.#seenAt.keys()]
    // The server's own row is deleted when others take it for dead, an account's with the account. An older server, while both run
    // during an upgrade, goes by `seen_at` and escalates alarms at once: too early, never too late.
    await sql`
      insert into listeners (server_id, account_id)
      select server_id, account_id from servers, accounts
      where server_id = ${this.#serverId()} and account_id = any(${accounts}::uuid[])
      on conflict do nothing`.execute(this.#db)
    await sql`delete from listeners
      where server_id = ${this.#serverId()} and account_id <> all(${accounts}::uuid[])`.execute(this.#db)
  }
}
