/** Bluetooth identifiers. Source: specification §9, G57. */

/** The Bluetooth base identifier with a 16-bit short id in place of XXXX. */
const BASE_PATTERN = '0000XXXX-0000-1000-8000-00805f9b34fb'

/**
 * The 128-bit identifier of a 16-bit one, 36 characters, lower case.
 * Throws RangeError for anything but a whole number from 0 to 65535.
 */
export function toUuid128(shortId: number, pattern: string = BASE_PATTERN): string {
  if (!Number.isInteger(shortId) || shortId < 0 || shortId > 0xffff) {
    throw new RangeError('A 16-bit identifier is a whole number from 0 to 65535.')
  }
  return pattern.replace('XXXX', shortId.toString(16).padStart(4, '0'))
}
