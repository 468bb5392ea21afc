/** The writers of the log; devices are sharded among them, so that two batches never wait for the same row. */
import type { NewRow } from '../../state/log-row.ts'
import { LogWriter, type LogWriterDeps, type Written } from './log-writer.ts'

const WRITERS = 2

export class LogWriters {
  readonly #writers: readonly LogWriter[]

  constructor(deps: LogWriterDeps) {
    this.#writers = Array.from({ length: WRITERS }, () => new LogWriter(deps))
  }

  /** True while a sender may send more. */
  get hasRoom(): boolean {
    return this.#writers.every((writer) => writer.hasRoom)
  }

  /** True while the account's senders may send more. */
  hasRoomFor(accountId: string): boolean {
    return this.#writers.every((writer) => writer.hasRoomFor(accountId))
  }

  /** When the oldest row was received (ms) that is not committed yet; Infinity: none. */
  get oldestMs(): number {
    return Math.min(...this.#writers.map(({ oldestMs }) => oldestMs))
  }

  /** The position in the log that the oldest row may have that is not committed yet; Infinity: none. */
  get oldestPosition(): number {
    return Math.min(...this.#writers.map(({ oldestPosition }) => oldestPosition))
  }

  /** Resolves after COMMIT; rejects with `Moved` where this server was taken for dead. A device stands once at most among the rows of one time. */
  async push(rows: readonly NewRow[]): Promise<Written> {
    if (rows.length === 1) return this.#writers[writerOf(rows[0]!.device_id)]!.push(rows)
    const parts = this.#writers.map(() => [] as NewRow[])
    for (const row of rows) parts[writerOf(row.device_id)]!.push(row)
    const written = await Promise.all(
      parts.flatMap((part, index) => (part.length === 0 ? [] : [this.#writers[index]!.push(part)])),
    )
    return written.reduce((sum, part) => ({
      stored: sum.stored + part.stored,
      repeated: sum.repeated + part.repeated,
      poisoned: sum.poisoned + part.poisoned,
    }))
  }

  /** Resolves when none of these accounts' rows waits or is being written. */
  async drained(isTheirs: (accountId: string) => boolean): Promise<void> {
    await Promise.all(this.#writers.map((writer) => writer.drained(isTheirs)))
  }

  /** Writes the whole backlog, unless the database is away. */
  async close(): Promise<void> {
    await Promise.all(this.#writers.map((writer) => writer.close()))
  }
}

const writerOf = (deviceId: string): number => {
  let sum = 0
  for (let index = 0; index < deviceId.length; index += 1) sum = (sum * 31 + deviceId.charCodeAt(index)) | 0
  return Math.abs(sum) % WRITERS
}
