/**
 * Counts messages that the gateway refused, quarantined or ignored: by sender, day and reason, without content. Rule 43. And rows that
 * were stored: by account and day.
 */
import type { ErrorName } from '@whereabouts/contract/errors'
import type { SetAsideReason } from '@whereabouts/domain/set-aside'
import { sql } from 'kysely'
import type { ServerDb } from '../../platform/postgres/database.ts'
import { repeat } from '../../platform/repeat.ts'

const FLUSH_EVERY_MS = 5000

/** The reason under which stored rows are counted, for the account as a whole. */
export const STORED = 'stored'

/** Of strangers and of the account as a whole, which no sender's card shows; and refusals that no sender can get. */
type Reason = SetAsideReason | ErrorName | 'wrongCredential' | 'unknownImei' | 'tooManySenders' | typeof STORED

export interface Counted {
  readonly accountId: string | null
  readonly senderId: string
}

interface Entry extends Counted {
  readonly day: string
  readonly reason: Reason
  count: number
}

export class GatewayCounts {
  readonly #db: ServerDb
  #entries = new Map<string, Entry>()
  #stop: (() => void) | undefined
  readonly #onFault: (error: unknown) => void
  readonly #tell: (accountId: string) => void

  /** `tell` gets the account of a sender with something new among its counts. */
  constructor(db: ServerDb, settings: { onFault: (error: unknown) => void; tell: (accountId: string) => void }) {
    this.#db = db
    this.#onFault = settings.onFault
    this.#tell = settings.tell
  }

  start(): void {
    this.#stop = repeat(FLUSH_EVERY_MS, () => this.flush().catch(this.#onFault))
  }

  async close(): Promise<void> {
    this.#stop?.()
    await this.flush()
  }

  add(sender: Counted, reason: Reason, nowMs: number, count = 1): void {
    const day = new Date(nowMs).toISOString().slice(0, 10)
    const key = `${sender.accountId} ${sender.senderId} ${day} ${reason}`
    const entry = this.#entries.get(key)
    if (entry !== undefined) entry.count += count
    else this.#entries.set(key, { accountId: sender.accountId, senderId: sender.senderId, day, reason, count })
  }

  /** Adds the counts to the table, but those of an account that was deleted; after a failure they are kept for the next time. */
  async flush(): Promise<void> {
    const entries = [...this.#entries.values()]
    if (entries.length === 0) return
    this.#entries = new Map()
    try {
      const { rows } = await sql<{ account_id: string | null; sender_id: string; is_new: boolean }>`
        insert into gateway_counts (account_id, sender_id, day, reason, count)
        select counted.* from unnest(${entries.map((entry) => entry.accountId)}::uuid[], ${entries.map((entry) => entry.senderId)}::text[],
          ${entries.map((entry) => entry.day)}::date[], ${entries.map((entry) => entry.reason)}::text[],
          ${entries.map((entry) => entry.count)}::bigint[]) as counted (account_id)
        where counted.account_id is null or exists (select from accounts where accounts.account_id = counted.account_id)
        on conflict (account_id, sender_id, day, reason) do update set count = gateway_counts.count + excluded.count
        returning account_id, sender_id, xmax = 0 as is_new`.execute(this.#db)
      const news = rows
        .filter(({ sender_id, is_new }) => is_new && sender_id !== '')
        .map(({ account_id }) => account_id)
      for (const accountId of new Set(news)) if (accountId !== null) this.#tell(accountId)
    } catch (error) {
      for (const entry of entries) this.add(entry, entry.reason, Date.parse(entry.day), entry.count)
      throw error
    }
  }
}
