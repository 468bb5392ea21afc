/** Asks for another e-mail address, twice. Source: specification §5; G27. */
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { useState } from 'react'
import { codeText } from '../../lib/error-text.ts'
import { emailFault } from '../../lib/form-rules.ts'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import styles from './account-dialogs.module.css'
import { useChangeEmail } from './queries.ts'

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

interface EmailDialogProps {
  readonly current: string
  readonly onSent: (email: string) => void
  readonly onClose: () => void
}

export function EmailDialog({ current, onSent, onClose }: EmailDialogProps) {
  const t = useT()
  const [email, setEmail] = useState('')
  const [again, setAgain] = useState('')
  const change = useChangeEmail()
  const isTaken = change.error instanceof CallError && change.error.code === errors.emailExists.code
  const faults = useFaults(
    {
      email: isTaken
        ? codeText(errors.emailExists.code)
        : (emailFault(email) ?? (same(email, current) ? t('info.sameEmail') : undefined)),
      again: same(email, again) ? undefined : t('info.emailMismatch'),
    },
    change.error,
  )
  const send = () => {
    if (change.isPending || !faults.isGood()) return
    const wanted = email.trim()
    change.mutate(wanted, { onSuccess: () => onSent(wanted) })
  }

  return (
    <Dialog
      title={t('info.changeEmail')}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={change.isPending}>
            {t('info.sendLink')}
          </Button>
        </>
      }
    >
      <FormFailure error={isTaken ? undefined : (change.error ?? undefined)} />
      <div className={styles.fields}>
        <p>{t('info.emailHint')}</p>
        <TextField
          isCompact
          data-autofocus
          type="email"
          autoComplete="email"
          maxLength={254}
          label={t('info.newEmail')}
          value={email}
          {...faults.field('email')}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            change.reset()
          }}
        />
        <TextField
          isCompact
          type="email"
          autoComplete="off"
          maxLength={254}
          label={t('info.confirmEmail')}
          value={again}
          {...faults.field('again')}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
