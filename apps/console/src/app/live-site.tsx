/** The live site of the session, for every screen below: begins with the first page of a session and ends with the session. */
import { may } from '@whereabouts/contract/roles'
import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from 'react'
import type { Desk } from '../features/alarms/desk.ts'
import { makePageDesk } from '../features/alarms/page-desk.ts'
import { DeskProvider } from '../features/alarms/use-desk.ts'
import { reloadLists } from '../features/auth/keep-lists.ts'
import { onReset } from '../features/auth/reset.ts'
import { rightsOf, useSession } from '../features/auth/session-store.ts'
import { liveClock } from '../features/live/clock.ts'
import { type Live, startLive } from '../features/live/live.ts'
import { SiteProvider, type SiteView } from '../features/live/site-view.ts'
import { zonesQuery } from '../features/zones/queries.ts'

interface Source {
  readonly live: Live
  readonly desk: Desk
}

const LiveContext = createContext<Live | undefined>(undefined)

/** What feeds the live site, for the frame of signed-in pages, which keeps it true. Screens ask `useSite`. */
export function useLiveSource(): Live {
  const live = use(LiveContext)
  if (live === undefined) throw new Error('There is no LiveSite around this component.')
  return live
}

export function LiveSite({ children }: { children: ReactNode }) {
  const [source, setSource] = useState<Source>()
  // Before the first drawing, so that nothing is seen without it.
  useLayoutEffect(() => {
    const live = startLive()
    const desk = makePageDesk(live)
    setSource({ live, desk })
    // A session ends at once; its pages leave the screen a moment later.
    const end = () => {
      desk.forget()
      live.stop()
    }
    const stopWaiting = onReset(end)
    return () => {
      stopWaiting()
      end()
    }
  }, [])
  return source && <Site {...source}>{children}</Site>
}

function Site({ live, desk, children }: Source & { children: ReactNode }) {
  const { store, link } = live
  const session = useSession()
  const { userInfo, authority, userFromAccessLink } = session
  // biome-ignore lint/correctness/useExhaustiveDependencies: rights depend on these of the session
  const site = useMemo((): SiteView => {
    const rights = rightsOf(session)
    const mayDo: SiteView['may'] = (permission) => rights !== undefined && may(rights, permission)
    return {
      ...{ store, markers: link, clock: liveClock, alarms: desk.openAlarms, zones: zonesQuery },
      ...{ isLive: true, may: mayDo },
      note: (change) => store.note(change),
      reload: () => reloadLists(store, mayDo('viewStations')),
    }
  }, [store, link, desk, userInfo, authority, userFromAccessLink])
  return (
    <LiveContext value={live}>
      <DeskProvider value={desk}>
        <SiteProvider value={site}>{children}</SiteProvider>
      </DeskProvider>
    </LiveContext>
  )
}
