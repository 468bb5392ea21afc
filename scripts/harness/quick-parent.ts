/** Where databases of tests stand that no power cut is to be shown on: in memory where there is room, else on the disk. */
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux keeps what is in it in memory. */
const MEMORY = '/dev/shm'
const TMPFS = 0x01021994
/** Databases of all files that run at once, and the log (bytes). */
const MEMORY_NEEDED = 2 * 1024 ** 3

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { type, bavail, bsize } = statfsSync(MEMORY)
  return type === TMPFS && bavail * bsize > MEMORY_NEEDED
}

export const quickParent = (): string => (hasRoomInMemory() ? MEMORY : tmpdir())
