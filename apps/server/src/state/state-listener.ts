/** Events of ingest as states change, for the live stream. */
import type { AccountDirectory } from './account-directory.ts'
import type { DeviceKey } from './device-key.ts'
import type { StationState } from './station-state.ts'
import type { TrackerColumns } from './tracker-row.ts'
import type { TrackerState } from './tracker-state.ts'

/** A tracker's commands after its report. */
export type CommandState = DeviceKey &
  Pick<TrackerColumns, 'adv_settings' | 'adv_settings_time' | 'adv_settings_taken' | 'ota_state' | 'ringing_until_ms'>

/** A change, with the state before, for the live stream. */
export interface StateListener {
  trackerChanged(key: DeviceKey, before: TrackerState | undefined, after: TrackerState, account: AccountDirectory): void
  stationChanged(key: DeviceKey, before: StationState | undefined, after: StationState, account: AccountDirectory): void
  /** A tracker completed a command. */
  commandsChanged(commands: CommandState): void
  /** Unclaimed tags were heard. */
  unclaimedChanged(accountId: string): void
}
