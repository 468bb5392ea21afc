/** Events of ingest as states change, for the live stream. */
import type { ListName } from '@whereabouts/contract/lists'
import type { AccountDirectory } from './account-directory.ts'
import type { DeviceKey } from './device-key.ts'
import type { StationState } from './station-state.ts'
import type { TrackerColumns } from './tracker-row.ts'
import type { TrackerState } from './tracker-state.ts'

/** What consoles reload: one of the lists, or everything. */
export type Edited = ListName | 'all'

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
  /** People changed something at another server; after `all` a `reload` follows. */
  editedElsewhere(accountId: string, edits: readonly Edited[]): void
  /** Consoles reload everything: it can be read in its present state. */
  reload(accountId: string): void
}
