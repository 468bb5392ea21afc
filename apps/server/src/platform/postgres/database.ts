/** The one way to the database: a pool, and typed queries over it. */
import { randomUUID } from 'node:crypto'
import { type IsolationLevel, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { scopeNow } from './account-scope.ts'
import { type DatabaseAddress, openPool, PATIENCE } from './database-client.ts'
import { addressAs, ROLES, type Roles } from './database-roles.ts'
import { DiskRefusals } from './disk-refusals.ts'
import { tellingWorkers } from './tell-workers.ts'

declare const SEEN: unique symbol

/** A pool or an open transaction, by whose rows its queries find. Queries are texts: Kysely's builders are left out. */
interface DbSeeing<Rows>
  extends Pick<Kysely<unknown>, 'getExecutor' | 'executeQuery' | 'startTransaction' | 'withPlugin'> {
  readonly [SEEN]?: Rows
  transaction(): TransactionStart<Rows>
}

interface TransactionStart<Rows> {
  setIsolationLevel(level: IsolationLevel): TransactionStart<Rows>
  execute<Result>(work: (db: DbSeeing<Rows>) => Promise<Result>): Promise<Result>
}

/** For calls: finds the rows of the caller's account, except within `acrossAccounts` (decision 0052). */
export type CallDb = DbSeeing<'of one account'>
/** For the server's own work, which no call waits for: finds the rows of all accounts. */
export type ServerDb = DbSeeing<'of all accounts'>
/** Either: the caller decides whose rows it finds. What you are given is what you use. */
export type Db = DbSeeing<'of one account' | 'of all accounts'>

export interface Database {
  /** For all accounts: connections for storing reports and raising and delivering alarms. */
  readonly db: ServerDb
  /** For all accounts: long reading in the background, apart. */
  readonly quietDb: ServerDb
  /**
   * Connections for people's calls, apart: slow lists delay no report and no alarm (security rule 48). Whose rows they find is said by
   * `asAccount` or `acrossAccounts`.
   */
  readonly callsDb: CallDb
  /** The same for calls that must not wait for lists. */
  readonly urgentCallsDb: CallDb
  /** Of `db`, for COPY, which Kysely does not support. */
  readonly pool: pg.Pool
  /** What all its connections are called, to tell servers apart that share a database. */
  readonly connectionName: string
  /** Of the owner of the tables, for dropping partitions. */
  readonly ownerPool: pg.Pool
  /** What it says of its disk. */
  readonly disk: Pick<DiskRefusals, 'isFull'>
  /** One transaction: committed when the work answers, rolled back when it throws. */
  transaction<Result>(work: (db: ServerDb) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Two group-commit writers and the jobs; the console's calls. Measured on two cores: more only queue in PostgreSQL. */
const CONNECTIONS = { server: 8, quiet: 4, calls: 8, urgentCalls: 4, owner: 1 } as const
/** Each connection keeps its prepared statements, so unbounded texts must not become names. */
const STATEMENT_NAMES = 1000

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
function over(connect: () => Promise<pg.PoolClient>, nameOf: NameOf): Kysely<unknown> {
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
      // True where Kysely could not roll back.
      release: (isDiscarded?: boolean) => client.release(isDiscarded),
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
function scoped(pool: pg.Pool, acrossPool: pg.Pool, areWorkersTold: boolean): () => Promise<pg.PoolClient> {
  const told = new WeakMap<pg.PoolClient, string>()
  return async () => {
    const scope = scopeNow()
    if (scope === 'all') return acrossPool.connect()
    const client = await pool.connect()
    const given = areWorkersTold ? tellingWorkers(client, scope.accountId) : client
    if (told.get(client) === scope.accountId) return given
    try {
      told.delete(client)
      await client.query({
        name: 'account',
        text: `select set_config('app.account', $1, false)`,
        values: [scope.accountId],
      })
      told.set(client, scope.accountId)
      return given
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
export function connectDatabase(
  address: DatabaseAddress,
  log: Log,
  roles: Roles = ROLES,
  patience = PATIENCE,
): Database {
  const [server, calls] = [addressAs(address, roles.server), addressAs(address, roles.calls)]
  const refusals = new DiskRefusals(log)
  const connectionName = `whereabouts ${randomUUID()}`
  const open = (at: DatabaseAddress, most: number) => openPool(at, most, log, { connectionName, patience, refusals })
  const pool = open(server, CONNECTIONS.server)
  const quietPool = open(server, CONNECTIONS.quiet)
  const callsPool = open(calls, CONNECTIONS.calls)
  const urgentCallsPool = open(calls, CONNECTIONS.urgentCalls)
  const ownerPool = open(address, CONNECTIONS.owner)
  const nameOf = namesOfStatements()
  const areWorkersTold = roles.areWorkersTold ?? false
  const db = over(() => pool.connect(), nameOf)
  return {
    db,
    quietDb: over(() => quietPool.connect(), nameOf),
    callsDb: over(scoped(callsPool, quietPool, areWorkersTold), nameOf),
    urgentCallsDb: over(scoped(urgentCallsPool, pool, areWorkersTold), nameOf),
    pool,
    connectionName,
    ownerPool,
    disk: refusals,
    transaction: (work) => db.transaction().execute(work),
    async close() {
      await Promise.all([pool, quietPool, callsPool, urgentCallsPool, ownerPool].map((each) => each.end()))
    },
  }
}
