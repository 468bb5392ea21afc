/** Random text. `randomUUID` is missing where a page is served without https, as on a ward's own network. */

/** Hexadecimal digits of so many random bytes. */
export const randomHex = (byteCount: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(byteCount)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A random UUID, version 4. */
export function randomUuid(): string {
  const hex = randomHex(16)
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}
