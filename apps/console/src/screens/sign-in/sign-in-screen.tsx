/** The sign-in page: a plain form beside a living floor plan. Source: design language §13.1; G66. */
import { IconWorld } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { LOCALES } from '@whereabouts/contract/locales'
import { useEffect, useState } from 'react'
import { EndedBanner } from '../../features/auth/ended-banner.tsx'
import { useSession } from '../../features/auth/session-store.ts'
import { storedAccount } from '../../lib/account.ts'
import { arrival } from '../../lib/arrival.ts'
import { addTexts, useLocale, useT } from '../../lib/i18n.ts'
import { signIn } from '../../locales/sign-in.ts'
import { brands } from '../../theme/brands.tsx'
import { BrandLogo } from '../../ui/brand-logo.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { LanguageLinks } from '../../ui/language-links.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { OfflineBanner } from '../../ui/offline-banner.tsx'
import { ConsumerPanel } from './consumer-panel.tsx'
import { FloorPlan } from './floor-plan.tsx'
import styles from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'

addTexts(signIn)

/** Few people come by a link, and the page has to be light. */
const VisitPanel = lazyComponent(() => import('./visit-panel.tsx'), 'VisitPanel')

/** The form, or what stands in its place for those it is not meant for. */
function Panel({ onEntered }: { onEntered: () => void }) {
  const navigate = useNavigate()
  const { showConsumerPanel } = useSession()
  const [accessCode, setAccessCode] = useState(() => arrival.get('access_code'))
  const forgetCode = () => {
    arrival.delete('access_code')
    setAccessCode(null)
  }
  if (showConsumerPanel) return <ConsumerPanel />
  if (accessCode === null) return <SignInForm onEntered={onEntered} />
  return (
    <VisitPanel
      accessCode={accessCode}
      onEntered={() => {
        forgetCode()
        onEntered()
      }}
      onLeave={() => {
        forgetCode()
        // Signed-in people are led to the console.
        if (storedAccount.read() !== undefined) onEntered()
      }}
      onExpired={() => {
        arrival.delete('access_code')
        void navigate({ to: '/page-expired', search: { from: 'access-link' }, replace: true })
      }}
    />
  )
}

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
        <EndedBanner />
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
          <Panel onEntered={onEntered} />
        </main>
        <footer className={styles.footer}>
          <Glyph icon={IconWorld} size={17} />
          <LanguageLinks />
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
