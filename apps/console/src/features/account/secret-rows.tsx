/** Password and PIN: neither is shown, both can be changed. */
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { canUsePins } from '../../lib/pin.ts'
import { pins as texts } from '../../locales/pins.ts'
import { Button } from '../../ui/button.tsx'
import { SettingRow } from '../../ui/setting-rows.tsx'
import { useSession } from '../auth/session-store.ts'
import { PinDialog } from '../pins/pin-dialog.tsx'
import styles from './account-dialogs.module.css'
import { PasswordDialog } from './password-dialog.tsx'

addTexts(texts)

export function PasswordRow() {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SettingRow
      label={t('info.password')}
      action={
        <Button size="small" aria-label={t('info.changePassword')} onClick={() => setIsOpen(true)}>
          {t('info.change')}
        </Button>
      }
    >
      <span className={styles.faint}>{t('info.passwordRule')}</span>
      {isOpen && <PasswordDialog onClose={() => setIsOpen(false)} />}
    </SettingRow>
  )
}

export function PinRow() {
  const t = useT()
  const hasPin = (useSession().userInfo?.pin_check ?? '') !== ''
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SettingRow
      label={t('info.pin')}
      action={
        canUsePins() && (
          <Button
            size="small"
            aria-label={t(hasPin ? 'pins.changeTitle' : 'pins.createTitle')}
            onClick={() => setIsOpen(true)}
          >
            {t(hasPin ? 'info.change' : 'info.createPin')}
          </Button>
        )
      }
    >
      <span className={styles.line}>
        {t(hasPin ? 'info.pinSet' : 'info.pinNotSet')}
        <small>{t(canUsePins() ? 'info.pinUse' : 'info.pinNeedsHttps')}</small>
      </span>
      {isOpen && <PinDialog hasPin={hasPin} onClose={() => setIsOpen(false)} />}
    </SettingRow>
  )
}
