/** AES-128-CCM with tags of four bytes, as sensors use it. Source: wire formats §5.2, §5.4; RFC 3610. */
import { createDecipheriv } from 'node:crypto'
import { hexBytes } from './bytes.ts'

export const KEY_LENGTH = 16
const TAG_LENGTH = 4

/** The key of 32 hex digits ("bindkey"); undefined for any other text. */
export function radioKey(hex: string): Uint8Array | undefined {
  const key = hexBytes(hex, KEY_LENGTH)
  return key?.length === KEY_LENGTH ? key : undefined
}

/** The plain bytes; undefined where the key is wrong, or the encrypted bytes are damaged or too short. */
export function openCcm(
  sealed: { readonly ciphertext: Uint8Array; readonly tag: Uint8Array; readonly nonce: Uint8Array },
  key: Uint8Array,
  additional?: Uint8Array,
): Uint8Array | undefined {
  const { ciphertext, tag, nonce } = sealed
  if (key.length !== KEY_LENGTH || tag.length !== TAG_LENGTH || ciphertext.length === 0) return undefined
  const cipher = createDecipheriv('aes-128-ccm', key, nonce, { authTagLength: TAG_LENGTH })
  cipher.setAuthTag(tag)
  if (additional !== undefined) cipher.setAAD(additional, { plaintextLength: ciphertext.length })
  try {
    const clear = cipher.update(ciphertext)
    cipher.final()
    return clear
  } catch {
    // Only the authentication tag can fail here.
    return undefined
  }
}
