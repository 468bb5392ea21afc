/** The sign-in page, and where it leads. */
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx'
import { preloadAtFirstKey } from './preload.ts'
import { startPage } from './start-page.ts'

export function SignInPage() {
  const router = useRouter()
  useEffect(preloadAtFirstKey, [])
  return <SignInScreen onEntered={() => void router.navigate({ href: startPage(router) })} />
}
