/** Databases on all nodes of a cluster of Citus, whose coordinator CITUS_URL names, as its superuser. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Tests that need it, which run in the long run where CITUS_URL is set. */
export const CITUS_TESTS = '**/*.citus.*test.ts'

const url = process.env.CITUS_URL || undefined

/** The coordinator; undefined: there is none. */
export const citusCoordinator = url === undefined ? undefined : new URL(url)

interface Node {
  readonly host: string
  readonly port: number
}

/** Asks a node as the superuser. */
async function askNode({ host, port }: Node, database: string, ...statements: string[]) {
  const { username: user, password } = citusCoordinator!
  const client = new pg.Client({ host, port, database, user, ...(password === '' ? {} : { password }) })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

const coordinator = (): Node => ({ host: citusCoordinator!.hostname, port: Number(citusCoordinator!.port || 5432) })

/** The coordinator first. */
async function citusNodes(): Promise<readonly [Node, ...Node[]]> {
  const known = citusCoordinator!.pathname.slice(1) || 'postgres'
  const rows = await askNode(
    coordinator(),
    known,
    `select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and isactive order by 1, 2`,
  )
  if (rows.length === 0) throw new Error('CITUS_URL names a coordinator without workers.')
  return [coordinator(), ...(rows as unknown as Node[])]
}

/** Answers the rows of the last statement. */
export const askCoordinator = (database: string, ...statements: string[]) =>
  askNode(coordinator(), database, ...statements)

/** The same statement on every node. */
export async function askNodes(statement: string): Promise<void> {
  for (const node of await citusNodes()) await askNode(node, 'postgres', statement)
}

/** Makes a database of the coordinator one of all nodes. */
export async function addWorkers(database: string): Promise<void> {
  const [first, ...workers] = await citusNodes()
  await askNode(first, database, 'create extension citus')
  for (const worker of workers) {
    await askNode(worker, 'postgres', `create database ${database}`)
    await askNode(worker, database, 'create extension citus')
  }
  await askNode(
    first,
    database,
    `select citus_set_coordinator_host('${first.host}', ${first.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  )
}

export async function makeCitusDatabase(database: string): Promise<void> {
  await askCoordinator('postgres', `create database ${database}`)
  await addWorkers(database)
}

/** Nobody enters it any more, the extension's own process neither, so that it can be copied. */
export async function closeCitusDatabase(database: string): Promise<void> {
  await askNodes(`alter database ${database} allow_connections false`)
  await askNodes(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`)
}

/** A database of the coordinator alone, whose owner is no superuser, as an operator makes it; `remove` once it is done with. */
export async function operatorsDatabase() {
  const name = `spread_${randomBytes(6).toString('hex')}`
  await askCoordinator(
    'postgres',
    `create role ${name} login`,
    `grant whereabouts_server, whereabouts_calls to ${name}`,
    `create database ${name} owner ${name}`,
  )
  const { host, port } = coordinator()
  return {
    name,
    url: `postgres://${name}@${host}:${port}/${name}`,
    address: { host, port, user: citusCoordinator!.username, database: name },
    async remove() {
      await askNodes(`drop database if exists ${name} with (force)`)
      await askCoordinator('postgres', `drop role ${name}`)
    },
  }
}
