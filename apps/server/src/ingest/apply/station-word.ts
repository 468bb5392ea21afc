/** What a station reports of itself, or shows by reporting. Pure. Source: G40. */

import type { NewRow } from '../../state/log-row.ts'
import { CLOCK_TOLERANCE_MS } from '../../state/moments.ts'
import type { StationState } from '../../state/station-state.ts'

/** The state after a row that the station sent; undefined: no change, or older than the state. */
export function advanceStation(before: StationState | undefined, row: NewRow, nowMs: number): StationState | undefined {
  // A time in the future was stored before a clock was set back, and is ignored.
  const isKnown = before !== undefined && before.lastseen_ms <= nowMs + CLOCK_TOLERANCE_MS
  if (isKnown && row.scanned_at_ms < before.lastseen_ms) return undefined
  const isOwn = row.device_id === row.sender_id
  // Only a station's own report can mark it as gone.
  const connection_status = isOwn && row.connected === false ? 'disconnected' : 'connected'
  const isNews = row.scanned_at_ms !== before?.lastseen_ms || connection_status !== before.connection_status
  if (!isNews && row.said === undefined) return undefined
  return {
    ip: '',
    firmware: '',
    ...before,
    connection_status,
    lastseen_ms: row.scanned_at_ms,
    ...(isOwn && row.firmware !== null ? { firmware: row.firmware } : {}),
    ...row.said,
  }
}
