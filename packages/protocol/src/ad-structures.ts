/**
 * AD structures: what a raw scan of Bluetooth Low Energy returns.
 * Source: wire formats §5.1; Bluetooth Core Specification Supplement, part A.
 */
import { bufferOf } from './bytes.ts'
import { MAX_TEXT_LENGTH, uuidOf } from './values.ts'

export interface ServiceData {
  /** Four or eight hex digits, or a whole uuid with dashes; lower case. */
  readonly uuid: string
  /** Without the uuid. */
  readonly data: Uint8Array
}

export interface ManufacturerData {
  readonly companyId: number
  /** Without the company id. */
  readonly data: Uint8Array
}

/** The structures of an advertisement; other types are dropped. */
export interface AdStructures {
  readonly flags: number | undefined
  readonly serviceUuids: readonly string[]
  readonly serviceData: readonly ServiceData[]
  readonly manufacturerData: readonly ManufacturerData[]
  /** The complete name, else the shortened one. */
  readonly name: string | undefined
  /** dBm, at the antenna. */
  readonly txPowerDbm: number | undefined
}

/** Most bytes of an advertisement: one with extended advertising. */
export const MAX_ADVERT = 255

const CONTROL = /\p{Cc}/gu

/** Long uuids are sent in reverse byte order. */
function uuidText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).reverse().toString('hex')
  return uuidOf(hex) ?? hex
}

const nameText = (bytes: Uint8Array): string | undefined => {
  // Names may be cut off anywhere and padded with zeros; the readable part is kept.
  const text = bufferOf(bytes).toString('utf8').replace(CONTROL, '').trim()
  return text === '' ? undefined : text.slice(0, MAX_TEXT_LENGTH).toWellFormed()
}

function uuids(bytes: Uint8Array, width: number): string[] {
  const found: string[] = []
  for (let at = 0; at + width <= bytes.length; at += width) found.push(uuidText(bytes.subarray(at, at + width)))
  return found
}

/** Splits the parts, an advertisement and its scan response. A structure longer than the rest is dropped. */
export function parseAdStructures(...parts: readonly Uint8Array[]): AdStructures {
  const serviceUuids: string[] = []
  const serviceData: ServiceData[] = []
  const manufacturerData: ManufacturerData[] = []
  let flags: number | undefined
  let txPowerDbm: number | undefined
  let name: string | undefined
  let shortName: string | undefined

  const take = (type: number, data: Buffer): void => {
    if (type === 0x01 && data.length > 0) flags = data[0]
    else if (type === 0x02 || type === 0x03) serviceUuids.push(...uuids(data, 2))
    else if (type === 0x04 || type === 0x05) serviceUuids.push(...uuids(data, 4))
    else if (type === 0x06 || type === 0x07) serviceUuids.push(...uuids(data, 16))
    else if (type === 0x08) shortName = nameText(data)
    else if (type === 0x09) name = nameText(data)
    else if (type === 0x0a && data.length > 0) txPowerDbm = data.readInt8(0)
    else if (type === 0x16 || type === 0x20 || type === 0x21) {
      const width = type === 0x16 ? 2 : type === 0x20 ? 4 : 16
      if (data.length < width) return
      serviceData.push({ uuid: uuidText(data.subarray(0, width)), data: data.subarray(width) })
    } else if (type === 0xff && data.length >= 2) {
      manufacturerData.push({ companyId: data.readUInt16LE(0), data: data.subarray(2) })
    }
  }

  for (const part of parts) {
    const bytes = bufferOf(part)
    for (let at = 0; at < bytes.length; ) {
      const length = bytes[at]!
      if (length === 0 || at + 1 + length > bytes.length) break
      take(bytes[at + 1]!, bytes.subarray(at + 2, at + 1 + length))
      at += 1 + length
    }
  }
  return { flags, serviceUuids, serviceData, manufacturerData, name: name ?? shortName, txPowerDbm }
}

/** An advertisement of which a gateway forwards only some parts. */
export const adStructuresOf = (parts: {
  readonly serviceData?: readonly ServiceData[]
  readonly manufacturerData?: readonly ManufacturerData[]
  readonly name?: string | undefined
}): AdStructures => ({
  flags: undefined,
  serviceUuids: [],
  serviceData: parts.serviceData ?? [],
  manufacturerData: parts.manufacturerData ?? [],
  name: parts.name,
  txPowerDbm: undefined,
})

/** The company id at the start of a manufacturer's data, as gateways and the vectors write it. */
export const manufacturerDataOf = (bytes: Uint8Array): ManufacturerData | undefined =>
  bytes.length < 2 ? undefined : { companyId: bufferOf(bytes).readUInt16LE(0), data: bytes.subarray(2) }
