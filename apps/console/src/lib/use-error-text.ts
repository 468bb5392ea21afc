/** The words of a failure that stands in a form: they follow the language, and the server's words come in later. */
import { useEffect } from 'react'
import { codeWithoutWords, errorText } from './error-text.ts'
import { useLocale } from './i18n.ts'
import { learnWords, useServerWords } from './server-words.ts'

/** Undefined when there is no failure, or nothing should be said about it. */
export function useErrorText(error: unknown): string | undefined {
  const locale = useLocale()
  useServerWords()
  const code = codeWithoutWords(error)
  useEffect(() => {
    if (code !== undefined) void learnWords(code, locale)
  }, [code, locale])
  return error === undefined ? undefined : errorText(error)
}
