/** The page of the logo. */
import { may } from '@whereabouts/contract/roles'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { LogoSettings } from '../../features/branding/logo-settings.tsx'
import { useT } from '../../lib/i18n.ts'
import { InfoNotice } from '../../ui/notice.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'

export default function LogoPage() {
  const t = useT()
  const rights = rightsOf(useSession())
  const canChange = rights !== undefined && may(rights, 'manageAccount')
  return (
    <PageBody width="list" title={t('menu.setting.logo')} hint={t('logo.hint')}>
      {!canChange && <InfoNotice>{t('branding.ownerOnly')}</InfoNotice>}
      <LogoSettings canChange={canChange} />
    </PageBody>
  )
}
