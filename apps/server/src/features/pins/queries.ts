/** SQL of the account's PIN and the names under it. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** The PIN check; '': there is none. Nobody sets another one until the transaction ends. */
export async function sharePinCheck(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ pin_check: string }>`
    select pin_check from accounts where account_id = ${accountId} for share`.execute(db)
  return rows[0]?.pin_check ?? ''
}

/** The PIN check, to be set: until the transaction ends nobody else sets one, or names a carepad. */
export async function lockPinCheck(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ pin_check: string }>`
    select pin_check from accounts where account_id = ${accountId} for no key update`.execute(db)
  return rows[0]?.pin_check ?? ''
}

interface StoredName {
  readonly carepad_id: string
  readonly carepad_name: string
}

/** All carepads of the account, locked until the transaction ends. */
export async function lockNames(db: Db, accountId: string): Promise<readonly StoredName[]> {
  const { rows } = await sql<StoredName>`
    select carepad_id, carepad_name from carepads where account_id = ${accountId} order by carepad_id for update`.execute(
    db,
  )
  return rows
}

/** Sets the PIN check and the names of these carepads. */
export async function setPin(
  db: Db,
  accountId: string,
  pinCheck: string,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  await sql`update accounts set pin_check = ${pinCheck} where account_id = ${accountId}`.execute(db)
  await sql`
    update carepads c set carepad_name = given.name
    from unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) as given (carepad_id, name)
    where c.account_id = ${accountId} and c.carepad_id = given.carepad_id`.execute(db)
}
