/**
 * The bus of several servers in one process, with faults that a seed draws. It promises what `bus/bus.ts` says but for its faults. Its timers are
 * the process's, so that under virtual time it is virtual too; what a handler begins belongs to the server that subscribed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Bus,
  BusFault,
  type BusMessage,
  checkSize,
  type Handler,
  type Unsubscribe,
} from '../../apps/server/src/bus/bus.ts'
import { MAX_PAYLOAD } from '../../apps/server/src/bus/local-bus.ts'
import { DRAIN_MS, RunningHandlers, within } from '../../apps/server/src/bus/running-handlers.ts'
import { checkedSubject } from '../../apps/server/src/bus/subjects.ts'
import { type Subscription, Subscriptions, WaitingRequests } from '../../apps/server/src/bus/subscriptions.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import type { Log } from '../../apps/server/src/platform/log.ts'
import type { Chance } from './seeded.ts'

/** Of messages and answers alike; each chance is from 0 to 1. */
export interface BusFaults {
  readonly lost: number
  readonly doubled: number
  /** Chance to arrive before what was sent earlier. */
  readonly reordered: number
  /** Longest time on the way (ms). */
  readonly delayMs: number
}

const NO_FAULTS: BusFaults = { lost: 0, doubled: 0, reordered: 0, delayMs: 0 }

interface Simulated extends Subscription {
  readonly asSubscriber: ReturnType<typeof AsyncLocalStorage.snapshot>
}

/** Delivers an answer to whoever asked. */
type Answer = (payload: Uint8Array) => void

/** What carries the messages between servers. */
export class SimulatedNetwork {
  faults: BusFaults = NO_FAULTS
  readonly #chance: Chance
  readonly #buses = new Set<SimulatedBus>()
  #joined = 0
  readonly #apart = new Set<string>()
  readonly #asNetwork = AsyncLocalStorage.snapshot()
  /** By sender and receiver, when the latest message that keeps its turn arrives (ms). */
  readonly #lastArrivals = new Map<string, number>()

  constructor(chance: Chance) {
    this.#chance = chance
  }

  join(log: Log, drainMs = DRAIN_MS): SimulatedBus {
    const bus = new SimulatedBus(this, { log, drainMs, id: this.#joined })
    this.#joined += 1
    this.#buses.add(bus)
    return bus
  }

  /** The bus is away for all servers, or is back. */
  setAway(isAway: boolean): void {
    for (const bus of this.#buses) bus.setConnected(!isAway)
  }

  /** Nothing arrives between two servers any more, though both are connected; or it does again. */
  part(one: SimulatedBus, other: SimulatedBus, isApart: boolean): void {
    for (const way of [wayOf(one, other), wayOf(other, one)]) {
      if (isApart) this.#apart.add(way)
      else this.#apart.delete(way)
    }
  }

  /** All that was broken is whole again. */
  heal(): void {
    this.faults = NO_FAULTS
    this.#apart.clear()
    this.setAway(false)
  }

  leave(bus: SimulatedBus): void {
    this.#buses.delete(bus)
  }

  /** The servers that a server reaches, itself too. */
  reachedFrom(from: SimulatedBus): readonly SimulatedBus[] {
    return [...this.#buses].filter((to) => this.#reaches(from, to))
  }

  /** Calls the function as the message arrives: never where it is lost, and twice where it is doubled. */
  carry(from: SimulatedBus, to: SimulatedBus, arrive: () => void): void {
    const { lost, doubled, reordered, delayMs } = this.faults
    if (this.#chance() < lost) return
    const copies = this.#chance() < doubled ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1) {
      const nowMs = performance.now()
      const way = wayOf(from, to)
      const keepsTurn = this.#chance() >= reordered
      const arrivesMs = Math.max(nowMs + this.#chance() * delayMs, keepsTurn ? (this.#lastArrivals.get(way) ?? 0) : 0)
      if (keepsTurn) this.#lastArrivals.set(way, arrivesMs)
      // What is on its way when the way is cut is lost.
      const land = () => {
        if (this.#reaches(from, to)) arrive()
      }
      this.#asNetwork(() => setTimeout(land, arrivesMs - nowMs))
    }
  }

  #reaches(from: SimulatedBus, to: SimulatedBus): boolean {
    if (!this.#buses.has(from) || !this.#buses.has(to)) return false
    return from === to || (from.isConnected && to.isConnected && !this.#apart.has(wayOf(from, to)))
  }
}

const wayOf = (from: SimulatedBus, to: SimulatedBus): string => `${from.id} ${to.id}`

interface Deps {
  readonly log: Log
  readonly drainMs: number
  readonly id: number
}

export class SimulatedBus implements Bus {
  readonly id: number
  readonly maxPayload = MAX_PAYLOAD
  readonly #network: SimulatedNetwork
  readonly #drainMs: number
  readonly #handlers: RunningHandlers
  readonly #subscriptions = new Subscriptions<Simulated>()
  readonly #waiting = new WaitingRequests()
  readonly #listeners = new Set<(isConnected: boolean) => void>()
  /** What arrived while its server was paused; undefined: it is not. */
  #held: (() => void)[] | undefined
  #isConnected = true
  #isClosed = false

  constructor(network: SimulatedNetwork, { log, drainMs, id }: Deps) {
    this.id = id
    this.#network = network
    this.#drainMs = drainMs
    this.#handlers = new RunningHandlers(log, systemClock)
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  /** The server loses its connection to the bus, or has it back. */
  setConnected(isConnected: boolean): void {
    if (this.#isConnected === isConnected) return
    this.#isConnected = isConnected
    for (const listener of this.#listeners) listener(isConnected)
    if (!isConnected) this.#waiting.failAll('away', 'The bus went away before an answer came.')
  }

  async request(subject: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    checkedSubject(subject)
    checkSize(payload, this.maxPayload)
    if (this.#isClosed) throw new BusFault('closed', 'The bus is closed.')
    if (!this.#isConnected) throw new BusFault('away', 'The bus is away.')
    const responders = this.#network.reachedFrom(this).filter((bus) => bus.#subscriptions.has(subject))
    if (responders.length === 0) throw new BusFault('no responder', `Nobody answers at ${subject}.`)
    return this.#waiting.ask(subject, timeoutMs, (answer) => {
      for (const to of responders) this.#send(to, { subject, payload }, answer)
    })
  }

  publish(subject: string, payload: Uint8Array): void {
    checkedSubject(subject)
    checkSize(payload, this.maxPayload)
    if (this.#isClosed || !this.#isConnected) return
    for (const to of this.#network.reachedFrom(this)) this.#send(to, { subject, payload }, () => {})
  }

  subscribe(subject: string, handler: Handler): Unsubscribe {
    return this.#subscriptions.add(subject, { handler, asSubscriber: AsyncLocalStorage.snapshot(), isOver: false })
  }

  onConnection(listener: (isConnected: boolean) => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#waiting.failAll('closed', 'The bus was closed before an answer came.')
    await within(this.#drainMs, this.#handlers.finished())
    this.#subscriptions.clear()
  }

  /** Its server's process is stopped: what arrives waits for it. */
  pause(): void {
    this.#held ??= []
  }

  resume(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const arrive of held) arrive()
  }

  /** Its server's process is gone: nothing arrives any more, and nobody answers in its place. */
  die(): void {
    this.#network.leave(this)
    this.#subscriptions.clear()
  }

  #send(to: SimulatedBus, { subject, payload }: BusMessage, answer: Answer): void {
    const sent = Uint8Array.from(payload)
    this.#network.carry(this, to, () =>
      to.#whenRunning(() =>
        to.#arrive({ subject, payload: sent }, (answered) => {
          checkSize(answered, this.maxPayload)
          const bytes = Uint8Array.from(answered)
          this.#network.carry(to, this, () => this.#whenRunning(() => answer(bytes)))
        }),
      ),
    )
  }

  #whenRunning(work: () => void): void {
    if (this.#held === undefined) work()
    else this.#held.push(work)
  }

  #arrive({ subject, payload }: BusMessage, answer: Answer): void {
    for (const { handler, asSubscriber, isOver } of this.#subscriptions.of(subject)) {
      const message = { subject, payload: payload.slice() }
      if (!isOver) asSubscriber(() => this.#handlers.run(handler, message, answer))
    }
  }
}
