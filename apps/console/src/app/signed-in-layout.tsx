/** Every signed-in page: the frame stands at once, the page comes when the person is known. */
import { Outlet } from '@tanstack/react-router'
import { useSession } from '../features/auth/session-store.ts'
import { LiveSite } from './live-site.tsx'
import { Shell } from './shell.tsx'

export function SignedInLayout() {
  const { isStarted } = useSession()
  return (
    <LiveSite>
      <Shell>{isStarted && <Outlet />}</Shell>
    </LiveSite>
  )
}
