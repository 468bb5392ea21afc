/** The one way to the database: a pool, and typed queries over it. */
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { scopeNow } from './account-scope.ts'
import { addressAs, ROLES, type Roles } from './database-roles.ts'
import type { Log } from './log.ts'
import type { DatabaseAddress } from './supervise-database.ts'

/** The pool or an open transaction: what you are given is what you use. */
export type Db = Kysely<unknown>

export interface Database {
  /** For all accounts: connections for storing reports and raising and delivering alarms. */
  readonly db: Db
  /** For all accounts: long reading in the background, apart. */
  readonly quietDb: Db
  /**
   * Connections for people's calls, apart: slow lists delay no report and no alarm (security rule 48). Whose rows they find is said by
   * `asAccount` or `acrossAccounts`.
   */
  readonly callsDb: Db
  /** The same for calls that must not wait for lists. */
  readonly urgentCallsDb: Db
  /** Of `db`, for COPY, which Kysely does not support. */
  readonly pool: pg.Pool
  /** Of the owner of the tables, for dropping partitions. */
  readonly ownerPool: pg.Pool
  /** One transaction: committed when the work answers, rolled back when it throws. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Source: security rule 58. */
const STATEMENT_TIMEOUT_MS = 10_000
/** Longer than the server's own limit, for a server that no longer answers. */
const ANSWER_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
/** Two group-commit writers and the jobs; the console's calls. Measured on two cores: more only queue in PostgreSQL. */
const CONNECTIONS = { server: 8, quiet: 4, calls: 8, urgentCalls: 4, owner: 1 } as const
/** Each connection keeps its prepared statements, so unbounded texts must not become names. */
const STATEMENT_NAMES = 1000

const { builtins } = pg.types

function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error('A bigint beyond 2^53 came from the database.')
  return value
}

/** bigint as number (our times and counts are far below 2^53), date as its text, the rest as `pg` does. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === builtins.INT8) return parseInteger
    if (format !== 'binary' && oid === builtins.DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** Settings of every connection to the database. */
export const connectionSettings = (address: DatabaseAddress): pg.ClientConfig => ({
  ...address,
  application_name: 'whereabouts',
  types,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
})

/** Names of statements by their text; all that share a connection share them. */
type NameOf = (text: string) => string | undefined

function namesOfStatements(): NameOf {
  const names = new Map<string, string>()
  return (text) => {
    if (!names.has(text) && names.size < STATEMENT_NAMES) names.set(text, `s${names.size}`)
    return names.get(text)
  }
}

/**
 * Kysely with named statements, which halves the cost of a query: PostgreSQL then plans each text once per connection. Texts must not
 * differ by the number of values, so lists are passed as `= any($1)`.
 */
function over(connect: () => Promise<pg.PoolClient>, nameOf: NameOf): Db {
  const name = (client: pg.PoolClient): PostgresPoolClient =>
    ({
      query: (query: unknown, values?: readonly unknown[]) => {
        if (typeof query !== 'string') return client.query(query as never)
        const known = values === undefined || values.length === 0 ? undefined : nameOf(query)
        return client.query({
          text: query,
          values: [...(values ?? [])],
          ...(known === undefined ? {} : { name: known }),
        })
      },
      release: () => client.release(),
      // Kysely's type lists two overloads of `query`; one function serves both.
    }) as unknown as PostgresPoolClient
  // The pool outlives Kysely's own `destroy`; `close` below ends it.
  const pool = { connect: async () => name(await connect()), end: async () => {} } as never
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Connections that find the rows of the account whose call it is. A connection is told the account before its user gets it, so it
 * never keeps the one before; work across accounts gets connections of another role.
 */
function scoped(pool: pg.Pool, acrossPool: pg.Pool): () => Promise<pg.PoolClient> {
  const told = new WeakMap<pg.PoolClient, string>()
  return async () => {
    const scope = scopeNow()
    if (scope === 'all') return acrossPool.connect()
    const client = await pool.connect()
    if (told.get(client) === scope.accountId) return client
    try {
      told.delete(client)
      await client.query({
        name: 'account',
        text: `select set_config('app.account', $1, false)`,
        values: [scope.accountId],
      })
      told.set(client, scope.accountId)
      return client
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }
}

/**
 * Opens no connection yet: the first query does, so a database that is away fails queries, not the start. `address` is the owner's;
 * `roles` are those it has.
 */
export function connectDatabase(address: DatabaseAddress, log: Log, roles: Roles = ROLES): Database {
  const [server, calls] = [addressAs(address, roles.server), addressAs(address, roles.calls)]
  const pool = openPool(server, CONNECTIONS.server, log)
  const quietPool = openPool(server, CONNECTIONS.quiet, log)
  const callsPool = openPool(calls, CONNECTIONS.calls, log)
  const urgentCallsPool = openPool(calls, CONNECTIONS.urgentCalls, log)
  const ownerPool = openPool(address, CONNECTIONS.owner, log)
  const nameOf = namesOfStatements()
  const db = over(() => pool.connect(), nameOf)
  return {
    db,
    quietDb: over(() => quietPool.connect(), nameOf),
    callsDb: over(scoped(callsPool, quietPool), nameOf),
    urgentCallsDb: over(scoped(urgentCallsPool, pool), nameOf),
    pool,
    ownerPool,
    transaction: (work) => db.transaction().execute(work),
    async close() {
      await Promise.all([pool, quietPool, callsPool, urgentCallsPool, ownerPool].map((each) => each.end()))
    },
  }
}

function openPool(address: DatabaseAddress, max: number, log: Log): pg.Pool {
  const pool = new pg.Pool({
    ...connectionSettings(address),
    max,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
  })
  // Without listeners a broken connection ends the process: the pool listens to idle ones only, and nothing listens to one
  // that is checked out between two queries. Its user's next query fails; the pool replaces the connection.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ reason: error.message }, 'Lost a database connection; the pool replaces it')
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
