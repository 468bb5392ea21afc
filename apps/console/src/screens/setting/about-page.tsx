/** The page of the about page. */
import { may } from '@whereabouts/contract/roles'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { AboutSettings } from '../../features/branding/about-settings.tsx'
import { useT } from '../../lib/i18n.ts'
import { InfoNotice } from '../../ui/notice.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'

export default function AboutPage() {
  const t = useT()
  const rights = rightsOf(useSession())
  const canChange = rights !== undefined && may(rights, 'manageAccount')
  return (
    <PageBody width="list" title={t('menu.setting.about')} hint={t('aboutPage.hint')}>
      {!canChange && <InfoNotice>{t('branding.ownerOnly')}</InfoNotice>}
      <AboutSettings canChange={canChange} />
    </PageBody>
  )
}
