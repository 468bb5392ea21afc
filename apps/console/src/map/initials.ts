/** The one to two signs inside a marker. Source: design language §8. */

const isCjk = (sign: string): boolean =>
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(sign)

/**
 * The number of a name that ends in one ("Wheelchair 07" is 7), one character of a CJK name,
 * else the first letters of its first two words.
 */
export function initialsOf(name: string): string {
  const trimmed = name.trim()
  const number = /(?:^|\D)(\d{1,6})$/.exec(trimmed)?.[1]
  if (number !== undefined) {
    const short = String(Number(number))
    if (short.length <= 2) return short
  }
  const first = [...trimmed][0] ?? ''
  if (isCjk(first)) return first
  const letters = trimmed.split(/[\s\-_·.,/]+/u).flatMap((word) => [...word].slice(0, 1))
  return letters.slice(0, 2).join('').toUpperCase()
}
