/** Encrypts a push for one browser, so that the push service cannot read it. Source: RFC 8291, RFC 8188. */
import { createCipheriv, type ECDH, hkdfSync } from 'node:crypto'

/** We send a single record; push services accept at most this (bytes). Source: RFC 8291 §4, RFC 8030 §7.2. */
const RECORD_BYTES = 4096
/** Delimiter after the text of the last record. Source: RFC 8188 §2. */
const END = Buffer.from([2])

/** Of a browser's subscription. */
export interface BrowserKeys {
  /** The 65 bytes of a point. */
  readonly p256dh: Buffer
  /** 16 bytes that only the browser and we know. */
  readonly auth: Buffer
}

interface Once {
  /** A key pair for this message alone. */
  readonly key: ECDH
  /** 16 bytes. */
  readonly salt: Buffer
}

/** The body of a push, of content encoding aes128gcm. Throws for a text that does not fit. */
export function encryptPush(plaintext: Buffer, { p256dh, auth }: BrowserKeys, { key, salt }: Once): Buffer {
  const publicKey = key.getPublicKey()
  const derive = (secret: Buffer, salted: Buffer, info: readonly (string | Buffer)[], bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, Buffer.concat(info.map((part) => Buffer.from(part))), bytes))
  const shared = derive(key.computeSecret(p256dh), auth, ['WebPush: info\0', p256dh, publicKey], 32)
  const contentKey = derive(shared, salt, ['Content-Encoding: aes128gcm\0'], 16)
  const nonce = derive(shared, salt, ['Content-Encoding: nonce\0'], 12)

  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(publicKey.length, 4)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  const record = [cipher.update(plaintext), cipher.update(END), cipher.final(), cipher.getAuthTag()]
  const body = Buffer.concat([salt, head, publicKey, ...record])
  if (body.length > RECORD_BYTES) throw new Error(`A push of ${plaintext.length} bytes is too long.`)
  return body
}
