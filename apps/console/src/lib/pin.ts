/**
 * The PIN that hides names from everybody without it, the server too: PBKDF2-SHA256 makes a key of it, AES-GCM encrypts
 * with that. The server keeps salt, verifier and encrypted names only. Source: G30; security rule 37.
 *
 * Four digits are ten thousand PINs: a thief of the database tries them all. More digits help; the pauses below only
 * slow down somebody at the keyboard.
 */
import { PROTECTED_PREFIX } from '@whereabouts/domain/protected-names'

/** Source: specification §9. */
export const MIN_PIN_DIGITS = 4
const ROUNDS = 310_000
const SALT_BYTES = 16
/** What AES-GCM wants as its own; never used twice with a key. */
const IV_BYTES = 12
/** The verifier is this text, encrypted. Changing it locks everybody out. */
const KNOWN_TEXT = 'whereabouts pin'
const CHECK_VERSION = '1'

/** That many random bytes; `randomBytes` in the product, fixed ones in tests. */
export type RandomBytes = (length: number) => Uint8Array<ArrayBuffer>
export const randomBytes: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length))

/** True for digits only, at least four. */
export const isPin = (text: string): boolean => new RegExp(`^[0-9]{${MIN_PIN_DIGITS},}$`).test(text)

/** Browsers encrypt on pages served by https, or from the same machine, only. */
export const canUsePins = (): boolean => globalThis.crypto?.subtle !== undefined

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** Undefined for what is no base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

async function keyOf(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** base64 of a fresh IV with the sealed text behind it. */
async function seal(text: string, key: CryptoKey, random: RandomBytes): Promise<string> {
  const iv = random(IV_BYTES)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  const whole = new Uint8Array(IV_BYTES + sealed.byteLength)
  whole.set(iv)
  whole.set(new Uint8Array(sealed), IV_BYTES)
  return toBase64(whole)
}

/** The text, or undefined when another key sealed it, or somebody changed it. */
async function unseal(base64: string, key: CryptoKey): Promise<string | undefined> {
  const whole = fromBase64(base64)
  if (whole === undefined || whole.length <= IV_BYTES) return undefined
  const iv = whole.subarray(0, IV_BYTES)
  try {
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, whole.subarray(IV_BYTES))
    return new TextDecoder().decode(text)
  } catch (error) {
    // The one thing AES-GCM says about a wrong key.
    if (error instanceof DOMException && error.name === 'OperationError') return undefined
    throw error
  }
}

/** A PIN as a browser holds it: its key, and what proves it later. */
export interface PinKey {
  /** For `PUT /app/users/pin`: `1:<salt>:<verifier>`, both base64. */
  readonly pinCheck: string
  readonly key: CryptoKey
}

/** Of a new salt at each call. */
export async function makePin(pin: string, random: RandomBytes): Promise<PinKey> {
  const salt = random(SALT_BYTES)
  const key = await keyOf(pin, salt)
  return { key, pinCheck: [CHECK_VERSION, toBase64(salt), await seal(KNOWN_TEXT, key, random)].join(':') }
}

/**
 * The key of a PIN when it is the right one. Undefined when it is not, and for a check of a version this console does
 * not know. Takes about a quarter of a second, on purpose.
 */
export async function provePin(pin: string, pinCheck: string): Promise<CryptoKey | undefined> {
  const [version, saltText, verifier] = pinCheck.split(':')
  const salt = fromBase64(saltText ?? '')
  if (version !== CHECK_VERSION || salt === undefined || verifier === undefined) return undefined
  const key = await keyOf(pin, salt)
  return (await unseal(verifier, key)) === KNOWN_TEXT ? key : undefined
}

/** `enc:1:<base64>`; another text at each call. */
export const encryptName = async (name: string, key: CryptoKey, random: RandomBytes): Promise<string> =>
  PROTECTED_PREFIX + (await seal(name, key, random))

/** The name, or undefined when it cannot be read with this key. */
export const decryptName = async (name: string, key: CryptoKey): Promise<string | undefined> =>
  name.startsWith(PROTECTED_PREFIX) ? unseal(name.slice(PROTECTED_PREFIX.length), key) : undefined

/** Wrong PINs in a row, and when the next try is allowed (epoch ms). Kept in the browser. */
export interface PinTries {
  readonly wrongCount: number
  readonly pausedUntilMs: number
}

export const NO_TRIES: PinTries = { wrongCount: 0, pausedUntilMs: 0 }
/** Wrong PINs before the first pause. Source: security rule 37. */
const FREE_TRIES = 5
/** The first pause; each wrong PIN after it doubles the pause up to the longest. */
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 3_600_000

/** Milliseconds until the PIN may be tried; 0 for now. A clock that was set back does not make the pause longer. */
export const pinPauseMs = ({ pausedUntilMs }: PinTries, nowMs: number): number =>
  Math.min(LONGEST_PAUSE_MS, Math.max(0, pausedUntilMs - nowMs))

/** The tries after one more; a right PIN forgets them all. */
export function afterPinTry({ wrongCount }: PinTries, isRight: boolean, nowMs: number): PinTries {
  if (isRight) return NO_TRIES
  const wrong = wrongCount + 1
  if (wrong < FREE_TRIES) return { wrongCount: wrong, pausedUntilMs: 0 }
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (wrong - FREE_TRIES))
  return { wrongCount: wrong, pausedUntilMs: nowMs + pauseMs }
}
