/** Bodies and payloads as text and JSON, without exceptions. */

/** Strict about UTF-8; takes a byte-order mark off. */
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Why a body cannot be read. */
export type BodyFault = 'not_utf8' | 'not_json'

/** Undefined: not UTF-8. A byte-order mark at the front is dropped. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * The value of a JSON text; deep nesting is harmless, because decoders read named keys and never recurse.
 * Of a duplicate key the last counts, as everywhere in JavaScript.
 */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return parseWithoutNumbers(text)
  }
}

/** A text, or what a program prints for a number that is none: it stands for no value, and costs nothing else of its message. */
const TEXT_OR_NO_NUMBER = /"(?:[^"\\]|\\.)*"|[-+]?\b(?:nan|inf|infinity)\b/gi
const NO_NUMBER = /\b(?:nan|inf|infinity)\b/i

/** The text with null where a program printed a number that is none; undefined: there is none of these. */
export const withoutNoNumbers = (text: string): string | undefined =>
  NO_NUMBER.test(text)
    ? text.replace(TEXT_OR_NO_NUMBER, (found) => (found.startsWith('"') ? found : 'null'))
    : undefined

function parseWithoutNumbers(text: string): { readonly value: unknown } | undefined {
  const readable = withoutNoNumbers(text)
  if (readable === undefined) return undefined
  try {
    return { value: JSON.parse(readable) }
  } catch {
    return undefined
  }
}

/** Both steps in one. */
export function decodeJson(bytes: Uint8Array): { readonly value: unknown } | BodyFault {
  const text = decodeText(bytes)
  if (text === undefined) return 'not_utf8'
  return parseJson(text) ?? 'not_json'
}
