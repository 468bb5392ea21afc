/** Eddystone: service data of 0xFEAA. Source: wire formats §6.2; google/eddystone. */
import { bufferOf } from './bytes.ts'
import { textOf } from './values.ts'

export const EDDYSTONE_UUID = 'feaa'

/** Loss of signal on the first metre from the antenna (dB). */
const FIRST_METRE_DB = 41

export type EddystoneFrame =
  /** 20 and 12 hex digits, lower case. */
  | { readonly kind: 'uid'; readonly txPowerDbm: number; readonly namespace: string; readonly instance: string }
  | { readonly kind: 'url'; readonly txPowerDbm: number; readonly url: string }
  /** Telemetry of the beacon; carries no identity. */
  | {
      readonly kind: 'tlm'
      readonly batteryMillivolts: number | undefined
      readonly temperatureCelsius: number | undefined
      readonly adverts: number
      readonly uptimeSeconds: number
    }
  /** Telemetry encrypted for its owner. */
  | { readonly kind: 'etlm' }
  /** An identity that changes and only its owner can resolve: 16 hex digits. */
  | { readonly kind: 'eid'; readonly txPowerDbm: number; readonly eid: string }

const SCHEMES = ['http://www.', 'https://www.', 'http://', 'https://']
const ENDINGS = ['.com', '.org', '.edu', '.net', '.info', '.biz', '.gov']

/** RSSI to expect at one metre, from the power at the antenna that the frame states (dBm). */
export const eddystoneReferenceRssiDbm = (txPowerDbm: number): number => txPowerDbm - FIRST_METRE_DB

function urlOf(bytes: Uint8Array): string | undefined {
  const scheme = SCHEMES[bytes[0] ?? SCHEMES.length]
  if (scheme === undefined) return undefined
  let url = scheme
  for (const byte of bytes.subarray(1)) {
    if (byte < ENDINGS.length) url += `${ENDINGS[byte]}/`
    else if (byte < 2 * ENDINGS.length) url += ENDINGS[byte - ENDINGS.length]
    else if (byte > 0x20 && byte < 0x7f) url += String.fromCharCode(byte)
    else return undefined
  }
  return textOf(url)
}

/** Undefined: cut short, vendor-specific, or of an unpublished version. */
export function decodeEddystone(data: Uint8Array): EddystoneFrame | undefined {
  const bytes = bufferOf(data)
  const frame = bytes[0]
  if (frame === 0x00 && bytes.length >= 18) {
    const [namespace, instance] = [bytes.toString('hex', 2, 12), bytes.toString('hex', 12, 18)]
    return { kind: 'uid', txPowerDbm: bytes.readInt8(1), namespace, instance }
  }
  if (frame === 0x10 && bytes.length >= 3) {
    const url = urlOf(bytes.subarray(2))
    return url === undefined ? undefined : { kind: 'url', txPowerDbm: bytes.readInt8(1), url }
  }
  if (frame === 0x20 && bytes[1] === 0x01) return { kind: 'etlm' }
  if (frame === 0x20 && bytes[1] === 0x00 && bytes.length >= 14) {
    const [millivolts, temperature] = [bytes.readUInt16BE(2), bytes.readInt16BE(4)]
    return {
      kind: 'tlm',
      batteryMillivolts: millivolts === 0 ? undefined : millivolts,
      temperatureCelsius: temperature === -0x8000 ? undefined : temperature / 256,
      adverts: bytes.readUInt32BE(6),
      uptimeSeconds: bytes.readUInt32BE(10) / 10,
    }
  }
  if (frame === 0x30 && bytes.length >= 10) {
    return { kind: 'eid', txPowerDbm: bytes.readInt8(1), eid: bytes.toString('hex', 2, 10) }
  }
  return undefined
}
