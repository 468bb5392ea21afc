/** The page of the about page, which its owner alone changes. */
import { may } from '@whereabouts/contract/roles'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { AboutSettings } from '../../features/branding/about-settings.tsx'

export default function AboutPage() {
  const rights = rightsOf(useSession())
  return <AboutSettings canChange={rights !== undefined && may(rights, 'manageAccount')} />
}
