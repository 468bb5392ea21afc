/** What a server that is home for accounts may write: only as long as nobody took it for dead. Source: decision 0077. */
import type { ClientBase } from 'pg'
import type { Db } from '../platform/postgres/database.ts'
import { Refusal } from '../platform/refusal.ts'

/**
 * This server was taken for dead: its shards are others'. It starts afresh, under another id. Its code counts as that of a database that is
 * away: what it has not written is kept until all that it knew is dropped.
 */
export class Deposed extends Error {
  override readonly name = 'Deposed'
  /** Of our own, among those of an administrator who ends a connection. */
  readonly code = '57HOM'
}

/** This server is not home for the account, or not any more. Senders that hear it try again. */
export class Moved extends Refusal {
  override readonly name = 'Moved'

  constructor() {
    super('storageBusy', { retryAfterSeconds: 1 })
  }
}

/** The fence of a home's transactions. Each throws `Deposed` where the server was taken for dead. */
export interface Fence {
  /** A transaction of its own. */
  run<Result>(work: (transaction: Db) => Promise<Result>): Promise<Result>
  /** First in a transaction. */
  hold(transaction: Db): Promise<void>
  /** Begins a transaction on a connection. */
  begin(client: ClientBase): Promise<void>
}
