/** A new password, typed twice: its rules and when their words show. Source: specification §5; G29; security rule 1. */
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { useRef, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { newPasswordFault, verifyFault } from '../../lib/form-rules.ts'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'

/** The server says which value it does not like; a password that follows the rules is one that everybody guesses. */
const isGuessable = (error: unknown): boolean =>
  isRefusal(error, errors.invalidInput) && error instanceof CallError && error.info?.endsWith('password') === true

/** True when the words of this failure stand at the password, and need not stand above the form. */
export const isPasswordRefusal = (error: unknown): boolean =>
  isGuessable(error) || isRefusal(error, errors.passwordTooShort)

/** `error` is the failure of the last try to send it. */
export function useNewPassword(error: unknown) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [refused, setRefused] = useState<{ error: unknown; password: string }>()
  const passwordField = useRef<HTMLInputElement>(null)
  const againField = useRef<HTMLInputElement>(null)

  // The server's refusal applies to the password it was given for, until another one is typed.
  if (isPasswordRefusal(error) && refused?.error !== error) setRefused({ error, password })
  const ownFault = newPasswordFault(password)
  const serverFault =
    refused?.error === error && refused?.password === password
      ? isGuessable(error)
        ? t('forms.passwordGuessable')
        : errorText(error)
      : undefined
  const mismatch = verifyFault(password, again)

  return {
    password,
    /** True when it may be sent; else the words show, and the first field that needs another value has the focus. */
    check(): boolean {
      setIsChecked(true)
      if (ownFault !== undefined) passwordField.current?.focus()
      else if (mismatch !== undefined) againField.current?.focus()
      return ownFault === undefined && mismatch === undefined
    },
    fields: {
      passwordField,
      againField,
      password,
      again,
      setPassword,
      setAgain,
      onPasswordLeft: () => setIsChecked((before) => before || password !== ''),
      passwordFault: serverFault ?? (isChecked ? ownFault : undefined),
      /** Shows while typing: one sees at once that the second differs. */
      againFault: again !== '' || isChecked ? mismatch : undefined,
    },
  }
}

export type NewPassword = ReturnType<typeof useNewPassword>
