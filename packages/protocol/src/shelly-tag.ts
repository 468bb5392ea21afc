/** What a Shelly heard: raw advertisements, or what a script made of Shelly BLU devices. Source: wire formats §7.1. */
import { adStructuresOf, MAX_ADVERT, manufacturerDataOf } from './ad-structures.ts'
import { type KeyOf, readAdvertisement, readParts } from './advertisement.ts'
import { SHELLY_NAME } from './advertisement-parts.ts'
import { BUTTON_EVENTS, buttonEvent, UNKNOWN_BUTTON_EVENT } from './bthome-objects.ts'
import { base64Bytes, hexBytes } from './bytes.ts'
import { macIdentity } from './radio-identity.ts'
import type { HeardTag, TagPacket, TagValues } from './tag.ts'
import {
  beaconNumber,
  celsius,
  isJsonObject,
  isNotMeasured,
  type JsonObject,
  macOf,
  percent,
  rssiDbm,
  textOf,
} from './values.ts'
import { saysPress } from './words-of-help.ts'

/** Advertisements of one batch; a message holds no more. */
const MAX_BATCH = 1000
const NOTHING = new Uint8Array()

/** `ble.scan_result`: version 1 is one advertisement, version 2 a list of them. What cannot be read is left out. */
export function readScan(data: unknown, keyOf: KeyOf | undefined): HeardTag[] {
  if (!Array.isArray(data)) return []
  const [version, ...rest] = data as unknown[]
  const list = version === 1 ? [rest] : version === 2 && Array.isArray(rest[0]) ? (rest[0] as unknown[]) : []
  return list
    .slice(0, MAX_BATCH)
    .map((entry) => readEntry(entry, keyOf))
    .filter((heard) => heard !== undefined)
}

/** `[address, rssi, base64 advertisement, base64 scan response]`. */
function readEntry(entry: unknown, keyOf: KeyOf | undefined): HeardTag | undefined {
  if (!Array.isArray(entry)) return undefined
  const [address, rssi, advert, response] = entry as unknown[]
  const [mac, heardDbm] = [macOf(address), rssiDbm(rssi)]
  const bytes = base64Bytes(advert ?? '', MAX_ADVERT)
  if (mac === undefined || bytes === undefined || (heardDbm === undefined && !isNotMeasured(rssi))) return undefined
  const tag = readAdvertisement(bytes, base64Bytes(response ?? '', MAX_ADVERT) ?? NOTHING, { mac, keyOf })
  return tag && { tag, rssiDbm: heardDbm }
}

/** One value, or the first of a device that has several of a kind. */
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : value)

const valuesOf = (json: JsonObject): TagValues => ({
  temperatureCelsius: celsius(firstOf(json.temperature)),
  humidityPercent: percent(firstOf(json.humidity)),
  batteryPercent: percent(json.battery),
  button: buttonOf(Array.isArray(json.button) ? (json.button as unknown[]) : [json.button]),
})

/** By its number, or by a word of a script that somebody changed. */
const buttonOf = (buttons: readonly unknown[]): string | undefined =>
  buttonEvent(buttons, BUTTON_EVENTS) ?? (buttons.some(saysPress) ? UNKNOWN_BUTTON_EVENT : undefined)

/** The raw advertisement, which newer scripts forward beside what they decoded. */
function rawOf(raw: unknown, name: string | undefined) {
  const { service_data: service, manufacturer_data: manufacturer } = isJsonObject(raw) ? raw : {}
  const serviceData = Object.entries(isJsonObject(service) ? service : {}).flatMap(([uuid, hex]) => {
    const data = hexBytes(hex, MAX_ADVERT)
    return data === undefined ? [] : [{ uuid: uuid.toLowerCase(), data }]
  })
  const manufacturerData = Object.entries(isJsonObject(manufacturer) ? manufacturer : {}).flatMap(([company, hex]) => {
    const head = hexBytes(company, 2)?.reverse()
    const data = hexBytes(hex, MAX_ADVERT)
    const whole = head === undefined || data === undefined ? undefined : manufacturerDataOf(Buffer.concat([head, data]))
    return whole === undefined ? [] : [whole]
  })
  return adStructuresOf({ serviceData, manufacturerData, name })
}

function packetOf(json: JsonObject, values: TagValues): TagPacket | undefined {
  const value = beaconNumber(json.pid)
  if (value !== undefined && value <= 0xff) return { kind: 'number', value }
  return values.button === undefined ? undefined : { kind: 'bytes', value: values.button }
}

/**
 * What a script decoded of a Shelly BLU device, flat or within `service_data`. Empty: no address, or neither a strength nor a value. An encrypted
 * one has no values, unless the script forwards its advertisement and its key is known.
 */
export function readBlu(data: unknown, keyOf: KeyOf | undefined): HeardTag[] {
  if (!isJsonObject(data)) return []
  const mac = macOf(data.address) ?? macOf(data.addr)
  // Without a strength it was heard all the same, and its button counts.
  const heardDbm = rssiDbm(data.rssi)
  if (mac === undefined) return []
  const json = isJsonObject(data.service_data) ? data.service_data : data
  const raw = isJsonObject(data.bthome) ? data.bthome : undefined
  const name = textOf(data.local_name) ?? textOf(raw?.local_name)
  const isEncrypted = json.encryption === true
  const identity = macIdentity(mac)
  if (raw !== undefined) {
    const tag = readParts(rawOf(raw, name), { mac, keyOf })
    if (tag?.make !== undefined) return [{ tag, rssiDbm: heardDbm }]
  }
  const values = isEncrypted ? {} : valuesOf(json)
  const isTelling = data.rssi !== undefined || Object.values(values).some((value) => value !== undefined)
  if (!isTelling) return []
  return [
    {
      rssiDbm: heardDbm,
      tag: {
        identity,
        identityKind: 'mac',
        mac,
        name,
        make: name === undefined || SHELLY_NAME.test(name) ? 'Shelly' : 'BTHome',
        isAmbiguous: false,
        isStation: false,
        isEncrypted,
        isForged: !isEncrypted && keyOf?.(identity) !== undefined,
        packet: isEncrypted ? undefined : packetOf(json, values),
        values,
      },
    },
  ]
}
