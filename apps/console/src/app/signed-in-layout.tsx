/** Every signed-in page: the frame stands at once, the page comes when the person is known. */
import { Outlet, useMatches } from '@tanstack/react-router'
import { rightsOf, useSession } from '../features/auth/session-store.ts'
import { runGuards } from './guards.ts'
import { Shell } from './shell.tsx'

export function SignedInLayout() {
  const session = useSession()
  const guards = useMatches({ select: (matches) => matches.flatMap(({ staticData }) => staticData.guards ?? []) })
  // Until the router has sent them on, a page that is not theirs would make calls that they may not make.
  const isTheirs = runGuards(guards, { isSignedIn: true, rights: rightsOf(session) }) === 'pass'
  return <Shell>{session.isStarted && isTheirs && <Outlet />}</Shell>
}
