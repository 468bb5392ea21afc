import type { StationState } from '../features/stations/present.ts'
import type { TrackerState } from '../features/trackers/tracker-state.ts'
import type { Edited } from './account-changes.ts'
import type { AccountDirectory } from './directory.ts'
import type { Orders } from './orders-taken.ts'
import type { DeviceKey } from './queries.ts'

/** What changed, with what was before, for the live stream. */
export interface FleetListener {
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
  /** Something happened that people are to be told of; it is committed. */
  raised(): void
}
