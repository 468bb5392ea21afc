/** Every signed-in page: the session is kept alive, the frame stands, the page comes once the person is known. */
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { keepSession } from '../features/auth/keep-session.ts'
import { useSession } from '../features/auth/session-store.ts'
import { Shell } from './shell.tsx'

export function SignedInLayout() {
  const router = useRouter()
  const { isStarted } = useSession()
  // The guards judge again once role and groups are known.
  useEffect(() => keepSession(() => void router.invalidate()), [router])
  return <Shell>{isStarted && <Outlet />}</Shell>
}
