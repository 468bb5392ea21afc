/** Deletes sign-ups that nobody confirmed. */
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { toSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { deleteAccount } from './erase.ts'

/** An unverified address becomes free after this long (ms): it may belong to somebody who never signed up. */
const UNVERIFIED_KEPT_MS = 7 * 86_400_000

/** Deletes accounts somebody signed up for a week ago without ever verifying the address. Those made for others stay. */
export async function sweepSignUps(db: Db, { clock, jobs }: Pick<App, 'clock' | 'jobs'>): Promise<void> {
  const before = toSeconds(clock.now() - UNVERIFIED_KEPT_MS)
  const { rows } = await sql<{ account_id: string }>`
    select account_id from accounts a where integrator_account_id is null and created_at < ${before}
      and exists (select from users u where u.account_id = a.account_id)
      and not exists (select from users u where u.account_id = a.account_id
        and (u.verified or u.created_at >= ${before}))`.execute(db)
  for (const { account_id } of rows) {
    await db.transaction().execute(async (transaction) => {
      // Somebody may be using the link at this moment.
      const { rows: users } = await sql<{ verified: boolean }>`
        select verified from users where account_id = ${account_id} for update`.execute(transaction)
      if (users.every(({ verified }) => !verified)) await deleteAccount(transaction, { clock, jobs }, account_id)
    })
  }
}
