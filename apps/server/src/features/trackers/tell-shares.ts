/** Notifies open consoles of both sides when a share, or a shared device, changes. */

import type { TrackerDelta } from '@whereabouts/contract/stream'
import type { AnyApp, App } from '../../context.ts'
import { acrossAccounts, asAccount } from '../../platform/postgres/account-scope.ts'
import { flushHotRows } from '../../state/flush-hot-rows.ts'
import { receiversByDevice } from '../../state/receivers.ts'
import { type EndedShare, shareIdsByDevice } from '../../state/shares.ts'
import { readPlaceNames } from './place-names.ts'
import { presentTracker } from './present.ts'
import { getTracker, stateOf } from './queries.ts'
import { presentReceived, receivedDelta } from './received.ts'

/** The giver's consoles: the offers of a device changed. */
export async function tellGiver(app: App, accountId: string, deviceIds: readonly string[]): Promise<void> {
  await app.homes.of(accountId).tell({ kind: 'changed' })
  const shares = await asAccount(accountId, () => shareIdsByDevice(app.db, accountId, deviceIds))
  for (const device_id of deviceIds) {
    const sharing = { share_from: null, share_to: shares.get(device_id) ?? [] }
    app.streams.trackerEdited(accountId, { device_id, sharing })
  }
  app.streams.listChanged(accountId, 'shares')
}

/** The receiver's consoles: a device was added. */
export async function tellReceiver(app: App, giverId: string, deviceId: string, receiverId: string): Promise<void> {
  await flushHotRows(app, giverId)
  const now = app.clock.now()
  const [row, names, receivers] = await acrossAccounts(() =>
    Promise.all([
      getTracker(app.db, giverId, deviceId, now),
      readPlaceNames(app.db, giverId),
      receiversByDevice(app.db, giverId, [deviceId]),
    ]),
  )
  const share = receivers.get(deviceId)?.find(({ account_id }) => account_id === receiverId)
  if (share === undefined) return
  const tracker = presentTracker(row, stateOf(row), names, now)
  app.streams.trackerCame(receiverId, presentReceived(tracker, share.share_id))
}

/** Both sides of ended shares; call it once the transaction is committed. */
export async function tellEnded(app: App, ended: readonly EndedShare[]): Promise<void> {
  for (const { receiver_account_id, device_id } of ended) {
    if (receiver_account_id !== null) app.streams.devicesGone(receiver_account_id, { device_ids: [device_id] })
  }
  for (const [accountId, shares] of Map.groupBy(ended, ({ account_id }) => account_id)) {
    await tellGiver(app, accountId, [...new Set(shares.map(({ device_id }) => device_id))])
  }
}

/** Notifications in progress, by server and giver. */
const tellings = new WeakMap<App['streams'], Map<string, Promise<void>>>()

/**
 * Sends people's changes of devices to the consoles of their receivers, one change of a giver after the other. In the background:
 * the change is done, and a console that misses this reloads its lists sooner or later.
 */
export function tellReceivers(app: AnyApp, accountId: string, deltas: readonly TrackerDelta[]): void {
  const shown = deltas.flatMap((delta) => receivedDelta(delta) ?? [])
  if (shown.length === 0) return
  const tell = async () => {
    const ids = shown.map(({ device_id }) => device_id)
    const receivers = await acrossAccounts(() => receiversByDevice(app.db, accountId, ids))
    for (const delta of shown) {
      for (const { account_id } of receivers.get(delta.device_id) ?? []) app.streams.trackerEdited(account_id, delta)
    }
  }
  const ofApp = tellings.get(app.streams) ?? new Map<string, Promise<void>>()
  tellings.set(app.streams, ofApp)
  const telling = (ofApp.get(accountId) ?? Promise.resolve())
    .then(tell)
    .catch((error: Error) =>
      app.log.warn(
        { reason: error.message },
        'Failed to notify the receivers of a share; their consoles show it after the next load',
      ),
    )
    .finally(() => {
      if (ofApp.get(accountId) === telling) ofApp.delete(accountId)
    })
  ofApp.set(accountId, telling)
}
