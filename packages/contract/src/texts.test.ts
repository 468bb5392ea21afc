import { expect, test } from 'vitest'
import { linkText, nameText, noteText } from './texts.ts'

const takes = (name: string) => nameText.safeParse(name).success

test.each([
  ['a zero-width space', 'Ward\u200b 1'],
  ['a soft hyphen', 'Wa\u00adrd'],
  ['a word joiner', 'Ward\u2060'],
  ['a byte-order mark', 'Ward\ufeff1'],
  ['tag characters', `Ward${String.fromCodePoint(0xe0041, 0xe0042)}`],
  ['a turn of direction', 'a\u202eb'],
  ['a Hangul filler', 'Ward\u3164'],
  ['an empty Braille cell', '\u2800'],
  ['a joiner between letters', 'Wa\u200drd'],
  ['a variation selector behind a letter', 'Ward\ufe01'],
  ['an ideographic variation selector behind a letter', `Ward${String.fromCodePoint(0xe0100)}`],
  ['a line separator', 'Ward\u20281'],
  ['a NUL', 'Ward\0'],
  ['nothing to see', ' \u200b '],
])('a name with %s is refused, and so is a note', (_what, name) => {
  expect(takes(name)).toBe(false)
  expect(noteText.safeParse(name).success).toBe(false)
})

test.each([
  'Ito Haru',
  '伊藤 ハル',
  `葛${String.fromCodePoint(0xe0100)}城`,
  '陳小美',
  'Ｗａｒｄ １',
  '❤️ cart',
  '👩‍⚕️ Sato',
  '👨‍👩‍👧',
  '1️⃣ room',
  'علی‌رضا',
  'क्‍ष',
  'Zoë',
])('%j is a name', (name) => {
  expect(takes(name)).toBe(true)
})

test.each(['https://care.example@evil.example/', 'https://user:pass@care.example', 'https://:x@care.example/'])(
  'a link like %s looks like one of another host, and is refused',
  (url) => {
    expect(linkText.safeParse(url).success).toBe(false)
  },
)

test('a link may have an @ in its path', () => {
  expect(linkText.safeParse('https://care.example/@ward?to=a@b').success).toBe(true)
})
