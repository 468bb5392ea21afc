/** Every signed-in page: the frame stands at once, the page comes when the person is known. */
import { Outlet } from '@tanstack/react-router'
import { useSession } from '../features/auth/session-store.ts'
import { Shell } from './shell.tsx'

export function SignedInLayout() {
  const { isStarted } = useSession()
  return <Shell>{isStarted && <Outlet />}</Shell>
}
