/** A new password and its second typing. */
import { passwordLength } from '@whereabouts/domain/sessions'
import { newPasswordFault, STRONG_PASSWORD_LENGTH } from '../../lib/form-rules.ts'
import { useT } from '../../lib/i18n.ts'
import type { MessageId } from '../../locales/ids.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import type { NewPassword } from './use-new-password.ts'

function hintFor(password: string): MessageId {
  if (newPasswordFault(password) !== undefined) return 'forms.passwordHint'
  return passwordLength(password) < STRONG_PASSWORD_LENGTH ? 'forms.passwordLonger' : 'forms.passwordStrong'
}

interface NewPasswordFieldsProps {
  readonly fields: NewPassword['fields']
  readonly label: MessageId
  /** Whose it is, for the password manager; it shows nowhere. Left out where the form has a field for the address. */
  readonly email?: string
}

export function NewPasswordFields({ fields, label, email }: NewPasswordFieldsProps) {
  const t = useT()
  return (
    <>
      {email !== undefined && (
        <input
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
          className="wb-visually-hidden"
        />
      )}
      <PasswordField
        ref={fields.passwordField}
        name="new-password"
        autoComplete="new-password"
        label={t(label)}
        value={fields.password}
        onChange={(event) => fields.setPassword(event.currentTarget.value)}
        onBlur={fields.onPasswordLeft}
        fault={fields.passwordFault}
        hint={t(hintFor(fields.password))}
      />
      <PasswordField
        ref={fields.againField}
        name="verify-password"
        autoComplete="new-password"
        label={t('reset.again')}
        value={fields.again}
        onChange={(event) => fields.setAgain(event.currentTarget.value)}
        fault={fields.againFault}
      />
    </>
  )
}
