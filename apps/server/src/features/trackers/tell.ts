/** Tells open consoles what people changed of trackers; what devices say themselves goes by the fleet. */
import type { TrackerDelta } from '@whereabouts/contract/stream'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { App } from '../../context.ts'
import { mapNames } from '../indoor-maps/queries.ts'
import { tellReceivers } from '../sharing/tell.ts'
import { presentTracker } from './present.ts'
import { getTracker, stateOf } from './queries.ts'

/** Whoever hears these devices, or looks at them, takes note; call it once the transaction is committed. */
export function tellTrackers(app: App, accountId: string, deltas: readonly TrackerDelta[]): void {
  app.ingest.forget(accountId)
  for (const delta of deltas) app.streams.trackerEdited(accountId, delta)
  tellReceivers(app, accountId, deltas)
}

/** The whole tracker, as calls answer it, after consoles were told. */
export async function tellTracker(app: App, accountId: string, deviceId: string): Promise<Tracker> {
  const now = app.clock.now()
  const [row, nameOfMap] = await Promise.all([
    getTracker(app.db, accountId, deviceId, now),
    mapNames(app.db, accountId),
  ])
  const tracker = presentTracker(row, stateOf(row), nameOfMap, now)
  tellTrackers(app, accountId, [tracker])
  return tracker
}

/** Names as the activity log shows them: the first three, and how many more. */
export function targetOf(names: readonly string[]): string {
  const [first, rest] = [names.slice(0, 3).join(', '), names.length - 3]
  return rest > 0 ? `${first} (+${rest})` : first
}
