/** The page of the tracker classes, which owner and deputies change. Source: G32. */
import { may } from '@whereabouts/contract/roles'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { ClassesSettings } from '../../features/tracker-classes/classes-settings.tsx'

export default function ClassesPage() {
  const rights = rightsOf(useSession())
  return <ClassesSettings canChange={rights !== undefined && may(rights, 'manageDefinitions')} />
}
