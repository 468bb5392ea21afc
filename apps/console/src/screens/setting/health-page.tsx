/** The page of the health of a site. Source: decision 0061. */
import { SiteHealth } from '../../features/site-health/site-health.tsx'

export default function HealthPage() {
  return <SiteHealth />
}
