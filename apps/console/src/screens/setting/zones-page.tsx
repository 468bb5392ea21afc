/** The page of the zones, which everybody who works here may draw. Source: G32, G73. */
import { may } from '@whereabouts/contract/roles'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { ZoneSettings } from '../../features/zones/zone-settings.tsx'

export default function ZonesPage() {
  const rights = rightsOf(useSession())
  return <ZoneSettings canChange={rights !== undefined && may(rights, 'manageSite')} />
}
