/** A tag as a message shows it, whichever gateway handed it on, and what is stored of it. */
import type { Sighting, TagReading } from '@whereabouts/domain/observations'
import { UNKNOWN_BUTTON_EVENT } from './bthome-objects.ts'
import type { RadioIdentityKind } from './radio-identity.ts'
import { celsius, percent, rssiDbm, textOf } from './values.ts'

/** As the tag says them; undefined is what it does not say. */
export interface TagValues {
  readonly temperatureCelsius?: number | undefined
  readonly humidityPercent?: number | undefined
  readonly batteryPercent?: number | undefined
  readonly batteryMillivolts?: number | undefined
  readonly pressureHectopascal?: number | undefined
  readonly moving?: boolean | undefined
  /** The press of a button as BTHome calls it, e.g. `long_press`; `unknown` is no press. */
  readonly button?: string | undefined
  readonly firmware?: string | undefined
}

/**
 * What tells a message of the tag from its repeats on air: a counter that only grows, a number of 8 bits that comes round,
 * or else the bytes.
 */
export type TagPacket =
  | { readonly kind: 'counter' | 'number'; readonly value: number }
  | { readonly kind: 'bytes'; readonly value: string }

export interface Tag {
  readonly identity: string
  readonly identityKind: RadioIdentityKind
  /** Of an iBeacon. */
  readonly uuid?: string | undefined
  readonly major?: number | undefined
  readonly minor?: number | undefined
  /** The address it was heard by, which may be another tomorrow. */
  readonly mac?: string | undefined
  readonly name?: string | undefined
  /** Who made it or what it speaks. */
  readonly make?: string | undefined
  readonly isAmbiguous: boolean
  /** A station that announces itself: not an asset. */
  readonly isStation: boolean
  /** It encrypts what it says, and no key at hand opened it. */
  readonly isEncrypted: boolean
  /** For `openSample`; undefined also where its address is not known. */
  readonly encryptedSample?: Uint8Array | undefined
  /** Spoke in the clear although we have its key: somebody else speaks. */
  readonly isForged: boolean
  /** RSSI at one metre that the tag promises (dBm). */
  readonly referenceRssiDbm?: number | undefined
  /** iBeacon's byte for that, as sent. */
  readonly measuredPowerDbm?: number | undefined
  readonly packet?: TagPacket | undefined
  readonly values: TagValues
}

/** What both tell; where they differ, the later one. */
export function mergeValues(before: TagValues, after: TagValues): TagValues {
  const told = Object.entries(after).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(told) }
}

/** A tag, and how strongly it was heard. */
export interface HeardTag {
  readonly tag: Tag
  readonly rssiDbm: number
  /** As the gateway computed it: a hint. */
  readonly distanceMetres?: number | undefined
}

/** What somebody may do to a tag between reading and storing it, as `TagMemory.settle`. */
export type Settle = (tag: Tag) => Tag

const isPress = (button: string | undefined): boolean => button !== undefined && button !== UNKNOWN_BUTTON_EVENT

/** The values in the bounds of the log, as an observation tells them. */
function facts({ identity, make, isAmbiguous, isEncrypted, encryptedSample, values }: Tag): Omit<TagReading, 'kind'> {
  return {
    identity,
    make,
    isAmbiguous,
    isEncrypted,
    encryptedSample,
    batteryPercent: percent(values.batteryPercent),
    temperatureCelsius: celsius(values.temperatureCelsius),
    moving: values.moving,
    firmware: textOf(values.firmware, 32),
    // A person's button asks for help (G61); one that nobody presses says nothing.
    help: isPress(values.button) ? true : undefined,
  }
}

/** False for what nothing may be stored of: stations, and what only pretends to be a tag. */
const isStorable = ({ isStation, isForged }: Tag): boolean => !isStation && !isForged

/** A reading of a tag that was heard by nobody knows whom; undefined where nothing may be stored of it. */
export const tagReading = (tag: Tag): TagReading | undefined =>
  isStorable(tag) ? { kind: 'reading', ...facts(tag) } : undefined

/** A sighting; undefined where nothing may be stored of it. */
export function tagSighting({ tag, rssiDbm: heardDbm, distanceMetres }: HeardTag): Sighting | undefined {
  if (!isStorable(tag)) return undefined
  // A promise of a strong signal at one metre is none: the byte means something else, or nobody calibrated it.
  const promised = rssiDbm(tag.referenceRssiDbm)
  const referenceRssiDbm = promised !== undefined && promised < 0 ? promised : undefined
  return { kind: 'sighting', rssiDbm: heardDbm, referenceRssiDbm, distanceMetres, ...facts(tag) }
}

/**
 * One tag once: of several advertisements in one message the strongest signal counts, as walls and bodies only ever take
 * away, and every value that one of them tells; of two values the later one, and a pressed button in any case. What only
 * pretends to be the tag is left out.
 */
export function mergeHeard(heard: readonly HeardTag[]): HeardTag[] {
  const byIdentity = new Map<string, HeardTag>()
  for (const next of heard) {
    if (next.tag.isForged) continue
    const before = byIdentity.get(next.tag.identity)
    byIdentity.set(next.tag.identity, before === undefined ? next : merged(before, next))
  }
  return [...byIdentity.values()]
}

function merged(before: HeardTag, next: HeardTag): HeardTag {
  const strongest = next.rssiDbm > before.rssiDbm ? next : before
  const [old, tag] = [before.tag, next.tag]
  const button = isPress(old.values.button) ? old.values.button : (tag.values.button ?? old.values.button)
  return {
    ...strongest,
    tag: {
      ...old,
      name: tag.name ?? old.name,
      make: old.make ?? tag.make,
      isEncrypted: old.isEncrypted || tag.isEncrypted,
      encryptedSample: tag.encryptedSample ?? old.encryptedSample,
      referenceRssiDbm: tag.referenceRssiDbm ?? old.referenceRssiDbm,
      values: { ...mergeValues(old.values, tag.values), button },
    },
  }
}
