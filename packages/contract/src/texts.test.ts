import { expect, test } from 'vitest'
import { newEmail } from './accounts.ts'
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

const UNSEEN = /\p{Default_Ignorable_Code_Point}/u
/** Of those, what stands behind what it joins or varies. */
const JOINING = /\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/u

test('no character that shows nothing stands in a name, be it before, between, or behind letters', () => {
  const taken = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => UNSEEN.test(character))
    .flatMap((unseen) => [
      `${unseen}ward`,
      `wa${unseen}rd`,
      `ward${unseen}`,
      ...(JOINING.test(unseen) ? [] : [`葛${unseen}`]),
    ])
    .flatMap((name) => nameText.safeParse(name).data ?? [])
    .filter((name) => UNSEEN.test(name))
  expect(taken).toEqual([])
})

test('no character that shows nothing stands in an e-mail address', () => {
  for (const unseen of ['\u034f', '\u115f', '\ufe0f', '\u200d']) {
    expect(newEmail.safeParse(`sato${unseen}@care.example`).success).toBe(false)
    expect(newEmail.safeParse(`sato@ca${unseen}re.example`).success).toBe(false)
  }
  expect(newEmail.safeParse('sato@care.example').success).toBe(true)
})

test.each(['1\ufe0f', 'علی\u200c', '👩\u200d', '👩\u200d\u200d⚕️', '🏳️\u200d x', 'x\ufe0f\u20e3'])(
  '%j has a joiner or selector that joins and varies nothing, and is refused',
  (name) => {
    expect(takes(name)).toBe(false)
  },
)

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
  '🏳️‍🌈 club',
  '🧑🏽‍🚀 Lee',
  'علی‌رضا',
  'क्‍ष',
  'Zoë',
])('%j is a name', (name) => {
  expect(takes(name)).toBe(true)
})

test.each([
  'https://care.example@evil.example/',
  'https://user:pass@care.example',
  'https://:x@care.example/',
  'https://@care.example/',
  'https://care.example\\@evil.example/',
  'https:\\\\care.example/',
  'https:///care.example@evil.example/',
  'https://care.example\\ward',
  'https://care.example/ward\\1',
  'https://care.example /',
  'https://care\t.example/',
  'https://care.example/\n@evil.example/',
  'https://care.example/ward\u00a01',
  'https://care.example/\u0000',
  'https://care.example/\u202egro.elpmaxe',
  'https://care\u00ad.example/',
  'https://care.example／@evil.example/',
  'https://care.example＠evil.example/',
])('%j is no link, as not everybody reads the same host in it', (url) => {
  expect(linkText.safeParse(url).success).toBe(false)
})

test('a link may have an @ in its path', () => {
  for (const url of ['https://care.example/@ward?to=a@b', 'https://例え.jp/道#@x', 'http://[::1]:8080?x@y']) {
    expect(linkText.safeParse(` ${url} `).success).toBe(true)
  }
})
