/**
 * What is loaded after an event: at once the list of notifications and the profile, which counts what is unread; then the lists of the
 * main load, now and then. Source: specification §4 Push handling; G60; decision 0026.
 */
import { may } from '@whereabouts/contract/roles'
import { queryClient } from '../../lib/query-client.ts'
import { listQueries } from '../auth/list-queries.ts'
import { profileQuery } from '../auth/queries.ts'
import { getSession, rightsOf } from '../auth/session-store.ts'
import type { LiveStore } from '../live/live-store.ts'
import { refreshNotifications, sayUnloaded } from '../notifications/queries.ts'

/** Events that come together are followed by one load (ms). */
const GATHER_MS = 300
/** The stream keeps true what the main load brings, so that one in this time (ms) is enough … */
const MAIN_LOAD_EVERY_MS = 60_000
/** … and more devices are left to the stream: their lists would come in its way while something rings. */
const MOST_DEVICES = 2000
/** Consoles hear of an event at one moment, and load within this time (ms) after it. */
const SPREAD_MS = 2000

interface Reloads {
  /** There was an event. */
  due(): void
  stop(): void
}

/** Loads after events until stopped. */
export function makeReloads(store: LiveStore): Reloads {
  const lists = listQueries(store)
  let newest: ReturnType<typeof setTimeout> | undefined
  let main: ReturnType<typeof setTimeout> | undefined
  let mainFromMs = 0
  const loadNewest = () => {
    newest = undefined
    refreshNotifications().catch(sayUnloaded)
    queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(sayUnloaded)
  }
  const loadMain = () => {
    main = undefined
    mainFromMs = performance.now() + MAIN_LOAD_EVERY_MS
    const session = getSession()
    const rights = rightsOf(session)
    // One that is under way brings the same.
    if (rights === undefined || session.loading || store.trackers.count > MOST_DEVICES) return
    for (const list of lists) if (may(rights, list.permission)) list.load().catch(sayUnloaded)
  }
  return {
    due() {
      newest ??= setTimeout(loadNewest, GATHER_MS)
      main ??= setTimeout(loadMain, Math.max(GATHER_MS, mainFromMs - performance.now()) + Math.random() * SPREAD_MS)
    },
    stop() {
      clearTimeout(newest)
      clearTimeout(main)
    },
  }
}
