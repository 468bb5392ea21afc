/**
 * The roles the server works as. They own nothing and are no superusers, so that a query that somebody bends drops no table, reads no
 * file and runs no program. Migrations and partitions are the owner's, who is the user of DATABASE_URL. Source: decision 0052.
 */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Log } from '../log.ts'
import type { DatabaseAddress } from './database-client.ts'

/** Which roles a database has; undefined: the owner works in its place. */
export interface Roles {
  /** Works for all accounts: reports, alarms, sign-in, what is swept at night. */
  readonly server: string | undefined
  /** Works for the account of a session, and sees no row of another one. */
  readonly calls: string | undefined
  /** Tables are spread over workers of Citus, which are told the account of a call too. */
  readonly areWorkersTold?: boolean
}

export const ROLES = { server: 'whereabouts_server', calls: 'whereabouts_calls' } as const satisfies Roles
export const NO_ROLES: Roles = { server: undefined, calls: undefined }

/** One server prepares them at a time, and makes no partition meanwhile: the lock is that of `make_partition`. */
const LOCK_KEY = 7_201_001
/** PostgreSQL's code for what a user may not do. */
const NOT_ALLOWED = '42501'

/** The same database by a role. The bundled one trusts every process that reaches its socket; elsewhere the user switches to the role as it connects. */
export function addressAs(address: DatabaseAddress, role: string | undefined): DatabaseAddress {
  if (role === undefined) return address
  if (!('connectionString' in address)) return { ...address, user: role }
  const url = new URL(address.connectionString)
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} -c role=${role}`.trim())
  return { connectionString: url.href }
}

/** Does it, or leaves everything as it was where the user may not. */
async function mayDo(transaction: Transaction<unknown>, work: () => Promise<unknown>): Promise<boolean> {
  await sql`savepoint attempt`.execute(transaction)
  try {
    await work()
    await sql`release savepoint attempt`.execute(transaction)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error
    await sql`rollback to savepoint attempt`.execute(transaction)
    return false
  }
}

/** Whether the role is there, as it must be, and this user may take it on; makes it where that is allowed. */
async function hasRole(transaction: Transaction<unknown>, role: string, right: string): Promise<boolean> {
  const name = sql.id(role)
  const find = () =>
    sql<{ is_right: boolean }>`
    select rolbypassrls = ${right === 'bypassrls'} and not rolsuper as is_right from pg_roles where rolname = ${role}`.execute(
      transaction,
    )
  if ((await find()).rows.length === 0) {
    const isMade = await mayDo(transaction, async () => {
      await sql`create role ${name} login ${sql.raw(right)}`.execute(transaction)
      await sql`grant ${name} to current_user`.execute(transaction)
    })
    if (!isMade) return false
  }
  const { rows } = await find()
  return (
    rows[0]?.is_right === true &&
    (await mayDo(transaction, async () => {
      await sql`set local role ${name}`.execute(transaction)
      await sql`reset role`.execute(transaction)
    }))
  )
}

/** Lets a role work with what the migrations made. Partitions are left out, as a policy holds by the table they belong to. */
async function letWork(transaction: Transaction<unknown>, role: string): Promise<void> {
  const isOfCalls = role === ROLES.calls
  // Neither how far migrations are nor the secrets of the server are any business of a call.
  const closed = ['migrations', 'migrations_lock', ...(isOfCalls ? ['server_secrets'] : [])]
  // Only what is missing: a grant and a partition that is made at that moment would stand in each other's way.
  const { rows } = await sql<{ grants: string }>`
    with role as (select ${role}::text as name)
    select format('grant usage on schema %I to %I', nspname, name) as grants
    from role, pg_namespace where nspname = 'jobs' and not has_schema_privilege(name, nspname, 'usage')
    union all
    select format('grant usage on sequence %s to %I', c.oid::regclass, name)
    from role, pg_class c where relnamespace = 'public'::regnamespace and relkind = 'S' and not has_sequence_privilege(name, c.oid, 'usage')
    union all
    select format('grant select, insert, update, delete on %s to %I', c.oid::regclass, name)
    from role, pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'jobs') and relkind in ('r', 'p') and not (relispartition and nspname = 'public')
      and relname <> all(${closed}::text[])
      and not (has_table_privilege(name, c.oid, 'select') and has_table_privilege(name, c.oid, 'insert')
        and has_table_privilege(name, c.oid, 'update') and has_table_privilege(name, c.oid, 'delete'))
    union all
    select format('grant execute on function %s to %I', p.oid::regprocedure, name)
    from role, pg_proc p where proname in ('make_partition', 'end_behind_fence') and not ${isOfCalls}
      and not has_function_privilege(name, p.oid, 'execute')
  `.execute(transaction)
  for (const { grants } of rows) await sql.raw(grants).execute(transaction)
}

/** After migrations: makes the roles where they are missing, and lets them work with every table. `db` is the owner's. */
export async function prepareRoles(db: Kysely<unknown>, log: Pick<Log, 'warn'>): Promise<Roles> {
  const roles = await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(transaction)
    const hasServer = await hasRole(transaction, ROLES.server, 'bypassrls')
    const hasCalls = await hasRole(transaction, ROLES.calls, 'nobypassrls')
    if (hasServer) await letWork(transaction, ROLES.server)
    if (hasCalls) await letWork(transaction, ROLES.calls)
    return { server: hasServer ? ROLES.server : undefined, calls: hasCalls ? ROLES.calls : undefined }
  })
  const missing = Object.values(ROLES).filter((role) => role !== roles.server && role !== roles.calls)
  if (missing.length > 0) {
    log.warn(
      { roles: missing },
      'The user of DATABASE_URL may not create or take on these roles and works in their place; see README',
    )
  }
  return roles
}
