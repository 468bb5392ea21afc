/**
 * How long a silence has truly lasted: clocks are set, and a server that was down, frozen or without its database heard nobody.
 * Source: decision 0024; G40; security rule 54.
 */
import type { Clock } from '../platform/clock.ts'

/** Beyond so long a silence (ms) a device or station is offline. Source: G40, station online. */
export const OFFLINE_AFTER_MS = 930_000
/** Senders get this long (ms) to be heard again, after a start and after any time in which nobody was. */
const GRACE_MS = 30_000
/** A clock that goes wrong by less (ms) between two looks is not set but steered. */
const STEERED_MS = 1500
/** A time further ahead (ms) is from before the clock was set back; the clocks of several servers differ by less. */
const AHEAD_MS = 60_000

interface Step {
  readonly byMs: number
  readonly atSteadyMs: number
}

/** What decides whether something that was last heard at a time is offline now. */
export interface SilenceRule {
  readonly nowMs: number
  /** Offline what was last heard before (epoch ms), */
  readonly beforeMs: number
  /** and what was last heard after, in times to come (epoch ms); Infinity: nothing. */
  readonly afterMs: number
  /** By how much (ms) the clock was set on lately: as much less time has passed. */
  readonly setOnMs: number
}

export class Silence {
  readonly #clock: Clock
  /** The time when it was last looked, or when it began, by clock and evenly. */
  #seen: { readonly atMs: number; readonly steadyMs: number }
  /** Undefined: it was never looked. */
  #graceUntilMs: number | undefined
  /** How often the clock was set on lately. */
  #steps: readonly Step[] = []
  /** Since when (evenly) the clock was not set back. */
  #unbrokenSinceMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
    // A clock may be set before the first look, too.
    this.#seen = { atMs: clock.now(), steadyMs: clock.steady() }
  }

  /**
   * Looks at the clock; call it every few seconds, as long as senders can be heard and states follow what they say. Answers the
   * rule of this moment; undefined: nobody's silence says anything now.
   */
  look(): SilenceRule | undefined {
    const [nowMs, steadyMs] = [this.#clock.now(), this.#clock.steady()]
    const passedMs = steadyMs - this.#seen.steadyMs
    const wentWrongMs = nowMs - this.#seen.atMs - passedMs
    this.#seen = { atMs: nowMs, steadyMs }
    if (this.#graceUntilMs === undefined) this.#unbrokenSinceMs = steadyMs
    if (this.#graceUntilMs === undefined || passedMs > GRACE_MS) this.#graceUntilMs = steadyMs + GRACE_MS
    this.#compare(wentWrongMs, steadyMs)
    // Whoever was silent before has been so long enough since.
    this.#steps = this.#steps.filter(({ atSteadyMs }) => steadyMs - atSteadyMs <= OFFLINE_AFTER_MS)
    if (steadyMs < this.#graceUntilMs) return undefined
    const setOnMs = this.#steps.reduce((sum, { byMs }) => sum + byMs, 0)
    const isLong = steadyMs - this.#unbrokenSinceMs > OFFLINE_AFTER_MS
    return {
      ...{ nowMs, setOnMs, beforeMs: nowMs - setOnMs - OFFLINE_AFTER_MS },
      afterMs: isLong ? nowMs + AHEAD_MS : Number.POSITIVE_INFINITY,
    }
  }

  #compare(wentWrongMs: number, steadyMs: number): void {
    if (wentWrongMs > STEERED_MS)
      this.#steps = [...this.#steps, { byMs: Math.round(wentWrongMs), atSteadyMs: steadyMs }]
    if (wentWrongMs < -STEERED_MS) this.#unbrokenSinceMs = steadyMs
  }
}
