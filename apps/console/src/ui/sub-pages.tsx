/**
 * The frame of a screen made of pages: their names in groups at the left, the one of `?tab=` beside them. A page that
 * is not there, or not for this person, gives way to the first that is. Source: G13; design language §2, §12.
 */
import type { Icon } from '@tabler/icons-react'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, type LinkProps, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { may, type PermissionName, type Rights } from '@whereabouts/contract/roles'
import { type ComponentType, type ReactNode, useEffect, useId, useState } from 'react'
import { addTexts, useT } from '../lib/i18n.ts'
import { dialogs } from '../locales/dialogs.ts'
import type { MessageId } from '../locales/ids.ts'
import { Glyph } from './glyph.tsx'
import { PageFoot } from './page-foot.tsx'
import styles from './sub-pages.module.css'

addTexts(dialogs)

/** Where a link leads. */
type Path = Pick<LinkProps, 'to' | 'search'>

interface SubPage<Tab extends string> {
  readonly tab: Tab
  /** Where the page stands by itself, instead of at the `?tab=` of the screen. */
  readonly path?: NonNullable<Path['to']>
  readonly label: MessageId
  readonly icon: Icon
  /** Who has the page at all; left out: everybody who may open the screen. */
  readonly permission?: PermissionName
  /** Made by `lazy`, so that its code comes when it is opened. */
  readonly Page: ComponentType
}

/** A page of another screen that people look for here too. */
interface LinkElsewhere {
  readonly to: Path
  readonly label: MessageId
  readonly icon: Icon
  readonly permission?: PermissionName
}

export interface SubPageGroup<Tab extends string> {
  readonly label: MessageId
  readonly pages: readonly SubPage<Tab>[]
  readonly elsewhere?: readonly LinkElsewhere[]
}

interface SubPagesProps<Tab extends string> {
  /** Name of the navigation. */
  readonly label: string
  readonly groups: readonly SubPageGroup<Tab>[]
  /** Where a page stands that has no path of its own. */
  readonly pathTo: (tab: Tab) => Path
  readonly rights: Rights | undefined
}

function allowed<Tab extends string>(groups: readonly SubPageGroup<Tab>[], rights: Rights | undefined) {
  const isOpen = ({ permission }: { readonly permission?: PermissionName }) =>
    permission === undefined || (rights !== undefined && may(rights, permission))
  return groups
    .map(({ label, pages, elsewhere = [] }) => ({
      label,
      pages: pages.filter(isOpen),
      elsewhere: elsewhere.filter(isOpen),
    }))
    .filter(({ pages, elsewhere }) => pages.length + elsewhere.length > 0)
}

export function SubPages<Tab extends string>({ label, groups, pathTo, rights }: SubPagesProps<Tab>) {
  const t = useT()
  const listId = useId()
  const navigate = useNavigate()
  const here = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') })
  const { tab } = useSearch({ strict: false })
  const [isListOpen, setIsListOpen] = useState(false)
  const shown = allowed(groups, rights)
  const pages = shown.flatMap((group) => group.pages)
  const isAlone = pages.some(({ path }) => path === here)
  const inScreen = pages.filter(({ path }) => (isAlone ? path === here : path === undefined))
  const current = inScreen.find((page) => page.tab === tab) ?? inScreen[0]
  const isAstray = !isAlone && tab !== undefined && tab !== current?.tab

  useEffect(() => {
    if (isAstray && current) void navigate({ ...pathTo(current.tab), replace: true })
  }, [isAstray, current, navigate, pathTo])

  if (current === undefined) return null
  return (
    <div className={styles.screen}>
      <nav className={styles.nav} aria-label={label}>
        <button
          type="button"
          className={styles.picker}
          aria-expanded={isListOpen}
          aria-controls={listId}
          aria-label={t('subPages.choose', { name: t(current.label) })}
          onClick={() => setIsListOpen(!isListOpen)}
        >
          <Glyph icon={current.icon} />
          <span>{t(current.label)}</span>
          <Glyph icon={IconChevronDown} size={16} />
        </button>
        <div id={listId} className={styles.groups} data-open={isListOpen || undefined}>
          {shown.map((group) => (
            <div key={group.label}>
              <p id={`${listId}-${group.label}`} className={styles.title}>
                {t(group.label)}
              </p>
              <ul aria-labelledby={`${listId}-${group.label}`}>
                {group.pages.map((page) => (
                  <li key={page.tab}>
                    <Link
                      {...(page.path === undefined ? pathTo(page.tab) : { to: page.path })}
                      aria-current={page === current ? 'page' : undefined}
                      onClick={() => setIsListOpen(false)}
                    >
                      <Glyph icon={page.icon} />
                      <span>{t(page.label)}</span>
                    </Link>
                  </li>
                ))}
                {group.elsewhere.map(({ to, label: words, icon }) => (
                  <li key={words}>
                    <Link {...to}>
                      <Glyph icon={icon} />
                      <span>{t(words)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </nav>
      <div key={current.tab} className={styles.content}>
        <current.Page />
      </div>
    </div>
  )
}

interface PageBodyProps {
  readonly title: string
  /** One sentence: what the page is for. */
  readonly hint?: string
  /** What the page offers to do, right of the title. */
  readonly action?: ReactNode
  /** What stays at the foot of the screen, as a save bar. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** Heading and content of one page. */
export const PageBody = ({ title, hint, action, foot, children }: PageBodyProps) => (
  <main className={styles.main} tabIndex={-1}>
    <div className={styles.body}>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {hint && <p>{hint}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
    {foot && <PageFoot>{foot}</PageFoot>}
  </main>
)
