/** One field for an address, and a button that has a mail sent to it. */
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useEmailDraft } from '../../features/auth/email-draft.ts'
import { emailFault } from '../../lib/form-rules.ts'
import { useT } from '../../lib/i18n.ts'
import { useFirstField } from '../../lib/use-first-field.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './link-page.module.css'

interface EmailFormProps {
  readonly error: unknown
  readonly isPending: boolean
  /** In place of the error's words. */
  readonly notice?: ReactNode
  readonly submit: ReactNode
  readonly onSend: (email: string) => void
  /** Beside the button. */
  readonly children?: ReactNode
}

export function EmailForm({ error, isPending, notice, submit, onSend, children }: EmailFormProps) {
  const t = useT()
  const [email, setEmail] = useEmailDraft()
  const [isFaultShown, setIsFaultShown] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const fault = emailFault(email)
  useFirstField(field)

  function send(event: FormEvent) {
    event.preventDefault()
    setIsFaultShown(true)
    if (fault !== undefined) return field.current?.focus()
    onSend(email.trim())
  }

  return (
    <form className={styles.body} onSubmit={send} noValidate>
      <FormFailure error={notice ? undefined : error} />
      <div role="status">{notice}</div>
      <TextField
        ref={field}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        label={t('forms.email')}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        onBlur={() => setIsFaultShown(isFaultShown || email !== '')}
        fault={isFaultShown ? fault : undefined}
      />
      <div className={styles.actions}>
        {children}
        <SubmitButton isPending={isPending} error={error}>
          {submit}
        </SubmitButton>
      </div>
    </form>
  )
}
