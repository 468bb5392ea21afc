/** The one field of a LINE group. */
import { isTooLongForName } from '@whereabouts/domain/texts'
import { type FormEvent, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useFirstField } from '../../lib/use-first-field.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './link-page.module.css'

interface NicknameFormProps {
  /** Whose alerts the group will get. */
  readonly account: string
  readonly error: unknown
  readonly isPending: boolean
  readonly onSend: (note: string) => void
}

export function NicknameForm({ account, error, isPending, onSend }: NicknameFormProps) {
  const t = useT()
  const [note, setNote] = useState('')
  const [isFaultShown, setIsFaultShown] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useFirstField(field)
  const name = note.trim()
  const fault = name === '' ? t('line.nicknameMissing') : isTooLongForName(name) ? t('line.nicknameInvalid') : undefined

  function send(event: FormEvent) {
    event.preventDefault()
    setIsFaultShown(true)
    if (fault === undefined) onSend(name)
    else field.current?.focus()
  }

  return (
    <form className={styles.body} onSubmit={send} noValidate>
      <FormFailure error={error} />
      <TextField
        ref={field}
        name="nickname"
        autoComplete="off"
        label={t('line.nickname')}
        hint={account}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        fault={isFaultShown ? fault : undefined}
      />
      <div className={styles.actions}>
        <SubmitButton isPending={isPending} error={error}>
          {isPending ? t('line.busy') : t('line.submit')}
        </SubmitButton>
      </div>
    </form>
  )
}
