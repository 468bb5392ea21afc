/** The sign-in page: a plain form beside a living floor plan. Source: design language §13.1; G66. */
import { IconWorld } from '@tabler/icons-react'
import { LOCALES } from '@whereabouts/contract/locales'
import { useEffect } from 'react'
import { useSession } from '../../features/auth/session-store.ts'
import { addTexts, LANGUAGE_TAGS, useLocale, useT } from '../../lib/i18n.ts'
import { chooseLanguage, LANGUAGE_NAMES } from '../../lib/language.ts'
import { signIn } from '../../locales/sign-in.ts'
import { brands } from '../../theme/brands.tsx'
import { BrandLogo } from '../../ui/brand-logo.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { OfflineBanner } from '../../ui/offline-banner.tsx'
import { ConsumerPanel } from './consumer-panel.tsx'
import { FloorPlan } from './floor-plan.tsx'
import styles from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'

addTexts(signIn)

export function SignInScreen({ onEntered }: { onEntered: () => void }) {
  const t = useT()
  const locale = useLocale()
  const session = useSession()
  const brand = brands[session.brand]
  const tagline = brand.tagline?.[LOCALES.indexOf(locale)]

  useEffect(() => {
    document.title = `${t('signIn.title')} · ${brand.title}`
  }, [t, brand.title])

  return (
    <div className={styles.page}>
      <div className={styles.offline}>
        <OfflineBanner />
      </div>
      <div className={styles.left}>
        <header className={styles.brand}>
          <span role="img" aria-label={brand.name} className={styles.logo}>
            <BrandLogo brand={session.brand} />
          </span>
          {tagline && <span className={styles.tagline}>{tagline}</span>}
        </header>
        <main className={styles.main}>
          {session.showConsumerPanel ? <ConsumerPanel /> : <SignInForm onEntered={onEntered} />}
        </main>
        <footer className={styles.footer}>
          <Glyph icon={IconWorld} size={17} />
          <nav className={styles.languages} aria-label={t('signIn.language')}>
            {LANGUAGE_NAMES.map(([code, name]) => (
              <button
                key={code}
                type="button"
                lang={LANGUAGE_TAGS[code]}
                aria-current={code === locale || undefined}
                onClick={() => chooseLanguage(code)}
              >
                {name}
              </button>
            ))}
          </nav>
          <span className={`${styles.version} wb-num`}>
            <span className="wb-visually-hidden">{t('signIn.version', { version: session.version })}</span>
            <span aria-hidden="true">{session.version}</span>
          </span>
        </footer>
      </div>
      <FloorPlan />
    </div>
  )
}
