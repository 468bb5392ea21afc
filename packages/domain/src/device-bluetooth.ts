/**
 * How trackers and stations speak Bluetooth during setup: every identifier, length and byte. docs/device-protocol.md says the
 * same to firmware authors. Source: specification §5, §9; G43, G46, G57.
 */
import { toUuid128 } from './bluetooth.ts'

export type BluetoothDeviceType = 'g3' | 't4'

/** Services by type; a device search filters by one of them. */
export const SERVICES: Readonly<Record<BluetoothDeviceType, string>> = {
  g3: toUuid128(0xff30),
  t4: toUuid128(0xff40),
}

/** Short ids of a device's characteristics. The last digit tells the purpose, the same for both types. */
export const CHARACTERISTICS = {
  g3: {
    macAddress: 0xff31,
    firmware: 0xff32,
    model: 0xff33,
    challenge: 0xff34,
    answer: 0xff35,
    command: 0xff36,
    callback: 0xff37,
  },
  t4: {
    firmware: 0xff42,
    challenge: 0xff44,
    answer: 0xff45,
    command: 0xff46,
    callback: 0xff47,
    wifiSsid: 0xff48,
    wifiPassword: 0xff49,
    serverUrl: 0xff4a,
    mqttUrl: 0xff4b,
    serverPassword: 0xff4c,
  },
} as const

/** Values a station stores; it confirms each of them. */
export const STATION_SETTINGS = ['wifiSsid', 'wifiPassword', 'serverUrl', 'mqttUrl', 'serverPassword'] as const
export type StationSetting = (typeof STATION_SETTINGS)[number]

/** How long a device may take to call back, from the moment it took the command or the value (ms). Source: specification §9. */
export const CALLBACK_TIMEOUT_MS = 8000

/** Bytes of a challenge, and of its answer. Source: G44. */
export const CHALLENGE_BYTES = 16
/** Most bytes of a network's name. Source: G46. */
const MAX_SSID_BYTES = 32

const G3_NAME_LENGTH = 19
const G3_ID_LENGTH = 8
const T4_NAME_LENGTH = 20
const T4_ID_LENGTH = 12

interface NamedDevice {
  readonly type: BluetoothDeviceType
  readonly id: string
  /** '' where the device itself must be asked for it. */
  readonly macAddress: string
}

/** Reads type and id from a device's name; undefined for a name that is not ours. Source: specification §5; G43. */
export function readDeviceName(name: string): NamedDevice | undefined {
  if (name.length === G3_NAME_LENGTH) {
    const id = name.slice(-G3_ID_LENGTH)
    return /^[A-Za-z0-9_-]+$/.test(id) ? { type: 'g3', id, macAddress: '' } : undefined
  }
  if (name.length !== T4_NAME_LENGTH) return undefined
  const digits = name.slice(-T4_ID_LENGTH).toUpperCase()
  if (!/^[0-9A-F]+$/.test(digits)) return undefined
  return { type: 't4', id: `T4-${digits}`, macAddress: digits.match(/../g)!.join(':') }
}

const hexPair = (byte: number): string => byte.toString(16).padStart(2, '0')

/** Six bytes as they are printed, in capitals with colons; '' for any other number of them. */
export const readMacAddress = (bytes: Uint8Array): string =>
  bytes.length === 6 ? [...bytes].map(hexPair).join(':').toUpperCase() : ''

/** UTF-8 without its padding. */
export const readText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll('\0', '').trim()

export const toHex = (bytes: Uint8Array): string => [...bytes].map(hexPair).join('')

/** Pairs of hex digits as bytes; undefined for any other text. */
export function fromHex(digits: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-fA-F]{2})*$/.test(digits)) return undefined
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** True for four bytes that are this number, most significant first: `00 00 00 11` for mode 0x11. Source: G43. */
export function isCallbackOf(value: number, bytes: Uint8Array): boolean {
  if (bytes.length !== 4) return false
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) === value
}

/** A station's confirmation of a value. */
interface Confirmation {
  readonly setting: StationSetting
  readonly isStored: boolean
}

/** Three bytes: the characteristic's short id, most significant first, and a status; 0 means stored. Source: G43. */
export function readConfirmation(bytes: Uint8Array): Confirmation | undefined {
  if (bytes.length !== 3) return undefined
  const shortId = new DataView(bytes.buffer, bytes.byteOffset, 3).getUint16(0)
  const setting = STATION_SETTINGS.find((name) => CHARACTERISTICS.t4[name] === shortId)
  return setting && { setting, isStored: bytes[2] === 0 }
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** A value as a station takes it: UTF-8; an empty password is a single zero byte. Source: specification §5. */
export const settingBytes = (setting: StationSetting, text: string): Uint8Array<ArrayBuffer> =>
  setting === 'wifiPassword' && text === '' ? Uint8Array.of(0) : utf8(text)

/** A network's name: 1 to 32 bytes. Source: G46. */
export const isWifiName = (ssid: string): boolean => ssid !== '' && utf8(ssid).length <= MAX_SSID_BYTES

/** None, or 8 to 63 bytes. Source: G46. */
export function isWifiPassword(password: string): boolean {
  const { length } = utf8(password)
  return length === 0 || (length >= 8 && length <= 63)
}
