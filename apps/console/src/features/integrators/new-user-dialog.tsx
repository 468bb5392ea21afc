/** A new business account; its owner gets a mail and sets the password. Source: G36. */
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import type { Locale } from '@whereabouts/contract/locales'
import { useState } from 'react'
import { codeText } from '../../lib/error-text.ts'
import { emailFault } from '../../lib/form-rules.ts'
import { useLocale, useT } from '../../lib/i18n.ts'
import { LANGUAGE_NAMES } from '../../lib/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import styles from './integrators.module.css'
import { type NewBusinessUser, useCreateBusinessUser } from './queries.ts'

interface NewUserDialogProps {
  readonly onMade: (email: string) => void
  readonly onClose: () => void
}

export function NewUserDialog({ onMade, onClose }: NewUserDialogProps) {
  const t = useT()
  const [draft, setDraft] = useState<NewBusinessUser>({ email: '', fullname: '', locale: useLocale() })
  const create = useCreateBusinessUser()
  const isTaken = create.error instanceof CallError && create.error.code === errors.emailExists.code
  const faults = useFaults(
    {
      fullname: draft.fullname.trim() === '' ? t('business.nameMissing') : undefined,
      email: isTaken ? codeText(errors.emailExists.code) : emailFault(draft.email),
    },
    create.error,
  )
  const change = (part: Partial<NewBusinessUser>) => {
    setDraft({ ...draft, ...part })
    create.reset()
  }
  const send = () => {
    if (create.isPending || !faults.isGood()) return
    const user = { ...draft, email: draft.email.trim(), fullname: draft.fullname.trim() }
    create.mutate(user, {
      onSuccess: () => onMade(user.email),
    })
  }

  return (
    <Dialog
      title={t('business.newTitle')}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={create.isPending}>
            {t('business.create')}
          </Button>
        </>
      }
    >
      <FormFailure error={isTaken ? undefined : (create.error ?? undefined)} />
      <div className={styles.fields}>
        <p>{t('business.newHint')}</p>
        <TextField
          isCompact
          data-autofocus
          autoComplete="off"
          maxLength={50}
          label={t('business.name')}
          value={draft.fullname}
          {...faults.field('fullname')}
          onChange={(event) => change({ fullname: event.currentTarget.value })}
        />
        <TextField
          isCompact
          type="email"
          autoComplete="off"
          maxLength={254}
          label={t('business.email')}
          value={draft.email}
          {...faults.field('email')}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        <SelectField
          label={t('business.language')}
          value={draft.locale}
          options={LANGUAGE_NAMES.map(([value, label]) => ({ value, label }))}
          onChange={(locale) => change({ locale: locale as Locale })}
        />
      </div>
    </Dialog>
  )
}
