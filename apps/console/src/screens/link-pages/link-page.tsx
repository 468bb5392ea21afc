/** The frame of every link page: one card, no menu, languages below. Source: design language §13.15. */
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSession } from '../../features/auth/session-store.ts'
import { addTexts, useT } from '../../lib/i18n.ts'
import { linkPages } from '../../locales/link-pages.ts'
import { brands } from '../../theme/brands.tsx'
import { BrandLogo } from '../../ui/brand-logo.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { LanguageLinks } from '../../ui/language-links.tsx'
import { OfflineBanner } from '../../ui/offline-banner.tsx'
import styles from './link-page.module.css'

addTexts(linkPages)

interface LinkPageProps {
  readonly title: string
  readonly text?: ReactNode
  readonly children?: ReactNode
  /** Buttons at the foot of the card, what the page is for last. */
  readonly actions?: ReactNode
}

/** Of the page that was shown last; a page that is opened starts where browsers start. */
let lastTitle: string | undefined

/** Another title is another page for who listens: it is read out, and the focus starts there. */
function Heading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { brand } = useSession()
  useEffect(() => {
    document.title = `${title} · ${brands[brand].title}`
  }, [title, brand])
  useEffect(() => {
    // A field that takes the focus, or a language that was pressed, keeps it.
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (lastTitle !== undefined && lastTitle !== title && isLost) heading.current?.focus()
    lastTitle = title
  }, [title])
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.title}>
      {title}
    </h1>
  )
}

function Card({ children, isBusy }: { children: ReactNode; isBusy?: boolean }) {
  const { brand } = useSession()
  return (
    <div className={styles.page}>
      <OfflineBanner />
      <div className={styles.scroll}>
        <main className={styles.card} aria-busy={isBusy || undefined}>
          <span role="img" aria-label={brands[brand].name} className={styles.logo}>
            <BrandLogo brand={brand} />
          </span>
          {children}
        </main>
        <div className={styles.languages}>
          <LanguageLinks />
        </div>
      </div>
    </div>
  )
}

export const LinkPage = ({ title, text, children, actions }: LinkPageProps) => (
  <Card>
    <Heading title={title} />
    {text && <p className={styles.text}>{text}</p>}
    <div className={styles.body}>{children}</div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </Card>
)

/** Stands while the server is asked what the link is for. */
export function LinkPageLoading({ title, children }: { title: string; children?: ReactNode }) {
  const t = useT()
  return (
    <Card isBusy>
      <h1 className="wb-visually-hidden">{title}</h1>
      <p className="wb-visually-hidden" role="status">
        {t('link.loading')}
      </p>
      <div className={styles.skeleton} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <div className={styles.body}>{children}</div>
    </Card>
  )
}

/** The result, and the person it concerns. */
export const Done = ({ children }: { children: ReactNode }) => (
  <p className={styles.done}>
    <Glyph icon={IconCheck} size={15} />
    {children}
  </p>
)
