/** The page of the remark items, which owner and deputies change. Source: G32. */
import { may } from '@whereabouts/contract/roles'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { RemarkSettings } from '../../features/remarks/remark-settings.tsx'

export default function RemarksPage() {
  const rights = rightsOf(useSession())
  return <RemarkSettings canChange={rights !== undefined && may(rights, 'manageDefinitions')} />
}
