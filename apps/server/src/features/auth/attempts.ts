/** Slows guessing of passwords without ever locking anybody out for good. Source: security rule 2; G10. */
import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { addFailure, clearFailures, countFailures } from './queries.ts'

const WINDOW_MS = 60_000
const MAX_FAILURES_PER_ACCOUNT = 5
const MAX_FAILURES_PER_ADDRESS = 30

/** Names neither the e-mail nor the address in the table. */
const bucketOf = (kind: 'account' | 'address', value: string): string =>
  `${kind}:${createHash('sha256').update(value.toLowerCase()).digest('base64url')}`

export interface Attempt {
  failed(): Promise<void>
  succeeded(): Promise<void>
}

/** A try to prove the password of `email` from `address`; refuses with 429101 where too many failed a moment ago. */
export async function beginAttempt(
  { db, clock }: { db: Db; clock: Clock },
  email: string,
  address: string,
): Promise<Attempt> {
  const now = clock.now()
  const since = now - WINDOW_MS
  const [account, origin] = [bucketOf('account', email), bucketOf('address', address)]
  const failures = await countFailures(db, [account, origin], since)
  const has = (bucket: string, most: number) => (failures.get(bucket) ?? 0) >= most
  if (has(account, MAX_FAILURES_PER_ACCOUNT) || has(origin, MAX_FAILURES_PER_ADDRESS)) {
    throw refuse('tooManyRequests', { retryAfterSeconds: WINDOW_MS / 1000 })
  }
  return {
    failed: () => addFailure(db, [account, origin], now, since),
    succeeded: () => clearFailures(db, account),
  }
}
