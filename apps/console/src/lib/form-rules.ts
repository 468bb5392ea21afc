/** What is wrong with an e-mail address or a password, in words; undefined when nothing. Source: specification §5; G29. */
import { errors } from '@whereabouts/contract/errors'
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '@whereabouts/domain/emails'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, normalPassword, passwordLength } from '@whereabouts/domain/sessions'
import { forms } from '../locales/forms.ts'
import { codeText } from './error-text.ts'
import { addTexts, t } from './i18n.ts'

addTexts(forms)

/** A password of this many characters needs no advice any more. Source: security rule 1. */
export const STRONG_PASSWORD_LENGTH = 15

/** Of an address that somebody will be written to. */
export function emailFault(email: string): string | undefined {
  const address = email.trim()
  if (address === '') return t('forms.emailMissing')
  return EMAIL_PATTERN.test(address) && address.length <= MAX_EMAIL_LENGTH ? undefined : t('forms.emailInvalid')
}

/** Of an address that is registered, whatever rules there were at the time. */
export function knownEmailFault(email: string): string | undefined {
  if (email.trim() === '') return t('forms.emailMissing')
  return /^\S+@\S+$/.test(email.trim()) ? undefined : t('forms.emailInvalid')
}

/** Rules of a password that is checked. */
export const passwordFault = (password: string): string | undefined =>
  password === '' ? t('forms.passwordMissing') : undefined

/** Rules of a new password. Spaces count too. */
export function newPasswordFault(password: string): string | undefined {
  const length = passwordLength(password)
  if (length > MAX_PASSWORD_LENGTH) return t('forms.passwordLong')
  return passwordFault(password) ?? (length < MIN_PASSWORD_LENGTH ? codeText(errors.passwordTooShort.code) : undefined)
}

/** Of the second typing of a new password. */
export const verifyFault = (password: string, again: string): string | undefined =>
  normalPassword(again) === normalPassword(password) ? undefined : t('forms.passwordVerify')
