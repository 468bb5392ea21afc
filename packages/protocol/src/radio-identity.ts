/**
 * Radio identities: the text that identifies the same tag again, at stations of any make. The forms are those of ESPresense.
 * Source: wire formats §0, §3.2.
 */

/** In order of preference. */
export type RadioIdentityKind = 'ibeacon' | 'eddystone' | 'mac'

/** ESPresense stations announce themselves with this: for calibration, not for the map. */
export const STATION_UUID = 'e5ca1ade-f007-ba11-0000-000000000000'

/** `uuid` in lower case with dashes. */
export const ibeaconIdentity = (uuid: string, major: number, minor: number): string =>
  `iBeacon:${uuid}-${major}-${minor}`

/** 20 and 12 hex digits, lower case. */
export const eddystoneIdentity = (namespace: string, instance: string): string => `eddy:${namespace}-${instance}`

/** Twelve hex digits of `AA:BB:CC:DD:EE:FF`, lower case. */
export const macIdentity = (mac: string): string => mac.replaceAll(':', '').toLowerCase()

/** Type of a Bluetooth address, where the sender knows it. */
export type AddressKind = 'public' | 'random'

/**
 * True for an address that changes by itself. The top bits of a random address tell: 11 stays until the battery is changed.
 * Where it is not marked as random, 10 and 11 are trusted, and the others may be of either kind.
 * Source: Bluetooth Core Specification, volume 6 part B 1.3.
 */
export function mayChange(mac: string, kind: AddressKind | undefined): boolean {
  if (kind === 'public') return false
  const top = Number.parseInt(mac.slice(0, 2), 16) >> 6
  return kind === 'random' ? top !== 3 : top < 2
}

const RADIO_IDENTITY =
  /^(iBeacon:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{1,5}-\d{1,5}|eddy:[0-9a-f]{20}-[0-9a-f]{12}|[0-9a-f]{12})$/

/** True for an identity in one of the forms above; ids of devices and names of people's choice have others. */
export const isRadioIdentity = (identity: string): boolean => RADIO_IDENTITY.test(identity)
