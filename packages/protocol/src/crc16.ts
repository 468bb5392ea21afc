/** Check sums of 16 bits, each by its table. Source: reveng.sourceforge.io, catalogue of parametrised CRC algorithms. */

/** The table of a polynomial whose bits come lowest first. */
function tableOf(polynomial: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let sum = byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 1) === 1 ? (sum >> 1) ^ polynomial : sum >> 1
    return sum
  })
}

const IBM = tableOf(0xa001)
const ITU = tableOf(0x8408)

const sumOf = (table: Uint16Array, start: number, bytes: Uint8Array): number => {
  let sum = start
  for (const byte of bytes) sum = (sum >> 8) ^ table[(sum ^ byte) & 0xff]!
  return sum
}

/** CRC-16/ARC, which Teltonika calls CRC-16/IBM. */
export const crc16Ibm = (bytes: Uint8Array): number => sumOf(IBM, 0, bytes)

/** CRC-16/X-25, which the makers of GT06 call CRC-ITU. */
export const crc16Itu = (bytes: Uint8Array): number => sumOf(ITU, 0xffff, bytes) ^ 0xffff
