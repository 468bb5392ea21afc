/** The page of alerts and keys. Owner and deputies say how the account rings; the keys are everybody's own. */
import { AlertSettings } from '../../features/alerts/alert-settings.tsx'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'

export default function AlertsPage() {
  const rights = rightsOf(useSession())
  return rights && <AlertSettings rights={rights} />
}
