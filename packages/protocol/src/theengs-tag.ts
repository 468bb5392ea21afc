/** The tag of a Theengs or OpenMQTTGateway message: what the gateway decoded, else what we decode. Source: wire formats §4.2. */
import { type AdStructures, adStructuresOf, MAX_ADVERT, manufacturerDataOf, type ServiceData } from './ad-structures.ts'
import { type KeyOf, readParts } from './advertisement.ts'
import { buttonEvent, UNKNOWN_BUTTON_EVENT } from './bthome-objects.ts'
import { hexBytes } from './bytes.ts'
import { callsForHelp } from './calls-for-help.ts'
import { type AddressKind, ibeaconIdentity, macIdentity, mayChange, STATION_UUID } from './radio-identity.ts'
import { mergeValues, type Tag, type TagPacket, type TagValues } from './tag.ts'
import {
  beaconNumber,
  celsius,
  type JsonObject,
  nonNegative,
  numberOf,
  percent,
  rssiDbm,
  textOf,
  uuidOf,
} from './values.ts'

const SHORT_UUID = /^(?:0x)?([0-9a-f]{4})$/i
/** Events of Shelly's buttons as the Theengs decoder numbers them; 0: none. */
const BUTTONS: ReadonlyMap<number, string> = new Map([
  [1, 'press'],
  [2, 'double_press'],
  [3, 'triple_press'],
  [9, 'long_press'],
  [11, 'hold_press'],
])

function serviceDataOf(json: JsonObject): ServiceData[] {
  const data = hexBytes(json.servicedata, MAX_ADVERT)
  const uuid = SHORT_UUID.exec(String(textOf(json.servicedatauuid, 40)))?.[1]?.toLowerCase()
  return data === undefined || uuid === undefined ? [] : [{ uuid, data }]
}

/** The raw parts of the advertisement that the gateway forwards. */
export function advertisementOf(json: JsonObject): AdStructures {
  const bytes = hexBytes(json.manufacturerdata, MAX_ADVERT)
  const manufacturer = bytes && manufacturerDataOf(bytes)
  return adStructuresOf({
    serviceData: serviceDataOf(json),
    manufacturerData: manufacturer === undefined ? [] : [manufacturer],
    name: textOf(json.name),
  })
}

function buttonOf(json: JsonObject): string | undefined {
  if (json.brand !== 'Shelly') return callsForHelp(json) ? UNKNOWN_BUTTON_EVENT : undefined
  const numbers = ['button', 'button1', 'button2', 'button3', 'button4'].map((key) => json[key])
  return buttonEvent(numbers, BUTTONS)
}

function valuesOf(json: JsonObject): TagValues {
  const volts = nonNegative(json.volt)
  return {
    temperatureCelsius: celsius(json.tempc),
    humidityPercent: percent(json.hum),
    pressureHectopascal: nonNegative(json.pres),
    batteryPercent: percent(json.batt),
    batteryMillivolts: volts === undefined ? undefined : Math.round(volts * 1000),
    button: buttonOf(json),
  }
}

function packetOf(json: JsonObject): TagPacket | undefined {
  const value = beaconNumber(json.packet)
  if (value !== undefined && value <= 0xff) return { kind: 'number', value }
  const button = buttonOf(json)
  return button === undefined ? undefined : { kind: 'bytes', value: button }
}

/** The gateway's own decoding. */
interface Decoded {
  readonly ibeacon: { readonly uuid: string; readonly major: number; readonly minor: number } | undefined
  readonly make: string | undefined
  readonly measuredPowerDbm: number | undefined
}

function decodedOf(json: JsonObject): Decoded {
  const [uuid, major, minor] = [uuidOf(json.uuid), beaconNumber(json.major), beaconNumber(json.minor)]
  const ibeacon = uuid === undefined || major === undefined || minor === undefined ? undefined : { uuid, major, minor }
  const brand = textOf(json.brand, 40)
  const isNamed = brand !== undefined && brand !== 'GENERIC'
  return {
    ibeacon,
    make: isNamed ? brand : ibeacon === undefined ? undefined : 'iBeacon',
    // Of other tags it is the power at the antenna.
    measuredPowerDbm: ibeacon === undefined ? undefined : rssiDbm(json.txpower),
  }
}

function identified({ ibeacon }: Decoded, mac: string | undefined): Pick<Tag, 'identity' | 'identityKind'> | undefined {
  if (ibeacon !== undefined) {
    return { identity: ibeaconIdentity(ibeacon.uuid, ibeacon.major, ibeacon.minor), identityKind: 'ibeacon' }
  }
  return mac === undefined ? undefined : { identity: macIdentity(mac), identityKind: 'mac' }
}

/**
 * Undefined: the message contains no identity. `advertisement` holds the raw parts that the gateway forwards, `mac` the address
 * the tag was heard from. For a tag with a key, only what we decrypted ourselves counts.
 */
export function readTheengsTag(
  json: JsonObject,
  advertisement: AdStructures,
  mac: string | undefined,
  keyOf: KeyOf | undefined,
): Tag | undefined {
  const type = numberOf(json.mac_type)
  const addressKind: AddressKind | undefined = type === 0 ? 'public' : type === 1 ? 'random' : undefined
  const raw = readParts(advertisement, { mac, addressKind, keyOf })
  const decoded = decodedOf(json)
  const { ibeacon, measuredPowerDbm } = decoded
  const known = ibeacon === undefined && raw !== undefined ? raw : identified(decoded, mac)
  if (known === undefined) return undefined
  const { identity, identityKind } = known
  const hasKey = keyOf?.(identity) !== undefined
  const changes = mac !== undefined && addressKind === 'random' && mayChange(mac, addressKind)
  // A device that the gateway could decode is a tag, unless it marks the address as one of a phone's many.
  const isHiding = textOf(json.model_id) === undefined ? raw?.isAmbiguous === true : json.type === 'RMAC' || changes
  return {
    identity,
    identityKind,
    uuid: ibeacon?.uuid ?? raw?.uuid,
    major: ibeacon?.major ?? raw?.major,
    minor: ibeacon?.minor ?? raw?.minor,
    mac: mac ?? raw?.mac,
    name: textOf(json.name),
    make: decoded.make ?? raw?.make,
    isAmbiguous: identityKind === 'mac' && isHiding,
    isStation: ibeacon?.uuid === STATION_UUID || raw?.isStation === true,
    isEncrypted: raw?.isEncrypted === true || (!hasKey && (numberOf(json.encr) ?? 0) > 0),
    encryptedSample: raw?.encryptedSample,
    isForged: raw?.isForged === true,
    referenceRssiDbm: measuredPowerDbm ?? raw?.referenceRssiDbm,
    measuredPowerDbm: measuredPowerDbm ?? raw?.measuredPowerDbm,
    packet: raw?.packet ?? (hasKey ? undefined : packetOf(json)),
    values: hasKey ? (raw?.values ?? {}) : mergeValues(raw?.values ?? {}, valuesOf(json)),
  }
}
