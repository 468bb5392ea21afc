/** The one way to the database: a pool, and typed queries over it. */
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Log } from './log.ts'
import type { DatabaseAddress } from './supervise-database.ts'

/** The pool or an open transaction: what you are given is what you use. */
export type Db = Kysely<unknown>

export interface Database {
  /** Connections for storing reports and raising and delivering alarms. */
  readonly db: Db
  /** Connections for people's calls, apart: slow lists delay no report and no alarm (security rule 48). */
  readonly callsDb: Db
  /** For COPY, which Kysely does not support. */
  readonly pool: pg.Pool
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
const CONNECTIONS = 8
const CONNECTIONS_OF_CALLS = 8
/** Each connection keeps its prepared statements, so unbounded texts must not become names. */
const STATEMENT_NAMES = 500

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

/**
 * Kysely over the pool with named statements, which halves the cost of a query: PostgreSQL then plans each text once per
 * connection. Texts must not differ by the number of values, so lists are passed as `= any($1)`.
 */
function namingDialect(pool: pg.Pool): PostgresDialect {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    if (!names.has(text) && names.size < STATEMENT_NAMES) names.set(text, `s${names.size}`)
    return names.get(text)
  }
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
  return new PostgresDialect({
    // The pool outlives Kysely's own `destroy`; `close` below ends it.
    pool: { connect: async () => name(await pool.connect()), end: async () => {} } as never,
  })
}

/** Opens no connection yet: the first query does, so a database that is away fails queries, not the start. */
export function connectDatabase(address: DatabaseAddress, log: Log): Database {
  const pool = openPool(address, CONNECTIONS, log)
  const callsPool = openPool(address, CONNECTIONS_OF_CALLS, log)
  const db = new Kysely<unknown>({ dialect: namingDialect(pool) })
  return {
    db,
    callsDb: new Kysely<unknown>({ dialect: namingDialect(callsPool) }),
    pool,
    transaction: (work) => db.transaction().execute(work),
    async close() {
      await Promise.all([pool.end(), callsPool.end()])
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
