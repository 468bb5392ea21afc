/** What integrators do for the accounts they look after. Source: specification §2; G11. */
import { RecordSearch } from '../../features/attendance/record-search.tsx'
import { useSession } from '../../features/auth/session-store.ts'
import { FeatureSwitches } from '../../features/integrators/feature-switches.tsx'
import { LogSearch } from '../../features/location-logs/log-search.tsx'
import { useT } from '../../lib/i18n.ts'
import { PageBody } from '../../ui/sub-pages.tsx'
import styles from './integrator-tool.module.css'

export default function IntegratorToolPage() {
  const t = useT()
  const timeZone = useSession().userInfo?.timezone ?? 'UTC'
  return (
    <PageBody title={t('integratorTool.title')} hint={t('integratorTool.hint')}>
      <FeatureSwitches />
      <section className={styles.logs} aria-labelledby="location-logs">
        <h2 id="location-logs">{t('integratorTool.locationLogs')}</h2>
        <LogSearch />
      </section>
      <section className={styles.logs} aria-labelledby="office-logs">
        <h2 id="office-logs">{t('integratorTool.officeLogs')}</h2>
        <RecordSearch timeZone={timeZone} />
      </section>
    </PageBody>
  )
}
