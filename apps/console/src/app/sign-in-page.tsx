/** The sign-in page, and where it leads. */
import { useNavigate } from '@tanstack/react-router'
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx'
import { startPage } from './router.tsx'

export function SignInPage() {
  const navigate = useNavigate()
  return <SignInScreen onEntered={() => void navigate(startPage() as never)} />
}
