/** Slows guessing of passwords without ever locking anybody out for good. Source: security rule 2; G10. */
import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { addFailure, clearFailures, countFailures } from './queries.ts'

interface Limit {
  readonly kind: 'account' | 'address' | 'link'
  readonly failures: number
  readonly windowMs: number
}

const PER_ACCOUNT: Limit = { kind: 'account', failures: 5, windowMs: 60_000 }
const PER_ADDRESS: Limit = { kind: 'address', failures: 30, windowMs: 60_000 }
const PER_LINK: Limit = { kind: 'link', failures: 10, windowMs: 3_600_000 }

/** Names neither the e-mail nor the address in the table. */
const bucketOf = ({ kind }: Limit, value: string): string =>
  `${kind}:${createHash('sha256').update(value.toLowerCase()).digest('base64url')}`

export interface Attempt {
  failed(): Promise<void>
  succeeded(): Promise<void>
}

/** A try to prove the password of `email` from `address`; refuses with 429101 where too many failed a moment ago. */
export const beginAttempt = (server: { db: Db; clock: Clock }, email: string, address: string): Promise<Attempt> =>
  begin(server, [PER_ACCOUNT, email], [PER_ADDRESS, address])

/** The same for the password of an access link. */
export const beginLinkAttempt = (server: { db: Db; clock: Clock }, code: string, address: string): Promise<Attempt> =>
  begin(server, [PER_LINK, code], [PER_ADDRESS, address])

async function begin(
  { db, clock }: { db: Db; clock: Clock },
  ...limits: readonly [own: readonly [Limit, string], address: readonly [Limit, string]]
): Promise<Attempt> {
  const now = clock.now()
  for (const [limit, value] of limits) {
    const retryAfterSeconds = limit.windowMs / 1000
    const failures = await countFailures(db, bucketOf(limit, value), now - limit.windowMs)
    if (failures >= limit.failures) throw refuse('tooManyRequests', { retryAfterSeconds })
  }
  return {
    async failed() {
      for (const [limit, value] of limits) await addFailure(db, bucketOf(limit, value), now, now - limit.windowMs)
    },
    succeeded: () => clearFailures(db, bucketOf(...limits[0])),
  }
}
