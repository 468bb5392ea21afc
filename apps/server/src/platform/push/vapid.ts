/** Identifies the sender to push services: a token signed by our key, which browsers got when they subscribed. Source: RFC 8292. */
import { createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { KEY_SEED_BYTES, keyOf, keyOfSeed } from './p256.ts'

/** Longer-lived tokens are refused (s). Source: RFC 8292 §2. */
const MAX_LIFE_S = 86_400

export interface VapidKeys {
  /** The 65 bytes of a point, in base64url. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

/** The keys that follow from a secret of this server. */
export function vapidKeysOf(secret: Buffer): VapidKeys {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'vapid', KEY_SEED_BYTES))
  return vapidKeys(keyOfSeed(seed).getPrivateKey())
}

/** The keys of a private key of 32 bytes. */
export function vapidKeys(privateKey: Buffer): VapidKeys {
  const publicKey = keyOf(privateKey).getPublicKey()
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map((part) => part.toString('base64url'))
  // OpenSSL leaves leading zeros out, JWK wants them.
  const d = Buffer.concat([Buffer.alloc(32 - privateKey.length), privateKey]).toString('base64url')
  return {
    publicKey: publicKey.toString('base64url'),
    privateKey: createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d, x: x!, y: y! } }),
  }
}

interface Word {
  /** Where the push goes. */
  readonly endpoint: string
  /** Contact of the operator for a push service: a mailto: or https: address. */
  readonly subject: string
  /** Epoch seconds. */
  readonly now: number
  readonly expiresAt: number
}

/** The Authorization header of a push. Throws for a subject that is no address, and a lifetime of over a day. */
export async function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, subject, now, expiresAt }: Word,
): Promise<string> {
  if (!/^(mailto:|https:)/.test(subject)) throw new Error('The subject must be a mailto: or https: address.')
  if (expiresAt <= now || expiresAt - now > MAX_LIFE_S) throw new Error('The word must be good for a day at most.')
  const word = await new SignJWT({ aud: new URL(endpoint).origin, exp: expiresAt, sub: subject })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .sign(privateKey)
  return `vapid t=${word}, k=${publicKey}`
}
