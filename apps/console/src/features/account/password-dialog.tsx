/** Changes the own password. A wrong old one is told at its field and ends nothing. Source: specification §5; G29. */
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { normalPassword } from '@whereabouts/domain/sessions'
import { useState } from 'react'
import { codeText } from '../../lib/error-text.ts'
import { newPasswordFault, passwordFault } from '../../lib/form-rules.ts'
import { useT } from '../../lib/i18n.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import styles from './account-dialogs.module.css'
import { useChangePassword } from './queries.ts'

/** What the server has against the old or the new password; undefined where its words stand above the form. */
function refusalOf(error: unknown): 'wrongOld' | 'tooShort' | 'guessable' | undefined {
  if (!(error instanceof CallError)) return undefined
  if (error.code === errors.wrongCredentials.code) return 'wrongOld'
  if (error.code === errors.passwordTooShort.code) return 'tooShort'
  return error.code === errors.invalidInput.code && error.info === 'body.user.new_password' ? 'guessable' : undefined
}

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [draft, setDraft] = useState({ old: '', new: '', verify: '' })
  const change = useChangePassword()
  const refusal = refusalOf(change.error)
  const refusedWords =
    refusal === 'tooShort'
      ? codeText(errors.passwordTooShort.code)
      : refusal === 'guessable'
        ? t('forms.passwordGuessable')
        : undefined
  const faults = useFaults(
    {
      old: refusal === 'wrongOld' ? t('password.incorrect') : passwordFault(draft.old),
      new: refusedWords ?? newPasswordFault(draft.new),
      verify: normalPassword(draft.verify) === normalPassword(draft.new) ? undefined : t('info.passwordMismatch'),
    },
    change.error,
  )
  const type = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part })
    change.reset()
  }
  const send = () => {
    if (change.isPending || !faults.isGood()) return
    change.mutate(
      { oldPassword: draft.old, newPassword: draft.new },
      {
        onSuccess: () => {
          showToast({ tone: 'success', text: t('info.passwordChanged') })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      title={t('info.changePassword')}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={change.isPending}>
            {t('info.changePassword')}
          </Button>
        </>
      }
    >
      <FormFailure error={refusal ? undefined : (change.error ?? undefined)} />
      <div className={styles.fields}>
        <p>{t('info.passwordHint')}</p>
        <PasswordField
          isCompact
          data-autofocus
          autoComplete="current-password"
          label={t('info.oldPassword')}
          value={draft.old}
          {...faults.field('old')}
          onChange={(event) => type({ old: event.currentTarget.value })}
        />
        <PasswordField
          isCompact
          autoComplete="new-password"
          label={t('info.newPassword')}
          hint={t('forms.passwordHint')}
          value={draft.new}
          {...faults.field('new')}
          onChange={(event) => type({ new: event.currentTarget.value })}
        />
        <PasswordField
          isCompact
          autoComplete="new-password"
          label={t('info.verifyPassword')}
          value={draft.verify}
          // Told when the form is sent, not when one leaves the field (G29).
          fault={faults.field('verify').fault}
          onChange={(event) => type({ verify: event.currentTarget.value })}
        />
      </div>
    </Dialog>
  )
}
