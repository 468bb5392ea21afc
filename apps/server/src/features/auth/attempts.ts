/** Slows guessing of passwords without ever locking anybody out for good. Source: security rule 2; G10. */
import { createHash } from 'node:crypto'
import type { ErrorName } from '@whereabouts/contract/errors'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { houseOf } from '../../platform/house.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { addFailure, clearFailures, takeBackFailure } from './queries.ts'

interface Server {
  readonly db: Db
  readonly clock: Clock
}

interface Limit {
  readonly kind: 'account' | 'address' | 'link'
  readonly failures: number
  readonly windowMs: number
}

const PER_ACCOUNT: Limit = { kind: 'account', failures: 5, windowMs: 60_000 }
const PER_ADDRESS: Limit = { kind: 'address', failures: 30, windowMs: 60_000 }
const PER_LINK: Limit = { kind: 'link', failures: 10, windowMs: 3_600_000 }

/** Each character by itself, as the database compares e-mails: to it İ is an i, which it is not to `toLowerCase`. */
const withoutCase = (text: string): string =>
  Array.from(text, (character) => [...character.toLowerCase()][0] ?? '').join('')

/** Names neither the e-mail nor the address in the table. */
const bucketOf = ({ kind }: { readonly kind: string }, value: string): string =>
  `${kind}:${createHash('sha256').update(withoutCase(value)).digest('base64url')}`

/** A try counts as failed until it is told otherwise, so that many at once cannot outrun the count. */
export interface Attempt {
  /** The password was right: what failed before is forgiven. */
  succeeded(): Promise<void>
  /** Nothing was guessed. */
  withdrawn(): Promise<void>
}

/** A try to prove the password of `email` from `address`; refuses with 429101 where too many failed a moment ago. */
export const beginAttempt = (server: Server, email: string, address: string): Promise<Attempt> =>
  begin(server, address, [PER_ACCOUNT, email])

/** The same for the password of an access link. */
export const beginLinkAttempt = (server: Server, code: string, address: string): Promise<Attempt> =>
  begin(server, address, [PER_LINK, code])

/** Counts a look at what nobody has a list of as a guess, whatever comes of it; refuses with 429101 like `guessing`. */
export const countGuess = async (server: Server, address: string): Promise<void> => {
  await begin(server, address)
}

/**
 * Looks at what nobody has a list of, as the code of a link. It counts as a guess only where it refuses with `wrong`;
 * refuses with 429101 where `address` guessed wrong too often a moment ago.
 */
export async function guessing<T>(
  server: Server,
  address: string,
  wrong: ErrorName,
  look: () => Promise<T>,
): Promise<T> {
  const guess = await begin(server, address)
  try {
    const found = await look()
    await guess.withdrawn()
    return found
  } catch (error) {
    if (!(error instanceof Refusal) || error.errorName !== wrong) await guess.withdrawn()
    throw error
  }
}

/** How many requests of a kind one value, such as an address, may make in a while. */
export interface Allowance {
  readonly kind: string
  readonly most: number
  readonly windowMs: number
}

/** Counts one more request, whatever comes of it; refuses with 429101 beyond the allowance, on every server alike. */
export async function countRequest({ db, clock }: Server, allowance: Allowance, value: string): Promise<void> {
  const now = clock.now()
  const { most, windowMs } = allowance
  if ((await addFailure(db, bucketOf(allowance, value), now, now - windowMs)) > most) {
    throw refuse('tooManyRequests', { retryAfterSeconds: windowMs / 1000 })
  }
}

async function begin(
  { db, clock }: Server,
  address: string,
  own?: readonly [limit: Limit, value: string],
): Promise<Attempt> {
  const now = clock.now()
  const counted: string[] = []
  const takeBack = async () => {
    for (const bucket of counted) await takeBackFailure(db, bucket)
  }
  // The address first: one that tried too often writes no more than its own row.
  for (const [limit, value] of [[PER_ADDRESS, houseOf(address)] as const, ...(own === undefined ? [] : [own])]) {
    const bucket = bucketOf(limit, value)
    const failures = await addFailure(db, bucket, now, now - limit.windowMs)
    if (failures > limit.failures) {
      await takeBack()
      throw refuse('tooManyRequests', { retryAfterSeconds: limit.windowMs / 1000 })
    }
    counted.push(bucket)
  }
  return {
    async succeeded() {
      await takeBack()
      if (own !== undefined) await clearFailures(db, bucketOf(...own))
    },
    withdrawn: takeBack,
  }
}
