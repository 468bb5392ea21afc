/** Slows guessing of passwords without ever locking anybody out for good. Source: security rule 2; G10. */
import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { addFailure, clearFailures, takeBackFailure } from './queries.ts'

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

/** A try counts as failed until it is told otherwise, so that many at once cannot outrun the count. */
export interface Attempt {
  /** The password was right: what failed before is forgiven. */
  succeeded(): Promise<void>
  /** Nothing was guessed. */
  withdrawn(): Promise<void>
}

/** A try to prove the password of `email` from `address`; refuses with 429101 where too many failed a moment ago. */
export const beginAttempt = (server: { db: Db; clock: Clock }, email: string, address: string): Promise<Attempt> =>
  begin(server, [PER_ACCOUNT, email], [PER_ADDRESS, address])

/** The same for the password of an access link. */
export const beginLinkAttempt = (server: { db: Db; clock: Clock }, code: string, address: string): Promise<Attempt> =>
  begin(server, [PER_LINK, code], [PER_ADDRESS, address])

async function begin(
  { db, clock }: { db: Db; clock: Clock },
  own: readonly [Limit, string],
  ofAddress: readonly [Limit, string],
): Promise<Attempt> {
  const now = clock.now()
  for (const [limit, value] of [own, ofAddress]) {
    const failures = await addFailure(db, bucketOf(limit, value), now, now - limit.windowMs)
    if (failures > limit.failures) throw refuse('tooManyRequests', { retryAfterSeconds: limit.windowMs / 1000 })
  }
  const takeBack = ([limit, value]: readonly [Limit, string]) => takeBackFailure(db, bucketOf(limit, value))
  return {
    async succeeded() {
      await clearFailures(db, bucketOf(...own))
      await takeBack(ofAddress)
    },
    async withdrawn() {
      await takeBack(own)
      await takeBack(ofAddress)
    },
  }
}
