/** A password, which can be shown while it is typed. */
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { MAX_TYPED_PASSWORD_LENGTH } from '@whereabouts/domain/sessions'
import { useState } from 'react'
import { addTexts, useT } from '../lib/i18n.ts'
import { forms } from '../locales/forms.ts'
import { Glyph } from './glyph.tsx'
import { IconButton } from './icon-button.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

addTexts(forms)

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'action'> {
  /** Whether a password manager is to fill it, to make up a new one and keep it, or to stay away. */
  readonly autoComplete: 'current-password' | 'new-password' | 'off'
}

export function PasswordField(props: PasswordFieldProps) {
  const t = useT()
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      maxLength={MAX_TYPED_PASSWORD_LENGTH}
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      action={
        <IconButton
          label={isShown ? t('forms.hidePassword') : t('forms.showPassword')}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Glyph icon={isShown ? IconEyeOff : IconEye} />
        </IconButton>
      }
    />
  )
}
