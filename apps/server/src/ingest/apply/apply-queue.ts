/** Backlog of rows that are in the log and not yet in the states. Rows are applied in log order. */
import { storageAway } from '../../platform/postgres/storage-away.ts'
import type { NewRow } from '../../state/log-row.ts'

/** Largest backlog (rows); beyond it senders are asked to retry. */
const MAX_WAITING_ROWS = 50_000
/** Who waits for rows to be applied looks this often (ms). */
const LOOK_EVERY_MS = 5
/** Pause before the next try while the database is away (ms). */
const RETRY_MS = 500

export class ApplyQueue {
  readonly #apply: (rows: readonly NewRow[]) => Promise<void>
  readonly #onAway: (error: unknown) => void
  /** Batches; the first is being applied. */
  readonly #waiting: (readonly NewRow[])[] = []
  #waitingRows = 0
  #running: Promise<void> = Promise.resolve()
  #closing = false
  #isAway = false

  /** `apply` throws only while the database or a table of it is away. */
  constructor(apply: (rows: readonly NewRow[]) => Promise<void>, onAway: (error: unknown) => void) {
    this.#apply = apply
    this.#onAway = onAway
  }

  get hasRoom(): boolean {
    return this.#waitingRows < MAX_WAITING_ROWS
  }

  /** When the oldest waiting row was received (ms); Infinity: none waits. */
  get oldestMs(): number {
    let oldest = Number.POSITIVE_INFINITY
    for (const rows of this.#waiting) for (const row of rows) oldest = Math.min(oldest, row.received_at_ms)
    return oldest
  }

  /** Log position of the oldest waiting row; Infinity: none waits. */
  get oldestPosition(): number {
    let oldest = Number.POSITIVE_INFINITY
    for (const rows of this.#waiting) for (const row of rows) oldest = Math.min(oldest, row.log_order)
    return oldest
  }

  push(rows: readonly NewRow[]): void {
    if (rows.length === 0) return
    this.#waiting.push(rows)
    this.#waitingRows += rows.length
    if (this.#waiting.length === 1) this.#running = this.#run()
  }

  /** Resolves when none of these accounts' rows waits; rejects while the database is away. */
  async drained(isTheirs: (accountId: string) => boolean): Promise<void> {
    const isBusy = () => this.#waiting.some((rows) => rows.some(({ account_id }) => isTheirs(account_id)))
    while (isBusy()) {
      if (this.#isAway) throw storageAway()
      await new Promise((next) => setTimeout(next, LOOK_EVERY_MS))
    }
  }

  /** Resolves when all is applied, or the database is away: then the next start replays the rest from the log. */
  async close(): Promise<void> {
    this.#closing = true
    await this.#running
  }

  async #run(): Promise<void> {
    for (let rows = this.#waiting[0]; rows !== undefined; rows = this.#waiting[0]) {
      try {
        await this.#apply(rows)
        this.#isAway = false
        this.#waiting.shift()
        this.#waitingRows -= rows.length
      } catch (error) {
        if (this.#closing) return
        this.#isAway = true
        this.#onAway(error)
        await new Promise((next) => setTimeout(next, RETRY_MS))
      }
    }
  }
}
