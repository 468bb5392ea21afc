/**
 * Device management: a page each by `?tab=`, under one title and one row of tabs. A page that is not there, or not for
 * this person, gives way to the first that is. Source: specification §2; G13; design language §13.4.
 */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { may } from '@whereabouts/contract/roles'
import { useEffect, useRef } from 'react'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { useLive } from '../../features/live/hooks.ts'
import { useT } from '../../lib/i18n.ts'
import { configurationPath } from '../../lib/paths.ts'
import tabs from '../../ui/page-tabs.module.css'
import styles from './configuration.module.css'
import { ActionsPlace, DrawerPlace } from './page.tsx'
import { TABS } from './tabs.ts'

export function ConfigurationScreen() {
  const t = useT()
  const navigate = useNavigate()
  const rights = rightsOf(useSession())
  const { tab } = useSearch({ strict: false })
  const shown = TABS.filter(({ permission }) => permission === undefined || (rights && may(rights, permission)))
  const current = shown.find((page) => page.tab === tab) ?? shown[0]
  const isAstray = tab !== undefined && tab !== current?.tab
  const strip = useRef<HTMLUListElement>(null)

  useEffect(() => {
    if (isAstray && current) void navigate({ ...configurationPath(current.tab), replace: true })
  }, [isAstray, current, navigate])
  // Where the row of tabs is wider than the window, the one that is open stays in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place in the row
  useEffect(() => {
    const names = [...(strip.current?.children ?? [])]
    const open = names.find((each) => each.querySelector('[aria-current]') !== null)
    // Also when the counts beside other names come in, which push it on.
    const watcher = new ResizeObserver(() => open?.scrollIntoView({ block: 'nearest', inline: 'center' }))
    for (const each of names) watcher.observe(each)
    return () => watcher.disconnect()
  }, [current?.tab])

  if (current === undefined) return null
  return (
    <div className={styles.screen}>
      <main className={styles.main} tabIndex={-1}>
        <header className={styles.head}>
          <h1>{t(current.label)}</h1>
          <ActionsPlace className={styles.actions} />
        </header>
        <nav className={styles.tabs} aria-label={t('menu.configuration')}>
          <ul ref={strip} className={tabs.tabs}>
            {shown.map((page) => (
              <li key={page.tab}>
                <Link
                  {...configurationPath(page.tab)}
                  className={tabs.tab}
                  aria-current={page === current ? 'page' : undefined}
                >
                  {t(page.label)}
                  {page.count && <Count of={page.count} />}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div key={current.tab} className={styles.page}>
          <current.Page />
        </div>
      </main>
      <DrawerPlace className={styles.drawer} />
    </div>
  )
}

const Count = ({ of }: { of: NonNullable<(typeof TABS)[number]['count']> }) => (
  <span className={`${styles.count} wb-num`}>{of(useLive().store)}</span>
)
