/** Reads bytes from untrusted senders: every reader answers undefined where they end too early. None throws. */

const HEX = /^(?:[0-9a-f]{2})*$/i
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The same bytes with the readers of Buffer. */
export const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Bytes of hex digits; undefined for any other text and for more than `maxLength` bytes. */
export const hexBytes = (value: unknown, maxLength: number): Buffer | undefined =>
  typeof value === 'string' && value.length <= 2 * maxLength && HEX.test(value) ? Buffer.from(value, 'hex') : undefined

/** Bytes of base64 text; undefined for any other text and for more than `maxLength` bytes. */
export function base64Bytes(value: unknown, maxLength: number): Buffer | undefined {
  if (typeof value !== 'string' || value.length > 4 * Math.ceil(maxLength / 3) || !BASE64.test(value)) return undefined
  return Buffer.from(value, 'base64')
}

/** `AA:BB:CC:DD:EE:FF` of six bytes in normal order. */
export const macText = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join(':')
    .toUpperCase()

/** The six bytes of `AA:BB:CC:DD:EE:FF` in normal order. */
export const macBytes = (mac: string): Buffer => Buffer.from(mac.replaceAll(':', ''), 'hex')
