/**
 * Whose rows a call may touch: the account of its session, held by the database as a second wall behind the queries. It goes with the
 * call, so that no query has to pass it on. Source: decision 0052.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** An account's id, or all of them. */
type Scope = { readonly accountId: string } | 'all'

const scopes = new AsyncLocalStorage<Scope>()

/** Queries of this work find the rows of one account. */
export const asAccount = <Result>(accountId: string, work: () => Result): Result => scopes.run({ accountId }, work)

/**
 * Queries of this work find the rows of every account: who signs in, what is shared, whose an address is. A transaction stays what it
 * was when it began.
 */
export const acrossAccounts = <Result>(work: () => Result): Result => scopes.run('all', work)

/** Throws outside both: a query that names no account is a bug. */
export function scopeNow(): Scope {
  const scope = scopes.getStore()
  if (scope === undefined) throw new Error('A query of a call named no account.')
  return scope
}
