/** What a console knows of alarms that are open, kept beside its session so that lists are made again only when they change. */
import type { Notification } from '@whereabouts/contract/notifications'
import type { Watched } from '../../lib/store.ts'
import type { OpenAlarms } from '../live/site-view.ts'
import { type AlarmSession, timeOf } from './handling.ts'

/** The newest open alarm of each device. */
function newestByDevice(open: AlarmSession['open']): ReadonlyMap<string, Notification> {
  const newest = new Map<string, Notification>()
  for (const event of open.values()) {
    if (event.device_id === null) continue
    const known = newest.get(event.device_id)
    if (known === undefined || timeOf(known) < timeOf(event)) newest.set(event.device_id, event)
  }
  return newest
}

/** What is open in a session, as the screens of a site watch it. */
export function openAlarmsOf(session: Watched<AlarmSession>): OpenAlarms {
  let listed: { readonly open: AlarmSession['open']; readonly byDevice: ReadonlyMap<string, Notification> } | undefined
  return {
    all: () => session.get().open,
    byDevice() {
      const { open } = session.get()
      if (listed?.open !== open) listed = { open, byDevice: newestByDevice(open) }
      return listed.byDevice
    },
    subscribe: session.subscribe,
  }
}
