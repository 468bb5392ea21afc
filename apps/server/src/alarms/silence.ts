/**
 * How long a silence has truly lasted: clocks are set, and a server that was down, frozen or without its database heard nothing.
 * Source: decision 0024; G40; security rule 54.
 */
import type { Clock } from '../platform/clock.ts'

/** Beyond so long a silence (ms) a device or station is offline. Source: G40, station online. */
export const OFFLINE_AFTER_MS = 930_000
/** Senders get this long (ms) to be heard again, after a start and after any time without reports. */
const GRACE_MS = 30_000
/** A clock that changes by less (ms) between two checks is not set but adjusted. */
const STEERED_MS = 1500
/** A time further ahead (ms) was stored before the clock was set back; the clocks of several servers differ by less. */
const AHEAD_MS = 60_000

interface Step {
  readonly byMs: number
  readonly atSteadyMs: number
}

/** What decides whether something that was last heard at a time is offline now. */
export interface SilenceRule {
  readonly nowMs: number
  /** Offline: last heard before (epoch ms), */
  readonly beforeMs: number
  /** and last heard after, in the future (epoch ms); Infinity: none. */
  readonly afterMs: number
  /** How far (ms) the clock was set forward lately: that much less time has passed. */
  readonly setOnMs: number
}

export class Silence {
  readonly #clock: Clock
  /** Time of the last check, or of the start, by clock and monotonic. */
  #seen: { readonly atMs: number; readonly steadyMs: number }
  /** Undefined: not checked yet. */
  #graceUntilMs: number | undefined
  /** Times that the clock was set forward lately. */
  #steps: readonly Step[] = []
  /** Since when (monotonic) the clock was not set back. */
  #unbrokenSinceMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
    // A clock may be set before the first check, too.
    this.#seen = { atMs: clock.now(), steadyMs: clock.steady() }
  }

  /**
   * Checks the clock; call it every few seconds, as long as reports arrive and are applied. Answers the rule of this moment;
   * undefined: silence means nothing now.
   */
  look(): SilenceRule | undefined {
    const [nowMs, steadyMs] = [this.#clock.now(), this.#clock.steady()]
    const passedMs = steadyMs - this.#seen.steadyMs
    const wentWrongMs = nowMs - this.#seen.atMs - passedMs
    this.#seen = { atMs: nowMs, steadyMs }
    if (this.#graceUntilMs === undefined) this.#unbrokenSinceMs = steadyMs
    if (this.#graceUntilMs === undefined || passedMs > GRACE_MS) this.#graceUntilMs = steadyMs + GRACE_MS
    this.#compare(wentWrongMs, steadyMs)
    // Devices that were silent before have been so long enough since.
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
