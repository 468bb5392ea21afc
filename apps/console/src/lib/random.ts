/** Random text. `randomUUID` is missing where a page is served without https, as on a ward's own network. */

/** Hexadecimal digits of so many random bytes. */
export const randomHex = (byteCount: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(byteCount)), (byte) => byte.toString(16).padStart(2, '0')).join('')
