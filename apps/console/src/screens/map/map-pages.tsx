/** The pages of the map: the map itself, the dashboard of carepads and the record of their excursions, and the roll-call for those who take one. Source: G13. */
import { useSearch } from '@tanstack/react-router'
import { useSite } from '../../features/live/site-view.ts'
import { TimeTravel } from '../../features/time-machine/time-travel.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MapScreen } from './map-screen.tsx'

const RollCallScreen = lazyComponent(() => import('../roll-call/roll-call-screen.tsx'), 'RollCallScreen')
const CarepadDashboard = lazyComponent(
  () => import('../../features/carepads/carepad-dashboard.tsx'),
  'CarepadDashboard',
)
const ExcursionRecord = lazyComponent(() => import('../../features/carepads/excursion-record.tsx'), 'ExcursionRecord')

export function MapPages() {
  const { tab } = useSearch({ strict: false })
  const { may } = useSite()
  if (tab === 'carepads') return <CarepadDashboard />
  if (tab === 'excursions' && may('editDevices')) return <ExcursionRecord />
  return tab === 'roll-call' && may('takeRollCall') ? (
    <RollCallScreen />
  ) : (
    <TimeTravel>
      <MapScreen />
    </TimeTravel>
  )
}
