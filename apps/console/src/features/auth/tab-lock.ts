/** Only one tab at a time runs the main load. Source: specification §4 Single main load, §9; G19. */
import { record, type Stored } from '../../lib/storage.ts'

/** A lock this old (ms) belongs to a tab that died. */
export const LOCK_EXPIRES_AFTER_MS = 10_000
/** After writing the lock this long (ms) passes before reading it back; a waiting tab looks again as often. */
export const LOCK_WAIT_MS = 100

export interface Lock {
  readonly tabId: string
  /** Epoch milliseconds at which it was written. */
  readonly time: number
}

/** What stands in storage is a lock, or nothing. */
export const checkLock = (value: unknown): Lock | undefined => {
  const lock = record(value)
  return typeof lock?.tabId === 'string' && typeof lock.time === 'number' && Number.isFinite(lock.time)
    ? { tabId: lock.tabId, time: lock.time }
    : undefined
}

export interface LockWorld {
  readonly tabId: string
  readonly lock: Pick<Stored<Lock>, 'read' | 'write' | 'remove'>
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
}

/** A lock from the future is as dead as an old one: a clock was set back. */
const isHeldByAnother = (lock: Lock | undefined, tabId: string, nowMs: number): boolean =>
  lock !== undefined && lock.tabId !== tabId && Math.abs(nowMs - lock.time) < LOCK_EXPIRES_AFTER_MS

/** Waits for the lock, runs the work alone, gives the lock back whatever happens. */
export async function runAlone<Result>(
  { tabId, lock, now, wait }: LockWorld,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    while (isHeldByAnother(lock.read(), tabId, now())) await wait(LOCK_WAIT_MS)
    lock.write({ tabId, time: now() })
    await wait(LOCK_WAIT_MS)
    const winner = lock.read()
    // Without storage there is nothing to read back and nobody to share with.
    if (winner === undefined || winner.tabId === tabId) break
  }
  try {
    return await work()
  } finally {
    if (lock.read()?.tabId === tabId) lock.remove()
  }
}
