/** What ingest tells of states as they change, and the live stream hears. */
import type { ListName } from '@whereabouts/contract/lists'
import type { AccountDirectory } from './account-directory.ts'
import type { DeviceKey } from './device-key.ts'
import type { StationState } from './station-state.ts'
import type { TrackerColumns } from './tracker-row.ts'
import type { TrackerState } from './tracker-state.ts'

/** What consoles are to load again: one of the lists, or all that they show. */
export type Edited = ListName | 'all'

/** A tracker's orders as they stand after it spoke. */
export type Orders = DeviceKey &
  Pick<TrackerColumns, 'adv_settings' | 'adv_settings_time' | 'adv_settings_taken' | 'ota_state' | 'ringing_until_ms'>

/** What changed, with what was before, for the live stream. */
export interface StateListener {
  trackerChanged(key: DeviceKey, before: TrackerState | undefined, after: TrackerState, account: AccountDirectory): void
  stationChanged(key: DeviceKey, before: StationState | undefined, after: StationState, account: AccountDirectory): void
  /** A tracker did as it was told. */
  ordersChanged(orders: Orders): void
  /** Tags nobody has were heard. */
  unclaimedChanged(accountId: string): void
  /** People changed at another server what consoles show; of `all` it is heard, and `reload` follows. */
  editedElsewhere(accountId: string, edits: readonly Edited[]): void
  /** Consoles are to load all that they show: it can be read as it is now. */
  reload(accountId: string): void
}
