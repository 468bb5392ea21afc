/** Copies of the bundled database by a real server and by an operator at the machine, and a disk that fills up. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoSite } from '@whereabouts/fixtures/site'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../../../../scripts/harness/given.ts'
import { makeLedgerSite, postReport } from '../../../../../scripts/harness/ledger-site.ts'
import { patient } from '../../../../../scripts/harness/patience.ts'
import { copyFolder, preparedData, preparedDataFolder } from '../../../../../scripts/harness/prepared-data.ts'
import { quickParent } from '../../../../../scripts/harness/quick-parent.ts'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { spawnServer, startServer, type TestServer } from '../../../../../scripts/harness/start-server.ts'
import { makeDatabase } from '../../../../../scripts/harness/test-database.ts'
import { runAdmin } from '../../admin-commands.ts'
import { readSettings } from '../settings.ts'
import { StartFault } from '../start-fault.ts'
import { withClient } from './database-client.ts'
import { MIGRATIONS_FOLDER, migrateDatabase } from './migrations.ts'
import { superviseDatabase } from './supervise-database.ts'

vi.setConfig({ testTimeout: patient(300_000) })

/** What a command of an operator prints. Each command is one function; that it is a program too: admin.process.test.ts. */
const admin = (dataDir: string, ...args: string[]) => runAdmin(args, { DATA_DIR: dataDir }, quietLog)

async function query<Row extends pg.QueryResultRow>(server: TestServer, text: string): Promise<Row[]> {
  const client = new pg.Client(server.postmaster().address)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const seqsIn = async (server: TestServer) =>
  (await query<{ seq: string }>(server, 'select distinct seq from location_logs order by seq')).map(({ seq }) => seq)

async function end(server: TestServer): Promise<void> {
  server.process().child.kill('SIGTERM')
  await server.process().exited
}

test('a copy made beside a busy server can be restored, whole and as it was then, and that can be undone (rule 60)', async () => {
  const server = await startServer({ env: { DATA_DIR: await preparedDataFolder({ inMemory: true }) } })
  onTestFinished(() => server.stop())
  const site = await makeLedgerSite(server.postmaster().address, { senders: 1, trackers: 3 })
  expect((await postReport(server.origin, site, 1)).status).toBe(200)
  // Reports continue to arrive while it is made.
  let isMade = false
  const making = admin(server.dataDir, 'backup').finally(() => {
    isMade = true
  })
  let seq = 1
  while (!isMade) expect((await postReport(server.origin, site, ++seq)).status).toBe(200)
  const { backup, folder } = JSON.parse(await making)
  expect(existsSync(join(folder, 'PG_VERSION'))).toBe(true)
  expect(statSync(folder).mode & 0o077).toBe(0)
  expect((await postReport(server.origin, site, 9999)).status).toBe(200)

  await expect(admin(server.dataDir, 'restore', backup)).rejects.toThrow(
    new StartFault('The server is running. Stop it first.'),
  )
  await end(server)
  await expect(admin(server.dataDir, 'restore', 'another')).rejects.toThrow(
    /^There is no such copy\. .*backups has: .*-by-hand\. Run the command with the DATA_DIR of your server/,
  )
  const restored = JSON.parse(await admin(server.dataDir, 'restore', backup))
  expect(restored).toEqual({ restored: backup, replaced: expect.stringContaining('postgres.replaced-') })
  await server.restart()
  const seqs = await seqsIn(server)
  expect(seqs).toContain('1')
  expect(seqs).not.toContain('9999')
  // A repeat is recognised, and new reports are stored: the copy is intact.
  expect(await (await postReport(server.origin, site, 1)).json()).toMatchObject({ stored: 0, repeated: 3 })
  expect(await (await postReport(server.origin, site, 10_000)).json()).toMatchObject({ stored: 3 })
  expect(existsSync(restored.replaced)).toBe(true)
})

/** The last migration of the version before, and the first of this one. */
function migrationsBefore(): { folder: string; missing: string } {
  const names = readdirSync(MIGRATIONS_FOLDER).filter((name) => /^\d{4}_/.test(name))
  const folder = ownFolder()
  for (const name of names.toSorted().slice(0, -1)) copyFileSync(join(MIGRATIONS_FOLDER, name), join(folder, name))
  return { folder, missing: names.toSorted().at(-1)!.replace('.sql', '') }
}

function ownFolder(): string {
  const folder = mkdtempSync(join(quickParent(), 'whereabouts-copies-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

let older: Promise<{ dataDir: string; missing: string }> | undefined

/** Made once, for all tests of this file. */
async function firstOlder() {
  const { folder, missing } = migrationsBefore()
  const dataDir = mkdtempSync(join(quickParent(), 'whereabouts-older-'))
  const database = await superviseDatabase({ ...readSettings({}), dataDir }, quietLog)
  await migrateDatabase(database.address, quietLog, { folder }).finally(() => database.stop())
  return { dataDir, missing }
}

afterAll(async () => {
  if (older !== undefined) rmSync((await older).dataDir, { recursive: true, force: true })
})

/** The database as the version before left it. */
async function makeOlder(dataDir: string): Promise<string> {
  older ??= firstOlder()
  const { dataDir: made, missing } = await older
  await copyFolder(made, dataDir)
  return missing
}

test('before an upgrade changes a database with data, it is copied, and the copies of the last two upgrades are kept (rule 60)', async () => {
  const dataDir = ownFolder()
  const missing = await makeOlder(dataDir)
  const backups = join(dataDir, 'backups')
  // A first start has nothing to copy.
  expect(existsSync(backups)).toBe(false)
  const server = await startServer({ env: { DATA_DIR: dataDir } })
  onTestFinished(() => server.stop())
  const made: string[] = readdirSync(backups)
  expect(made).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-before-/)])
  expect(made[0]).toContain(missing)
  await end(server)
  // The copy is of the version before, so restoring it and starting this version upgrades it once more.
  for (const left of [2, 2]) {
    await admin(dataDir, 'restore', made.at(-1)!)
    // A command upgrades as a server does.
    await admin(dataDir, 'jobs')
    const now = readdirSync(backups).toSorted()
    expect(now).toHaveLength(left)
    expect(made).not.toContain(now.at(-1))
    made.push(now.at(-1)!)
  }
  expect(readdirSync(backups).toSorted()).toEqual(made.slice(1))
  // Without an upgrade nothing is copied.
  await server.restart()
  expect(readdirSync(backups).toSorted()).toEqual(made.slice(1))
})

/** A data folder on a disk of so many MiB. */
function smallDisk(mebibytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'whereabouts-small-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0711`, 'tmpfs', folder], { stdio: 'ignore' })
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

/** Only root may mount a small disk, and in some containers nobody may. */
function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'whereabouts-small-'))
  const tried = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
  if (tried.status === 0) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return tried.status === 0
}

/** Sizes (MiB) of small disks that are tried. */
const SMALL_DISKS = mayMount() ? [180] : []

test.each(SMALL_DISKS)(
  'where there is no room for a copy, an upgrade does not begin, and says what to do (%i MiB)',
  async (mebibytes) => {
    const dataDir = smallDisk(mebibytes)
    await makeOlder(dataDir)
    writeFileSync(join(dataDir, 'filler'), Buffer.alloc(60 * 1024 * 1024))
    const { code, output } = await spawnServer({ env: { DATA_DIR: dataDir } }).exited
    expect(code).toBe(1)
    expect(output).toMatch(
      /A copy of the database needs \d+ MB in .*backups, and only \d+ MB are free\. Make room, or name/,
    )
  },
)

test.each(SMALL_DISKS)(
  'on a full disk nothing is acknowledged that is not stored, and all goes on by itself once there is room (rule 59; %i MiB)',
  async (mebibytes) => {
    const dataDir = smallDisk(mebibytes)
    await copyFolder(await preparedData(), dataDir)
    const server = await startServer({ env: { DATA_DIR: dataDir } })
    const site = await makeLedgerSite(server.postmaster().address, { senders: 1, trackers: 200 })
    expect((await postReport(server.origin, site, 1)).status).toBe(200)
    const filler = join(dataDir, 'filler')
    // Everything that is left, except the room the write-ahead log has allocated already.
    execFileSync('sh', ['-c', `dd if=/dev/zero of=${filler} bs=64k 2>/dev/null || true`])
    expect(Number(execFileSync('stat', ['-f', '-c', '%a', dataDir], { encoding: 'utf8' }))).toBeLessThan(20)
    const acknowledged: number[] = [1]
    let refused = 0
    let seq = 1
    while (refused < 3) {
      const answer = await postReport(server.origin, site, ++seq)
      if (answer.status === 200) acknowledged.push(seq)
      else {
        expect(answer.status).toBe(503)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        refused += 1
      }
    }
    rmSync(filler)
    await eventually(async () => expect((await postReport(server.origin, site, 50_000)).status).toBe(200))
    expect(server.process().child.exitCode).toBe(null)
    const stored = new Set(await seqsIn(server))
    expect(acknowledged.filter((one) => !stored.has(String(one)))).toEqual([])
    expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').trim()).toMatch(/^\d+$/)
    await end(server)
  },
)

test('npm start on the data of a demo says so, and upgrades nothing of it first', async () => {
  const address = await makeDatabase('template0')
  const { folder, missing } = migrationsBefore()
  await migrateDatabase(address, quietLog, { folder })
  const query = (text: string, values: unknown[] = []) => withClient(address, (client) => client.query(text, values))
  await query('insert into accounts (account_id, created_at) values ($1, 1)', [demoSite.account.account_id])
  const DATABASE_URL = `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.host)}`
  const { code, output } = await spawnServer({ env: { DATABASE_URL } }).exited
  expect(code).toBe(1)
  expect(output).toContain('holds demo data')
  expect((await query('select from migrations where name = $1', [missing])).rowCount).toBe(0)
})
