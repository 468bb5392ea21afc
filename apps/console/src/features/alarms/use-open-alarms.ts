/** What components watch of the open alarms of the site they show. */
import type { Notification } from '@whereabouts/contract/notifications'
import { useMemo, useSyncExternalStore } from 'react'
import { useSite } from '../live/site-view.ts'
import { timeOf } from './handling.ts'

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
