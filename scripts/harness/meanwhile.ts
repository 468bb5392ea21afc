/** Races of two transactions, in an order that a test chooses. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../apps/server/src/platform/postgres/database.ts'
import { eventually } from './given.ts'

/** A transaction that stays open for as long as a test takes: PostgreSQL ends others that idle, however busy the machine is. */
export async function openTransaction(db: Db) {
  const transaction = await db.startTransaction().execute()
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
  return transaction
}

/**
 * Does `first` in a transaction that commits only when `second`, begun after it, waits for it; answers what `second` comes
 * to. Fails where `second` does not wait.
 */
export async function meanwhile<Result>(
  db: Db,
  first: (db: Db) => Promise<unknown>,
  second: () => Promise<Result>,
): Promise<Result> {
  const transaction = await openTransaction(db)
  try {
    await first(transaction)
    const result = second()
    await eventually(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      expect(rows).not.toEqual([])
    })
    await transaction.commit().execute()
    return await result
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute()
  }
}
