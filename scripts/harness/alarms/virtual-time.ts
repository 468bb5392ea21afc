/**
 * Time that stands still until it is moved on: timers of the whole process, `performance.now` and `Math.random` are ours
 * while it is installed. Each timer belongs to the process that set it, so that it is removed when that is killed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Chance } from '../seeded.ts'

/** Things go wrong until then (ms), and from then on nothing but what was begun. */
export const ROUGH_MS = 45_000
export const END_MS = 90_000

/** Whom a timer belongs to: a server, a console. */
export interface Owner {
  isDead: boolean
  /** Its process is stopped: what falls due meanwhile is done once it goes on. */
  isPaused: boolean
}

interface Timer {
  readonly id: number
  readonly owner: Owner
  readonly work: () => void
  dueAt: number
  /** Undefined: once. */
  readonly everyMs: number | undefined
}

const real = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, random: Math.random }

/** So many turns let everything go on that waits for nothing but the processor. */
const TURNS = 4

export class VirtualTime {
  /** Since the beginning (ms). */
  now = 0
  #ids = 0
  readonly #timers = new Map<number, Timer>()
  readonly #owners = new AsyncLocalStorage<Owner>()
  readonly #nobody: Owner = { isDead: false, isPaused: false }
  readonly #chance: Chance

  constructor(chance: Chance) {
    this.#chance = chance
  }

  /** What is begun in the work, and whatever follows from it, belongs to that owner. */
  as<Result>(owner: Owner, work: () => Result): Result {
    return this.#owners.run(owner, work)
  }

  after(ms: number, work: () => void): void {
    this.#set(work, ms, undefined)
  }

  /** Answers what gives the process its own time back. */
  install(): () => void {
    const set =
      (everyMs: boolean) =>
      (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
        this.#handle(this.#set(() => work(...args), ms ?? 1, everyMs ? Math.max(1, ms ?? 1) : undefined))
    const clear = (handle: unknown) => {
      if (typeof handle === 'object' && handle !== null && 'virtualTimer' in handle) {
        this.#timers.delete(handle.virtualTimer as number)
      } else real.clearTimeout(handle as NodeJS.Timeout)
    }
    Object.assign(globalThis, {
      setTimeout: set(false),
      setInterval: set(true),
      clearTimeout: clear,
      clearInterval: clear,
    })
    Math.random = this.#chance
    performance.now = () => this.now
    return () => {
      const { random, setImmediate: _own, ...timers } = real
      Object.assign(globalThis, timers)
      Math.random = random
      // Its own property hid the one every such object has.
      Reflect.deleteProperty(performance, 'now')
    }
  }

  #set(work: () => void, ms: number, everyMs: number | undefined): Timer {
    const owner = this.#owners.getStore() ?? this.#nobody
    this.#ids += 1
    // In fractions of milliseconds times of timers would hardly ever meet.
    const dueAt = this.now + Math.max(1, Math.ceil(ms))
    const timer = { id: this.#ids, owner, work: AsyncLocalStorage.bind(work), dueAt, everyMs }
    this.#timers.set(timer.id, timer)
    return timer
  }

  #handle({ id }: Timer): object {
    const handle = {
      virtualTimer: id,
      ref: () => handle,
      unref: () => handle,
      hasRef: () => true,
      refresh: () => handle,
    }
    return { ...handle, [Symbol.toPrimitive]: () => id, [Symbol.dispose]: () => void this.#timers.delete(id) }
  }

  /** Runs the next timer if it is due by then, and sets the time to its; false: none is, and the time is that one. */
  step(until: number): boolean {
    let next: Timer | undefined
    for (const timer of this.#timers.values()) {
      if (timer.owner.isDead) this.#timers.delete(timer.id)
      else if (!timer.owner.isPaused && (next === undefined || timer.dueAt < next.dueAt)) next = timer
    }
    if (next === undefined || next.dueAt > until) {
      this.now = until
      return false
    }
    this.now = Math.max(this.now, next.dueAt)
    if (next.everyMs === undefined) this.#timers.delete(next.id)
    else next.dueAt = this.now + next.everyMs
    next.work()
    return true
  }
}

/** Lets everything go on that waits for nothing but the processor. */
export async function untilIdle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise<void>((next) => real.setImmediate(next))
}

/** A moment of true time, for what is really on its way. */
export const trueMoment = (ms: number): Promise<void> => new Promise((next) => void real.setTimeout(next, ms))
