/** Leftovers of an earlier run that was killed: living processes, a zombie, lock files, a socket folder. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { StartFault } from '../start-fault.ts'

/** Socket folders have this prefix, so that only our own are ever removed. */
export const RUN_FOLDER_PREFIX = 'whereabouts-'

/** Lines 1 and 5 of postmaster.pid. Source: PostgreSQL's src/include/utils/pidfile.h. */
export function readPostmasterFile(clusterFolder: string): { pid: number; runFolder: string } | undefined {
  try {
    const lines = readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), runFolder: lines[4] ?? '' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Every PostgreSQL process works inside its cluster's folder. Zombies have no folder any more. */
function processesOn(clusterFolder: string): number[] {
  const folder = realpathSync(clusterFolder)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder && readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n'
      } catch {
        // It ended meanwhile, or is somebody else's.
        return false
      }
    })
    .map(Number)
}

/** Without /proc (macOS) the number in the file must do, as long as it is a living postgres. */
function findPostmaster(pid: number): number[] {
  const [state = '', ...command] = spawnSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' })
    .stdout.trim()
    .split(/\s+/)
  return state !== '' && !state.startsWith('Z') && basename(command.join(' ')) === 'postgres' ? [pid] : []
}

/** False when no process of ours has this number; signal 0 only asks. */
function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    // Not there, or of another user, whose processes PostgreSQL does not take for its own either.
    if (['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/**
 * Stops processes that a killed server left running and removes lock files nobody holds. Call it with the data folder locked:
 * then a running postmaster has no server any more. The socket's folder is kept where it will be used again,
 * as after a restart by the supervisor. Throws a `StartFault` when it will not stop.
 */
export async function clearLeftovers(clusterFolder: string, runFolder: string, log: Log): Promise<void> {
  const left = readPostmasterFile(clusterFolder)
  if (left === undefined) return
  const living = () => (process.platform === 'linux' ? processesOn(clusterFolder) : findPostmaster(left.pid))
  // Fast shutdown by the postmaster; then immediate, which loses nothing either: the next start replays the log.
  // Helpers of a postmaster that was killed end by themselves, so they are given the same time.
  for (const [signal, patienceMs] of [['SIGINT', 10_000] as const, ['SIGQUIT', 5_000] as const]) {
    const targets = living().filter((pid) => signal === 'SIGQUIT' || pid === left.pid)
    for (const pid of targets) {
      log.warn({ pid, signal }, 'Stopping a database process that a killed server left behind')
      signalProcess(pid, signal)
    }
    for (let waitedMs = 0; waitedMs < patienceMs && living().length > 0; waitedMs += 20) await wait(20)
  }
  if (living().length > 0) {
    throw new StartFault(`Database processes of an earlier run do not stop: ${living().join(', ')}. Stop them by hand.`)
  }
  // The number outlives its process: after a restart of the machine it may be anybody's, and where process 1 does not
  // reap children a dead postmaster stays a zombie. PostgreSQL takes both for a running one; a free number it does not.
  if (left.pid > 0 && signalProcess(left.pid, 0)) rmSync(join(clusterFolder, 'postmaster.pid'), { force: true })
  if (left.runFolder !== runFolder && basename(left.runFolder).startsWith(RUN_FOLDER_PREFIX)) {
    rmSync(left.runFolder, { recursive: true, force: true })
  }
}
