/**
 * SQL of the business users that integrators make. Cross-account by nature, and only here: an integrator reaches the
 * accounts that name their own as maker, and of those only who the owner is. Source: security rules 14, 17.
 */
import type { BusinessUser } from '@whereabouts/contract/integrators'
import { GROUPS, type Group } from '@whereabouts/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'

/** Newest first. */
export async function listBusinessUsers(db: Db, integratorAccountId: string): Promise<BusinessUser[]> {
  const { rows } = await sql<BusinessUser>`
    select u.user_id, u.email, u.fullname, u.created_at as created_time, u.verified, u.groups
    from accounts a join users u using (account_id)
    where a.integrator_account_id = ${integratorAccountId} and u.class = 'owner'
    order by u.created_at desc, u.user_id`.execute(db)
  return rows
}

export interface BusinessAccount {
  readonly account_id: string
  readonly fullname: string
}

/** The account of a business user of this integrator; refuses with 404102 everybody else's. */
export async function getBusinessAccount(
  db: Db,
  integratorAccountId: string,
  userId: string,
): Promise<BusinessAccount> {
  const { rows } = await sql<BusinessAccount>`
    select u.account_id, u.fullname from accounts a join users u using (account_id)
    where a.integrator_account_id = ${integratorAccountId} and u.user_id = ${userId} and u.class = 'owner'`.execute(db)
  if (rows[0] === undefined) throw refuse('resourceNotFound')
  return rows[0]
}

/** Stores who made an account. Refuses with 401001 an integrator who was just deleted. */
export async function assignToIntegrator(db: Db, integratorAccountId: string, accountId: string): Promise<void> {
  // A concurrent deletion of the integrator waits, and then finds this business user.
  const { rows } = await sql`
    select from accounts where account_id = ${integratorAccountId} for key share`.execute(db)
  if (rows.length === 0) throw refuse('unauthorized')
  await sql`update accounts set integrator_account_id = ${integratorAccountId}
    where account_id = ${accountId}`.execute(db)
}

/** Groups that only the operator may change. */
const OPERATORS_GROUPS = ['Integrator'] as const satisfies Group[]

/** Sets the groups of everybody in an account, except the operator's groups, which stay. */
export async function switchGroups(db: Db, accountId: string, wanted: readonly Group[]): Promise<void> {
  const switched = GROUPS.filter((group) => !OPERATORS_GROUPS.some((kept) => kept === group) && wanted.includes(group))
  await sql`
    update users set groups = ${switched}::text[] || array(
      select kept from unnest(groups) as kept where kept = any(${[...OPERATORS_GROUPS]}::text[]))
    where account_id = ${accountId}`.execute(db)
}
