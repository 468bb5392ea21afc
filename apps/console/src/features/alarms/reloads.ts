/**
 * What is loaded after an event: at once the list of notifications and the profile, which counts what is unread; then all of the main
 * load, now and then. Source: specification §4 Push handling; G60; decision 0026.
 */
import { storedAccount } from '../../lib/account.ts'
import { queryClient } from '../../lib/query-client.ts'
import { mainLoad } from '../auth/main-load.ts'
import { profileQuery } from '../auth/queries.ts'
import { getLive } from '../live/live.ts'
import { refreshNotifications, sayUnloaded } from '../notifications/queries.ts'

/** Events that come together are followed by one load (ms). */
const GATHER_MS = 300
/** The stream keeps true what the main load brings, so that one in this time (ms) is enough … */
const MAIN_LOAD_EVERY_MS = 60_000
/** … and more devices are left to the stream: their lists would come in its way while something rings. */
const MOST_DEVICES = 2000

interface Reloads {
  /** There was an event. */
  due(): void
  stop(): void
}

/** Loads after events until stopped. */
export function makeReloads(): Reloads {
  let lists: ReturnType<typeof setTimeout> | undefined
  let main: ReturnType<typeof setTimeout> | undefined
  let mainFromMs = 0
  const loadLists = () => {
    lists = undefined
    refreshNotifications().catch(sayUnloaded)
    queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(sayUnloaded)
  }
  const loadMain = () => {
    main = undefined
    mainFromMs = performance.now() + MAIN_LOAD_EVERY_MS
    if (storedAccount.read() !== undefined && getLive().store.trackers.count <= MOST_DEVICES) void mainLoad()
  }
  return {
    due() {
      lists ??= setTimeout(loadLists, GATHER_MS)
      main ??= setTimeout(loadMain, Math.max(GATHER_MS, mainFromMs - performance.now()))
    },
    stop() {
      clearTimeout(lists)
      clearTimeout(main)
    },
  }
}
