/** What this page knows of alarms, and what components watch of it. */
import type { Notification } from '@whereabouts/contract/notifications'
import { useMemo, useSyncExternalStore } from 'react'
import { createStore } from '../../lib/store.ts'
import { onReset } from '../auth/reset.ts'
import { type OpenAlarms, useSite } from '../live/site-view.ts'
import { type AlarmSession, QUIET, timeOf } from './handling.ts'

export const alarmSession = createStore<AlarmSession>(QUIET)

/** False until the open alarms have been loaded, and again whenever they are reloaded. */
export const isOpenKnown = createStore(false)

onReset(() => alarmSession.set(QUIET))

/** The newest open alarm of each device. */
function openByDevice(session: AlarmSession): ReadonlyMap<string, Notification> {
  const newest = new Map<string, Notification>()
  for (const event of session.open.values()) {
    const known = event.device_id === null ? event : newest.get(event.device_id)
    if (event.device_id === null) continue
    if (known === undefined || known.metadata.event_time_ms < event.metadata.event_time_ms)
      newest.set(event.device_id, event)
  }
  return newest
}

let listed: { readonly open: AlarmSession['open']; readonly byDevice: ReadonlyMap<string, Notification> } | undefined

/** Likewise of the moment, made again only when the open alarms change. */
function currentByDevice(): ReadonlyMap<string, Notification> {
  const session = alarmSession.get()
  if (listed?.open !== session.open) listed = { open: session.open, byDevice: openByDevice(session) }
  return listed.byDevice
}

/** What is open at the site of this moment. */
export const openAlarms: OpenAlarms = {
  all: () => alarmSession.get().open,
  byDevice: currentByDevice,
  subscribe: alarmSession.subscribe,
}

/** The newest open alarm of one device; a row is drawn again only when that changes. */
export function useOpenAlarm(deviceId: string): Notification | undefined {
  const { alarms } = useSite()
  return useSyncExternalStore(alarms.subscribe, () => alarms.byDevice().get(deviceId))
}

/** All open alarms of one device, the newest first, for what shows a single device. */
export function useOpenAlarms(deviceId: string): readonly Notification[] {
  const { alarms } = useSite()
  const open = useSyncExternalStore(alarms.subscribe, alarms.all)
  return useMemo(() => {
    const ofDevice = [...open.values()].filter(({ device_id }) => device_id === deviceId)
    return ofDevice.sort((one, other) => timeOf(other) - timeOf(one))
  }, [open, deviceId])
}

/** Since when it is open, in epoch seconds. */
export const openSince = (alarm: Notification): number => Math.floor(timeOf(alarm) / 1000)
