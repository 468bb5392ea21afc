/** Initials of a person: the first letters of two words, one character for names in Han or kana. */

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s@._-]+/)
    .filter((word) => word !== '')
  const first = words[0] ?? ''
  const letters = EAST_ASIAN.test(first[0] ?? '') ? [first] : words.slice(0, 2)
  return letters.map((word) => Array.from(word)[0]?.toUpperCase() ?? '').join('')
}
