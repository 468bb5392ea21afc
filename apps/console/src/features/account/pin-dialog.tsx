/** Creates or changes the PIN. There is no way back to a forgotten one. Source: specification §5; G30. */
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { MIN_PIN_DIGITS } from '../../lib/pin.ts'
import { showToast } from '../../lib/toasts.ts'
import type { MessageId } from '../../locales/ids.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import styles from './account-dialogs.module.css'
import { useSetPin } from './queries.ts'

/** What is wrong with a PIN. Digits of other scripts are none: keypads have no way to type them. */
function pinFault(pin: string): MessageId | undefined {
  if (!/^[0-9]*$/.test(pin)) return 'info.pinDigits'
  return pin.length < MIN_PIN_DIGITS ? 'info.pinShort' : undefined
}

interface PinDialogProps {
  readonly hasPin: boolean
  readonly onClose: () => void
}

export function PinDialog({ hasPin, onClose }: PinDialogProps) {
  const t = useT()
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const save = useSetPin()
  const fault = pinFault(pin)
  const faults = useFaults({
    pin: fault && t(fault),
    again: pin === again ? undefined : t('info.pinMismatch'),
  })
  const send = () => {
    if (save.isPending || !faults.isGood()) return
    save.mutate(pin, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('success.saved') })
        onClose()
      },
    })
  }

  return (
    <Dialog
      title={t(hasPin ? 'info.changePinTitle' : 'info.createPinTitle')}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={save.isPending}>
            {t(hasPin ? 'info.change' : 'info.createPin')}
          </Button>
        </>
      }
    >
      <FormFailure error={save.error ?? undefined} />
      <div className={styles.fields}>
        <p>{t('info.pinHint')}</p>
        <PasswordField
          isCompact
          data-autofocus
          inputMode="numeric"
          autoComplete="new-password"
          label={t('info.pinNew')}
          value={pin}
          {...faults.field('pin')}
          onChange={(event) => setPin(event.currentTarget.value)}
        />
        <PasswordField
          isCompact
          inputMode="numeric"
          autoComplete="new-password"
          label={t('info.pinAgain')}
          value={again}
          {...faults.field('again')}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
