/** The account's own picture and link, who provides the service, and the version. Source: G68. */
import { PRODUCT_VERSION } from '@whereabouts/domain/sessions'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../auth/session-store.ts'
import { AboutCard } from '../branding/about-card.tsx'
import styles from './account-popover.module.css'
import { ViewHeader } from './view-header.tsx'

export function AboutView({ onBack }: { onBack: () => void }) {
  const t = useT()
  const { userInfo } = useSession()
  return (
    <>
      <ViewHeader title={t('account.about')} onBack={onBack} />
      <div className={styles.about}>
        <AboutCard link={userInfo?.about_content ?? ''} />
        <p className={`${styles.version} wb-num`}>{t('account.version', { version: PRODUCT_VERSION })}</p>
      </div>
    </>
  )
}
