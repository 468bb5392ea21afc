/** OwnTracks' payload encryption: a libsodium secret box. Source: wire formats §1.6. */
import nacl from 'tweetnacl'

/** The secret's UTF-8 bytes, cut or padded with zeros: the apps have no key derivation. */
function keyOf(secret: string): Uint8Array {
  const key = new Uint8Array(nacl.secretbox.keyLength)
  key.set(new TextEncoder().encode(secret).subarray(0, key.length))
  return key
}

/** The clear bytes of a base64 nonce and box; undefined where the secret is another or the data are damaged. */
export function openSecretBox(data: string, secret: string): Uint8Array | undefined {
  const bytes = Buffer.from(data, 'base64')
  const { nonceLength, overheadLength } = nacl.secretbox
  if (bytes.length < nonceLength + overheadLength) return undefined
  const [nonce, box] = [bytes.subarray(0, nonceLength), bytes.subarray(nonceLength)]
  return nacl.secretbox.open(box, nonce, keyOf(secret)) ?? undefined
}

/** The same as the apps make it: base64 of a nonce of 24 bytes and the box. */
export const closeSecretBox = (clear: string, secret: string, nonce: Uint8Array): string =>
  Buffer.concat([nonce, nacl.secretbox(new TextEncoder().encode(clear), nonce, keyOf(secret))]).toString('base64')
