/** Name, address and password of somebody who will own an account. */

import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { isTooLongForName } from '@whereabouts/domain/texts'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useEmailDraft } from '../../features/auth/email-draft.ts'
import { errorText } from '../../lib/error-text.ts'
import { emailFault } from '../../lib/form-rules.ts'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { useFirstField } from '../../lib/use-first-field.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './link-page.module.css'
import { NewPasswordFields } from './new-password-fields.tsx'
import { isPasswordRefusal, useNewPassword } from './use-new-password.ts'

export interface NewOwner {
  readonly fullname: string
  readonly email: string
  readonly password: string
}

interface OwnerFormProps {
  readonly error: unknown
  readonly isPending: boolean
  readonly submit: ReactNode
  readonly onSend: (owner: NewOwner) => void
  /** Fields before the others. */
  readonly children?: ReactNode
}

const isNameRefusal = (error: unknown): boolean =>
  isRefusal(error, errors.invalidInput) && error instanceof CallError && error.info?.endsWith('fullname') === true

export function OwnerForm({ error, isPending, submit, onSend, children }: OwnerFormProps) {
  const t = useT()
  const [fullname, setFullname] = useState('')
  const [email, setEmail] = useEmailDraft()
  const [isShown, setIsShown] = useState({ name: false, email: false })
  /** What the failure is about. */
  const [sent, setSent] = useState<NewOwner>()
  const newPassword = useNewPassword(error)
  const nameField = useRef<HTMLInputElement>(null)
  const emailField = useRef<HTMLInputElement>(null)
  useFirstField(nameField)

  const name = fullname.trim()
  const nameFault =
    name === ''
      ? t('signUp.nameMissing')
      : isTooLongForName(name) || (isNameRefusal(error) && name === sent?.fullname)
        ? t('signUp.nameInvalid')
        : undefined
  const isTaken = isRefusal(error, errors.emailExists)
  const address = email.trim()
  const takenFault = isTaken && address === sent?.email ? errorText(error) : undefined
  const wrongEmail = emailFault(email)
  const isToldAtField = isTaken || isNameRefusal(error) || isPasswordRefusal(error)

  function send(event: FormEvent) {
    event.preventDefault()
    setIsShown({ name: true, email: true })
    const isPasswordGood = newPassword.check()
    if (name === '' || isTooLongForName(name)) return nameField.current?.focus()
    if (wrongEmail !== undefined) return emailField.current?.focus()
    if (!isPasswordGood) return
    const owner = { fullname: name, email: address, password: newPassword.password }
    setSent(owner)
    onSend(owner)
  }

  return (
    <form className={styles.body} onSubmit={send} noValidate>
      <FormFailure error={isToldAtField ? undefined : error} />
      {children}
      <TextField
        ref={nameField}
        name="name"
        autoComplete="name"
        label={t('signUp.name')}
        value={fullname}
        onChange={(event) => setFullname(event.currentTarget.value)}
        fault={isShown.name ? nameFault : undefined}
      />
      <TextField
        ref={emailField}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        label={t('forms.email')}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        onBlur={() => setIsShown((shown) => ({ ...shown, email: shown.email || email !== '' }))}
        fault={takenFault ?? (isShown.email ? wrongEmail : undefined)}
      />
      <NewPasswordFields fields={newPassword.fields} label="forms.password" />
      <div className={styles.actions}>
        <SubmitButton isPending={isPending} error={error}>
          {submit}
        </SubmitButton>
      </div>
    </form>
  )
}
