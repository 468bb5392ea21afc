/** Tells open consoles what people changed of trackers; what devices report goes by their home. */
import type { TrackerDelta } from '@whereabouts/contract/stream'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { AnyApp, App } from '../../context.ts'
import { flushHotRows } from '../../state/flush-hot-rows.ts'
import { readPlaceNames } from './place-names.ts'
import { presentTracker } from './present.ts'
import { getTracker, stateOf } from './queries.ts'
import { tellReceivers } from './tell-shares.ts'

/** Sends people's changes to the consoles of the account and of receivers; call it once the transaction is committed. */
export async function tellTrackers(app: AnyApp, accountId: string, deltas: readonly TrackerDelta[]): Promise<void> {
  await app.homes.of(accountId).tell({ kind: 'changed' })
  for (const delta of deltas) app.streams.trackerEdited(accountId, delta)
  tellReceivers(app, accountId, deltas)
}

/**
 * The whole tracker as calls answer it, after consoles were sent the change: only the change, as consoles may know a newer
 * state than the hot row.
 */
export async function tellChanged(app: App, accountId: string, delta: TrackerDelta): Promise<Tracker> {
  await tellTrackers(app, accountId, [delta])
  return readTracker(app, accountId, delta.device_id)
}

/** The whole tracker as calls answer it, after consoles were told that the account has it now. */
export async function tellCame(app: App, accountId: string, deviceId: string): Promise<Tracker> {
  const tracker = await readTracker(app, accountId, deviceId)
  await app.homes.of(accountId).tell({ kind: 'changed' })
  app.streams.trackerCame(accountId, tracker)
  return tracker
}

async function readTracker(app: App, accountId: string, deviceId: string): Promise<Tracker> {
  await flushHotRows(app, accountId)
  const now = app.clock.now()
  const [row, names] = await Promise.all([
    getTracker(app.db, accountId, deviceId, now),
    readPlaceNames(app.db, accountId),
  ])
  return presentTracker(row, stateOf(row), names, now)
}
