/**
 * Shows one instant of the past after the other: seeks, plays forward and back at a speed, and keeps a stretch of the past ahead. It stands
 * outside React and knows neither map nor clock: both are given. Source: decision 0039.
 */
import type { PastChange, PastSite } from '@whereabouts/contract/history'
import { createStore, type Watched } from '../../lib/store.ts'
import { extended, type Instant, instantOf, type Reel, reelOf, siteAt } from './reel.ts'

export const SPEEDS = [1, 10, 60, 600] as const
export type Speed = (typeof SPEEDS)[number]

/** A step while it plays (ms). */
export const STEP_MS = 250
/** How far ahead is loaded: what is played in this long (ms), and at least that much of the past. */
const AHEAD_MS = 60_000
const LEAST_STRETCH_MS = 600_000
/** The longest stretch that is asked for at once. */
const MOST_STRETCH_MS = 12 * 3_600_000
/** More of the past is asked for when less than this share of a stretch is left. */
const REST = 0.4

export interface PlayerDeps {
  readonly loadSite: (atMs: number) => Promise<PastSite>
  /** Answers up to where: it may be less than was asked for. */
  readonly loadChanges: (
    fromMs: number,
    untilMs: number,
    stepMs: number,
  ) => Promise<{ readonly changes: readonly PastChange[]; readonly until_ms: number }>
  /** The present, which nothing is played beyond (epoch ms). */
  readonly nowMs: () => number
  /** The earliest instant that is kept. */
  readonly firstMs: () => number
  readonly show: (instant: Instant, atMs: number) => void
  /** Calls every `STEP_MS` with how long it was since the call before. Answers how to stop. */
  readonly everyStep: (step: (elapsedMs: number) => void) => () => void
}

export interface PlayerState {
  /** What is shown (epoch ms). */
  readonly atMs: number
  readonly direction: -1 | 0 | 1
  readonly speed: Speed
  /** The instant that was asked for is on its way. */
  readonly isLoading: boolean
  /** Why it could not be had. */
  readonly failure: unknown
}

export class Player {
  readonly #deps: PlayerDeps
  readonly #state = createStore<PlayerState>({ atMs: 0, direction: 0, speed: 10, isLoading: true, failure: undefined })
  #reel: Reel | undefined
  #stop: (() => void) | undefined
  /** Counts requested instants: an answer to an earlier request is dropped. */
  #asked = 0
  /** The stretch that is being made longer. */
  #extending: Reel | undefined

  constructor(deps: PlayerDeps) {
    this.#deps = deps
  }

  get state(): Watched<PlayerState> {
    return this.#state
  }

  /** Shows an instant, within what is kept. Never fails: the state tells. */
  async seek(wantedMs: number): Promise<void> {
    const atMs = this.#bounded(wantedMs)
    const asked = ++this.#asked
    this.#change({ atMs })
    if (this.#reel && atMs >= this.#reel.fromMs && atMs <= this.#reel.untilMs) {
      this.#change({ isLoading: false, failure: undefined })
      return this.#show()
    }
    this.#change({ isLoading: true, failure: undefined })
    try {
      const site = await this.#deps.loadSite(atMs)
      if (asked !== this.#asked) return
      this.#reel = reelOf(site)
      this.#change({ isLoading: false })
      this.#show()
    } catch (failure) {
      if (asked !== this.#asked) return
      // What was loaded before is of another time than the one that is asked for.
      this.#reel = undefined
      this.#change({ isLoading: false, failure, direction: 0 })
      this.#halt()
    }
  }

  /** After a failure it loads again what could not be had. */
  play(direction: -1 | 1): void {
    this.#change({ direction })
    if (this.#state.get().failure !== undefined) void this.seek(this.#state.get().atMs)
    this.#stop ??= this.#deps.everyStep((elapsedMs) => void this.#step(elapsedMs))
  }

  pause(): void {
    this.#change({ direction: 0 })
    this.#halt()
  }

  setSpeed(speed: Speed): void {
    this.#change({ speed })
  }

  /** Nothing is shown or asked for any more, and nobody is told: who watches the state is about to go. */
  end(): void {
    this.#asked++
    this.#reel = undefined
    this.#halt()
  }

  async #step(elapsedMs: number): Promise<void> {
    const { atMs, direction, speed, isLoading } = this.#state.get()
    if (direction === 0 || isLoading || this.#reel === undefined) return
    const wanted = atMs + direction * speed * elapsedMs
    const next = this.#bounded(wanted)
    // What is not there yet is waited for.
    const reached = Math.min(Math.max(next, this.#reel.fromMs), this.#reel.untilMs)
    if (reached !== atMs) {
      this.#change({ atMs: reached })
      this.#show()
    }
    if (next !== wanted) return this.pause()
    await this.#loadAhead(direction, speed)
  }

  async #loadAhead(direction: -1 | 1, speed: Speed): Promise<void> {
    const reel = this.#reel
    if (reel === undefined || this.#extending === reel) return
    const { atMs } = this.#state.get()
    const stretch = Math.min(Math.max(LEAST_STRETCH_MS, speed * AHEAD_MS), MOST_STRETCH_MS)
    const left = direction === 1 ? reel.untilMs - atMs : atMs - reel.fromMs
    if (left > stretch * REST) return
    this.#extending = reel
    try {
      const loaded =
        direction === 1 ? await this.#after(reel, stretch, speed) : await this.#before(reel, stretch, speed)
      if (this.#reel === reel && loaded !== undefined) this.#reel = loaded
    } catch (failure) {
      if (this.#reel !== reel) return
      this.#change({ failure, direction: 0 })
      this.#halt()
    } finally {
      if (this.#extending === reel) this.#extending = undefined
    }
  }

  /** What comes after a stretch, beginning at what is shown, so that no stretch grows without end. */
  async #after(reel: Reel, stretchMs: number, speed: Speed): Promise<Reel | undefined> {
    const until = Math.min(reel.untilMs + stretchMs, this.#deps.nowMs())
    if (until <= reel.untilMs) return undefined
    const { changes, until_ms } = await this.#deps.loadChanges(reel.untilMs, until, this.#thinnedTo(speed))
    const { atMs } = this.#state.get()
    const isLong = reel.untilMs - reel.fromMs > 2 * stretchMs
    if (!isLong) return extended(reel, changes, until_ms)
    const kept = Math.min(atMs, reel.untilMs)
    const later = await this.#stretch(siteAt(reel, kept), reel.untilMs, speed)
    return extended(later, changes, until_ms)
  }

  /** A stretch that ends where this one does. */
  async #before(reel: Reel, stretchMs: number, speed: Speed): Promise<Reel | undefined> {
    const from = Math.max(reel.fromMs - stretchMs, this.#deps.firstMs())
    if (from >= reel.fromMs) return undefined
    return this.#stretch(await this.#deps.loadSite(from), Math.min(this.#state.get().atMs, reel.untilMs), speed)
  }

  async #stretch(site: PastSite, untilMs: number, speed: Speed): Promise<Reel> {
    let reel = reelOf(site)
    while (reel.untilMs < untilMs) {
      const { changes, until_ms } = await this.#deps.loadChanges(reel.untilMs, untilMs, this.#thinnedTo(speed))
      reel = extended(reel, changes, until_ms)
    }
    return reel
  }

  /** Of each device one place a step is enough. */
  #thinnedTo(speed: Speed): number {
    return Math.max(1, speed * STEP_MS)
  }

  #bounded(atMs: number): number {
    return Math.round(Math.min(Math.max(atMs, this.#deps.firstMs()), this.#deps.nowMs()))
  }

  #show(): void {
    if (this.#reel === undefined) return
    const { atMs } = this.#state.get()
    this.#deps.show(instantOf(this.#reel, atMs), atMs)
  }

  #halt(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  #change(change: Partial<PlayerState>): void {
    this.#state.set({ ...this.#state.get(), ...change })
  }
}
