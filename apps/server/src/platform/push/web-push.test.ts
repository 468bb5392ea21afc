import { readFileSync } from 'node:fs'
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { keyOf, keyOfSeed } from './p256.ts'
import { encryptPush } from './push-encryption.ts'
import { createPushServices, judgeAnswer, readRetryAfter } from './push-services.ts'
import { vapidHeader, vapidKeys, vapidKeysOf } from './vapid.ts'

type Input =
  | {
      readonly op: 'encrypt'
      readonly plaintext: string
      readonly subscription_keys: { readonly p256dh: string; readonly auth: string }
      readonly server_private_key: string
      readonly salt: string
    }
  | {
      readonly op: 'vapid_header'
      readonly endpoint: string
      readonly vapid: { readonly public_key: string; readonly private_key: string; readonly subject: string }
      readonly now_epoch: number
      readonly exp_epoch: number
    }
  | { readonly op: 'push_service_answer'; readonly status: number }

interface Vector {
  readonly name: string
  readonly input: Input
  // biome-ignore lint/suspicious/noExplicitAny: what each vector expects depends on what it asks.
  readonly expect: any
}

const file = new URL('../../../../../packages/protocol/vectors/web_push.json', import.meta.url)
const { count, vectors } = JSON.parse(readFileSync(file, 'utf8')) as { count: number; vectors: Vector[] }
const ACTIONS = { delivered: 'delivered', gone: 'delete_subscription', again: 'retry_after' }
const bytes = (text: string) => Buffer.from(text, 'base64url')

test('all vectors of Web Push are there', () => {
  expect(vectors.length).toBe(count)
})

describe.each(vectors)('$name', ({ input, expect: expected }) => {
  test('comes out as the vector says', async () => {
    if (input.op === 'encrypt') {
      const { plaintext, subscription_keys, server_private_key, salt } = input
      const keys = { p256dh: bytes(subscription_keys.p256dh), auth: bytes(subscription_keys.auth) }
      const body = encryptPush(Buffer.from(plaintext), keys, {
        key: keyOf(bytes(server_private_key)),
        salt: bytes(salt),
      })
      expect(body.toString('base64url')).toBe(expected.body_base64url)
      expect(body.length).toBe(expected.body_length)
    } else if (input.op === 'push_service_answer') {
      const judged = judgeAnswer(input.status)
      // A text that is too large is dropped: ours never are, and a shorter one would say nothing.
      expect(judged === 'never' ? 'shorten_and_retry_or_drop' : ACTIONS[judged]).toBe(expected.action)
    } else {
      const keys = vapidKeys(bytes(input.vapid.private_key))
      expect(keys.publicKey).toBe(input.vapid.public_key)
      const word = {
        endpoint: input.endpoint,
        subject: input.vapid.subject,
        now: input.now_epoch,
        expiresAt: input.exp_epoch,
      }
      if (expected.error !== undefined) return expect(vapidHeader(keys, word)).rejects.toThrow()
      const [scheme, jwt = '', key] = (await vapidHeader(keys, word)).split(/ t=|, k=/)
      expect([scheme, key]).toEqual([expected.authorization_scheme, input.vapid.public_key])
      expect(decodeProtectedHeader(jwt)).toEqual(expected.jwt_header)
      expect(decodeJwt(jwt)).toEqual(expected.jwt_claims)
      expect(bytes(jwt.split('.')[2]!).length).toBe(expected.signature_bytes)
      const point = bytes(expected.signature_verifies_with)
      const jwk = {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      }
      await jwtVerify(jwt, await importJWK(jwk, 'ES256'), { currentDate: new Date(input.now_epoch * 1000) })
    }
  })
})

test('a text that does not fit in a push is refused', () => {
  const [{ input }] = vectors as [Vector]
  if (input.op !== 'encrypt') throw new Error('The first vector encrypts.')
  const keys = { p256dh: bytes(input.subscription_keys.p256dh), auth: bytes(input.subscription_keys.auth) }
  const once = { key: keyOf(bytes(input.server_private_key)), salt: bytes(input.salt) }
  expect(encryptPush(Buffer.alloc(3993), keys, once).length).toBe(4096)
  expect(() => encryptPush(Buffer.alloc(3994), keys, once)).toThrow('too long')
})

test('a secret makes the same keys each time, whatever it is', () => {
  expect(vapidKeysOf(Buffer.alloc(32, 7)).publicKey).toBe(vapidKeysOf(Buffer.alloc(32, 7)).publicKey)
  expect(vapidKeysOf(Buffer.alloc(32, 7)).publicKey).not.toBe(vapidKeysOf(Buffer.alloc(32, 8)).publicKey)
  for (const seed of [Buffer.alloc(48, 0), Buffer.alloc(48, 255)])
    expect(keyOfSeed(seed).getPublicKey().length).toBe(65)
})

test('browsers are reached through the push services of their makers only', () => {
  const { isKnown } = createPushServices()
  const known = [
    'https://fcm.googleapis.com/fcm/send/a:b',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://wns2-pn1p.notify.windows.com/w/?token=a',
  ]
  const unknown = [
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:8443/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evilpush.apple.com/a',
    'https://xfcm.googleapis.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://localhost/a',
  ]
  expect(known.filter((url) => !isKnown(new URL(url)))).toEqual([])
  expect(unknown.filter((url) => isKnown(new URL(url)))).toEqual([])
})

test('a service is left alone for as long as it asks', () => {
  const now = Date.UTC(2026, 10, 22)
  expect(readRetryAfter('120', now)).toBe(120_000)
  expect(readRetryAfter(new Date(now + 30_000).toUTCString(), now)).toBe(30_000)
  expect(readRetryAfter(new Date(now - 30_000).toUTCString(), now)).toBe(0)
  expect([undefined, 'soon', ''].map((text) => readRetryAfter(text, now))).toEqual([undefined, undefined, undefined])
})
