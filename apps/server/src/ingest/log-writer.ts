/**
 * Group commit: rows of many senders go to the log in one COPY, and each sender is told after COMMIT, never before.
 * One writer works on one batch at a time. Source: architecture §4; security rules 43, 46, 47, 48.
 */
import { once } from 'node:events'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isStorageAway } from '../platform/storage-away.ts'
import { COPY_STATEMENT, INSERT_STATEMENT, keyOf, type LogRow, toColumns, toCopyText } from './log-row.ts'
import { dayOf, ensurePartition } from './partitions.ts'

/** Rows of one batch at most; a batch leaves at once when there are as many. */
const MAX_BATCH_ROWS = 3000
/** How long a row waits for company (ms). */
const GATHER_MS = 4
/** Rows that may wait; beyond them a sender is told to come again. */
const MAX_WAITING_ROWS = 50_000
/** Pauses between tries while the database is away (ms); the first write comes within 5 s of its return. */
const RETRY_MS = [100, 250, 500, 1000, 2000, 3000]

/** What became of a push. */
export interface Written {
  /** Rows that were new. */
  readonly stored: readonly LogRow[]
  /** Rows that were there already. */
  readonly repeated: number
  /** Rows the database cannot take; set aside. */
  readonly poisoned: number
}

interface Push {
  readonly rows: readonly LogRow[]
  readonly done: (written: Written) => void
}

const isRepeat = (error: unknown): boolean => (error as { code?: unknown }).code === '23505'

export interface LogWriterSettings {
  readonly pool: Pool
  /** Called with each batch's new rows right after COMMIT, before any sender is told. */
  readonly onStored: (rows: readonly LogRow[]) => void
  readonly onAway: (error: unknown) => void
  readonly random: () => number
}

export class LogWriter {
  readonly #settings: LogWriterSettings
  #waiting: Push[] = []
  #waitingRows = 0
  #running = false
  #timer: NodeJS.Timeout | undefined
  #away = false
  #closed = false
  readonly #days = new Set<number>()
  #wake: (() => void) | undefined

  constructor(settings: LogWriterSettings) {
    this.#settings = settings
  }

  /** True while the database answers and there is room: a sender may hand over more. */
  get hasRoom(): boolean {
    return !this.#closed && this.#waitingRows < MAX_WAITING_ROWS
  }

  /** True while the last try found no database. */
  get isAway(): boolean {
    return this.#away
  }

  /** Resolves after COMMIT. It waits as long as the database is away; the caller decides how long it waits with it. */
  push(rows: readonly LogRow[]): Promise<Written> {
    return new Promise((done) => {
      this.#waiting.push({ rows, done })
      this.#waitingRows += rows.length
      this.#kick()
    })
  }

  /** Lets the running batch and all that waits finish, unless the database is away. */
  async close(): Promise<void> {
    this.#closed = true
    this.#wake?.()
    while (!this.#away && (this.#running || this.#waiting.length > 0)) await new Promise((next) => setTimeout(next, 5))
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
    if (this.#running || this.#waiting.length === 0) return
    this.#running = true
    const batch = this.#take()
    const rows = batch.flatMap((push) => push.rows)
    for (let attempt = 0; ; attempt += 1) {
      try {
        this.#settle(batch, await this.#write(rows))
        this.#away = false
        break
      } catch (error) {
        this.#away = true
        this.#settings.onAway(error)
        if (this.#closed) return
        await this.#pause(attempt)
      }
    }
    this.#running = false
    if (this.#waiting.length > 0) this.#kick()
  }

  async #pause(attempt: number): Promise<void> {
    const base = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 3000
    await new Promise<void>((next) => {
      this.#wake = next
      setTimeout(next, base * (0.5 + this.#settings.random() / 2))
    })
    this.#wake = undefined
  }

  #take(): Push[] {
    const batch: Push[] = []
    let rows = 0
    while (this.#waiting.length > 0 && (rows === 0 || rows + this.#waiting[0]!.rows.length <= MAX_BATCH_ROWS)) {
      const push = this.#waiting.shift()!
      rows += push.rows.length
      batch.push(push)
    }
    this.#waitingRows -= rows
    return batch
  }

  /** Tells live state first and then every sender what became of its rows. */
  #settle(
    batch: readonly Push[],
    { stored, poisoned }: { stored: readonly LogRow[]; poisoned: ReadonlySet<LogRow> },
  ): void {
    this.#settings.onStored(stored)
    const isStored = new Set(stored)
    for (const { rows, done } of batch) {
      const mine = stored.length === 0 ? [] : rows.filter((row) => isStored.has(row))
      const bad = poisoned.size === 0 ? 0 : rows.filter((row) => poisoned.has(row)).length
      done({ stored: mine, repeated: rows.length - mine.length - bad, poisoned: bad })
    }
  }

  async #write(rows: readonly LogRow[]): Promise<{ stored: readonly LogRow[]; poisoned: ReadonlySet<LogRow> }> {
    const client = await this.#settings.pool.connect()
    let fault: unknown
    try {
      for (const day of new Set(rows.map((row) => dayOf(row.scanned_at_ms)))) {
        if (this.#days.has(day)) continue
        await ensurePartition(client, day)
        this.#days.add(day)
      }
      return await this.#store(client, rows)
    } catch (error) {
      fault = error
      // A partition may be gone since (retention, another database behind the address): look again next time.
      this.#days.clear()
      throw error
    } finally {
      client.release(fault instanceof Error && isStorageAway(fault) ? fault : undefined)
    }
  }

  async #store(client: PoolClient, rows: readonly LogRow[]) {
    const poisoned = new Set<LogRow>()
    const fresh = await this.#withoutKnownAheadRepeats(client, withoutTwins(rows))
    if (fresh.length === 0) return { stored: fresh, poisoned }
    try {
      await copy(client, fresh)
      return { stored: fresh, poisoned }
    } catch (error) {
      if (isStorageAway(error)) throw error
      if (isRepeat(error)) {
        const stored = await insertNew(client, fresh)
        if (stored !== undefined) return { stored, poisoned }
      }
      return await storeOneByOne(client, fresh, poisoned)
    }
  }

  /**
   * A row whose time lay ahead is stored under its time of receipt, so a repeat of it has another key; its `seq`
   * carries the sender's time and tells the repeat.
   */
  async #withoutKnownAheadRepeats(client: PoolClient, rows: readonly LogRow[]): Promise<readonly LogRow[]> {
    const ahead = rows.filter((row) => row.clock_ahead)
    if (ahead.length === 0) return rows
    const { rows: known } = await client.query<{
      account_id: string
      device_id: string
      sender_id: string
      seq: string
    }>(
      `select l.account_id, l.device_id, l.sender_id, l.seq
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as a (account_id, device_id, sender_id, seq)
       join location_logs l using (account_id, device_id, sender_id, seq)
       where l.scanned_at_ms > $5`,
      [
        ahead.map((row) => row.account_id),
        ahead.map((row) => row.device_id),
        ahead.map((row) => row.sender_id),
        ahead.map((row) => row.seq),
        Math.min(...ahead.map((row) => row.received_at_ms)) - 86_400_000,
      ],
    )
    const nameOf = (row: { account_id: string; device_id: string; sender_id: string; seq: string }) =>
      `${row.account_id}\n${row.device_id}\n${row.sender_id}\n${row.seq}`
    const seen = new Set(known.map(nameOf))
    return rows.filter((row) => !row.clock_ahead || (!seen.has(nameOf(row)) && seen.add(nameOf(row))))
  }
}

/** The first row of each key. */
function withoutTwins(rows: readonly LogRow[]): readonly LogRow[] {
  const keys = new Set<string>()
  return rows.filter((row) => {
    const key = keyOf(row)
    return !keys.has(key) && keys.add(key)
  })
}

async function copy(client: PoolClient, rows: readonly LogRow[]): Promise<void> {
  const stream = client.query(copyFrom(COPY_STATEMENT))
  stream.end(toCopyText(rows))
  await once(stream, 'finish')
}

/** Inserts what is new and answers it; the keys that were there first are read in the same transaction. */
async function insertNew(client: PoolClient, rows: readonly LogRow[]): Promise<readonly LogRow[] | undefined> {
  try {
    const { rows: inserted } = await client.query<LogRow>(
      `${INSERT_STATEMENT} returning account_id, device_id, scanned_at_ms, sender_id, seq`,
      toColumns(rows),
    )
    const keys = new Set(inserted.map(keyOf))
    return rows.filter((row) => keys.has(keyOf(row)))
  } catch (error) {
    if (isStorageAway(error)) throw error
    return undefined
  }
}

/** The last way out: a row the database cannot take is set aside, and harms no other. */
async function storeOneByOne(client: PoolClient, rows: readonly LogRow[], poisoned: Set<LogRow>) {
  const stored: LogRow[] = []
  for (const row of rows) {
    const inserted = await insertNew(client, [row])
    if (inserted === undefined) poisoned.add(row)
    else stored.push(...inserted)
  }
  return { stored, poisoned }
}
