/** Signs in by e-mail and password; slows guessing without ever locking anybody out. Source: G17, G24; rules 2, 3. */
import { createHash } from 'node:crypto'
import type { SigninAnswer, SigninRequest } from '@whereabouts/contract/auth'
import type { z } from 'zod'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { refuse } from '../../platform/refusal.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { addFailure, clearFailures, countFailures, findUserByEmail, insertSession } from './queries.ts'

const WINDOW_MS = 60_000
const MAX_FAILURES_PER_ACCOUNT = 5
const MAX_FAILURES_PER_ADDRESS = 30

/** Names neither the e-mail nor the address in the table. */
const bucketOf = (kind: 'account' | 'address', value: string): string =>
  `${kind}:${createHash('sha256').update(value.toLowerCase()).digest('base64url')}`

export async function signin(
  { db, clock, random }: { db: Db; clock: Clock; random: Random },
  { device, user }: z.output<typeof SigninRequest>,
  address: string,
): Promise<z.output<typeof SigninAnswer>> {
  const now = clock.now()
  const account = bucketOf('account', user.email)
  const buckets = [account, bucketOf('address', address)]
  const failures = await countFailures(db, buckets, now - WINDOW_MS)
  const tooMany = (bucket: string | undefined, most: number) => (failures.get(bucket ?? '') ?? 0) >= most
  if (tooMany(buckets[0], MAX_FAILURES_PER_ACCOUNT) || tooMany(buckets[1], MAX_FAILURES_PER_ADDRESS)) {
    throw refuse('tooManyRequests', { retryAfterSeconds: WINDOW_MS / 1000 })
  }

  const found = await findUserByEmail(db, user.email)
  if (!(await verifyPassword(found?.password_hash, user.password)) || found === undefined) {
    await addFailure(db, buckets, now, now - WINDOW_MS)
    throw refuse('wrongCredentials')
  }
  if (!found.verified) throw refuse('emailNotActivated')
  await clearFailures(db, account)

  const token = newToken(random)
  await insertSession(db, {
    account_id: found.account_id,
    session_id: random.uuid(),
    user_id: found.user_id,
    useragent: device.useragent,
    push_token: device.push_token,
    stay_signed_in: user.stay_signed_in ?? false,
    token_hash: hashToken(token),
    now,
  })
  return {
    access_token: token,
    email: found.email,
    name: found.fullname,
    class: found.class,
    b2b_user: found.b2b_user,
    groups: found.groups,
  }
}
