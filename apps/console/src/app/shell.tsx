/**
 * The frame of signed-in pages, which keeps their session: header, offline banner, content. Mantine begins here, as no
 * page before sign-in needs it. Source: design language §2.
 */
import '@mantine/core/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { may } from '@whereabouts/contract/roles'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { AccountPopover } from '../features/account/account-popover.tsx'
import { AlertDialog } from '../features/alarms/alert-dialog.tsx'
import { PinnedAlarms } from '../features/alarms/pinned-alarms.tsx'
import { goToDevice } from '../features/alarms/show-on-map.tsx'
import { SilenceBanner } from '../features/alarms/silence-banner.tsx'
import { useDesk } from '../features/alarms/use-desk.ts'
import { keepLists } from '../features/auth/keep-lists.ts'
import { keepSession } from '../features/auth/keep-session.ts'
import { listQueries } from '../features/auth/list-queries.ts'
import { Reauth } from '../features/auth/reauth.tsx'
import { rightsOf, useSession } from '../features/auth/session-store.ts'
import { HeaderLogo } from '../features/branding/header-logo.tsx'
import { Find } from '../features/find/find.tsx'
import { NotificationPopover } from '../features/notifications/notification-popover.tsx'
import { OpenPin } from '../features/pins/open-dialog.tsx'
import { PinState } from '../features/pins/pin-state.tsx'
import { keepPush } from '../features/push/keep-push.ts'
import { RollCallStrip } from '../features/roll-calls/roll-call-strip.tsx'
import { storedAccount } from '../lib/account.ts'
import { useScheme } from '../lib/colour-scheme.ts'
import { addTexts, useT } from '../lib/i18n.ts'
import { mapPath } from '../lib/paths.ts'
import { unlockAtGestures } from '../lib/sound.ts'
import { useStore } from '../lib/use-store.ts'
import { shell } from '../locales/shell.ts'
import { brands } from '../theme/brands.tsx'
import { resolveVariables, theme } from '../theme/theme.ts'
import { SoundState } from '../ui/sound-state.tsx'
import { LiveSite, useLiveSource } from './live-site.tsx'
import { entryOf, menuFor } from './menu.ts'
import { MenuPopover } from './menu-popover.tsx'
import styles from './shell.module.css'
import { styleNonce } from './style-nonce.ts'

addTexts(shell)

/** To the list of the page where it has one, else to the page. */
function skipToList(event: MouseEvent): void {
  const list = document.querySelector<HTMLElement>('#content :is([data-rows], [role="grid"])')
  if (list === null) return
  event.preventDefault()
  list.focus()
}

export const Shell = ({ children }: { children: ReactNode }) => (
  <LiveSite>
    <Frame>{children}</Frame>
  </LiveSite>
)

function Frame({ children }: { children: ReactNode }) {
  const t = useT()
  const router = useRouter()
  const scheme = useScheme()
  const desk = useDesk()
  const session = useSession()
  const brand = brands[session.brand]
  const rights = rightsOf(session)
  const hasStations = rights && may(rights, 'viewStations')
  const isKnown = rights !== undefined
  const live = useLiveSource()
  // Tabs in the background tell of it in their names.
  const alert = useStore(desk.session).notificationDialog?.title
  const entry = entryOf(useLocation({ select: (location) => location.pathname }), rights)
  const title = entry && t(entry.label)

  useEffect(unlockAtGestures, [])
  // The guards judge again once role and groups are known.
  useEffect(() => keepSession(listQueries(live.store), () => void router.invalidate()), [live, router])
  useEffect(() => (hasStations === undefined ? undefined : keepLists(live, hasStations)), [live, hasStations])
  useEffect(() => (isKnown ? desk.start() : undefined), [isKnown, desk])
  useEffect(() => {
    const open = (device: string | null) =>
      void (device === null ? router.navigate(mapPath()) : goToDevice(router, device))
    return isKnown ? keepPush(live.events, open) : undefined
  }, [isKnown, live, router])
  useEffect(() => {
    document.title = [alert, title, brand.title].filter(Boolean).join(' · ')
  }, [alert, title, brand.title])

  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      cssVariablesResolver={resolveVariables}
      deduplicateCssVariables={false}
      getStyleNonce={styleNonce}
    >
      <div className={styles.shell}>
        {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, and nearer where that has a list */}
        <a className={styles.skip} href="#content" onClick={skipToList}>
          {t('header.skip')}
        </a>
        <header className={styles.header}>
          <MenuPopover entries={menuFor(rights)} currentKey={entry?.key} />
          <Link className={styles.logo} to="/map" aria-label={t('header.home', { name: brand.name })}>
            <HeaderLogo />
          </Link>
          {title && <span className={styles.title}>{title}</span>}
          <span className={styles.space} />
          {isKnown && <Find />}
          <PinState />
          <SoundState />
          <NotificationPopover />
          <AccountPopover />
        </header>
        {storedAccount.read() && <SilenceBanner />}
        {rights && may(rights, 'takeRollCall') && <RollCallStrip />}
        <div id="content" tabIndex={-1} className={styles.content} aria-busy={session.loading || !session.isStarted}>
          {children}
        </div>
        <OpenPin />
        <Reauth />
        <PinnedAlarms />
        <AlertDialog />
      </div>
    </MantineProvider>
  )
}
