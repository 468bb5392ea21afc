/**
 * The last fix of each phone, by which one that lies still and tells it again is recognised: its protocol may have no time but that of
 * the fix. In memory, bounded; after a restart a repeat counts from its second time on. Source: G97; decision 0067.
 */
import type { Observation } from '@whereabouts/domain/observations'

/** Phones that are remembered, those that were heard last. */
const MOST_PHONES = 100_000
/** A fix is not news for this long (ms): a sender repeats what was not acknowledged in time. */
export const STILL_NEW_MS = 10_000

export class LastFixes {
  /** Epoch ms, by account and sender. */
  readonly #fixes = new Map<string, number>()

  /** The observation of a phone, as sent now where it tells a fix that it has told before. */
  notice(phone: string, observation: Observation, receivedAtMs: number): Observation {
    const { scannedAtMs: fixedAtMs, isTimeOfFix, items } = observation
    const hasPlace = items.some((item) => item.kind === 'location' && item.position !== undefined)
    if (isTimeOfFix !== true || !hasPlace || fixedAtMs === undefined) return observation
    const last = this.#fixes.get(phone)
    this.#remember(phone, Math.max(fixedAtMs, last ?? fixedAtMs))
    if (fixedAtMs !== last || receivedAtMs - fixedAtMs <= STILL_NEW_MS) return observation
    return {
      ...observation,
      scannedAtMs: receivedAtMs,
      items: items.map((item) => (item.kind === 'location' && item.position ? { ...item, fixedAtMs } : item)),
    }
  }

  #remember(phone: string, fixedAtMs: number): void {
    this.#fixes.delete(phone)
    this.#fixes.set(phone, fixedAtMs)
    if (this.#fixes.size > MOST_PHONES) this.#fixes.delete(this.#fixes.keys().next().value!)
  }
}
