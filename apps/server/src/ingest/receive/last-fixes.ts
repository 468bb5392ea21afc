/**
 * The last fix of each phone, by which one that lies still and tells it again is recognised: its protocol may have no time but that of
 * the fix. In memory, bounded; after a restart it is recalled from where the phone was placed last. Source: G97; decision 0067.
 */
import type { Observation } from '@whereabouts/domain/observations'

/** Phones that are remembered, those that were heard last. */
const MOST_PHONES = 100_000
/** A fix is not news for this long (ms): a sender repeats what was not acknowledged in time. */
export const STILL_NEW_MS = 10_000
/**
 * A call for help that is told again with its fix is the same call for this long (ms), twice the longest pause between two tries of
 * Traccar Client. Source: wire formats §2.3.
 */
export const SAME_CALL_MS = 600_000

interface LastFix {
  /** Epoch ms. */
  readonly fixedAtMs: number
  /** The last call for help at this fix: its number, the time it counts as sent at, and until when it is the same. */
  readonly call?: { readonly seq: string; readonly sentMs: number; readonly untilMs: number } | undefined
}

/** The time of an observation's fix (epoch ms), where it tells no other time; undefined where it tells one, or no place. */
function fixOf({ scannedAtMs, isTimeOfFix, items }: Observation): number | undefined {
  const hasPlace = items.some((item) => item.kind === 'location' && item.position !== undefined)
  return isTimeOfFix === true && hasPlace ? scannedAtMs : undefined
}

const isCall = ({ items }: Observation): boolean => items.some((item) => item.kind === 'location' && item.help === true)

const sentAt = (observation: Observation, sentMs: number, fixedAtMs: number): Observation =>
  sentMs === fixedAtMs
    ? observation
    : {
        ...observation,
        scannedAtMs: sentMs,
        items: observation.items.map((item) =>
          item.kind === 'location' && item.position ? { ...item, fixedAtMs } : item,
        ),
      }

export class LastFixes {
  /** By account and sender. */
  readonly #fixes = new Map<string, LastFix>()

  /** True where the phone's last fix should be recalled before the observation is timed. */
  isNew(phone: string, observation: Observation): boolean {
    return fixOf(observation) !== undefined && !this.#fixes.has(phone)
  }

  /** Where the phone was placed last, before this server was started (epoch ms). */
  recall(phone: string, fixedAtMs: number): void {
    if (!this.#fixes.has(phone)) this.#remember(phone, { fixedAtMs })
  }

  /** The observation of a phone, as sent now where it tells the fix that was stored last. */
  timed(phone: string, observation: Observation, receivedAtMs: number): Observation {
    const fixedAtMs = fixOf(observation)
    const last = this.#fixes.get(phone)
    if (fixedAtMs === undefined || fixedAtMs !== last?.fixedAtMs) return observation
    const { call } = last
    if (isCall(observation) && call?.seq === observation.seq && receivedAtMs <= call.untilMs)
      return sentAt(observation, call.sentMs, fixedAtMs)
    return receivedAtMs - fixedAtMs <= STILL_NEW_MS ? observation : sentAt(observation, receivedAtMs, fixedAtMs)
  }

  /** To be called once it is stored: until then, a sender that tells it again repeats what was not acknowledged. */
  stored(phone: string, observation: Observation, receivedAtMs: number): void {
    const fixedAtMs = fixOf(observation)
    if (fixedAtMs === undefined) return
    const last = this.#fixes.get(phone)
    if (last !== undefined && last.fixedAtMs > fixedAtMs) return
    const before = last?.fixedAtMs === fixedAtMs ? last.call : undefined
    this.#remember(phone, {
      fixedAtMs,
      call: isCall(observation) ? this.#callOf(phone, observation, receivedAtMs) : before,
    })
  }

  #callOf(phone: string, observation: Observation, receivedAtMs: number): LastFix['call'] {
    const call = this.#fixes.get(phone)?.call
    const { seq, scannedAtMs: sentMs = receivedAtMs } = this.timed(phone, observation, receivedAtMs)
    return call?.seq === seq && receivedAtMs <= call.untilMs
      ? call
      : { seq, sentMs, untilMs: receivedAtMs + SAME_CALL_MS }
  }

  /** Drops accounts as they are. */
  drop(isTheirs: (accountId: string) => boolean): void {
    for (const phone of this.#fixes.keys()) if (isTheirs(phone.slice(0, phone.indexOf(' ')))) this.#fixes.delete(phone)
  }

  #remember(phone: string, fix: LastFix): void {
    this.#fixes.delete(phone)
    this.#fixes.set(phone, fix)
    if (this.#fixes.size > MOST_PHONES) this.#fixes.delete(this.#fixes.keys().next().value!)
  }
}
