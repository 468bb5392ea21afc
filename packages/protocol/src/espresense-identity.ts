/** What an ESPresense identity tells. Source: wire formats §3.2, Identity forms. */
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

const STATION_UUID = 'e5ca1ade-f007-ba11-0000-000000000000'
const SHARED_PREFIXES = new Set(['apple', 'exp', 'smarttag', 'msft', 'ad', 'sd', 'md'])
const IBEACON = /^iBeacon:([0-9a-f-]{36})-(\d{1,5})-(\d{1,5})$/i
const BARE_MAC = /^[0-9a-f]{12}$/i

const own = (kind: string): EspresenseIdentity => ({ kind, isUnique: true, isStation: false })

/** Parses known prefixes; anything else is a name that its user chose. */
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
