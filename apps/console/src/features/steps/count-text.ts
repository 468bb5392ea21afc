/** Counts as people write them, with their thousands apart. */
import { LANGUAGE_TAGS, useLocale } from '../../lib/i18n.ts'

export function useCountText(): (count: number) => string {
  const format = new Intl.NumberFormat(LANGUAGE_TAGS[useLocale()])
  return (count) => format.format(count)
}
