/**
 * Words of error codes that this console has none for, asked from the server once in the life of a page and language.
 * Source: specification §8 Handling (the server-provided list, the errors call); G82.
 */
import type { Locale } from '@whereabouts/contract/locales'
import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

type Source = (code: number, locale: Locale) => Promise<string>

let ask: Source | undefined
/** By code and locale. */
const known = createStore<ReadonlyMap<string, string>>(new Map())
/** By code and locale; a question that failed is not put again. */
const asked = new Map<string, Promise<void>>()

const keyOf = (code: number, locale: Locale): string => `${code} ${locale}`

/** Sets the source of the texts: the API, which itself reports errors and so cannot be imported here. */
export function setWordsSource(source: Source | undefined): void {
  ask = source
}

/** What the server said about a code; undefined when it was not asked, or did not know. */
export const serverWords = (code: number, locale: Locale): string | undefined => known.get().get(keyOf(code, locale))

/** Settles, and never fails, once the server has answered about the code, or could not. */
export function learnWords(code: number, locale: Locale): Promise<void> {
  const key = keyOf(code, locale)
  const before = asked.get(key)
  if (before !== undefined || ask === undefined) return before ?? Promise.resolve()
  const answered = ask(code, locale).then(
    (words) => known.set(new Map(known.get()).set(key, words)),
    (error: unknown) => console.warn(`The server has no words for ${code}.`, error),
  )
  asked.set(key, answered)
  return answered
}

/** Draws the component again when the server said something new. */
export const useServerWords = (): void => void useStore(known)
