/** A tag in a message of any gateway, and the observation that is stored of it. */
import type { Sighting, TagReading } from '@whereabouts/domain/observations'
import type { RadioIdentityKind } from './radio-identity.ts'
import { celsius, percent, rssiDbm, textOf } from './values.ts'

/** The tag's readings; undefined: not reported. */
export interface TagValues {
  readonly temperatureCelsius?: number | undefined
  readonly humidityPercent?: number | undefined
  readonly batteryPercent?: number | undefined
  readonly batteryMillivolts?: number | undefined
  readonly pressureHectopascal?: number | undefined
  readonly moving?: boolean | undefined
  /** The press of a button as BTHome calls it, e.g. `long_press`; `unknown` is one without a published name. */
  readonly button?: string | undefined
  readonly firmware?: string | undefined
}

/**
 * Distinguishes a message of the tag from its repeats on air: a counter that only grows, a number of 8 bits that wraps around,
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
  /** The address it was heard from, which may be another tomorrow. */
  readonly mac?: string | undefined
  readonly name?: string | undefined
  /** Its maker or its protocol. */
  readonly make?: string | undefined
  readonly isAmbiguous: boolean
  /** A station that announces itself: not an asset. */
  readonly isStation: boolean
  /** Encrypted, and no known key decrypted it. */
  readonly isEncrypted: boolean
  /** For `openSample`; undefined also where its address is unknown. */
  readonly encryptedSample?: Uint8Array | undefined
  /** Unencrypted although we have its key: another sender pretends to be it. */
  readonly isForged: boolean
  /** RSSI at one metre that the tag states (dBm). */
  readonly referenceRssiDbm?: number | undefined
  /** iBeacon's byte for that, as sent. */
  readonly measuredPowerDbm?: number | undefined
  readonly packet?: TagPacket | undefined
  readonly values: TagValues
}

/** Both merged; where they differ, the later one. */
export function mergeValues(before: TagValues, after: TagValues): TagValues {
  const told = Object.entries(after).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(told) }
}

/** A tag, and how strongly it was heard. */
export interface HeardTag {
  readonly tag: Tag
  /** Undefined: its radio measured none. */
  readonly rssiDbm: number | undefined
  /** As the gateway computed it: a hint. */
  readonly distanceMetres?: number | undefined
}

/** A change of a tag between decoding and storing, such as `TagMemory.settle`. */
export type Settle = (tag: Tag) => Tag

/** An event without a published meaning is one too: 0 alone says that nothing happened, and no event is a release. */
const isPress = (button: string | undefined): boolean => button !== undefined

/** The readings within the bounds of the log, in the form of an observation. */
function facts({
  identity,
  make,
  name,
  isAmbiguous,
  isEncrypted,
  encryptedSample,
  values,
}: Tag): Omit<TagReading, 'kind'> {
  return {
    identity,
    make,
    name,
    isAmbiguous,
    isEncrypted,
    encryptedSample,
    batteryPercent: percent(values.batteryPercent),
    temperatureCelsius: celsius(values.temperatureCelsius),
    humidityPercent: percent(values.humidityPercent),
    moving: values.moving,
    firmware: textOf(values.firmware, 32),
    // A person's button asks for help (G61); one that is not pressed says nothing.
    help: isPress(values.button) ? true : undefined,
  }
}

/** False for tags of which nothing is stored: stations, and impostors. */
const isStorable = ({ isStation, isForged }: Tag): boolean => !isStation && !isForged

/** A reading of a tag without the station that heard it; undefined where nothing is stored of it. */
export const tagReading = (tag: Tag): TagReading | undefined =>
  isStorable(tag) ? { kind: 'reading', ...facts(tag) } : undefined

/** A sighting, or a reading where no strength was measured; undefined where nothing is stored of it. */
export function tagSighting({ tag, rssiDbm: heardDbm, distanceMetres }: HeardTag): Sighting | TagReading | undefined {
  if (heardDbm === undefined) return tagReading(tag)
  if (!isStorable(tag)) return undefined
  // An impossibly strong signal at one metre is ignored: the byte means something else, or nobody calibrated it.
  const promised = rssiDbm(tag.referenceRssiDbm)
  const referenceRssiDbm = promised !== undefined && promised < 0 ? promised : undefined
  return { kind: 'sighting', rssiDbm: heardDbm, referenceRssiDbm, distanceMetres, ...facts(tag) }
}

/**
 * Each tag once: of several advertisements in one message the strongest signal counts, as walls and bodies only ever weaken it,
 * and every value that one of them reports; of two values the later one, but a pressed button in any case. Impostors are
 * dropped.
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

/** Weaker than all. */
const UNMEASURED = Number.NEGATIVE_INFINITY

function merged(before: HeardTag, next: HeardTag): HeardTag {
  const strongest = (next.rssiDbm ?? UNMEASURED) > (before.rssiDbm ?? UNMEASURED) ? next : before
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
