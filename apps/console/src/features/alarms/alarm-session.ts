/** What a console knows of alarms that are open, kept beside its session so that lists are made again only when they change. */
import type { Notification } from '@whereabouts/contract/notifications'
import type { Watched } from '../../lib/store.ts'
import type { OpenAlarms } from '../live/site-view.ts'
import { type AlarmSession, timeOf } from './handling.ts'

type ByAlarm = ReadonlyMap<string, Notification>

/** The newest alarm of each device. */
function newestByDevice(all: ByAlarm): ReadonlyMap<string, Notification> {
  const newest = new Map<string, Notification>()
  for (const event of all.values()) {
    if (event.device_id === null) continue
    const known = newest.get(event.device_id)
    if (known === undefined || timeOf(known) < timeOf(event)) newest.set(event.device_id, event)
  }
  return newest
}

interface Listed {
  readonly open: ByAlarm
  readonly lasting: ByAlarm
  readonly all: ByAlarm
  readonly byDevice: ReadonlyMap<string, Notification>
}

/** What is open in a session, or lasts, as the screens of a site watch it. */
export function openAlarmsOf(session: Watched<AlarmSession>): OpenAlarms {
  let listed: Listed | undefined
  const list = (): Listed => {
    const { open, lasting } = session.get()
    if (listed?.open === open && listed.lasting === lasting) return listed
    const all = lasting.size === 0 ? open : new Map([...lasting, ...open])
    // What nobody has answered for stands before what only lasts.
    const byDevice =
      lasting.size === 0 ? newestByDevice(open) : new Map([...newestByDevice(lasting), ...newestByDevice(open)])
    listed = { open, lasting, all, byDevice }
    return listed
  }
  return { all: () => list().all, byDevice: () => list().byDevice, subscribe: session.subscribe }
}
