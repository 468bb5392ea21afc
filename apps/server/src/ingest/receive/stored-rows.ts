/** How many rows of the log each account has, as far as they are counted: for the operator, and for the quota. Source: security rule 48. */
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Db, ServerDb } from '../../platform/postgres/database.ts'
import { isStorageAway } from '../../platform/postgres/storage-away.ts'
import { refuse } from '../../platform/refusal.ts'
import { repeat } from '../../platform/repeat.ts'
import { STORED } from './gateway-counts.ts'

const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 60_000
/** A sender that is refused comes again after this time (s): only old rows that are dropped at night make room. */
const RETRY_AFTER_S = 600
/** From this part of the quota on the operator reads of it. */
const NEARLY = 0.8

export interface RowsOfAccount {
  readonly account_id: string
  readonly rows: number
}

/** Rows by account that are not past their retention of so many days, most first. */
export async function listStoredRows(db: Db, { now, days }: { now: number; days: number }): Promise<RowsOfAccount[]> {
  const from = new Date(now - days * DAY_MS).toISOString().slice(0, 10)
  const { rows } = await sql<RowsOfAccount>`
    select account_id, sum(count)::bigint as rows from gateway_counts
    where reason = ${STORED} and day >= ${from}::date and account_id is not null
    group by account_id order by rows desc, account_id`.execute(db)
  return rows
}

interface Deps {
  readonly db: ServerDb
  readonly clock: Clock
  readonly log: Log
  /** Most rows of one account. */
  readonly quota: number
  /** How many days rows are kept. */
  readonly days: number
}

export class StoredRows {
  readonly #deps: Deps
  #full: ReadonlySet<string> = new Set()
  /** Those the operator has read of. */
  #told: ReadonlySet<string> = new Set()
  #stop: (() => void) | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    const { log } = this.#deps
    this.#stop = repeat(LOOK_EVERY_MS, () =>
      this.look().catch((error: Error) => {
        if (isStorageAway(error)) log.warn({ reason: error.message }, 'Failed to count the rows of accounts; retrying')
        else log.error({ stack: error.stack }, 'bug: failed to count the rows of accounts; retrying')
      }),
    )
  }

  close(): void {
    this.#stop?.()
  }

  /** Counts again; an account over its quota is refused from now on, until enough of its rows are past their retention. */
  async look(): Promise<void> {
    const { db, clock, log, quota, days } = this.#deps
    const large = (await listStoredRows(db, { now: clock.now(), days })).filter(({ rows }) => rows >= quota * NEARLY)
    for (const { account_id: account, rows } of large) {
      if (!this.#told.has(account)) log.warn({ account, rows, quota }, 'An account has nearly stored all rows it may')
    }
    this.#told = new Set(large.map(({ account_id }) => account_id))
    this.#full = new Set(large.filter(({ rows }) => rows >= quota).map(({ account_id }) => account_id))
  }

  /** Refuses with 429101 reports of an account that has stored all it may. */
  mustHaveRoom(accountId: string): void {
    if (this.#full.has(accountId)) throw refuse('tooManyRequests', { retryAfterSeconds: RETRY_AFTER_S })
  }
}
