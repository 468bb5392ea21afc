import { expect, test } from 'vitest'
import {
  afterPinTry,
  decryptName,
  encryptName,
  isEncryptedName,
  isPin,
  makePinCheck,
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
  expect(await makePinCheck('1234', counting)).toBe(CHECK_OF_1234)
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

test('the server takes every PIN check: it is short and has no character it refuses', async () => {
  expect(await makePinCheck('1234567890123456', randomBytes)).toMatch(/^[A-Za-z0-9+/=:_-]{1,512}$/)
})

test('two checks and two encryptions of the same never look alike', async () => {
  const [one, other] = await Promise.all([makePinCheck('1234', randomBytes), makePinCheck('1234', randomBytes)])
  expect(one).not.toBe(other)
  const key = await keyFor('1234', one)
  expect(await encryptName('Ito', key, randomBytes)).not.toBe(await encryptName('Ito', key, randomBytes))
})

test('a name of another PIN cannot be read, a name that is not encrypted needs no key', async () => {
  const key = await keyFor('1234', CHECK_OF_1234)
  const otherCheck = await makePinCheck('4321', randomBytes)
  const name = await encryptName('Ito', await keyFor('4321', otherCheck), randomBytes)
  expect(isEncryptedName(name)).toBe(true)
  expect(await decryptName(name, key)).toBeUndefined()
  for (const broken of ['enc:1:', 'enc:1:AAAA', 'enc:1:%%%']) expect(await decryptName(broken, key)).toBeUndefined()
  expect(isEncryptedName('Ito')).toBe(false)
  expect(await decryptName('Ito', key)).toBe('Ito')
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
