/** Encrypted advertisements that are kept to try a key on. Source: wire formats §5.2, §5.4. */
import { type AdStructures, adStructuresOf } from './ad-structures.ts'
import { bthomeValues, ownAddress } from './advertisement-parts.ts'
import { ATC_UUID, decodeAtc } from './atc.ts'
import { BTHOME_UUID, decodeBthome } from './bthome.ts'
import { bufferOf, macBytes, macText } from './bytes.ts'
import type { TagValues } from './tag.ts'

const ADDRESS_LENGTH = 6
const UUID_LENGTH = 2

/** Address (6 bytes, normal order), service uuid (2, little endian), the encrypted service data. */
export function sampleOf(ad: AdStructures, mac: string | undefined): Uint8Array | undefined {
  for (const { uuid, data } of ad.serviceData) {
    if (uuid !== BTHOME_UUID && uuid !== ATC_UUID) continue
    const own = uuid === BTHOME_UUID ? ownAddress(adStructuresOf({ serviceData: [{ uuid, data }] }), mac) : undefined
    const address = own ?? mac
    if (address !== undefined) return Buffer.concat([macBytes(address), Buffer.from(uuid, 'hex').reverse(), data])
  }
  return undefined
}

/** Decrypts a sample with a key of 16 bytes; undefined: wrong key, or not a sample. */
export function openSample(sample: Uint8Array, key: Uint8Array): TagValues | undefined {
  if (sample.length <= ADDRESS_LENGTH + UUID_LENGTH) return undefined
  const bytes = bufferOf(sample)
  const mac = macText(bytes.subarray(0, ADDRESS_LENGTH))
  const uuid = bytes.readUInt16LE(ADDRESS_LENGTH).toString(16)
  const data = bytes.subarray(ADDRESS_LENGTH + UUID_LENGTH)
  if (uuid === BTHOME_UUID) {
    const decoded = decodeBthome(data, mac, key)
    return decoded.kind === 'frame' && decoded.isEncrypted ? bthomeValues(decoded) : undefined
  }
  if (uuid !== ATC_UUID) return undefined
  const frame = decodeAtc(data, mac, key)
  const isOpened = frame?.variant.endsWith('encrypted') === true && typeof frame.readings !== 'string'
  return isOpened ? (frame.readings as TagValues) : undefined
}
