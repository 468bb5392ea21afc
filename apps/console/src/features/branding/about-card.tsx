/** What an account says about itself: picture, link, who provides the service. In the popover, and in its settings. */
import { isWebLink } from '@whereabouts/domain/web-links'
import { addTexts, useT } from '../../lib/i18n.ts'
import { account } from '../../locales/account.ts'
import { brands } from '../../theme/brands.tsx'
import { Mark } from '../../theme/logos.tsx'
import { BrandLogo } from '../../ui/brand-logo.tsx'
import { useSession } from '../auth/session-store.ts'
import { usePicture } from '../pictures/use-picture.ts'
import styles from './about-card.module.css'

addTexts(account)

/** A stored text is not trusted to be a link: only http and https are opened. */
export function AboutCard({ link }: { link: string }) {
  const t = useT()
  const { brand: brandKey, userInfo } = useSession()
  const brand = brands[brandKey]
  const name = t('account.aboutImage')
  const picture = usePicture(userInfo?.about_image)
  const image = picture ? <img src={picture} alt={name} /> : <Mark size={72} />

  return (
    <>
      {isWebLink(link) ? (
        <a
          className={styles.image}
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          title={link}
          aria-label={t('account.opensNewTab', { name })}
        >
          {image}
        </a>
      ) : (
        <span className={styles.image}>{image}</span>
      )}
      <a className={styles.provider} href={brand.providerUrl} target="_blank" rel="noopener noreferrer">
        <span>{t('account.providedBy')}</span> <BrandLogo brand={brandKey} />
        <span className="wb-visually-hidden">{t('account.opensNewTab', { name: brand.name })}</span>
      </a>
    </>
  )
}
