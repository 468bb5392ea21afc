/** Ensures that one server at most uses a data folder. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFault } from '../start-fault.ts'

export interface DataLock {
  release(): void
}

/** Creates the data folder when it is missing; throws a `StartFault` when it cannot be written. */
export function makeDataFolder(dataDir: string): void {
  try {
    // Root's database runs as another user, who must be able to enter; the folders inside have their own permissions.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  } catch (error) {
    throw new StartFault(`DATA_DIR ${dataDir} cannot be created or written: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

/**
 * Locks the folder for this process, or answers undefined when another process has it. The kernel releases the lock when the
 * process ends in whatever way, and it works across containers that share a volume; a process number in a file does
 * neither. SQLite is used for its portable file lock only.
 */
export function tryLockDataFolder(dataDir: string): DataLock | undefined {
  makeDataFolder(dataDir)
  try {
    const file = new DatabaseSync(join(dataDir, 'server.lock'))
    file.exec('pragma locking_mode = exclusive; begin exclusive')
    return { release: () => file.close() }
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string }
    if (errcode === 5) return undefined
    throw new StartFault(`DATA_DIR ${dataDir} cannot be written: ${message}.`)
  }
}
