/**
 * Makes and runs one PostgreSQL cluster from bundled or system programs.
 * Why each step is there: decision 0002.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Log } from '../log.ts'
import { StartFault } from '../start-fault.ts'
import { clearLeftovers, RUN_FOLDER_PREFIX } from './postgres-leftovers.ts'
import { canReach, type PostgresRuntime, type SystemUser } from './postgres-runtime.ts'
import { endWithServer } from './postgres-watch.ts'

export const SUPERUSER = 'whereabouts'

/** Bytes of a socket's path that every system takes (macOS 104, Linux 108, with the final zero). */
const SOCKET_PATH_BYTES = 100

/** Given on the command line, so that no file in the data folder can weaken them (security rule 46). */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

const MODEST = {
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  max_connections: '60',
  // The builds have no LLVM, and compiling never pays for queries as short as ours.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Errors reach the caller; their text in the log would carry names and positions (security rule 33).
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

export interface Cluster {
  readonly runtime: PostgresRuntime
  readonly user: SystemUser | undefined
  /** PostgreSQL's own folder. */
  readonly folder: string
  /** Holds the socket. */
  readonly runFolder: string
  readonly log: Log
  /** Beyond and above our own settings; tests only. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface RunningPostgres {
  readonly pid: number
  /** Settles when the postmaster has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Fast shutdown; open transactions are rolled back. */
  stop(): Promise<void>
}

/** Answers to a client that connects too early or too late, or still is when we stop it; the pool retries. */
const WAITING =
  /database system is (starting up|shutting down|not (yet )?accepting connections|in recovery mode)|due to administrator command/

/** Without our own secrets; locale C, because messages are parsed below. */
const environment = () => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' })

/**
 * The working directory is entered before the user is changed, and /proc/self/cwd leads back into it without passing
 * through the folders above, so that a data folder in root's closed home works too.
 */
const placeOf = (folder: string, user: SystemUser | undefined) =>
  process.platform === 'linux' && !canReach(folder, user) ? '/proc/self/cwd' : folder

/** A folder for the socket with a short enough path, that only we and the database can enter. */
export function makeRunFolder(user: SystemUser | undefined): string {
  const candidates = [...new Set([tmpdir(), '/tmp', '/run'])]
  for (const parent of candidates) {
    if (Buffer.byteLength(join(parent, `${RUN_FOLDER_PREFIX}XXXXXX`, '.s.PGSQL.5432')) > SOCKET_PATH_BYTES) continue
    try {
      if (!canReach(parent, user)) continue
      const folder = mkdtempSync(join(parent, RUN_FOLDER_PREFIX))
      if (user !== undefined) chownSync(folder, user.uid, user.gid)
      return folder
    } catch {
      // Missing, or not writable by us: the next one may do.
    }
  }
  throw new StartFault(
    `The database has no folder for its socket: it cannot write to ${candidates.join(', ')}, or their paths are longer than ${SOCKET_PATH_BYTES} bytes. Set TMPDIR to a short, writable one.`,
  )
}

function ownFolder(folder: string, user: SystemUser | undefined): void {
  mkdirSync(folder, { mode: 0o700 })
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

const endOf = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.on('error', () => resolve())
  })

/** A complaint that cannot be read ends nothing: the end of the child tells. */
const eachLine = (output: Readable, take: (line: string) => void) =>
  createInterface({ input: output })
    .on('line', take)
    .on('error', () => {})

/** The last complaint of a child, without time and process number. */
const lastComplaint = (lines: readonly string[]) =>
  (lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it gives no reason')
    .replace(/^.*?(FATAL|PANIC|error): */, '')
    .trim()

async function makeCluster({ folder, runtime, user }: Cluster): Promise<void> {
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  ownFolder(fresh, user)
  const locale =
    runtime.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] : ['--locale=C.UTF-8']
  const child = spawn(
    join(runtime.bin, 'initdb'),
    // Trust, since only we can enter the socket's folder and nothing listens on the network.
    ['-D', placeOf(fresh, user), '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', ...locale, '--data-checksums'],
    { ...user, cwd: fresh, env: environment(), stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const lines: string[] = []
  eachLine(child.stderr, (line) => lines.push(line))
  await endOf(child)
  if (child.exitCode !== 0) throw new StartFault(`Failed to create the database in ${folder}: ${lastComplaint(lines)}`)
  // Renamed when whole: a half-made cluster is never taken for a database.
  renameSync(fresh, folder)
  syncFolder(dirname(folder))
}

function checkCluster({ folder, runtime, user }: Cluster): void {
  const major = Number(readFileSync(join(folder, 'PG_VERSION'), 'utf8'))
  if (major !== runtime.major) {
    throw new StartFault(
      `The database in ${folder} was made by PostgreSQL ${major}, but this version comes with PostgreSQL ${runtime.major}. Start the version that made it, or set DATABASE_URL to a server with a copy of it.`,
    )
  }
  const owner = lstatSync(folder).uid
  if (owner !== (user?.uid ?? process.getuid?.() ?? owner)) {
    throw new StartFault(`The database in ${folder} belongs to another user (${owner}). Start the server as that user.`)
  }
}

/**
 * Starts the cluster, making it first where there is none, and answers when it takes connections. The caller holds the
 * data folder's lock. Throws a `StartFault` where only the operator can help, else an error worth another try.
 */
export async function startPostgres(cluster: Cluster): Promise<RunningPostgres> {
  const { folder, runtime, runFolder, user, log } = cluster
  if (existsSync(join(folder, 'PG_VERSION'))) checkCluster(cluster)
  else await makeCluster(cluster)
  await clearLeftovers(folder, runFolder, log)
  if (!existsSync(runFolder)) ownFolder(runFolder, user)
  const settings = {
    ...MODEST,
    ...DURABLE,
    ...cluster.settings,
    listen_addresses: '',
    unix_socket_directories: runFolder,
  }
  const child = spawn(
    join(runtime.bin, 'postgres'),
    ['-D', placeOf(folder, user), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Detached: a terminal's Ctrl-C must reach the server alone, which stops the database after its last commit.
    { ...user, cwd: folder, env: environment(), stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const ended = endOf(child)
  if (child.pid !== undefined) void ended.then(endWithServer(child.pid, folder, log))
  const lines: string[] = []
  const ready = new Promise<boolean>((resolve) => {
    eachLine(child.stderr, (line) => {
      if (/PANIC|FATAL/.test(line) && !WAITING.test(line)) log.warn({ line }, 'PostgreSQL reports a fault')
      lines.push(line)
      if (lines.length > 20) lines.shift()
      if (line.includes('ready to accept connections')) resolve(true)
    })
    ended.then(() => resolve(false))
  })
  if (!(await ready)) throw new Error(`The database in ${folder} does not start: ${lastComplaint(lines)}`)
  return { pid: child.pid!, ended, stop: () => stopChild(child, ended) }
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  // Fast, then immediate, which loses nothing either: the next start replays the log.
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), 5_000)
  await ended
  clearTimeout(timer)
}
