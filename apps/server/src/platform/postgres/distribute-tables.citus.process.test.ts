/** A server whose database becomes the coordinator of workers. Decision 0084. */
import { createInterface } from 'node:readline'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { addWorkers, askCoordinator, operatorsDatabase } from '../../../../../scripts/harness/citus-cluster.ts'
import { eventually } from '../../../../../scripts/harness/given.ts'
import { audit, makeLedgerSite, postReport, reportOf } from '../../../../../scripts/harness/ledger-site.ts'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { type ServerProcess, spawnServer } from '../../../../../scripts/harness/start-server.ts'
import { runAdmin } from '../../admin-commands.ts'
import { DISTRIBUTED_TABLES } from './distribute-tables.ts'

const TRACKERS = 20

const start = (url: string): ServerProcess => {
  const server = spawnServer({ env: { DATABASE_URL: url, LOG_LEVEL: 'info', ACCOUNT_ROWS_A_MINUTE: '100000' } })
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.exited
  })
  return server
}

async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM')
  expect((await server.exited).code).toBe(0)
}

const spreadBy = ({ output }: ServerProcess): string[] =>
  output()
    .split('\n')
    .filter((line) => line.includes('Spread a table'))
    .map((line) => JSON.parse(line).table)

/** Resolves once the server logs that it has begun to spread a table. */
async function begins(server: ServerProcess, table: string): Promise<void> {
  for await (const line of createInterface({ input: server.child.stderr! })) {
    if (line.includes('Spreading a table') && JSON.parse(line).table === table) return
  }
  throw new Error(`It did not begin with ${table}: ${server.output()}`)
}

test('log and history go to the workers with all that is in them, however the start that moves them is broken off', async () => {
  const { name, url, address, remove } = await operatorsDatabase()
  onTestFinished(remove)
  let server = start(url)
  let { origin } = await server.ready
  const site = await makeLedgerSite(address, { senders: 1, trackers: TRACKERS })
  const post = async (seq: number) => (await postReport(origin, site, seq)).json()
  const book = (seqs: readonly number[]) =>
    seqs.map((seq) => ({
      ...{ sender_id: site.senders[0]!.sender_id, over: 'http' as const, seq, battery: 50 },
      ...{ scanned_at_ms: JSON.parse(reportOf(site, 0, seq)).scanned_at_ms, device_ids: site.device_ids },
    }))
  const sound = { acknowledgedRows: expect.any(Number), lost: [], doubled: [], stale: [] }
  for (const seq of [1, 2, 3]) expect(await post(seq)).toMatchObject({ stored: TRACKERS })

  // While a server runs, another one begins nothing.
  await addWorkers(name)
  const second = start(url)
  expect(await second.exited).toMatchObject({ code: 1, output: expect.stringContaining('Stop all servers') })
  await stop(server)

  // Broken off with the third table, which somebody holds.
  const holder = new pg.Client(address)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin; lock table stays in access exclusive mode')
  server = start(url)
  await begins(server, 'stays')
  server.child.kill('SIGKILL')
  await server.exited
  await holder.query('rollback')
  expect(spreadBy(server)).toEqual(DISTRIBUTED_TABLES.slice(0, DISTRIBUTED_TABLES.indexOf('stays')))

  server = start(url)
  ;({ origin } = await server.ready)
  expect(spreadBy(server)).toEqual(DISTRIBUTED_TABLES.slice(DISTRIBUTED_TABLES.indexOf('stays')))
  const rowsHere = await askCoordinator(
    name,
    `select coalesce(sum(pg_relation_size(logicalrelid)), 0)::int as bytes from pg_dist_partition`,
  )
  expect(rowsHere).toEqual([{ bytes: 0 }])
  // Repeats are told from what is new, and all of it is there once.
  expect(await post(2)).toMatchObject({ stored: 0 })
  for (const seq of [4, 5]) expect(await post(seq)).toMatchObject({ stored: TRACKERS })
  await eventually(async () => expect(await audit(address, book([1, 2, 3, 4, 5]))).toEqual(sound))

  await stop(server)
  server = start(url)
  ;({ origin } = await server.ready)
  expect(server.output()).not.toContain('Spread')
  const headers = { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' }
  const get = async (path: string) => (await fetch(`${origin}/v3/${path}`, { headers })).text()
  const id = site.device_ids[0]!
  const now = Math.ceil(Date.now() / 1000)
  const logs = `application/locationlogretrieve?device_id=${id}&query_start=${now - 3600}&query_end=${now}`
  expect(JSON.parse(await get(logs)).location_logs).toHaveLength(5)
  const trail = `device/trail/${id}?start_time=${now - 3600}&end_time=${now}`
  expect(JSON.parse(await get(trail)).trail_logs.length).toBeGreaterThan(0)
  // They ask for a fresh password.
  await askCoordinator(name, `update sessions set proved_at_ms = ${Date.now()}`)
  // As bytes: its entries are compressed.
  const archive = await fetch(`${origin}/v3/app/history/export`, { headers })
  expect(archive.status).toBe(200)
  expect((await archive.arrayBuffer()).byteLength).toBeGreaterThan(1000)

  const erased = await fetch(`${origin}/v3/app/history/erase`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ device_id: id }) },
  })
  expect(await erased.json()).toMatchObject({ code: 200 })
  await eventually(async () => expect(JSON.parse(await get(logs)).location_logs).toEqual([]))
  await expect(runAdmin(['backup'], { DATABASE_URL: url }, quietLog)).rejects.toThrow(/location_logs.*on its workers/)
  await stop(server)
})
