/** The pages of carepads: what they measure now, the record of their excursions, and their management. Mockup 11; G13. */
import { Link } from '@tanstack/react-router'
import { useT } from '../../lib/i18n.ts'
import { carepadDashboardPath, configurationPath, excursionsPath } from '../../lib/paths.ts'
import tabs from '../../ui/page-tabs.module.css'
import { useSite } from '../live/site-view.ts'
import styles from './carepads.module.css'

export function CarepadTabs({ current }: { current: 'dashboard' | 'excursions' | 'management' }) {
  const t = useT()
  const { may } = useSite()
  const pages = [
    { name: 'dashboard', path: carepadDashboardPath() },
    ...(may('editDevices')
      ? [
          { name: 'excursions', path: excursionsPath() } as const,
          { name: 'management', path: configurationPath('carepads') } as const,
        ]
      : []),
  ] as const
  return (
    <nav className={`${tabs.tabs} ${styles.tabs}`} aria-label={t('carepads.title')}>
      {pages.map(({ name, path }) =>
        name === current ? (
          <span key={name} className={tabs.tab} aria-current="page">
            {t(`carepads.${name}`)}
          </span>
        ) : (
          <Link key={name} {...path} className={tabs.tab}>
            {t(`carepads.${name}`)}
          </Link>
        ),
      )}
    </nav>
  )
}
