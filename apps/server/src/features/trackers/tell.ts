/** Tells open consoles what people changed of trackers; what devices say themselves goes by ingest. */
import type { TrackerDelta } from '@whereabouts/contract/stream'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { App } from '../../context.ts'
import { mapNames } from '../indoor-maps/queries.ts'
import { tellReceivers } from '../sharing/tell.ts'
import { presentTracker } from './present.ts'
import { getTracker, stateOf } from './queries.ts'

/** What people changed of trackers, to whoever hears or looks at them; call it once the transaction is committed. */
export function tellTrackers(app: App, accountId: string, deltas: readonly TrackerDelta[]): void {
  app.ingest.forget(accountId)
  for (const delta of deltas) app.streams.trackerEdited(accountId, delta)
  tellReceivers(app, accountId, deltas)
}

/**
 * The whole tracker, as calls answer it, after consoles were told what changed: that alone, as what was heard of it is half
 * a second behind here, and consoles may know better.
 */
export async function tellChanged(app: App, accountId: string, delta: TrackerDelta): Promise<Tracker> {
  tellTrackers(app, accountId, [delta])
  return readTracker(app, accountId, delta.device_id)
}

/** The whole tracker, as calls answer it, after consoles were told that the account has it now. */
export async function tellCame(app: App, accountId: string, deviceId: string): Promise<Tracker> {
  const tracker = await readTracker(app, accountId, deviceId)
  app.ingest.forget(accountId)
  app.streams.trackerCame(accountId, tracker)
  return tracker
}

async function readTracker(app: App, accountId: string, deviceId: string): Promise<Tracker> {
  const now = app.clock.now()
  const [row, nameOfMap] = await Promise.all([
    getTracker(app.db, accountId, deviceId, now),
    mapNames(app.db, accountId),
  ])
  return presentTracker(row, stateOf(row), nameOfMap, now)
}

/** Names as the activity log shows them: the first three, and how many more. */
export function targetOf(names: readonly string[]): string {
  const [first, rest] = [names.slice(0, 3).join(', '), names.length - 3]
  return rest > 0 ? `${first} (+${rest})` : first
}
