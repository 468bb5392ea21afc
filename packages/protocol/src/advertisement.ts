/**
 * An advertisement as a tag: which identity, whose make, what it measures, and whether it keeps that to itself.
 * Reads iBeacon, Eddystone, BTHome v2, Ruuvi 5, ATC1441 and pvvx. Source: wire formats §0 rule 7, §5, §6.
 */
import { type AdStructures, adStructuresOf, parseAdStructures } from './ad-structures.ts'
import { ATC_UUID, decodeAtc } from './atc.ts'
import { BTHOME_UUID, type BthomeFrame, decodeBthome } from './bthome.ts'
import { UNKNOWN_BUTTON_EVENT } from './bthome-objects.ts'
import { bufferOf, macBytes, macText } from './bytes.ts'
import { decodeEddystone, EDDYSTONE_UUID, eddystoneReferenceRssiDbm } from './eddystone.ts'
import { decodeIbeacon } from './ibeacon.ts'
import {
  type AddressKind,
  eddystoneIdentity,
  ibeaconIdentity,
  macIdentity,
  mayChange,
  STATION_UUID,
} from './radio-identity.ts'
import { decodeRuuvi, RUUVI_COMPANY } from './ruuvi.ts'
import { mergeValues, type Tag, type TagPacket, type TagValues } from './tag.ts'

/** The key of a radio identity, where somebody entered one. Must not throw. */
export type KeyOf = (identity: string) => Uint8Array | undefined

/** What the gateway knows beside the advertisement. */
export interface Hearing {
  /** `AA:BB:CC:DD:EE:FF`; undefined: the gateway's system hides addresses. */
  readonly mac: string | undefined
  readonly addressKind?: AddressKind | undefined
  readonly keyOf?: KeyOf | undefined
}

/** What a part of the advertisement tells. */
interface Part {
  readonly make?: string | undefined
  /** Its own word of its address, which stays. */
  readonly mac?: string | undefined
  readonly values?: TagValues
  readonly packet?: TagPacket | undefined
  /** It is encrypted, and stays shut. */
  readonly isSealed?: boolean
  /** It could be encrypted, and is not. */
  readonly isClear?: boolean
  /** The tag hides who it is. */
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
/** Phones and computers, which change their addresses, and tags that answer to their owner's phone alone. */
const HIDING_COMPANIES = new Set([0x0006, 0x004c])
/** Exposure notification, SmartTag, fast pairing, Google's find-my. */
const HIDING_SERVICES = new Set(['fd6f', 'fd5a', 'fd59', 'fe2c', 'fcb2'])

/** Shelly BLU devices, by the names they give themselves. */
export const SHELLY_NAME = /^SB[A-Z]{2}-/
const ADDRESS_LENGTH = 6
const UUID_LENGTH = 2

/** The whole advertisement of a raw scan, with its scan response; undefined: nothing in it is an identity. */
export const readAdvertisement = (advert: Uint8Array, scanResponse: Uint8Array, hearing: Hearing): Tag | undefined =>
  readParts(parseAdStructures(advert, scanResponse), hearing)

/** The same of the parts that a gateway handed on. */
export function readParts(ad: AdStructures, { mac, addressKind, keyOf }: Hearing): Tag | undefined {
  const beacon = beaconOf(ad)
  const own = beacon === undefined ? ownAddress(ad, mac) : undefined
  const identity = beacon?.identity ?? macIdentityOf(own ?? mac)
  if (identity === undefined) return undefined
  const key = keyOf?.(identity)
  const parts = partsOf(ad, mac, key)
  const sealed = parts.some(({ isSealed }) => isSealed === true)
  const isKnownFormat = parts.some(({ isHiding }) => isHiding !== true)
  const isHiding = parts.some((part) => part.isHiding === true)
  // An address that its device repeats within what it says is meant to be known by it.
  const isTrusted = beacon !== undefined || own !== undefined || addressKind === 'public'
  const changes = mac !== undefined && mayChange(mac, addressKind) && (addressKind === 'random' || !isKnownFormat)
  return {
    identity,
    identityKind: beacon?.identityKind ?? 'mac',
    uuid: beacon?.uuid,
    major: beacon?.major,
    minor: beacon?.minor,
    mac: mac ?? own,
    name: ad.name,
    make: makeOf(parts, beacon) ?? companyOf(ad),
    isAmbiguous: !isTrusted && (isHiding || changes),
    isStation: beacon?.uuid === STATION_UUID,
    isEncrypted: sealed,
    encryptedSample: sealed ? sampleOf(ad, mac) : undefined,
    isForged: key !== undefined && parts.some(({ isClear }) => isClear === true),
    referenceRssiDbm: beacon?.referenceRssiDbm,
    measuredPowerDbm: beacon?.measuredPowerDbm,
    packet: parts.find(({ packet }) => packet !== undefined)?.packet,
    values: parts.reduce<TagValues>((all, { values = {} }) => mergeValues(all, values), {}),
  }
}

/** A maker tells more than what is spoken. */
function makeOf(parts: readonly Part[], beacon: Beacon | undefined): string | undefined {
  const makes = parts.map(({ make }) => make).filter((make) => make !== undefined)
  return makes.find((make) => make !== 'Eddystone') ?? beacon?.make ?? makes[0]
}

type Beacon = Pick<Tag, 'identity' | 'identityKind' | 'uuid' | 'major' | 'minor' | 'make' | 'measuredPowerDbm'> & {
  readonly referenceRssiDbm: number | undefined
}

function beaconOf(ad: AdStructures): Beacon | undefined {
  for (const data of ad.manufacturerData) {
    const found = decodeIbeacon(data)
    if (found === undefined) continue
    const { uuid, major, minor, measuredPowerDbm } = found
    const identity = ibeaconIdentity(uuid, major, minor)
    const referenceRssiDbm = measuredPowerDbm < 0 ? measuredPowerDbm : undefined
    return {
      identity,
      identityKind: 'ibeacon',
      make: 'iBeacon',
      uuid,
      major,
      minor,
      measuredPowerDbm,
      referenceRssiDbm,
    }
  }
  for (const frame of eddystoneFrames(ad)) {
    if (frame.kind !== 'uid') continue
    const identity = eddystoneIdentity(frame.namespace, frame.instance)
    const referenceRssiDbm = eddystoneReferenceRssiDbm(frame.txPowerDbm)
    return { identity, identityKind: 'eddystone', make: 'Eddystone', referenceRssiDbm }
  }
  return undefined
}

const eddystoneFrames = (ad: AdStructures) =>
  ad.serviceData
    .filter(({ uuid }) => uuid === EDDYSTONE_UUID)
    .map(({ data }) => decodeEddystone(data))
    .filter((frame) => frame !== undefined)

const macIdentityOf = (mac: string | undefined): string | undefined =>
  mac === undefined ? undefined : macIdentity(mac)

/** The address that the tag itself puts into what it says. */
function ownAddress(ad: AdStructures, mac: string | undefined): string | undefined {
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

/** Other devices use 0x181A too: a frame that names another address than it was heard by is none of ours. */
function atcOf(data: Uint8Array, mac: string | undefined, key?: Uint8Array): ReturnType<typeof decodeAtc> {
  const frame = decodeAtc(data, mac, key)
  return frame?.mac !== undefined && mac !== undefined && frame.mac !== mac ? undefined : frame
}

function partsOf(ad: AdStructures, mac: string | undefined, key: Uint8Array | undefined): Part[] {
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

function bthomePart(data: Uint8Array, mac: string | undefined, key: Uint8Array | undefined, ad: AdStructures): Part[] {
  const decoded = decodeBthome(data, mac, key)
  if (decoded.kind === 'invalid') return []
  const isShelly = SHELLY_NAME.test(ad.name ?? '') || companyOf(ad) === 'Shelly'
  const make = isShelly ? 'Shelly' : 'BTHome'
  if (decoded.kind === 'sealed') return [{ make, isSealed: true }]
  return [{ make, isClear: !decoded.isEncrypted, values: bthomeValues(decoded), packet: bthomePacket(decoded, data) }]
}

function bthomeValues({ measurements }: BthomeFrame): TagValues {
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
    // A device with several buttons tells of each: those at rest say nothing.
    button: texts('button').find((event) => event !== UNKNOWN_BUTTON_EVENT) ?? texts('button')[0],
    firmware: texts('firmware')[0],
  }
}

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
  return [{ make, isClear: !frame.variant.endsWith('encrypted'), values }]
}

function companyOf(ad: AdStructures): string | undefined {
  for (const { companyId } of ad.manufacturerData) {
    const make = COMPANIES.get(companyId)
    if (make !== undefined) return make
  }
  return undefined
}

/** Address (6 bytes, normal order), service uuid (2, little endian), the sealed service data. */
function sampleOf(ad: AdStructures, mac: string | undefined): Uint8Array | undefined {
  for (const { uuid, data } of ad.serviceData) {
    if (uuid !== BTHOME_UUID && uuid !== ATC_UUID) continue
    const own = uuid === BTHOME_UUID ? ownAddress(adStructuresOf({ serviceData: [{ uuid, data }] }), mac) : undefined
    const address = own ?? mac
    if (address !== undefined) return Buffer.concat([macBytes(address), Buffer.from(uuid, 'hex').reverse(), data])
  }
  return undefined
}

/** What an encrypted sample says with a key of 16 bytes; undefined: it is another tag's key, or no sample. */
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
