/**
 * The one place where connections to PostgreSQL are made. Each has an owner that hears its error at every moment: while it connects,
 * between two queries, after a query gave up, and until it has ended. A lost connection fails the work that needs it and nothing else.
 */
import pg from 'pg'
import type { Log } from '../log.ts'
import type { DiskRefusals } from './disk-refusals.ts'

/** What `pg` needs to connect. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | { readonly host: string; readonly user: string; readonly database: string }

/** Source: security rule 58. */
export const STATEMENT_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000

/** How long a connection waits (ms). */
export interface Patience {
  readonly connectMs: number
  /** Longer than the server's own limit, for a server that no longer answers. */
  readonly answerMs: number
}

export const PATIENCE: Patience = { connectMs: CONNECT_TIMEOUT_MS, answerMs: 15_000 }

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

const NAME = 'whereabouts'

const settingsOf = (address: DatabaseAddress, connectMs = CONNECT_TIMEOUT_MS): pg.ClientConfig => ({
  ...address,
  application_name: NAME,
  types,
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
})

/** SQLSTATE of errors after which PostgreSQL ends the connection: its end arrives a moment later. */
const ENDS_CONNECTION = /^(57P|25P03)/

class Client extends pg.Client {
  #isUnsure = false
  readonly #refusals: DiskRefusals | undefined

  constructor(settings?: pg.ClientConfig, refusals?: DiskRefusals) {
    super(settings)
    this.#refusals = refusals
    // Its user hears of a lost connection by the next query, and the pool by a listener of its own while nobody uses it.
    this.on('error', () => {})
    const query = this.query.bind(this) as (...given: unknown[]) => unknown
    this.query = ((...given: unknown[]) => this.#heard(textOf(given[0]), query(...given))) as pg.Client['query']
  }

  /** False after a query gave up that PostgreSQL may still be working on, where the connection is about to end, and within a transaction. */
  get isAtRest(): boolean {
    return !this.#isUnsure && this.getTransactionStatus() === 'I'
  }

  #heard(text: string, asked: unknown): unknown {
    const passed = () => this.#refusals?.passed(text)
    const failed = (error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || ENDS_CONNECTION.test(error.code ?? '')) this.#isUnsure = true
      this.#refusals?.failed(text, error)
    }
    const copyFailed = (error: unknown) => {
      failed(error)
      // One that gave up would throw at the database's answer: none may come any more.
      if (!(error instanceof pg.DatabaseError)) void this.end()
    }
    // A COPY that gave up is told again when its connection ends, and by then its writer no longer listens.
    if (asked instanceof Promise) asked.then(passed, failed)
    else if (asked !== undefined) (asked as NodeJS.EventEmitter).on('error', copyFailed).on('finish', passed)
    return asked
  }
}

/** The text of a statement, or of a COPY. */
const textOf = (asked: unknown): string =>
  typeof asked === 'string' ? asked : String((asked as { readonly text?: unknown } | undefined)?.text)

/** Connects, lets the work use the connection, and ends it. */
export async function withClient<Result>(
  address: DatabaseAddress,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = new Client(settingsOf(address))
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A pool whose statements may take any time, for migrations. */
export const openPatientPool = (address: DatabaseAddress, max: number, log: Log): pg.Pool =>
  poolOf({ ...settingsOf(address), max }, log)

export const openPool = (
  address: DatabaseAddress,
  max: number,
  log: Log,
  {
    connectionName = NAME,
    patience = PATIENCE,
    refusals,
  }: { readonly connectionName?: string; readonly patience?: Patience; readonly refusals?: DiskRefusals } = {},
): pg.Pool =>
  poolOf(
    {
      ...settingsOf(address, patience.connectMs),
      application_name: connectionName,
      max,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: patience.answerMs,
      idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
    },
    log,
    refusals,
  )

function poolOf(settings: pg.PoolConfig, log: Log, refusals?: DiskRefusals): pg.Pool {
  const ofPool = class extends Client {
    constructor(given?: pg.ClientConfig) {
      super(given, refusals)
    }
  }
  const pool = new pg.Pool({ ...settings, Client: ofPool as never })
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ reason: error.message }, 'Lost a database connection; the pool replaces it')
  })
  // What the one before left undone would be done in the name of the next: its open transaction, or the account it was told.
  pool.on('release', (_error, client) => {
    if (!(client as pg.PoolClient & Client).isAtRest) void client.end()
  })
  return pool
}
