/** Which of the tags that are heard is the one in somebody's hand: the strongest. Pure. */
import type { UnclaimedTag } from '@whereabouts/contract/unclaimed'

/** So many are shown: one looks for one. */
const MOST = 8
/** Steps of signal (dB) within which tags keep their places, as a signal is never still. */
const STEP_DB = 6

/**
 * Tags of a make, strongest first; of any make where that is undefined. Under the name of iBeacon also Eddystone: people have a tag
 * and not a protocol. Those that cannot be told from others come last.
 */
export function tagsInHand(tags: readonly UnclaimedTag[], make: string | undefined): readonly UnclaimedTag[] {
  const isWanted = (tag: UnclaimedTag): boolean =>
    make === undefined || tag.make === make || (make === 'iBeacon' && isBeacon(tag))
  const once = [...new Map(tags.map((tag) => [tag.id, tag])).values()]
  // What a network passes on has no signal that says how near it is.
  const step = ({ rssi }: UnclaimedTag) => (rssi === null ? -Infinity : Math.round(rssi / STEP_DB))
  return once
    .filter(isWanted)
    .sort(
      (one, other) =>
        Number(one.is_ambiguous) - Number(other.is_ambiguous) ||
        Number(step(one) < step(other)) - Number(step(other) < step(one)) ||
        (one.id < other.id ? -1 : 1),
    )
    .slice(0, MOST)
}

const isBeacon = ({ radio_identity }: UnclaimedTag): boolean => /^(iBeacon:|eddy:)/i.test(radio_identity)
