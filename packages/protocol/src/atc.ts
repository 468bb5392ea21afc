/**
 * The ATC1441 and pvvx firmware of Xiaomi's and Qingping's thermometers: service data of 0x181A, told apart by their
 * length. Source: wire formats §5.4.
 */
import { openCcm } from './aes-ccm.ts'
import { bufferOf, macBytes, macText } from './bytes.ts'

export const ATC_UUID = '181a'

export type AtcVariant = 'atc1441' | 'pvvx' | 'pvvx_encrypted' | 'atc1441_encrypted'

export interface AtcReadings {
  readonly temperatureCelsius: number
  readonly humidityPercent: number
  readonly batteryPercent: number
  readonly batteryMillivolts?: number
  /** pvvx: bits of its inputs and outputs. */
  readonly flags?: number
  /** ATC1441: its trigger. */
  readonly isTriggered?: boolean
}

export interface AtcFrame {
  readonly variant: AtcVariant
  /** The thermometer's own, where the frame carries it. */
  readonly mac: string | undefined
  /** 0 to 255; repeats on air have the same. */
  readonly counter: number
  /** Or why there are none. */
  readonly readings: AtcReadings | AtcFault
}

type AtcFault = 'encrypted_no_key' | 'decryption_failed'

/** The associated data that pvvx authenticates. */
const ADDITIONAL = Uint8Array.of(0x11)
const TAG_LENGTH = 4

function open(data: Buffer, mac: string | undefined, key: Uint8Array | undefined): Buffer | AtcFault {
  if (key === undefined) return 'encrypted_no_key'
  if (mac === undefined) return 'decryption_failed'
  const address = macBytes(mac).reverse()
  // The head of the AD structure as on air: length, type, uuid; then the counter.
  const nonce = Buffer.concat([address, Uint8Array.of(data.length + 3, 0x16, 0x1a, 0x18, data[0]!)])
  const sealed = { ciphertext: data.subarray(1, -TAG_LENGTH), tag: data.subarray(-TAG_LENGTH), nonce }
  const clear = openCcm(sealed, key, ADDITIONAL)
  return clear === undefined ? 'decryption_failed' : bufferOf(clear)
}

const pvvxSealed = (clear: Buffer): AtcReadings => ({
  temperatureCelsius: clear.readInt16LE(0) / 100,
  humidityPercent: clear.readUInt16LE(2) / 100,
  batteryPercent: clear[4]!,
  flags: clear[5]!,
})

const atcSealed = (clear: Buffer): AtcReadings => ({
  temperatureCelsius: clear[0]! / 2 - 40,
  humidityPercent: clear[1]! / 2,
  batteryPercent: clear[2]! & 0x7f,
  isTriggered: clear[2]! > 0x7f,
})

/** Undefined: another device's use of 0x181A. `mac` is the advertiser's address, needed for decryption. */
export function decodeAtc(data: Uint8Array, mac?: string, key?: Uint8Array): AtcFrame | undefined {
  const bytes = bufferOf(data)
  switch (bytes.length) {
    case 13: {
      const readings = {
        temperatureCelsius: bytes.readInt16BE(6) / 10,
        humidityPercent: bytes[8]!,
        batteryPercent: bytes[9]!,
        batteryMillivolts: bytes.readUInt16BE(10),
      }
      return { variant: 'atc1441', mac: macText(bytes.subarray(0, 6)), counter: bytes[12]!, readings }
    }
    case 15: {
      const readings = {
        temperatureCelsius: bytes.readInt16LE(6) / 100,
        humidityPercent: bytes.readUInt16LE(8) / 100,
        batteryMillivolts: bytes.readUInt16LE(10),
        batteryPercent: bytes[12]!,
        flags: bytes[14]!,
      }
      const own = macText(Buffer.from(bytes.subarray(0, 6)).reverse())
      return { variant: 'pvvx', mac: own, counter: bytes[13]!, readings }
    }
    case 11:
    case 8: {
      const clear = open(bytes, mac, key)
      const isPvvx = bytes.length === 11
      const readings = typeof clear === 'string' ? clear : isPvvx ? pvvxSealed(clear) : atcSealed(clear)
      const variant = isPvvx ? 'pvvx_encrypted' : 'atc1441_encrypted'
      return { variant, mac: undefined, counter: bytes[0]!, readings }
    }
    default:
      return undefined
  }
}
