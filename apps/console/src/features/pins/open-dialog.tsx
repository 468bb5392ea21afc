/** Asks for the PIN, for all that wait for it; stands once in the frame of every signed-in page. Source: G30; security rule 37. */
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { useStore } from '../../lib/use-store.ts'
import { waitText } from '../../lib/wait.ts'
import { pins as texts } from '../../locales/pins.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { pinQuestion } from './names.ts'
import styles from './pins.module.css'
import { PinFault, useOpenPin } from './queries.ts'
import { usePinPause } from './tries.ts'

addTexts(texts)

export function OpenPin() {
  const question = useStore(pinQuestion)
  return question && <OpenForm onOpened={() => question.settle(true)} onCancel={() => question.settle(false)} />
}

function OpenForm({ onOpened, onCancel }: { onOpened: () => void; onCancel: () => void }) {
  const t = useT()
  const [pin, setPin] = useState('')
  const open = useOpenPin()
  const pause = usePinPause()
  const isWrong = open.error instanceof PinFault
  const faults = useFaults<'pin'>(
    {
      pin:
        pause.seconds > 0
          ? t('pins.paused', { wait: waitText(t, pause.seconds) })
          : isWrong
            ? t('pins.wrong')
            : pin === ''
              ? t('pins.missing')
              : undefined,
    },
    open.error,
  )
  const send = () => {
    if (open.isPending || !faults.isGood()) return
    open.mutate(pin, { onSuccess: onOpened, onError: pause.again })
  }
  return (
    <Dialog
      title={t('pins.openTitle')}
      onClose={onCancel}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onCancel}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={open.isPending}>
            {t('pins.open')}
          </Button>
        </>
      }
    >
      <FormFailure error={isWrong ? undefined : (open.error ?? undefined)} />
      <div className={styles.fields}>
        <p>{t('pins.openText')}</p>
        <PasswordField
          isCompact
          data-autofocus
          inputMode="numeric"
          autoComplete="off"
          label={t('pins.pin')}
          value={pin}
          {...faults.field('pin')}
          onChange={(event) => {
            setPin(event.currentTarget.value)
            open.reset()
          }}
        />
        <p className={styles.hint}>{t('pins.noRecovery')}</p>
      </div>
    </Dialog>
  )
}
