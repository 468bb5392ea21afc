/** Renders our mails. Values people typed appear as text, never as markup (security rule 27). */
import type { Locale } from '@whereabouts/contract/locales'
import type { MailFacts, MailKind, MailWords } from './kinds.ts'
import { lifeOf } from './links.ts'
import { english } from './words/en-us.ts'
import { japanese } from './words/ja-jp.ts'
import { chinese } from './words/zh-tw.ts'

const WORDS: Readonly<Record<Locale, MailWords>> = { 'en-us': english, 'zh-tw': chinese, 'ja-jp': japanese }

/** More names than this would bury the request of a mail. */
const MAX_NAMES = 20

/** Replaces names in braces by values, all at once: a value may hold braces of its own. */
const fill = (text: string, values: Readonly<Record<string, string | undefined>>): string =>
  text.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The mail lacks ${name}.`)
    return value
  })

/**
 * A name that somebody typed, as plain words: mail programs turn anything that looks like one into a link, and a mail of ours must
 * not lead where a stranger wants.
 */
const asWords = (name: string): string => name.replace(/[/\\@:]+|(?<=\S)\.(?=\S)/gu, ' ')

/** A line each, as many as one reads. */
function listOf(names: readonly string[], andMore: string): string[] {
  const lines = names.slice(0, MAX_NAMES).map((name) => `• ${name}`)
  const left = names.length - lines.length
  return left === 0 ? lines : [...lines, fill(andMore, { count: String(left) })]
}

/** The paragraphs before the link and after it, in plain text. */
function paragraphsOf(kind: MailKind, words: MailWords, facts: MailFacts) {
  const { once, letters } = words
  const { deviceNames: names = [], contacts = [], alarms = [], ...named } = facts
  const deviceNames = names.map(asWords)
  const life = lifeOf(kind)
  const values = {
    ...named,
    ...(named.inviter === undefined ? {} : { inviter: asWords(named.inviter) }),
    ...(named.asker === undefined ? {} : { asker: asWords(named.asker) }),
    device: deviceNames[0],
    once: life && once[life],
  }
  const lists: Readonly<Record<string, readonly string[]>> = {
    '{devices}': listOf(deviceNames, words.andMore),
    '{contacts}': listOf(contacts, words.andMore),
    '{alarms}': listOf(alarms, words.andMoreAlarms),
  }
  const filled = (paragraphs: readonly string[]): string[] =>
    paragraphs.flatMap((text) => lists[text] ?? fill(text, values))
  const { says, adds } = letters[kind]
  return { before: filled(says), after: filled(adds) }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML shows it, in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

const LANGUAGE_TAGS: Readonly<Record<Locale, string>> = { 'en-us': 'en', 'zh-tw': 'zh-Hant', 'ja-jp': 'ja' }

export interface ComposedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A letter as it is sent: the same words as plain text and as HTML. `url` is what its link opens. */
export function composeMail(kind: MailKind, locale: Locale, facts: MailFacts, url: string): ComposedMail {
  const words = WORDS[locale]
  const { subject, link } = words.letters[kind]
  const { before, after } = paragraphsOf(kind, words, facts)
  const paragraphs = (lines: readonly string[]) => lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  const button = `<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0b5c66;color:#ffffff;text-decoration:none">${escapeHtml(link ?? '')}</a></p>`
  const address = `<p style="color:#5b6770;font-size:13px;word-break:break-all">${escapeHtml(url)}</p>`
  return {
    subject,
    text: [...before, ...(link === undefined ? [] : [`${link}\n${url}`]), ...after, '-- \nWhereabouts'].join('\n\n'),
    html: [
      `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      '<body style="margin:0;padding:24px;background:#ffffff;color:#1b2429;font:16px/1.6 sans-serif"><div style="max-width:480px">',
      ...paragraphs(before),
      ...(link === undefined ? [] : [button, address]),
      ...paragraphs(after),
      '<p style="color:#5b6770;font-size:13px">Whereabouts</p></div></body></html>',
    ].join('\n'),
  }
}
