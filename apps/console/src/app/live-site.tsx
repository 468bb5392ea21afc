/** The live site of the session, for every screen below: begins with the first page of a session and ends with the session. */
import { may } from '@whereabouts/contract/roles'
import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from 'react'
import { openAlarms } from '../features/alarms/alarm-session.ts'
import { reloadLists } from '../features/auth/keep-lists.ts'
import { onReset } from '../features/auth/reset.ts'
import { rightsOf, useSession } from '../features/auth/session-store.ts'
import { liveClock } from '../features/live/clock.ts'
import { type Live, startLive } from '../features/live/live.ts'
import { SiteProvider, type SiteView } from '../features/live/site-view.ts'
import { zonesQuery } from '../features/zones/queries.ts'

const LiveContext = createContext<Live | undefined>(undefined)

/** What feeds the live site, for the frame of signed-in pages, which keeps it true. Screens ask `useSite`. */
export function useLiveSource(): Live {
  const live = use(LiveContext)
  if (live === undefined) throw new Error('There is no LiveSite around this component.')
  return live
}

export function LiveSite({ children }: { children: ReactNode }) {
  const [live, setLive] = useState<Live>()
  // Before the first drawing, so that nothing is seen without it.
  useLayoutEffect(() => {
    const started = startLive()
    setLive(started)
    // A session ends at once; its pages leave the screen a moment later.
    const stopWaiting = onReset(started.stop)
    return () => {
      stopWaiting()
      started.stop()
    }
  }, [])
  return live && <Site live={live}>{children}</Site>
}

function Site({ live, children }: { live: Live; children: ReactNode }) {
  const { store, link } = live
  const session = useSession()
  const { userInfo, authority, userFromAccessLink } = session
  // biome-ignore lint/correctness/useExhaustiveDependencies: rights depend on these of the session
  const site = useMemo((): SiteView => {
    const rights = rightsOf(session)
    const mayDo: SiteView['may'] = (permission) => rights !== undefined && may(rights, permission)
    return {
      ...{ store, markers: link, clock: liveClock, alarms: openAlarms, zones: zonesQuery },
      ...{ isLive: true, may: mayDo },
      note: (change) => store.note(change),
      reload: () => reloadLists(store, mayDo('viewStations')),
    }
  }, [store, link, userInfo, authority, userFromAccessLink])
  return (
    <LiveContext value={live}>
      <SiteProvider value={site}>{children}</SiteProvider>
    </LiveContext>
  )
}
