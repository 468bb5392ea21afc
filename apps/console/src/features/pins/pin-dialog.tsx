/** Creates or changes the PIN. There is no way back to a forgotten one. Source: specification §5; G30. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { MIN_PIN_DIGITS } from '../../lib/pin.ts'
import { showToast } from '../../lib/toasts.ts'
import { waitText } from '../../lib/wait.ts'
import type { MessageId } from '../../locales/ids.ts'
import { pins as texts } from '../../locales/pins.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { UnloadedList } from '../../ui/list-state.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { carepadsQuery } from '../carepads/queries.ts'
import styles from './pins.module.css'
import { needsCurrentPin, PinFault, useSetPin } from './queries.ts'
import { usePinPause } from './tries.ts'

addTexts(texts)

/** What is wrong with a PIN. Digits of other scripts are none: keypads have no way to type them. */
function pinFault(pin: string): MessageId | undefined {
  if (!/^[0-9]*$/.test(pin)) return 'pins.digits'
  return pin.length < MIN_PIN_DIGITS ? 'pins.short' : undefined
}

interface PinDialogProps {
  readonly hasPin: boolean
  readonly onClose: () => void
}

export function PinDialog(props: PinDialogProps) {
  const t = useT()
  const carepads = useQuery({ ...carepadsQuery, refetchInterval: false })
  if (carepads.data !== undefined) return <PinForm {...props} needsCurrent={needsCurrentPin(carepads.data)} />
  return (
    <Dialog
      title={t(props.hasPin ? 'pins.changeTitle' : 'pins.createTitle')}
      onClose={props.onClose}
      actions={<Button onClick={props.onClose}>{t('dialog.cancel')}</Button>}
    >
      <UnloadedList error={carepads.error} onRetry={() => void carepads.refetch()} />
    </Dialog>
  )
}

function PinForm({ hasPin, needsCurrent, onClose }: PinDialogProps & { readonly needsCurrent: boolean }) {
  const t = useT()
  const [current, setCurrent] = useState('')
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const save = useSetPin()
  const pause = usePinPause()
  const failure = save.error instanceof PinFault ? save.error : undefined
  const fault = pinFault(pin)
  const faults = useFaults<'current' | 'pin' | 'again'>(
    {
      current: !needsCurrent
        ? undefined
        : pause.seconds > 0
          ? t('pins.paused', { wait: waitText(t, pause.seconds) })
          : failure?.what === 'wrong'
            ? t('pins.wrong')
            : current === ''
              ? t('pins.currentMissing')
              : undefined,
      pin: fault && t(fault),
      again: pin === again ? undefined : t('pins.mismatch'),
    },
    save.error,
  )
  const send = () => {
    if (save.isPending || !faults.isGood()) return
    save.mutate(
      { current: needsCurrent ? current : undefined, pin },
      {
        onSuccess: () => {
          showToast({ tone: 'success', text: t(hasPin ? 'pins.changed' : 'pins.created') })
          onClose()
        },
        onError: pause.again,
      },
    )
  }

  return (
    <Dialog
      title={t(hasPin ? 'pins.changeTitle' : 'pins.createTitle')}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={save.isPending}>
            {t(hasPin ? 'pins.change' : 'pins.create')}
          </Button>
        </>
      }
    >
      <FormFailure
        error={failure?.what === 'wrong' ? undefined : (save.error ?? undefined)}
        words={failure?.what === 'unreadable' ? t('pins.resetFirst', { count: failure.count }) : undefined}
      />
      <div className={styles.fields}>
        <p>{t('pins.what')}</p>
        <p>{t('pins.strength')}</p>
        {needsCurrent && (
          <PasswordField
            isCompact
            data-autofocus
            inputMode="numeric"
            autoComplete="off"
            label={t('pins.current')}
            value={current}
            {...faults.field('current')}
            onChange={(event) => {
              setCurrent(event.currentTarget.value)
              save.reset()
            }}
          />
        )}
        <PasswordField
          isCompact
          data-autofocus={!needsCurrent || undefined}
          inputMode="numeric"
          autoComplete="new-password"
          label={t('pins.new')}
          value={pin}
          {...faults.field('pin')}
          onChange={(event) => setPin(event.currentTarget.value)}
        />
        <PasswordField
          isCompact
          inputMode="numeric"
          autoComplete="new-password"
          label={t('pins.again')}
          value={again}
          {...faults.field('again')}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <p className={styles.hint}>{t('pins.noRecovery')}</p>
      </div>
    </Dialog>
  )
}
