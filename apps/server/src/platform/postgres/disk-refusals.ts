/**
 * Whether the database refuses changes for want of disk, by its own word: of a database on another machine no room can be read.
 * Source: security rule 59; decision 0032.
 */
import type { Log } from '../log.ts'

/** Source: PostgreSQL 17, appendix A. */
const DISK_FULL = '53100'
/** So long (ms) a refusal stands, unless the same statement goes through before. */
const STANDS_MS = 60_000
const MOST_STATEMENTS = 1000

export class DiskRefusals {
  /** When each statement was refused last (ms), by its text. */
  readonly #refusedAt = new Map<string, number>()
  readonly #log: Pick<Log, 'error'>
  readonly #steady: () => number

  /** `steady`: ms of a clock that is never set. */
  constructor(log: Pick<Log, 'error'>, steady: () => number = () => performance.now()) {
    this.#log = log
    this.#steady = steady
  }

  get isFull(): boolean {
    const since = this.#steady() - STANDS_MS
    return this.#refusedAt.values().some((atMs) => atMs > since)
  }

  /** A statement failed, for whatever reason. */
  failed(statement: string, error: unknown): void {
    if ((error as { code?: unknown } | undefined)?.code !== DISK_FULL) return
    if (!this.isFull) {
      this.#refusedAt.clear()
      const { message: reason } = error as Error
      this.#log.error({ reason }, 'The disk of the database is full; changes are refused until space is freed')
    }
    if (this.#refusedAt.size < MOST_STATEMENTS) this.#refusedAt.set(statement, this.#steady())
  }

  passed(statement: string): void {
    this.#refusedAt.delete(statement)
  }
}
