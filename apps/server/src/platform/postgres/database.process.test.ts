/** The server and its database as processes: bundled and external, stopped and started again. */
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../../../../scripts/harness/given.ts'
import { type LedgerSite, makeLedgerSite, postReport, reportOf } from '../../../../../scripts/harness/ledger-site.ts'
import { patient } from '../../../../../scripts/harness/patience.ts'
import { startServer } from '../../../../../scripts/harness/start-server.ts'
import { oldestRuntime, testPostgres } from '../../../../../scripts/harness/test-postgres.ts'
import { isLong } from '../../../../../scripts/harness/test-run.ts'
import { SUPERUSER } from './postgres.ts'
import { canReach, choosePostgresUser, type SystemUser } from './postgres-runtime.ts'

vi.setConfig({ testTimeout: patient(300_000) })

const isRoot = process.getuid?.() === 0
const ordinary = isRoot ? choosePostgresUser('/nonexistent') : undefined

/** In the long run as root and as another user, where we are root and others can enter the checkout; else as ourselves. */
const users: [name: string, user: SystemUser | undefined][] = [
  [isRoot ? 'root' : 'an ordinary user', undefined],
  ...(ordinary !== undefined && canReach(import.meta.dirname, ordinary)
    ? [['an ordinary user', ordinary] as [string, SystemUser]]
    : []),
]

function closedFolder(user?: SystemUser): string {
  const folder = mkdtempSync(join(tmpdir(), 'whereabouts-process-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o700)
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  return folder
}

const health = async (origin: string, path: '/live' | '/ready') => {
  const response = await fetch(`${origin}${path}`)
  return `${response.status} ${(await response.text()).trim()}`
}

test.each(isLong ? users : users.slice(0, 1))(
  'the bundled database runs for %s, in a folder nobody else can enter, and keeps what it holds; no file in it can turn off its durability, and nothing is acknowledged without a flush to the disk (rule 46)',
  async (_name, user) => {
    const server = await startServer({ env: { DATA_DIR: join(closedFolder(user), 'data') }, user })
    onTestFinished(() => server.stop())
    const site = await makeLedgerSite(server.postmaster().address, { senders: 1, trackers: 3 })
    expect((await postReport(server.origin, site, 1)).status).toBe(200)
    server.process().child.kill('SIGTERM')
    expect(await server.process().exited).toMatchObject({ code: 0 })
    appendFileSync(
      join(server.dataDir, 'postgres', 'postgresql.auto.conf'),
      'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n',
    )
    await server.restart()
    expect(await (await postReport(server.origin, site, 1)).json()).toMatchObject({ stored: 0, repeated: 3 })
    const client = new pg.Client(server.postmaster().address)
    await client.connect()
    onTestFinished(() => client.end())
    const { rows } = await client.query(
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name`,
    )
    expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
      'fsync on',
      'full_page_writes on',
      'synchronous_commit on',
    ])

    const before = await countFlushes(client)
    // One after the other, so each has its own COMMIT and flush. Without flushes there would be five a second.
    const until = 1 + ONE_BY_ONE
    for (let seq = 2; seq <= until; seq++) expect((await postReport(server.origin, site, seq)).status).toBe(200)
    // A connection publishes its counts now and then, and when it ends.
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    )
    await eventually(async () => expect((await countFlushes(client)) - before).toBeGreaterThanOrEqual(ONE_BY_ONE))
  },
)

const ONE_BY_ONE = 60

/** Number of flushes of the write-ahead log so far. */
async function countFlushes(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select sum(fsyncs)::integer as flushes from pg_stat_io where object = 'wal'`)
  return rows[0].flushes
}

test('an external database may go and come back: senders wait, nothing acknowledged is lost, nobody restarts anything; SIGTERM ends the server in order while it is away (rules 57, 58) [ERR-500002]', async () => {
  const own = await ownPostgres()
  const address = { host: own.host, user: SUPERUSER, database: 'care' }
  const admin = new pg.Client({ ...address, database: 'postgres' })
  await admin.connect()
  await admin.query('create database care')
  await admin.end()
  const server = await startServer({ env: { DATABASE_URL: own.urlOf('care') } })
  onTestFinished(() => server.stop())
  const site = await makeLedgerSite(address, { senders: 2, trackers: 3 })
  const { sender_id: username, password } = site.senders[1]!
  const station = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username,
    password,
    reconnectPeriod: 0,
  })
  onTestFinished(() => station.endAsync(true))
  expect((await postReport(server.origin, site, 1)).status).toBe(200)
  await publish(station, site, 1)
  expect(await health(server.origin, '/ready')).toBe('200 ready')

  await own.stop()
  expect(await health(server.origin, '/live')).toBe('200 live')
  expect(await health(server.origin, '/ready')).toBe('503 not ready')
  let isAcknowledged = false
  const waiting = publish(station, site, 2).then(() => {
    isAcknowledged = true
  })
  const refused = await postReport(server.origin, site, 2)
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ result: false, code: 500002 })
  // People's calls have the status of their code.
  for (const path of ['/app/users/profile', '/device/multishare/getto/x']) {
    const person = await fetch(`${server.origin}/v3${path}`, { headers: { authorization: `Bearer ${'A'.repeat(43)}` } })
    expect(person.status).toBe(500)
    expect(await person.json()).toMatchObject({ result: false, code: 500002 })
  }
  expect(isAcknowledged).toBe(false)

  await own.start()
  while ((await postReport(server.origin, site, 2)).status !== 200) await wait(20)
  await waiting
  expect(await health(server.origin, '/ready')).toBe('200 ready')
  expect(server.process().child.exitCode).toBe(null)

  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query(
    'select sender_id, seq, count(*)::integer as rows from location_logs group by sender_id, seq order by sender_id, seq',
  )
  await client.end()
  expect(rows).toEqual(site.senders.flatMap(({ sender_id }) => ['1', '2'].map((seq) => ({ sender_id, seq, rows: 3 }))))

  await own.stop()
  const underWay = postReport(server.origin, site, 3)
  server.process().child.kill('SIGTERM')
  expect((await underWay.catch(() => ({ status: 'hung up' }))).status).not.toBe(200)
  expect(await server.process().exited).toMatchObject({ code: 0 })
})

/** PostgreSQL 15 where this machine has it, else the bundled one. */
async function ownPostgres() {
  const own = await testPostgres({ runtime: oldestRuntime })
  onTestFinished(() => own.remove())
  return own
}

const publish = (station: mqtt.MqttClient, site: LedgerSite, seq: number) =>
  station.publishAsync(`whereabouts/${site.senders[1]!.sender_id}/up`, reportOf(site, 1, seq), { qos: 1 })
