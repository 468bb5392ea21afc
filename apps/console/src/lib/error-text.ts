/** From a failure to words. Source: specification §8 Handling; G81, G82. */
import { CallError } from '@whereabouts/contract/client'
import { errorNameOf, errors } from '@whereabouts/contract/errors'
import type { Locale } from '@whereabouts/contract/locales'
import { currentLocale, t } from './i18n.ts'
import { serverWords } from './server-words.ts'

/** Codes modulo 1000 above this have words of their own. */
const LAST_GENERAL_CODE = 100

/** True for the refusals that end a session: 401001, 401002, or a 401 without a code. */
export const isSessionEnd = (status: number, code: number | undefined): boolean =>
  code === errors.unauthorized.code || code === errors.tokenExpired.code || (status === 401 && code === undefined)

/** Info of a refusal that asks for a fresh proof of who is at the keys. Source: G87. */
export const isReauthWanted = (body: { code?: number; info?: string } | undefined): boolean =>
  body?.code === errors.preconditionFailed.code && body.info === 'reauth'

/** Info of a call that its own person called off. */
export const CANCELLED = 'cancelled'

/** The catalogue's words of a code in the language of the moment; undefined for codes without words of their own. */
export function codeText(code: number): string | undefined {
  if (code % 1000 <= LAST_GENERAL_CODE) return undefined
  const name = errorNameOf(code)
  return name === undefined ? undefined : errors[name].words[currentLocale()]
}

/** A refusal's words as a heading, which ends without a full stop. */
export const refusalTitle = ({ words }: { readonly words: Readonly<Record<Locale, string>> }): string =>
  words[currentLocale()].replace(/[.。]$/, '')

/** The code of a failure about which only the server may have words. */
export const codeWithoutWords = (error: unknown): number | undefined =>
  error instanceof CallError &&
  error.code !== undefined &&
  error.code % 1000 > LAST_GENERAL_CODE &&
  errorNameOf(error.code) === undefined
    ? error.code
    : undefined

/**
 * What to tell the person, or undefined when nothing should be said: a call that was cut off has status 0, and the
 * offline banner speaks then; who called it off knows.
 */
export function errorText(error: unknown): string | undefined {
  if (!(error instanceof CallError)) {
    return t('errors.default', { reason: error instanceof Error ? error.message : String(error) })
  }
  if (error.status === 0 || error.info === CANCELLED) return undefined
  if (error.code === undefined) return t('errors.default', { reason: error.status })
  const words = codeText(error.code) ?? serverWords(error.code, currentLocale())
  return words ?? t('errors.default', { reason: error.code })
}
