/** The sign-in page, and where it leads. */
import { useRouter } from '@tanstack/react-router'
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx'
import { startPage } from './start-page.ts'

export function SignInPage() {
  const router = useRouter()
  return <SignInScreen onEntered={() => void router.navigate({ href: startPage(router) })} />
}
