import { LOCALES } from '@whereabouts/contract/locales'
import { expect, test } from 'vitest'
import { MAIL_KINDS } from './kinds.ts'
import { composeMail } from './letters.ts'

const facts = {
  email: '<i>me</i>&"\'@example.com',
  newEmail: '<b>new</b>@example.com',
  inviter: '<script>Kita</script>',
  asker: '<i>Sato</i>',
  deviceNames: Array.from({ length: 25 }, (_, index) => `<b>Cart ${index}</b>`),
  alarms: Array.from({ length: 27 }, (_, index) => `14:31 <i>Ito ${index}</i> asks for help`),
}
const url = 'https://care.example/verify-email#token=abc'

test.each(MAIL_KINDS.flatMap((kind) => LOCALES.map((locale) => [kind, locale] as const)))(
  'the mail %s in %s says the same as text and as HTML, with every value as text',
  (kind, locale) => {
    const { subject, text, html } = composeMail(kind, locale, facts, url)
    expect(subject).not.toMatch(/[<@\p{Cc}]/u)
    for (const tag of ['<i>', '<b>', '<script>']) expect(html).not.toContain(tag)
    const shown = html
      .slice(html.indexOf('<body'))
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll(
        /&(lt|gt|quot|#39|amp);/g,
        (_all, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name]!,
      )
    for (const line of text.split('\n').filter((part) => part !== '' && part !== '-- ')) expect(shown).toContain(line)
    expect(text).not.toContain('undefined')
    expect(text).toContain(facts.email)
    expect(text.includes(url)).toBe(kind !== 'email_notice')
  },
)

test('each language has its own words for each mail', () => {
  for (const kind of MAIL_KINDS) {
    const texts = LOCALES.map((locale) => composeMail(kind, locale, facts, url).text)
    expect(new Set(texts).size).toBe(LOCALES.length)
  }
})

test('a mail names the first twenty devices, and says how many more there are', () => {
  for (const locale of LOCALES) {
    const { text } = composeMail('remove_trackers', locale, facts, url)
    expect(text).toContain('Cart 19')
    expect(text).not.toContain('Cart 20')
    expect(text).toMatch(/ 5 |ほか5台/)
  }
})

test('a mail of alarms tells the first twenty, and how many more there are', () => {
  for (const locale of LOCALES) {
    const { text } = composeMail('alarm', locale, facts, url)
    expect(text).toContain('14:31 <i>Ito 19</i> asks for help')
    expect(text).not.toContain('Ito 20')
    expect(text).toMatch(/ 7 |ほか7件/)
  }
})

test('names of devices and people are words in a mail, which no mail program makes a link of', () => {
  const typed = { deviceNames: ['Mr. Sato: https://evil.example/login'], inviter: 'www.evil.example' }
  for (const locale of LOCALES) {
    const { text, html } = composeMail('accept_share', locale, { ...facts, ...typed }, url)
    expect(text).toContain('Mr. Sato  https evil example login')
    for (const part of [text, html]) expect(part).not.toMatch(/evil\.example|https:.?.?evil/)
  }
})
