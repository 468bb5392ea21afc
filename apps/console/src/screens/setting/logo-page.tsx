/** The page of the logo, which its owner alone changes. */
import { may } from '@whereabouts/contract/roles'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { LogoSettings } from '../../features/branding/logo-settings.tsx'

export default function LogoPage() {
  const rights = rightsOf(useSession())
  return <LogoSettings canChange={rights !== undefined && may(rights, 'manageAccount')} />
}
