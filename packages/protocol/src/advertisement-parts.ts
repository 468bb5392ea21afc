/** The parts of an advertisement, decoded one by one. Source: wire formats §5, §6. */
import type { AdStructures } from './ad-structures.ts'
import { ATC_UUID, decodeAtc } from './atc.ts'
import { BTHOME_UUID, type BthomeFrame, decodeBthome } from './bthome.ts'
import { UNKNOWN_BUTTON_EVENT } from './bthome-objects.ts'
import { bufferOf } from './bytes.ts'
import { isCallForHelp } from './calls-for-help.ts'
import { decodeEddystone, EDDYSTONE_UUID } from './eddystone.ts'
import { decodeIbeacon } from './ibeacon.ts'
import { decodeRuuvi, RUUVI_COMPANY } from './ruuvi.ts'
import type { TagPacket, TagValues } from './tag.ts'

/** The content of one part. */
export interface Part {
  readonly make?: string | undefined
  readonly values?: TagValues
  readonly packet?: TagPacket | undefined
  /** It is encrypted, and was not decrypted. */
  readonly isSealed?: boolean
  /** It was encrypted, and the key decrypted it. */
  readonly isOpened?: boolean
  /** It may be encrypted, and is not. */
  readonly isClear?: boolean
  /** The tag hides its identity. */
  readonly isHiding?: boolean
}

/** Source: Bluetooth SIG, assigned numbers. */
const COMPANIES: ReadonlyMap<number, string> = new Map([
  [0x0006, 'Microsoft'],
  [0x004c, 'Apple'],
  [0x0075, 'Samsung'],
  [0x0087, 'Garmin'],
  [0x00e0, 'Google'],
  [RUUVI_COMPANY, 'Ruuvi'],
  [0x0ba9, 'Shelly'],
])
/** Phones and computers, which change their addresses, and tags that only their owner's phone can identify. */
const HIDING_COMPANIES = new Set([0x0006, 0x004c])
/** Exposure notification, SmartTag, fast pairing, Google's find-my. */
const HIDING_SERVICES = new Set(['fd6f', 'fd5a', 'fd59', 'fe2c', 'fcb2'])

/** Shelly BLU devices, by the names they give themselves. */
export const SHELLY_NAME = /^SB[A-Z]{2}-/

/** The frames of it that are decoded here. */
export const eddystoneFrames = (ad: AdStructures) =>
  ad.serviceData
    .filter(({ uuid }) => uuid === EDDYSTONE_UUID)
    .map(({ data }) => decodeEddystone(data))
    .filter((frame) => frame !== undefined)

/** The address that the tag itself puts into its frame. */
export function ownAddress(ad: AdStructures, mac: string | undefined): string | undefined {
  for (const { uuid, data } of ad.serviceData) {
    if (uuid === BTHOME_UUID) {
      const frame = decodeBthome(data)
      if (frame.kind !== 'invalid' && frame.mac !== undefined) return frame.mac
    }
    if (uuid === ATC_UUID) {
      const own = atcOf(data, mac)?.mac
      if (own !== undefined) return own
    }
  }
  for (const data of ad.manufacturerData) {
    const own = decodeRuuvi(data)?.mac
    if (own !== undefined) return own
  }
  return undefined
}

/** Other devices use 0x181A too: a frame with another address than the one it was heard from is not decoded. */
function atcOf(data: Uint8Array, mac: string | undefined, key?: Uint8Array): ReturnType<typeof decodeAtc> {
  const frame = decodeAtc(data, mac, key)
  return frame?.mac !== undefined && mac !== undefined && frame.mac !== mac ? undefined : frame
}

/** With `key`, if it is the tag's, encrypted parts are decrypted. */
export function partsOf(ad: AdStructures, mac: string | undefined, key: Uint8Array | undefined): Part[] {
  const parts: Part[] = []
  for (const { uuid, data } of ad.serviceData) {
    if (uuid === BTHOME_UUID) parts.push(...bthomePart(data, mac, key, ad))
    else if (uuid === ATC_UUID) parts.push(...atcPart(data, mac, key))
    else if (HIDING_SERVICES.has(uuid)) parts.push({ isHiding: true })
  }
  for (const frame of eddystoneFrames(ad)) {
    const isHiding = frame.kind === 'eid' || frame.kind === 'etlm'
    const make = isHiding ? undefined : 'Eddystone'
    if (frame.kind !== 'tlm') parts.push({ isHiding, make })
    else {
      const { temperatureCelsius, batteryMillivolts } = frame
      parts.push({ make, values: { temperatureCelsius, batteryMillivolts } })
    }
  }
  for (const data of ad.manufacturerData) {
    const ruuvi = decodeRuuvi(data)
    if (ruuvi !== undefined) {
      const { temperatureCelsius, humidityPercent, batteryMillivolts, pressurePascal } = ruuvi
      const pressureHectopascal = pressurePascal === undefined ? undefined : pressurePascal / 100
      const values = { temperatureCelsius, humidityPercent, batteryMillivolts, pressureHectopascal }
      parts.push({ make: 'Ruuvi', values })
    } else if (HIDING_COMPANIES.has(data.companyId) && decodeIbeacon(data) === undefined) parts.push({ isHiding: true })
  }
  return parts
}

const openness = (wasEncrypted: boolean) => ({ isOpened: wasEncrypted, isClear: !wasEncrypted })

function bthomePart(data: Uint8Array, mac: string | undefined, key: Uint8Array | undefined, ad: AdStructures): Part[] {
  const decoded = decodeBthome(data, mac, key)
  if (decoded.kind === 'invalid') return []
  const isShelly = SHELLY_NAME.test(ad.name ?? '') || companyOf(ad) === 'Shelly'
  const make = isShelly ? 'Shelly' : 'BTHome'
  if (decoded.kind === 'sealed') return [{ make, isSealed: true }]
  const packet = bthomePacket(decoded, data)
  return [{ make, ...openness(decoded.isEncrypted), values: bthomeValues(decoded), packet }]
}

/** The readings of a frame that are stored: the first of each kind. */
export function bthomeValues({ measurements }: BthomeFrame): TagValues {
  const all = (name: string) =>
    measurements.filter((measurement) => measurement.name === name).map(({ value }) => value)
  const number = (name: string) => all(name).find((value) => typeof value === 'number')
  const texts = (name: string) => all(name).filter((value) => typeof value === 'string')
  return {
    temperatureCelsius: number('temperature_c'),
    humidityPercent: number('humidity_pct'),
    pressureHectopascal: number('pressure_hpa'),
    batteryPercent: number('battery_pct'),
    moving: all('moving').find((value) => typeof value === 'boolean'),
    // A device with several buttons reports each of them; those that were not pressed are ignored.
    button:
      texts('button').find((event) => event !== UNKNOWN_BUTTON_EVENT) ?? texts('button')[0] ?? callIn(texts('text')),
    firmware: texts('firmware')[0],
  }
}

/** A text that says nothing but a call counts as a press. */
const callIn = (texts: readonly string[]): string | undefined =>
  texts.some(isCallForHelp) ? UNKNOWN_BUTTON_EVENT : undefined

function bthomePacket({ counter, measurements }: BthomeFrame, data: Uint8Array): TagPacket {
  if (counter !== undefined) return { kind: 'counter', value: counter }
  const number = measurements.find(({ name }) => name === 'packet_id')?.value
  return typeof number === 'number'
    ? { kind: 'number', value: number }
    : { kind: 'bytes', value: bufferOf(data).toString('hex') }
}

function atcPart(data: Uint8Array, mac: string | undefined, key: Uint8Array | undefined): Part[] {
  const frame = atcOf(data, mac, key)
  if (frame === undefined) return []
  const make = frame.variant.startsWith('pvvx') ? 'pvvx' : 'ATC1441'
  if (typeof frame.readings === 'string') return [{ make, isSealed: true }]
  const { temperatureCelsius, humidityPercent, batteryPercent, batteryMillivolts } = frame.readings
  const values = { temperatureCelsius, humidityPercent, batteryPercent, batteryMillivolts }
  return [{ make, ...openness(frame.variant.endsWith('encrypted')), values }]
}

/** The maker, where the company id of the manufacturer's data tells it. */
export function companyOf(ad: AdStructures): string | undefined {
  for (const { companyId } of ad.manufacturerData) {
    const make = COMPANIES.get(companyId)
    if (make !== undefined) return make
  }
  return undefined
}
