/** iBeacon: Apple's manufacturer data. Source: wire formats §6.1. */
import type { ManufacturerData } from './ad-structures.ts'
import { bufferOf } from './bytes.ts'
import { uuidOf } from './values.ts'

const APPLE = 0x004c
const FRAME = 0x0215
const LENGTH = 23

export interface Ibeacon {
  /** Lower case with dashes. */
  readonly uuid: string
  readonly major: number
  readonly minor: number
  /** As sent: RSSI at one metre in dBm, or, where it is not negative, something else that cheap tags put there. */
  readonly measuredPowerDbm: number
}

/** Undefined: no iBeacon. Tags that append a battery byte are read all the same. */
export function decodeIbeacon({ companyId, data }: ManufacturerData): Ibeacon | undefined {
  if (companyId !== APPLE || data.length < LENGTH) return undefined
  const bytes = bufferOf(data)
  if (bytes.readUInt16BE(0) !== FRAME) return undefined
  return {
    uuid: uuidOf(bytes.toString('hex', 2, 18))!,
    major: bytes.readUInt16BE(18),
    minor: bytes.readUInt16BE(20),
    measuredPowerDbm: bytes.readInt8(22),
  }
}
