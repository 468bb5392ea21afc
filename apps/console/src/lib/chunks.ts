/** A page whose code was replaced by a newer release loads again, at most once a minute. Source: specification §4, §9. */
import { inThisTab, stored } from './storage.ts'

/** Time between two such reloads (ms). */
export const RELOAD_GUARD_MS = 60_000

const lastReload = stored<number>(inThisTab, 'chunkReloadAt', (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined,
)

/** True when a reload may happen now; a clock that was set back does not block it for long. */
export const mayReload = (lastMs: number | undefined, nowMs: number): boolean =>
  lastMs === undefined || Math.abs(nowMs - lastMs) >= RELOAD_GUARD_MS

/** Loads the page again unless that was tried within the last minute. True when it does. */
export function reloadForNewCode(nowMs: number = Date.now()): boolean {
  if (!mayReload(lastReload.read(), nowMs)) return false
  lastReload.write(nowMs)
  window.location.reload()
  return true
}
