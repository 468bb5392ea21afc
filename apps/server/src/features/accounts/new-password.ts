/** Rules of new passwords. They come in their normal form. Source: specification §5; security rule 1. */
import { MIN_PASSWORD_LENGTH } from '@whereabouts/domain/sessions'
import { checkLength } from '../../platform/passwords.ts'
import { refuse } from '../../platform/refusal.ts'

/** How many of the commonest passwords are refused; those too short are refused by their length. */
const COMMON_PASSWORDS = 10_000
/** Names of the product, which everybody here thinks of first. */
const PRODUCT_NAMES = ['whereabouts', 'admin console']

/** Links that end with a new password: somebody else may have asked for them. */
export const ENDED_BY_NEW_PASSWORD = [
  'confirm',
  'recovery',
  'invitation',
  'change_email',
  'remove_account',
  'remove_trackers',
  'remove_stations',
  'remove_carepads',
] as const

let common: Promise<ReadonlySet<string>> | undefined

/** Loaded when the first password is chosen, as most servers see few. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(
        dictionary['passwords-common']
          .filter((password) => [...password].length >= MIN_PASSWORD_LENGTH)
          .slice(0, COMMON_PASSWORDS),
      ),
  )
  return common
}

/**
 * Refuses a password of less than 8 characters with 400106; a common one, the person's e-mail or the product's name
 * with 400001, like one of more than 128 characters by the contract. `field` is its place in the body.
 */
export async function checkNewPassword(password: string, email: string, field: string): Promise<void> {
  checkLength(password)
  const guess = password.toLowerCase()
  if (guess === email.toLowerCase() || PRODUCT_NAMES.includes(guess.trim()) || (await commonPasswords()).has(guess)) {
    throw refuse('invalidInput', { info: `body.user.${field}` })
  }
}
