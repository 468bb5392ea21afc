/** Throttles the guessing of passwords without ever locking anybody out for good. Source: security rule 2; G10. */
import { createHash } from 'node:crypto'
import type { ErrorName } from '@whereabouts/contract/errors'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { networkOf } from '../net/network.ts'
import type { Db } from '../postgres/database.ts'
import { Refusal, refuse } from '../refusal.ts'

interface Server {
  readonly db: Db
  readonly clock: Clock
}

interface Limit {
  readonly kind: 'account' | 'accountHour' | 'strangers' | 'browser' | 'session' | 'address' | 'link'
  readonly failures: number
  readonly windowMs: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const PER_ADDRESS: Limit = { kind: 'address', failures: 30, windowMs: MINUTE_MS }
/** For one e-mail from one address. */
const PER_ACCOUNT: Limit = { kind: 'account', failures: 5, windowMs: MINUTE_MS }
const PER_ACCOUNT_AND_HOUR: Limit = { kind: 'accountHour', failures: 20, windowMs: HOUR_MS }
/** For one e-mail from all addresses together that nobody of the account has signed in from. */
const OF_STRANGERS: Limit = { kind: 'strangers', failures: 5, windowMs: MINUTE_MS }
/** Of a browser that signed in before, which nobody else's failures keep out. */
const PER_BROWSER: Limit = { kind: 'browser', failures: 5, windowMs: MINUTE_MS }
const PER_SESSION: Limit = { kind: 'session', failures: 5, windowMs: MINUTE_MS }
/** From one address, so that a wrong guesser keeps no other visitor out. */
const PER_LINK: Limit = { kind: 'link', failures: 10, windowMs: HOUR_MS }

type Count = readonly [limit: Limit, value: string]

/** Lower-cases each character by itself, as the database compares e-mails: it turns İ into i, and `toLowerCase` does not. */
const withoutCase = (text: string): string =>
  Array.from(text, (character) => [...character.toLowerCase()][0] ?? '').join('')

/** The hash in the table, which reveals neither e-mail nor address. */
const bucketOf = ({ kind }: { readonly kind: string }, value: string): string =>
  `${kind}:${createHash('sha256').update(withoutCase(value)).digest('base64url')}`

/** A try counts as failed until it is reported otherwise, so that many at once cannot outrun the count. */
export interface Attempt {
  /** The password was right: earlier failures are forgiven. */
  succeeded(): Promise<void>
  /** It was not a guess. */
  withdrawn(): Promise<void>
}

/** Who tries to sign in. */
interface Guesser {
  readonly email: string
  readonly address: string
  /** Where there is an account, whether somebody signed in to it from this address before. */
  readonly isKnownAddress: () => Promise<boolean>
  /** Undefined: the browser never signed in to the account. */
  readonly browserId: string | undefined
}

/**
 * A try to sign in; refuses with 429101 where too many failed a moment ago. A browser that signed in before has a count of its own.
 * Strangers share one, five a minute and 7,200 a day for one account from however many addresses, in which one address has 20 an
 * hour; who comes from an address the account has used is not held back by it.
 */
export async function beginSignin(
  server: Server,
  { email, address, isKnownAddress, browserId }: Guesser,
): Promise<Attempt> {
  if (browserId !== undefined) return begin(server, [[PER_BROWSER, browserId]])
  const network = networkOf(address)
  const own = `${email} ${network}`
  const counts: Count[] = [
    [PER_ADDRESS, network],
    [PER_ACCOUNT, own],
    [PER_ACCOUNT_AND_HOUR, own],
  ]
  const attempt = await begin(server, counts)
  try {
    const asStranger = await begin(server, [[OF_STRANGERS, email]])
    return joined(attempt, asStranger)
  } catch (error) {
    if (error instanceof Refusal && (await isKnownAddress())) return attempt
    await attempt.withdrawn()
    throw error
  }
}

/** A try to prove the password within a session, whose failures keep nobody else out. */
export const beginProof = (server: Server, sessionId: string): Promise<Attempt> =>
  begin(server, [[PER_SESSION, sessionId]])

/** A try of the password of an access link. */
export const beginLinkAttempt = (server: Server, code: string, address: string): Promise<Attempt> =>
  begin(server, [
    [PER_ADDRESS, networkOf(address)],
    [PER_LINK, `${code} ${networkOf(address)}`],
  ])

/** Two tries as one. What strangers share is not forgiven: who guesses right may be one of them. */
const joined = (own: Attempt, shared: Attempt): Attempt => ({
  async succeeded() {
    await own.succeeded()
    await shared.withdrawn()
  },
  async withdrawn() {
    await own.withdrawn()
    await shared.withdrawn()
  },
})

/** Counts a lookup by a secret or an e-mail as a guess, whatever its result; refuses with 429101 like `guessing`. */
export const countGuess = async (server: Server, address: string): Promise<void> => {
  await begin(server, [[PER_ADDRESS, networkOf(address)]])
}

/**
 * Runs a lookup by a secret, such as the code of a link. It counts as a guess only where it refuses with `wrong`;
 * refuses with 429101 where `address` has guessed wrong too often.
 */
export async function guessing<T>(
  server: Server,
  address: string,
  wrong: ErrorName,
  look: () => Promise<T>,
): Promise<T> {
  const guess = await begin(server, [[PER_ADDRESS, networkOf(address)]])
  try {
    const found = await look()
    await guess.withdrawn()
    return found
  } catch (error) {
    if (!(error instanceof Refusal) || error.errorName !== wrong) await guess.withdrawn()
    throw error
  }
}

/** Limits how many requests of a kind one value, such as an address, may make within a window. */
export interface Allowance {
  readonly kind: string
  readonly most: number
  readonly windowMs: number
}

/** Counts one request, whatever its result; refuses with 429101 beyond the limit, on every server alike. */
export async function countRequest({ db, clock }: Server, allowance: Allowance, value: string): Promise<void> {
  const now = clock.now()
  const { most, windowMs } = allowance
  if ((await addFailure(db, bucketOf(allowance, value), now, now - windowMs)) > most) {
    throw refuse('tooManyRequests', { retryAfterSeconds: windowMs / 1000 })
  }
}

async function begin({ db, clock }: Server, counts: readonly Count[]): Promise<Attempt> {
  const now = clock.now()
  const counted: string[] = []
  const takeBack = async () => {
    for (const bucket of counted) await takeBackFailure(db, bucket)
  }
  // The address first: one that tried too often writes no more than its own row.
  for (const [limit, value] of counts) {
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
      for (const [limit, value] of counts) if (limit !== PER_ADDRESS) await clearFailures(db, bucketOf(limit, value))
    },
    withdrawn: takeBack,
  }
}

/** Counts a failure and answers the count; a window that is over starts again. */
async function addFailure(db: Db, bucket: string, now: number, since: number): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into signin_failures (bucket, failures, window_started_at_ms) values (${bucket}, 1, ${now})
    on conflict (bucket) do update set
      failures = case when signin_failures.window_started_at_ms > ${since} then signin_failures.failures + 1 else 1 end,
      window_started_at_ms = case when signin_failures.window_started_at_ms > ${since}
        then signin_failures.window_started_at_ms else ${now} end
    returning failures`.execute(db)
  return rows[0]?.failures ?? 0
}

/** Takes back a failure that was not one. */
async function takeBackFailure(db: Db, bucket: string): Promise<void> {
  await sql`update signin_failures set failures = greatest(0, failures - 1) where bucket = ${bucket}`.execute(db)
}

async function clearFailures(db: Db, bucket: string): Promise<void> {
  await sql`delete from signin_failures where bucket = ${bucket}`.execute(db)
}
