/** Encrypts texts that must be read again, but not by somebody with the database alone. Source: security rule 18. */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from './clock.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

export interface Seal {
  /** Encrypted for one purpose; under another it cannot be decrypted. */
  close(text: string, place: string): Buffer
  /** Throws when the bytes were altered or belong to another purpose. */
  open(sealed: Buffer, place: string): string
}

/** AES-256-GCM; the bytes are IV, tag, ciphertext. */
export const createSeal = (key: Buffer, random: Random): Seal => ({
  close(text, place) {
    const iv = random.bytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  },
  open(sealed, place) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  },
})
