/** Above lists of names: that they are locked, or that some cannot be read, and what to do. Asks for the PIN by itself once in a tab. Source: G30; CARE-09. */
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { pins as texts } from '../../locales/pins.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { useSession } from '../auth/session-store.ts'
import { askPin, askPinOnce, type NamedCarepad } from './names.ts'
import styles from './pins.module.css'

addTexts(texts)

interface LockedNoticeProps {
  readonly carepads: readonly NamedCarepad[]
  /** Where names are reset, where this list is not the place. */
  readonly children?: React.ReactNode
}

export function LockedNotice({ carepads, children }: LockedNoticeProps) {
  const t = useT()
  const mayOpen = (useSession().userInfo?.pin_check ?? '') !== ''
  const isLocked = carepads.some(({ name_state }) => name_state === 'locked')
  const unreadable = carepads.filter(({ name_state }) => name_state === 'unreadable').length
  const asks = isLocked && mayOpen
  useEffect(() => {
    if (asks) askPinOnce()
  }, [asks])
  if (!isLocked && unreadable === 0) return null
  return (
    <div className={styles.notice} data-tone={isLocked ? undefined : 'warn'}>
      <Glyph icon={isLocked ? IconLock : IconAlertTriangle} size={16} />
      <p>
        {isLocked ? t(mayOpen ? 'pins.lockedText' : 'pins.protectedText') : t('pins.unreadable', { count: unreadable })}{' '}
        {!isLocked && children}
      </p>
      {asks && (
        <Button size="small" onClick={() => void askPin()}>
          {t('pins.openTitle')}
        </Button>
      )}
    </div>
  )
}
