/** What people own, in the order they look for it, and the way each comes in. Source: decision 0057. */
import type { Kind } from '../credentials/setup.ts'

export const THING_IDS = [
  'iphone',
  'android',
  'espresense',
  'shelly',
  'ruuvi',
  'ibeacon',
  'ruuviGateway',
  'gateway',
  'gps',
  'lorawan',
  'meshtastic',
  'broker',
  'homeAssistant',
  'other',
] as const
export type ThingId = (typeof THING_IDS)[number]

type Way =
  /** It gets a credential of its own, and speaks by one of these; the first is proposed. */
  | { readonly kind: 'sender'; readonly kinds: readonly [Kind, ...Kind[]]; readonly name: string }
  /** It is heard by what is connected already, and claimed; of this make, or of any. */
  | { readonly kind: 'tag'; readonly make: string | undefined }
  /** It has a page of its own. */
  | { readonly kind: 'page'; readonly tab: 'brokers' }

const sender = (name: string, ...kinds: readonly [Kind, ...Kind[]]): Way => ({ kind: 'sender', kinds, name })

export const THINGS: Readonly<Record<ThingId, Way>> = {
  iphone: sender('iphone', 'owntracks', 'osmand'),
  android: sender('android', 'owntracks', 'osmand'),
  espresense: sender('espresense', 'espresense'),
  shelly: sender('shelly', 'shelly'),
  ruuvi: { kind: 'tag', make: 'Ruuvi' },
  ibeacon: { kind: 'tag', make: 'iBeacon' },
  ruuviGateway: sender('ruuvi-gateway', 'ruuvi'),
  gateway: sender('gateway', 'theengs'),
  // Its name is its IMEI, which nobody can propose.
  gps: sender('', 'teltonika', 'gt06'),
  lorawan: sender('lorawan', 'thethings', 'chirpstack'),
  meshtastic: sender('mesh', 'meshtastic'),
  broker: { kind: 'page', tab: 'brokers' },
  homeAssistant: sender('home', 'reader'),
  other: sender('device', 'native', 'osmand', 'owntracks', 'any'),
}

/** A name nobody has yet, such as `iphone-2`: to go on with, or to be typed over. None where there is nothing to begin with. */
export function freeName(base: string, taken: ReadonlySet<string>): string {
  if (base === '') return ''
  for (let number = 1; ; number += 1) {
    const name = `${base}-${number}`
    if (!taken.has(name)) return name
  }
}
