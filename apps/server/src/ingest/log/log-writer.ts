/**
 * Group commit: rows of many senders go to the log in one COPY, and each sender is told after COMMIT, never before.
 * One writer works on one batch at a time. Source: docs/architecture.md#storage; security rules 43, 46, 47, 48.
 */
import { once } from 'node:events'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { bisect } from '../../platform/postgres/bisect.ts'
import { concernsAllRows, isStorageAway, storageAway } from '../../platform/postgres/storage-away.ts'
import { Deposed, type Fence, Moved } from '../../state/home.ts'
import type { LogRow, NewRow } from '../../state/log-row.ts'
import { KnownPartitions, LOCATION_LOGS } from '../../state/partitions.ts'
import type { AheadReports } from './ahead-reports.ts'
import { COPY_STATEMENT, INSERT_STATEMENT, keyOf, toColumns, toCopyText } from './log-columns.ts'
import type { LogPositions } from './log-positions.ts'

/** Largest batch (rows); a batch is written at once when it is full. */
const MAX_BATCH_ROWS = 3000
/** How long a row waits for others to join its batch (ms). */
const GATHER_MS = 8
/** Who waits for writes to end looks this often (ms). */
const LOOK_EVERY_MS = 5
/** Largest backlog (rows), of all accounts and of one; beyond it senders are asked to retry. */
const MAX_WAITING_ROWS = 50_000
const MAX_WAITING_ROWS_OF_ACCOUNT = MAX_WAITING_ROWS / 4
/** Pauses between tries while the database is away (ms); the first write comes within 5 s of its return. */
const RETRY_MS = [100, 250, 500, 1000, 2000, 3000]

/** The result for a push: how many rows were new, */
export interface Written {
  readonly stored: number
  /** how many were repeats, */
  readonly repeated: number
  /** and how many the database cannot store; they are quarantined. */
  readonly poisoned: number
}

interface Push {
  readonly rows: readonly NewRow[]
  readonly done: (written: Written) => void
  readonly failed: (error: unknown) => void
}

/** What an account waits for, oldest first. */
interface Backlog {
  readonly pushes: Push[]
  rows: number
}

interface Outcome {
  readonly stored: readonly NewRow[]
  readonly poisoned: ReadonlySet<LogRow>
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code
/** Citus says XX000 of whatever a worker has against a COPY, and by the slow way what it is. */
const mayBeRepeat = (error: unknown): boolean => ['23505', 'XX000'].includes(String(codeOf(error)))
/** The log has no constraints of its own: the day's partition was dropped, or the database behind the address is another. */
const isWithoutPartition = (error: unknown): boolean => codeOf(error) === '23514'
/** None of the batch's rows is the cause: it is retried, or nothing of it can be stored. */
const concernsAll = (error: unknown): boolean => concernsAllRows(error) || isWithoutPartition(error)

export interface LogWriterDeps {
  readonly pool: Pool
  readonly aheadReports: AheadReports
  readonly positions: LogPositions
  readonly fence: Fence
  /** Called with each batch's new rows right after COMMIT, before any sender is acknowledged. */
  readonly onStored: (rows: readonly NewRow[]) => void
  readonly onAway: (error: unknown) => void
  readonly random: () => number
  /** Epoch milliseconds. */
  readonly now: () => number
}

export class LogWriter {
  readonly #deps: LogWriterDeps
  /** By account, whose turn is next first: an account that sends a lot delays itself, and not the others. */
  readonly #waiting = new Map<string, Backlog>()
  #waitingRows = 0
  /** The batch that is being written. */
  #batch: readonly Push[] = []
  /** Its rows stand here in the log, or after it; Infinity: there is none. */
  #batchPosition = Number.POSITIVE_INFINITY
  #running = false
  #timer: NodeJS.Timeout | undefined
  #away = false
  #closed = false
  readonly #partitions = new KnownPartitions(LOCATION_LOGS)
  #wake: (() => void) | undefined

  constructor(deps: LogWriterDeps) {
    this.#deps = deps
  }

  /** True while the database answers and there is room: a sender may send more. */
  get hasRoom(): boolean {
    return !this.#closed && this.#waitingRows < MAX_WAITING_ROWS
  }

  /** True while the account's senders may send more. */
  hasRoomFor(accountId: string): boolean {
    return this.hasRoom && (this.#waiting.get(accountId)?.rows ?? 0) < MAX_WAITING_ROWS_OF_ACCOUNT
  }

  /** When the oldest row was received (ms) that is not committed yet; Infinity: none. */
  get oldestMs(): number {
    let oldest = Number.POSITIVE_INFINITY
    for (const { rows } of this.#batch) oldest = Math.min(oldest, rows[0]!.received_at_ms)
    for (const { pushes } of this.#waiting.values()) oldest = Math.min(oldest, pushes[0]!.rows[0]!.received_at_ms)
    return oldest
  }

  /** Where the oldest row may stand in the log that is not committed yet; Infinity: none. What waits for a batch comes after. */
  get oldestPosition(): number {
    return this.#batchPosition
  }

  /**
   * Resolves after COMMIT. It waits as long as the database is away; the caller decides how long it waits with it. Rejects with `Moved` where
   * this server was taken for dead, and with an error that is not the database's, as another try would fail by it too.
   */
  push(rows: readonly NewRow[]): Promise<Written> {
    return new Promise((done, failed) => {
      const accountId = rows[0]!.account_id
      const backlog = this.#waiting.get(accountId) ?? { pushes: [], rows: 0 }
      backlog.pushes.push({ rows, done, failed })
      backlog.rows += rows.length
      this.#waiting.set(accountId, backlog)
      this.#waitingRows += rows.length
      this.#kick()
    })
  }

  /** Resolves when none of these accounts' rows waits or is being written; rejects while the database is away. */
  async drained(isTheirs: (accountId: string) => boolean): Promise<void> {
    const isBusy = () =>
      this.#batch.some(({ rows }) => isTheirs(rows[0]!.account_id)) || this.#waiting.keys().some(isTheirs)
    while (isBusy()) {
      if (this.#away) throw storageAway()
      await new Promise((next) => setTimeout(next, LOOK_EVERY_MS))
    }
  }

  /** Lets the running batch and all that waits finish, unless the database is away. */
  async close(): Promise<void> {
    this.#closed = true
    this.#wake?.()
    while (!this.#away && (this.#running || this.#waiting.size > 0))
      await new Promise((next) => setTimeout(next, LOOK_EVERY_MS))
    clearTimeout(this.#timer)
  }

  #kick(): void {
    if (this.#running) return
    if (this.#waitingRows >= MAX_BATCH_ROWS) {
      clearTimeout(this.#timer)
      this.#timer = undefined
      void this.#run()
    } else {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        void this.#run()
      }, GATHER_MS)
    }
  }

  async #run(): Promise<void> {
    if (this.#running || this.#waiting.size === 0) return
    this.#running = true
    const batch = this.#take()
    this.#batch = batch
    this.#batchPosition = this.#deps.positions.next
    const rows = batch.flatMap((push) => push.rows)
    for (let attempt = 0; ; attempt += 1) {
      try {
        const outcome = await this.#write(rows, attempt > 0)
        this.#batch = []
        this.#batchPosition = Number.POSITIVE_INFINITY
        this.#settle(batch, outcome)
        this.#away = false
        break
      } catch (error) {
        if (error instanceof Deposed || !concernsAll(error)) {
          this.#batch = []
          this.#batchPosition = Number.POSITIVE_INFINITY
          for (const { failed } of batch) failed(error instanceof Deposed ? new Moved() : error)
          break
        }
        this.#away = true
        this.#deps.onAway(error)
        if (this.#closed) return
        await this.#pause(attempt)
      }
    }
    this.#running = false
    if (this.#waiting.size > 0) this.#kick()
  }

  async #pause(attempt: number): Promise<void> {
    const base = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 3000
    await new Promise<void>((next) => {
      this.#wake = next
      setTimeout(next, base * (0.5 + this.#deps.random() / 2))
    })
    this.#wake = undefined
  }

  /** The next batch: of each account in turn what it sent first. */
  #take(): Push[] {
    const batch: Push[] = []
    let rows = 0
    for (const [accountId, backlog] of this.#turns()) {
      const [push] = backlog.pushes
      if (rows > 0 && rows + push!.rows.length > MAX_BATCH_ROWS) break
      backlog.pushes.shift()
      backlog.rows -= push!.rows.length
      rows += push!.rows.length
      batch.push(push!)
      this.#waiting.delete(accountId)
      if (backlog.pushes.length > 0) this.#waiting.set(accountId, backlog)
    }
    this.#waitingRows -= rows
    return batch
  }

  /** The account whose turn it is, as often as it is asked. */
  *#turns(): Iterable<[accountId: string, backlog: Backlog]> {
    for (let next = this.#waiting.entries().next(); !next.done; next = this.#waiting.entries().next()) yield next.value
  }

  /** Updates live state first, and then acknowledges every sender's rows. */
  #settle(batch: readonly Push[], { stored, poisoned }: Outcome): void {
    this.#deps.onStored(stored)
    const rowCount = batch.reduce((sum, { rows }) => sum + rows.length, 0)
    const isStored = stored.length === rowCount ? undefined : new Set<LogRow>(stored)
    for (const { rows, done } of batch) {
      const isNew = isStored === undefined ? rows.length : rows.filter((row) => isStored.has(row)).length
      const isBad = poisoned.size === 0 ? 0 : rows.filter((row) => poisoned.has(row)).length
      done({ stored: isNew, repeated: rows.length - isNew - isBad, poisoned: isBad })
    }
  }

  /** `isAgain`: an earlier try may have committed some of the rows before its connection broke. */
  async #write(rows: readonly NewRow[], isAgain: boolean): Promise<Outcome> {
    const client = await this.#deps.pool.connect()
    let fault: unknown
    try {
      // What an earlier try committed keeps its place.
      if (rows[0]!.log_order === 0) await this.#deps.positions.give(client, rows, this.#deps.now())
      const outcome = await this.#store(client, rows)
      return isAgain ? { ...outcome, stored: await findOurs(client, rows) } : outcome
    } catch (error) {
      fault = error
      this.#partitions.forget()
      throw error
    } finally {
      client.release(fault instanceof Error && isStorageAway(fault) ? fault : undefined)
    }
  }

  /** COPY; where a row is a repeat, the slow way; and where the database cannot take one, without that one. */
  async #store(client: PoolClient, rows: readonly NewRow[]): Promise<Outcome> {
    const stored: NewRow[] = []
    const poisoned = new Set<LogRow>()
    const store = async (part: readonly NewRow[]) => {
      await this.#partitions.ensure(
        client,
        part.values().map(({ scanned_at_ms }) => scanned_at_ms),
      )
      const copied = await this.#storeNew(client, part, copy).catch((error: unknown) => {
        if (!mayBeRepeat(error)) throw error
        return this.#storeNew(client, part, insertNew)
      })
      stored.push(...copied)
    }
    await bisect(rows, store, concernsAll, (row) => poisoned.add(row))
    return { stored, poisoned }
  }

  /** Writes the rows that repeat no ahead report, behind the fence; together with the note of new ahead reports where there are any. */
  async #storeNew(client: PoolClient, rows: readonly NewRow[], write: Write): Promise<readonly NewRow[]> {
    const { aheadReports, fence } = this.#deps
    await fence.begin(client)
    try {
      const isPlain = !rows.some((row) => aheadReports.concerns(row))
      const stored = await write(client, isPlain ? rows : await aheadReports.newOf(client, rows))
      await client.query('commit')
      return stored
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  }
}

/** Writes rows and answers those that were new. */
type Write = (client: PoolClient, rows: readonly NewRow[]) => Promise<readonly NewRow[]>

async function copy(client: PoolClient, rows: readonly NewRow[]): Promise<readonly NewRow[]> {
  if (rows.length === 0) return rows
  const stream = client.query(copyFrom(COPY_STATEMENT))
  stream.end(toCopyText(rows))
  await once(stream, 'finish')
  return rows
}

async function insertNew(client: PoolClient, rows: readonly NewRow[]): Promise<readonly NewRow[]> {
  const { rows: inserted } = await client.query<LogRow>(
    `${INSERT_STATEMENT} returning account_id, device_id, scanned_at_ms, sender_id, seq`,
    toColumns(rows),
  )
  return thoseOf(rows, inserted)
}

/** The rows among these that are in the log as these very receipts, not as those of a report they repeat. */
async function findOurs(client: PoolClient, rows: readonly NewRow[]): Promise<readonly NewRow[]> {
  const times = rows.map((row) => row.scanned_at_ms)
  const { rows: found } = await client.query<LogRow>(
    `select account_id, device_id, scanned_at_ms, sender_id, seq
     from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[])
       as given (account_id, device_id, scanned_at_ms, sender_id, seq, received_at_ms)
     join location_logs using (account_id, device_id, scanned_at_ms, sender_id, seq, received_at_ms)
     where location_logs.scanned_at_ms between $7 and $8`,
    [...toColumns(rows).slice(0, 6), Math.min(...times), Math.max(...times)],
  )
  return thoseOf(rows, found)
}

/** The rows that were found; of two with the same key the first. */
function thoseOf(rows: readonly NewRow[], found: readonly LogRow[]): readonly NewRow[] {
  const keys = new Set(found.map(keyOf))
  return rows.filter((row) => keys.delete(keyOf(row)))
}
