/** The error page, with the signed-in person's header. */
import { storedAccount } from '../lib/account.ts'
import { ErrorScreen, type ErrorScreenProps } from '../screens/error/error-screen.tsx'
import { Shell } from './shell.tsx'

export default function ErrorPage(props: ErrorScreenProps) {
  if (storedAccount.read() === undefined) return <ErrorScreen {...props} />
  return (
    <Shell>
      <ErrorScreen {...props} />
    </Shell>
  )
}
