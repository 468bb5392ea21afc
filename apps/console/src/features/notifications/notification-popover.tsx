/** The bell. Opening it says that everything was read. Source: specification §2, §4 Notifications; G58. */
import { IconBell, IconVolume } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { playChime } from '../../lib/sound.ts'
import { showError } from '../../lib/toasts.ts'
import { alarms } from '../../locales/alarms.ts'
import { notifications } from '../../locales/notifications.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { HeaderPopover } from '../../ui/header-popover.tsx'
import { useChangeProfile } from '../account/queries.ts'
import { useSession } from '../auth/session-store.ts'
import { NotificationList } from './notification-list.tsx'
import styles from './notification-popover.module.css'
import { refreshNotifications, sayUnloaded } from './queries.ts'

addTexts(notifications)
addTexts(alarms)

export function NotificationPopover() {
  const t = useT()
  const { unreadCount } = useSession()
  const changeProfile = useChangeProfile()
  const [newCount, setNewCount] = useState<number>()
  const turn = useRef(0)
  const sayRead = () => changeProfile.mutate({ unread_count: 0 }, { onError: showError })
  // The server may count what this page did not hear of, or what tells of itself nowhere but in the list: that is asked for before
  // the first of it are said to be new.
  const open = async () => {
    const [unread, mine] = [unreadCount, ++turn.current]
    sayRead()
    await refreshNotifications().catch(sayUnloaded)
    if (mine === turn.current) setNewCount(unread)
  }
  const close = () => {
    turn.current += 1
    setNewCount(undefined)
    if (unreadCount > 0) sayRead()
  }
  return (
    <HeaderPopover
      label={unreadCount > 0 ? t('notifications.unread', { count: unreadCount }) : t('notifications.title')}
      title={t('notifications.title')}
      width={400}
      onOpen={() => void open()}
      icon={
        <>
          <Glyph icon={IconBell} size={20} />
          {unreadCount > 0 && <span className={styles.dot} />}
        </>
      }
    >
      {(closePanel) => (
        <div className={styles.panel}>
          <div className={styles.head}>
            <h2 className={styles.title}>{t('notifications.title')}</h2>
            <button type="button" className={styles.test} onClick={() => void playChime().catch(showError)}>
              <Glyph icon={IconVolume} size={16} />
              {t('notifications.testSound')}
            </button>
          </div>
          {/* On phones it covers the whole map, which would turn unseen. */}
          <NotificationList newCount={newCount} empty={<NothingYet />} onGo={() => closePanel(true)} />
          <ReadWhenClosed onClose={close} />
        </div>
      )}
    </HeaderPopover>
  )
}

/** What came while the list stood open was seen there. */
function ReadWhenClosed({ onClose }: { onClose: () => void }) {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => () => latest.current(), [])
  return null
}

function NothingYet() {
  const t = useT()
  return (
    <div className={styles.quiet}>
      <EmptyPlan />
      <p className={styles.empty}>{t('notifications.empty')}</p>
    </div>
  )
}

/** A quiet room, in the plan lines of every empty state. */
const EmptyPlan = () => (
  <svg width="120" height="88" viewBox="0 0 120 88" fill="none" aria-hidden="true">
    <path
      d="M10 10h100v68H72M48 78H10V10"
      stroke="var(--wb-plan-wall)"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <path d="M48 78a24 24 0 0 1 24-24" stroke="var(--wb-plan-wall)" strokeWidth="1.2" strokeDasharray="3 4" />
    <rect x="20" y="20" width="20" height="32" rx="4" stroke="var(--wb-plan-fixture)" strokeWidth="1.6" />
    <path d="M20 30h20" stroke="var(--wb-plan-fixture)" strokeWidth="1.6" />
    <circle cx="88" cy="34" r="11" stroke="var(--wb-plan-fixture)" strokeWidth="1.6" />
  </svg>
)
