/** Keys on the curve P-256, made of random bytes. */
import { createECDH, ECDH } from 'node:crypto'

const CURVE = 'prime256v1'
/** How many numbers there are on the curve. Source: FIPS 186-5, P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** More bytes than a key has, so that no key comes up more often than others. Source: FIPS 186-5 A.2.1. */
export const KEY_SEED_BYTES = 48

/** The key of a seed. */
export function keyOfSeed(seed: Buffer): ECDH {
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n
  return keyOf(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'))
}

export function keyOf(privateKey: Buffer): ECDH {
  const key = createECDH(CURVE)
  key.setPrivateKey(privateKey)
  return key
}

/** True for the 65 bytes of a point on the curve. */
export function isPublicKey(bytes: Buffer): boolean {
  if (bytes.length !== 65) return false
  try {
    ECDH.convertKey(bytes, CURVE, undefined, undefined, 'uncompressed')
    return true
  } catch {
    return false
  }
}
