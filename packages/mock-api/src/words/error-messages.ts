/** The words of error codes. */
import type { errorMessages } from '@whereabouts/contract/error-messages'
import { errorNameOf, errors } from '@whereabouts/contract/errors'
import { DEFAULT_LOCALE, toLocale } from '@whereabouts/contract/locales'
import { refuse } from '../refusal.ts'
import type { Handlers } from '../world.ts'

export const errorMessageWords: Handlers<typeof errorMessages> = {
  get({ query: { code, locale } }) {
    const name = errorNameOf(code)
    if (name === undefined) throw refuse('resourceNotFound')
    return { code, message: errors[name].words[toLocale(locale) ?? DEFAULT_LOCALE] }
  },
}
