/**
 * The last fix of each phone, by which one that lies still and tells it again is recognised: its protocol may have no time but that of
 * the fix. In memory, bounded; after a restart a repeat counts from its second time on. Source: G97; decision 0067.
 */
import type { Observation } from '@whereabouts/domain/observations'

/** Phones that are remembered, those that were heard last. */
const MOST_PHONES = 100_000
/** A fix is not news for this long (ms): a sender repeats what was not acknowledged in time. */
export const STILL_NEW_MS = 10_000

/** The time of an observation's fix (epoch ms), where it tells no other time; undefined where it tells one, or no place. */
function fixOf({ scannedAtMs, isTimeOfFix, items }: Observation): number | undefined {
  const hasPlace = items.some((item) => item.kind === 'location' && item.position !== undefined)
  return isTimeOfFix === true && hasPlace ? scannedAtMs : undefined
}

export class LastFixes {
  /** Epoch ms, by account and sender. */
  readonly #fixes = new Map<string, number>()

  /** The observation of a phone, as sent now where it tells the fix that was stored last. */
  timed(phone: string, observation: Observation, receivedAtMs: number): Observation {
    const fixedAtMs = fixOf(observation)
    const isNews = fixedAtMs === undefined || fixedAtMs !== this.#fixes.get(phone)
    if (isNews || receivedAtMs - fixedAtMs <= STILL_NEW_MS) return observation
    return {
      ...observation,
      scannedAtMs: receivedAtMs,
      items: observation.items.map((item) =>
        item.kind === 'location' && item.position ? { ...item, fixedAtMs } : item,
      ),
    }
  }

  /** To be called once it is stored: until then, a sender that tells it again repeats what was not acknowledged. */
  stored(phone: string, observation: Observation): void {
    const fixedAtMs = fixOf(observation)
    if (fixedAtMs === undefined) return
    const last = this.#fixes.get(phone) ?? fixedAtMs
    this.#fixes.delete(phone)
    this.#fixes.set(phone, Math.max(fixedAtMs, last))
    if (this.#fixes.size > MOST_PHONES) this.#fixes.delete(this.#fixes.keys().next().value!)
  }
}
