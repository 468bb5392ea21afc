/**
 * An advertisement as a tag: its identity, its make, its readings, and whether it is encrypted.
 * Reads iBeacon, Eddystone, BTHome v2, Ruuvi 5, ATC1441 and pvvx. Source: wire formats §0, §5, §6.
 */
import { type AdStructures, parseAdStructures } from './ad-structures.ts'
import { companyOf, eddystoneFrames, ownAddress, type Part, partsOf } from './advertisement-parts.ts'
import { eddystoneReferenceRssiDbm } from './eddystone.ts'
import { sampleOf } from './encrypted-sample.ts'
import { decodeIbeacon } from './ibeacon.ts'
import {
  type AddressKind,
  eddystoneIdentity,
  ibeaconIdentity,
  macIdentity,
  mayChange,
  STATION_UUID,
} from './radio-identity.ts'
import { mergeValues, type Tag, type TagValues } from './tag.ts'

/** The key of a radio identity, where a person entered one. Must not throw. */
export type KeyOf = (identity: string) => Uint8Array | undefined

/** What the gateway knows beside the advertisement. */
export interface Hearing {
  /** `AA:BB:CC:DD:EE:FF`; undefined: the gateway's system hides addresses. */
  readonly mac: string | undefined
  readonly addressKind?: AddressKind | undefined
  readonly keyOf?: KeyOf | undefined
}

/** A whole advertisement of a raw scan, with its scan response; undefined: it contains no identity. */
export const readAdvertisement = (advert: Uint8Array, scanResponse: Uint8Array, hearing: Hearing): Tag | undefined =>
  readParts(parseAdStructures(advert, scanResponse), hearing)

/** The same for the parts that a gateway forwarded. */
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
  // A device that repeats its address inside its frames means to be identified by it.
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
    // For a tag with a key, only what the key decrypted is trusted.
    values: parts
      .filter(({ isOpened }) => key === undefined || isOpened === true)
      .reduce<TagValues>((all, { values = {} }) => mergeValues(all, values), {}),
  }
}

/** The maker is more useful than the protocol. */
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

const macIdentityOf = (mac: string | undefined): string | undefined =>
  mac === undefined ? undefined : macIdentity(mac)
