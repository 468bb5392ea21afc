/** The identity that ESPresense reports. Source: wire formats §3.2, Identity forms. */
import { ibeaconIdentity, macIdentity, STATION_UUID } from './radio-identity.ts'
import { macOf, uuidOf } from './values.ts'

export interface EspresenseIdentity {
  /** `ibeacon`, `eddystone`, `irk`, `known`, `mac` (a bare address), `other` (no prefix), else the prefix as it is. */
  readonly kind: string
  readonly uuid?: string | undefined
  readonly major?: number | undefined
  readonly minor?: number | undefined
  /** False: a description of the advert, which two objects of one kind share. */
  readonly isUnique: boolean
  /** A station announcing itself: for calibration, not an asset. */
  readonly isStation: boolean
}

const SHARED_PREFIXES = new Set(['apple', 'exp', 'smarttag', 'msft', 'ad', 'sd', 'md'])
/** Prefixes of addresses, and the maker of those tags; '' where there may be several. */
const MAKES_OF_ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['known', ''],
  ['miTherm', 'Xiaomi'],
  ['flora', 'Xiaomi'],
  ['mifit', 'Xiaomi'],
  ['tile', 'Tile'],
  ['itag', 'iTAG'],
  ['trackr', 'TrackR'],
  ['nut', 'Nut'],
  ['tractive', 'Tractive'],
  ['sonos', 'Sonos'],
  ['garmin', 'Garmin'],
])
const MAKES: ReadonlyMap<string, string> = new Map([
  ['iBeacon', 'iBeacon'],
  ['eddy', 'Eddystone'],
  ['apple', 'Apple'],
  ['smarttag', 'Samsung'],
  ['msft', 'Microsoft'],
])
const IBEACON = /^iBeacon:([0-9a-f-]{36})-(\d{1,5})-(\d{1,5})$/i
const BARE_MAC = /^[0-9a-f]{12}$/i

const own = (kind: string): EspresenseIdentity => ({ kind, isUnique: true, isStation: false })

/** Parses known prefixes; any other text is a name that the user chose. */
export function espresenseIdentity(identity: string): EspresenseIdentity {
  const colon = identity.indexOf(':')
  if (colon < 1) return own(BARE_MAC.test(identity) && macOf(identity) !== undefined ? 'mac' : 'other')
  const prefix = identity.slice(0, colon)
  if (prefix === 'iBeacon') {
    const parts = IBEACON.exec(identity)
    const uuid = uuidOf(parts?.[1])
    const [major, minor] = [Number(parts?.[2]), Number(parts?.[3])]
    if (uuid === undefined || major > 0xffff || minor > 0xffff) return own('ibeacon')
    return { kind: 'ibeacon', uuid, major, minor, isUnique: true, isStation: uuid === STATION_UUID }
  }
  if (prefix === 'eddy') return own('eddystone')
  return { kind: prefix, isUnique: !SHARED_PREFIXES.has(prefix), isStation: prefix === 'node' }
}

/** The tag behind an ESPresense identity: the same identity as stations of other makes report, and its maker. */
export function espresenseTag(tracker: string): { readonly identity: string; readonly make: string | undefined } {
  const colon = tracker.indexOf(':')
  const prefix = tracker.slice(0, Math.max(colon, 0))
  const makeOfAddress = MAKES_OF_ADDRESSES.get(prefix)
  const mac = macOf(makeOfAddress === undefined ? tracker : tracker.slice(colon + 1))
  const make = makeOfAddress === '' ? undefined : (makeOfAddress ?? MAKES.get(prefix))
  if (mac !== undefined) return { identity: macIdentity(mac), make }
  const { uuid, major, minor } = espresenseIdentity(tracker)
  if (uuid === undefined || major === undefined || minor === undefined) return { identity: tracker, make }
  return { identity: ibeaconIdentity(uuid, major, minor), make }
}
