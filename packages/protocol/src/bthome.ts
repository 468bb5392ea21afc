/** BTHome v2: service data of 0xFCD2, in the clear or encrypted. Source: wire formats §5.2. */
import { openCcm } from './aes-ccm.ts'
import { decodeText } from './body.ts'
import { BTHOME_OBJECTS, BUTTON_EVENTS, UNKNOWN_BUTTON_EVENT } from './bthome-objects.ts'
import { bufferOf, macBytes, macText } from './bytes.ts'

export const BTHOME_UUID = 'fcd2'
const VERSION = 2
const MAC_LENGTH = 6
const COUNTER_LENGTH = 4
const TAG_LENGTH = 4

export interface BthomeMeasurement {
  readonly objectId: number
  /** With its unit, e.g. `temperature_c`. */
  readonly name: string
  /** Undefined: no event (of a button or dimmer), or not readable. */
  readonly value: number | boolean | string | undefined
}

/** The flags of the first byte. */
interface BthomeHead {
  readonly version: number
  readonly isEncrypted: boolean
  /** It sends on events only, so silence does not mean that it is lost. */
  readonly isTriggered: boolean
  /** The address within the frame. */
  readonly mac: string | undefined
}

export interface BthomeFrame extends BthomeHead {
  readonly kind: 'frame'
  /** Of encrypted frames: it only grows, so that a replayed old frame is recognised. */
  readonly counter: number | undefined
  /** In the order of the frame; an id may occur twice, as for a second button. */
  readonly measurements: readonly BthomeMeasurement[]
  /** The last object was cut short and is left out. */
  readonly isTruncated: boolean
  /** An id of unknown length, where decoding stops. */
  readonly stoppedAt: number | undefined
}

export type BthomeDecoded =
  | BthomeFrame
  | (BthomeHead & { readonly kind: 'sealed'; readonly reason: 'encrypted_no_key' | 'decryption_failed' })
  | { readonly kind: 'invalid'; readonly reason: 'truncated' }
  | { readonly kind: 'invalid'; readonly reason: 'unsupported_version'; readonly version: number }

function readValue(form: string, bytes: Buffer, divisor: number): BthomeMeasurement['value'] {
  switch (form) {
    case 'unsigned':
      return bytes.readUIntLE(0, bytes.length) / divisor
    case 'signed':
      return bytes.readIntLE(0, bytes.length) / divisor
    case 'boolean':
      return bytes[0] !== 0
    case 'button':
      return bytes[0] === 0 ? undefined : (BUTTON_EVENTS.get(bytes[0]!) ?? UNKNOWN_BUTTON_EVENT)
    case 'dimmer': {
      // Steps to the right; those to the left are negative.
      const steps = bytes[1]!
      return bytes[0] === 1 ? -steps : bytes[0] === 2 ? steps : undefined
    }
    case 'text':
      return decodeText(bytes)
    case 'version':
      return Array.from(bytes).reverse().join('.')
    default:
      return bytes.toString('hex')
  }
}

function readObjects(bytes: Buffer): Pick<BthomeFrame, 'measurements' | 'isTruncated' | 'stoppedAt'> {
  const measurements: BthomeMeasurement[] = []
  for (let at = 0; at < bytes.length; ) {
    const objectId = bytes[at]!
    const object = BTHOME_OBJECTS.get(objectId)
    if (object === undefined) return { measurements, isTruncated: false, stoppedAt: objectId }
    const start = object.length === undefined ? at + 2 : at + 1
    const end = start + (object.length ?? bytes[at + 1] ?? 0)
    if (start > bytes.length || end > bytes.length) return { measurements, isTruncated: true, stoppedAt: undefined }
    const value = readValue(object.form, bytes.subarray(start, end), object.divisor)
    measurements.push({ objectId, name: object.name, value })
    at = end
  }
  return { measurements, isTruncated: false, stoppedAt: undefined }
}

/**
 * The frame, or why it cannot be read. `mac` is the advertiser's address, needed for decryption where the frame does not carry
 * it. A wrong key decrypts nothing.
 */
export function decodeBthome(data: Uint8Array, mac?: string, key?: Uint8Array): BthomeDecoded {
  const bytes = bufferOf(data)
  const info = bytes[0]
  if (info === undefined) return { kind: 'invalid', reason: 'truncated' }
  const version = info >> 5
  if (version !== VERSION) return { kind: 'invalid', reason: 'unsupported_version', version }
  const carriesMac = (info & 2) !== 0
  const start = carriesMac ? 1 + MAC_LENGTH : 1
  if (bytes.length < start) return { kind: 'invalid', reason: 'truncated' }
  const own = carriesMac ? macText(Buffer.from(bytes.subarray(1, start)).reverse()) : undefined
  const head = { version, isEncrypted: (info & 1) !== 0, isTriggered: (info & 4) !== 0, mac: own }
  if (!head.isEncrypted) return { kind: 'frame', ...head, counter: undefined, ...readObjects(bytes.subarray(start)) }

  const counterAt = bytes.length - TAG_LENGTH - COUNTER_LENGTH
  if (counterAt <= start) return { kind: 'invalid', reason: 'truncated' }
  if (key === undefined) return { kind: 'sealed', ...head, reason: 'encrypted_no_key' }
  const address = own ?? mac
  if (address === undefined) return { kind: 'sealed', ...head, reason: 'decryption_failed' }
  const counter = bytes.subarray(counterAt, counterAt + COUNTER_LENGTH)
  const nonce = Buffer.concat([macBytes(address), Uint8Array.of(0xd2, 0xfc, info), counter])
  const clear = openCcm({ ciphertext: bytes.subarray(start, counterAt), tag: bytes.subarray(-TAG_LENGTH), nonce }, key)
  if (clear === undefined) return { kind: 'sealed', ...head, reason: 'decryption_failed' }
  return { kind: 'frame', ...head, counter: counter.readUInt32LE(0), ...readObjects(bufferOf(clear)) }
}
