/** The two logs of the account. Source: specification §2; G56. */
import { LogTable } from '../../features/activity/log-table.tsx'
import { addTexts, useT } from '../../lib/i18n.ts'
import { activity } from '../../locales/activity.ts'
import { PageBody } from '../../ui/sub-pages.tsx'

addTexts(activity)

export function ActivityLogPage() {
  const t = useT()
  return (
    <PageBody title={t('menu.account.activity')} hint={t('logs.activityHint')}>
      <LogTable source="activity" />
    </PageBody>
  )
}

export function SecurityLogPage() {
  const t = useT()
  return (
    <PageBody title={t('menu.account.security')} hint={t('logs.securityHint')}>
      <LogTable source="security" />
    </PageBody>
  )
}
