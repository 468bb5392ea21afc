/** Names of carepads under the account's PIN, as they are stored. Only browsers with the PIN read them. Source: G30; decision 0047. */
import { MAX_NAME_LENGTH } from './texts.ts'

/** How a stored name under the PIN begins: what it is, and the version of its form. */
export const PROTECTED_PREFIX = 'enc:1:'
const PROTECTED = 'enc:'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
/** Bytes of a name: IV (12), the text in UTF-8, of one byte or of 50 characters of four, and tag (16). */
const SHORTEST = 12 + 1 + 16
const LONGEST = 12 + 4 * MAX_NAME_LENGTH + 16
/** Characters of a stored name. */
export const LONGEST_PROTECTED_NAME = PROTECTED_PREFIX.length + 4 * Math.ceil(LONGEST / 3)

/** True for a stored name that is under a PIN. */
export const isProtectedName = (name: string): boolean => name.startsWith(PROTECTED)

/** True for a protected name in a form that consoles write. Only they can decrypt it. */
export function isWellFormedProtectedName(name: string): boolean {
  if (!name.startsWith(PROTECTED_PREFIX) || name.length > LONGEST_PROTECTED_NAME) return false
  const text = name.slice(PROTECTED_PREFIX.length)
  const bytes = (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
  return bytes >= SHORTEST && bytes <= LONGEST && BASE64.test(text)
}

/** The name of a carepad outside of browsers: its id where the name is protected. */
export const writtenName = ({ carepad_id, carepad_name }: { carepad_id: string; carepad_name: string }): string =>
  isProtectedName(carepad_name) ? carepad_id : carepad_name

/**
 * 16 hex digits by which two notice that they do not know the same carepads by the same stored names. No proof against somebody who
 * means to deceive: who sends it may set the names anyway. Twice FNV-1a of 32 bits.
 */
export function namesHash(carepads: readonly { readonly carepad_id: string; readonly carepad_name: string }[]): string {
  const pairs = carepads.map(({ carepad_id, carepad_name }) => JSON.stringify([carepad_id, carepad_name])).sort()
  const text = pairs.join()
  return [0x811c9dc5, 0x01234567].map((seed) => fnv1a(text, seed)).join('')
}

function fnv1a(text: string, seed: number): string {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
