import { isWellFormedProtectedName } from '@whereabouts/domain/protected-names'
import { expect, test } from 'vitest'
import {
  afterPinTry,
  decryptName,
  encryptName,
  isPin,
  makePin,
  NO_TRIES,
  type PinTries,
  pinPauseMs,
  provePin,
  randomBytes,
} from './pin.ts'

/** 0, 1, 2 … */
const counting = (length: number) => Uint8Array.from({ length }, (_, index) => index)
const sevens = (length: number) => new Uint8Array(length).fill(7)

// Computed with Python: hashlib.pbkdf2_hmac('sha256', b'1234', salt, 310000, 32) and cryptography's AESGCM.
const CHECK_OF_1234 = '1:AAECAwQFBgcICQoLDA0ODw==:AAECAwQFBgcICQoLlj+J9lp5QR75xnFGz0yPaY7JkNejxUeHhSAJ/9pqDA=='
const NAME_BY_1234 = 'enc:1:BwcHBwcHBwcHBwcHm96TUbH7JTs6nFEdMoabe//3Zvx1Rvggs88No/s='

/** Answers the key or fails the test. */
async function keyFor(pin: string, check: string): Promise<CryptoKey> {
  const key = await provePin(pin, check)
  if (key === undefined) throw new Error('The PIN was not proved.')
  return key
}

test('the PIN check is what PBKDF2-SHA256 with 310000 rounds and AES-GCM give', async () => {
  expect((await makePin('1234', counting)).pinCheck).toBe(CHECK_OF_1234)
})

test('a name is encrypted by the key of the PIN, and read again', async () => {
  const key = await keyFor('1234', CHECK_OF_1234)
  expect(await encryptName('伊藤 ハル', key, sevens)).toBe(NAME_BY_1234)
  expect(await decryptName(NAME_BY_1234, key)).toBe('伊藤 ハル')
})

test('a wrong PIN proves nothing, and neither does a check that was changed', async () => {
  expect(await provePin('1235', CHECK_OF_1234)).toBeUndefined()
  const changed = CHECK_OF_1234.slice(0, -6) + (CHECK_OF_1234.at(-6) === 'A' ? 'B' : 'A') + CHECK_OF_1234.slice(-5)
  expect(await provePin('1234', changed)).toBeUndefined()
  for (const nonsense of ['', '1', '1::', '2:AAAA:AAAA', '1:%%%:AAAA', 'free text']) {
    expect(await provePin('1234', nonsense)).toBeUndefined()
  }
})

test('the server takes every PIN check and every name: none is long or has a character it refuses', async () => {
  const { pinCheck, key } = await makePin('1234567890123456', randomBytes)
  expect(pinCheck).toMatch(/^[A-Za-z0-9+/=:_-]{1,512}$/)
  for (const name of ['A', 'Ito', '伊藤 ハル', '𠮷'.repeat(50)]) {
    expect(isWellFormedProtectedName(await encryptName(name, key, randomBytes))).toBe(true)
  }
})

test('two checks and two encryptions of the same never look alike', async () => {
  const [one, other] = await Promise.all([makePin('1234', randomBytes), makePin('1234', randomBytes)])
  expect(one.pinCheck).not.toBe(other.pinCheck)
  const { key } = one
  expect(await encryptName('Ito', key, randomBytes)).not.toBe(await encryptName('Ito', key, randomBytes))
})

test('a name of another PIN cannot be read, and neither can one that was damaged or has another form', async () => {
  const key = await keyFor('1234', CHECK_OF_1234)
  const other = await makePin('4321', randomBytes)
  const name = await encryptName('Ito', other.key, randomBytes)
  expect(await decryptName(name, other.key)).toBe('Ito')
  expect(await decryptName(name, key)).toBeUndefined()
  for (const broken of ['enc:1:', 'enc:1:AAAA', 'enc:1:%%%', name.replace('enc:1:', 'enc:2:'), 'Ito']) {
    expect(await decryptName(broken, key)).toBeUndefined()
  }
})

test.each([
  ['1234', true],
  ['000000000000', true],
  ['123', false],
  ['12a4', false],
  ['', false],
  [' 1234', false],
  ['１２３４', false],
  ['1234\n', false],
])('a PIN is digits only and at least four: %j is %j', (text, is) => {
  expect(isPin(text)).toBe(is)
})

/** After so many wrong PINs, the last of them at time 0. */
const after = (wrongPins: number): PinTries =>
  Array.from({ length: wrongPins }).reduce<PinTries>((tries) => afterPinTry(tries, false, 0), NO_TRIES)

test.each([
  [4, 0],
  [5, 30_000],
  [6, 60_000],
  [7, 120_000],
  [11, 1_920_000],
  [12, 3_600_000],
  [2000, 3_600_000],
])('after %i wrong PINs the next may be tried in %i ms', (wrongPins, pauseMs) => {
  expect(pinPauseMs(after(wrongPins), 0)).toBe(pauseMs)
})

test('the pause passes, and a right PIN forgets the wrong ones', () => {
  expect(pinPauseMs(after(5), 29_999)).toBe(1)
  expect(pinPauseMs(after(5), 30_000)).toBe(0)
  expect(afterPinTry(after(7), true, 0)).toEqual(NO_TRIES)
})
