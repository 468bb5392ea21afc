/** The account's own picture and link, who provides the service, and the version. Source: G68. */
import { PRODUCT_VERSION } from '@whereabouts/domain/sessions'
import { useT } from '../../lib/i18n.ts'
import { brands } from '../../theme/brands.tsx'
import { Mark } from '../../theme/logos.tsx'
import { BrandLogo } from '../../ui/brand-logo.tsx'
import { useSession } from '../auth/session-store.ts'
import styles from './account-popover.module.css'
import { ViewHeader } from './view-header.tsx'

/** Only these may be opened: a stored text is not trusted to be a link. */
const isWebLink = (link: string): boolean => /^https?:\/\//i.test(link)

export function AboutView({ onBack }: { onBack: () => void }) {
  const t = useT()
  const { brand: brandKey, userInfo } = useSession()
  const brand = brands[brandKey]
  const name = t('account.aboutImage')
  const image = userInfo?.about_image ? <img src={userInfo.about_image} alt={name} /> : <Mark size={72} />
  const link = userInfo?.about_content ?? ''

  return (
    <>
      <ViewHeader title={t('account.about')} onBack={onBack} />
      <div className={styles.about}>
        {isWebLink(link) ? (
          <a
            className={styles.aboutImage}
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            title={link}
            aria-label={t('account.opensNewTab', { name })}
          >
            {image}
          </a>
        ) : (
          <span className={styles.aboutImage}>{image}</span>
        )}
        <a className={styles.provider} href={brand.providerUrl} target="_blank" rel="noopener noreferrer">
          <span>{t('account.providedBy')}</span> <BrandLogo brand={brandKey} />
          <span className="wb-visually-hidden">{t('account.opensNewTab', { name: brand.name })}</span>
        </a>
        <p className={`${styles.version} wb-num`}>{t('account.version', { version: PRODUCT_VERSION })}</p>
      </div>
    </>
  )
}
