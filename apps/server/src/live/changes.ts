/** Turns changed states into the events of consoles: only for accounts with open consoles, and only what changed. */

import { presentStation, presentStationState } from '../features/stations/present.ts'
import { placeNamesOf } from '../features/trackers/place-names.ts'
import { presentCommands, presentState, presentTracker } from '../features/trackers/present.ts'
import { presentReceived, receivedDelta } from '../features/trackers/received.ts'
import type { Clock } from '../platform/clock.ts'
import type { StateListener } from '../state/state-listener.ts'
import { changedFields } from './delta.ts'
import type { Streams } from './streams.ts'

/** Consoles reload a list; carepads at most this often (ms), for each of them reports once a minute. */
const CAREPADS_EVERY_MS = 800

/** Receives the fleet's changes. A device heard for the first time arrives whole: consoles may not know it yet. */
export function liveChanges(streams: Streams, clock: Clock): StateListener {
  const carepadsChanged = new Set<string>()
  const tellCarepads = () => {
    for (const accountId of carepadsChanged) if (streams.isHome(accountId)) streams.listHeard(accountId, 'carepads')
    carepadsChanged.clear()
  }

  return {
    trackerChanged(key, before, after, account) {
      const receivers =
        account.receivers.get(key.id)?.filter(({ account_id }) => streams.mayHaveListeners(account_id)) ?? []
      if (!streams.isHome(key.account_id)) return
      if (receivers.length === 0 && !streams.hasListeners(key.account_id)) return
      const tracker = account.trackers.get(key.id)
      if (tracker === undefined) {
        if (!account.carepads.has(key.id)) return
        const isSame = (name: 'temperature' | 'humidity' | 'battery') => before?.[name] === after[name]
        if (isSame('temperature') && isSame('humidity') && isSame('battery')) return
        if (carepadsChanged.size === 0) setTimeout(tellCarepads, CAREPADS_EVERY_MS).unref()
        carepadsChanged.add(key.account_id)
        return
      }
      const now = clock.now()
      const names = placeNamesOf(account)
      const present = (state: typeof after) => presentState(key.id, tracker.device_model, state, names, now)
      if (before === undefined) {
        const whole = presentTracker(tracker, after, names, now)
        streams.trackerChanged(key.account_id, whole)
        for (const { account_id, share_id } of receivers) {
          streams.trackerChanged(account_id, presentReceived(whole, share_id))
        }
        return
      }
      const delta = changedFields(present(before), present(after), 'device_id')
      if (Object.keys(delta).length === 1) return
      streams.trackerChanged(key.account_id, delta)
      const shown = receivers.length === 0 ? undefined : receivedDelta(delta)
      if (shown !== undefined) for (const { account_id } of receivers) streams.trackerChanged(account_id, shown)
    },
    commandsChanged(commands) {
      if (!streams.hasListeners(commands.account_id)) return
      const { sync_config, ota_state } = presentCommands(commands, clock.now())
      streams.trackerChanged(commands.account_id, { device_id: commands.id, sync_config, ota_state })
    },
    unclaimedChanged(accountId) {
      if (streams.isHome(accountId)) streams.listHeard(accountId, 'unclaimed')
    },
    stationChanged(key, before, after, account) {
      if (!streams.hasListeners(key.account_id)) return
      const station = account.stations.get(key.id)
      if (station === undefined) return
      const now = clock.now()
      const present = (state: typeof after) => presentStationState(key.id, state, now)
      if (before !== undefined) {
        return streams.stationChanged(key.account_id, changedFields(present(before), present(after), 't4_id'))
      }
      // Whether a removal is pending, and what was calibrated, is not known here, so the fields are left out.
      const row = { ...station, removal_pending: false, calibration: null }
      const {
        removal_pending: _pending,
        i_see_you: _signals,
        calibration: _values,
        ...whole
      } = presentStation(row, after, now)
      streams.stationChanged(key.account_id, whole)
    },
  }
}
