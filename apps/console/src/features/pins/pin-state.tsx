/** In the header of an account with a PIN: whether this tab shows names. A press asks for the PIN, or locks them again. Source: G30. */
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { useStore } from '../../lib/use-store.ts'
import { pins as texts } from '../../locales/pins.ts'
import { Glyph } from '../../ui/glyph.tsx'
import styles from '../../ui/sound-state.module.css'
import { useSession } from '../auth/session-store.ts'
import { askPin, openedPin } from './names.ts'
import { lockNames } from './queries.ts'

addTexts(texts)

export function PinState() {
  const t = useT()
  const pinCheck = useSession().userInfo?.pin_check ?? ''
  const opened = useStore(openedPin)
  if (pinCheck === '') return null
  const isOpen = opened?.pinCheck === pinCheck
  return (
    <button
      type="button"
      className={styles.button}
      title={isOpen ? t('pins.lock') : t('pins.openTitle')}
      aria-label={isOpen ? t('pins.lock') : t('pins.locked')}
      onClick={() => (isOpen ? lockNames() : void askPin())}
    >
      <Glyph icon={isOpen ? IconLockOpen : IconLock} />
      <span>{isOpen ? t('pins.isOpen') : t('pins.locked')}</span>
    </button>
  )
}
