/**
 * What people changed of accounts at one server (devices, zones, maps), told to the others, who know accounts from before.
 * Source: decision 0030; security rule 61.
 */
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

interface Means {
  readonly db: Db
  readonly serverId: string
  readonly onAway: (error: unknown) => void
}

export class AccountChanges {
  readonly #means: Means
  /** What could not be said yet. */
  readonly #unsaid = new Set<string>()
  /** Every transaction before this one was over when it was looked last; undefined: never. */
  #lookedUntil: string | undefined

  constructor(means: Means) {
    this.#means = means
  }

  /** Somebody changed an account here; it is committed. */
  say(accountId: string): void {
    this.#unsaid.add(accountId)
    this.#sayAll().catch(this.#means.onAway)
  }

  /**
   * Reads again what was changed at other servers since the last look; at the first nothing: nothing is known yet. What fails is
   * read again at the next.
   */
  async look(readAgain: (accountId: string) => Promise<void>): Promise<void> {
    const { db, serverId } = this.#means
    if (this.#unsaid.size > 0) await this.#sayAll()
    // A transaction that was under way then may have been first to change something, and last to end.
    const { rows } = await sql<{ until: string; changed: readonly string[] }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as until, array(
        select distinct account_id::text from account_changes
        where changed >= ${this.#lookedUntil ?? null}::text::xid8 and changed < pg_snapshot_xmax(pg_current_snapshot())
          and server_id <> ${serverId}) as changed`.execute(db)
    const { until, changed } = rows[0]!
    for (const accountId of changed) await readAgain(accountId)
    this.#lookedUntil = until
  }

  async #sayAll(): Promise<void> {
    const accounts = [...this.#unsaid]
    this.#unsaid.clear()
    try {
      await this.#write(accounts)
    } catch (error) {
      for (const accountId of accounts) this.#unsaid.add(accountId)
      throw error
    }
  }

  async #write(accounts: readonly string[]): Promise<void> {
    const { db, serverId } = this.#means
    // In one order, so that two servers never wait for each other in a circle; of accounts that are gone nothing has to be said.
    await sql`insert into account_changes (account_id, server_id, changed)
      select account_id, ${serverId}, pg_current_xact_id() from accounts where account_id = any(${accounts}::uuid[])
      order by account_id
      on conflict (account_id, server_id) do update set changed = excluded.changed`.execute(db)
  }
}
