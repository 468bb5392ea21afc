/** Invites somebody by mail. Where they were invited before, it offers what can be done about that. Source: G48. */
import { errors } from '@whereabouts/contract/errors'
import type { Locale } from '@whereabouts/contract/locales'
import { useState } from 'react'
import { codeText } from '../../lib/error-text.ts'
import { emailFault } from '../../lib/form-rules.ts'
import { useT } from '../../lib/i18n.ts'
import { LANGUAGE_NAMES } from '../../lib/language.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useShare } from './queries.ts'
import styles from './sharing.module.css'

/** The language their account is in, or else the inviter's. */
const THEIRS = ''

interface InviteDialogProps {
  readonly deviceId: string
  readonly name: string
  readonly onSent: (email: string) => void
  /** It is shared with that address already, and no longer should be. */
  readonly onStop: (email: string) => void
  readonly onClose: () => void
}

export function InviteDialog({ deviceId, name, onSent, onStop, onClose }: InviteDialogProps) {
  const t = useT()
  const [email, setEmail] = useState('')
  const [locale, setLocale] = useState<Locale | typeof THEIRS>(THEIRS)
  const share = useShare(deviceId)
  const isOwn = isRefusal(share.error, errors.shareToYourself)
  const isShared = isRefusal(share.error, errors.alreadyShared)
  const isWaiting = isRefusal(share.error, errors.shareNotAccepted)
  const faults = useFaults({ email: isOwn ? codeText(errors.shareToYourself.code) : emailFault(email) }, share.error)
  const address = email.trim()
  const send = (resend: boolean) =>
    share.mutate(
      { email: address, ...(locale === THEIRS ? {} : { locale }), ...(resend ? { resend } : {}) },
      {
        onSuccess: () => onSent(address),
        onError: (failure) => {
          // Pressed twice: the mail of a moment ago is on its way (G64).
          if (isRefusal(failure, errors.duplicateMessage)) onSent(address)
        },
      },
    )
  const submit = () => {
    if (!share.isPending && faults.isGood()) send(isWaiting)
  }
  return (
    <Dialog
      title={t('sharing.inviteTitle', { name })}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          {isShared ? (
            <Button tone="remove" onClick={() => onStop(address)}>
              {t('sharing.stop')}
            </Button>
          ) : (
            <Button tone="primary" type="submit" isPending={share.isPending}>
              {t(isWaiting ? 'sharing.resend' : 'sharing.send')}
            </Button>
          )}
        </>
      }
    >
      <FormFailure error={isOwn ? undefined : (share.error ?? undefined)} />
      <div className={styles.form}>
        <p>{t('sharing.inviteHint')}</p>
        <TextField
          isCompact
          data-autofocus
          type="email"
          autoComplete="off"
          maxLength={254}
          label={t('sharing.email')}
          value={email}
          {...faults.field('email')}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            share.reset()
          }}
        />
        <SelectField
          label={t('sharing.language')}
          value={locale}
          options={[
            { value: THEIRS, label: t('sharing.theirLanguage') },
            ...LANGUAGE_NAMES.map(([value, label]) => ({ value, label })),
          ]}
          onChange={(chosen) => setLocale(chosen as Locale | typeof THEIRS)}
        />
      </div>
    </Dialog>
  )
}
