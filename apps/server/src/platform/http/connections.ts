/**
 * How many connections this server holds open, over all its ports. Strangers never fill it: who has proved nothing yet has a part of
 * his own, of which one address has a share, and one that says nothing makes room for the next. Source: security rules 42, 48.
 */
import { BlockList, isIP, type Server, type Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import { networkOf } from '../net/network.ts'
import type { Tally } from '../tally.ts'
import type { ConnectionLimits } from './limits.ts'

type State = 'silent' | 'busy' | 'over'

const CONNECTION = Symbol('connection')
interface Held {
  [CONNECTION]?: Connection
}

export const connectionOf = (socket: object): Connection | undefined => (socket as Held)[CONNECTION]

/** How long an address's wrong credentials are remembered, from the first of them (ms). */
const WRONG_TRIES_MS = 60_000
/** How long one more waits for its refusal (ms). */
const REFUSE_LATE_MS = 1000

/** The caller on this socket has shown a session or a credential. */
export const proved = (socket: object): void => connectionOf(socket)?.proved()

/** One end of a connection: TLS has a socket of its own, of the same address and port. */
const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** Has a server listen only to connections that the door lets in, from before their TLS begins. */
export function guardDoor(server: Server, door: Door, isTls: boolean): void {
  const listeners = server.listeners('connection')
  const handshakes = new Map<string, Connection>()
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const connection = door.admit(socket)
    if (connection === undefined) return
    if (isTls) {
      const end = endOf(socket)
      handshakes.set(end, connection)
      socket.once('close', () => handshakes.delete(end))
    }
    for (const listener of listeners) listener.call(server, socket)
  })
  // Before it listens, an error is that of its start and is heard there.
  server.once('listening', () => server.on('error', (error) => door.failed(error)))
  if (isTls)
    server.prependListener('secureConnection', (socket: Socket) => handshakes.get(endOf(socket))?.alsoAt(socket))
}

const add = (map: Map<string, number>, key: string, step: number): void => {
  const left = (map.get(key) ?? 0) + step
  if (left === 0) map.delete(key)
  else map.set(key, left)
}

export class Connections {
  readonly #limits: ConnectionLimits
  readonly #tally: Tally
  readonly #clock: Pick<Clock, 'steady'>
  /** Many callers share one of these addresses. */
  readonly #proxies = new BlockList()
  #open = 0
  #unproved = 0
  #refused = 0
  readonly #ofAddress = new Map<string, number>()

  constructor(
    limits: ConnectionLimits,
    { proxies, tally, clock }: { proxies: readonly string[]; tally: Tally; clock: Pick<Clock, 'steady'> },
  ) {
    this.#limits = limits
    this.#tally = tally
    this.#clock = clock
    for (const range of proxies) {
      const [address = '', bits] = range.split('/')
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
      if (bits === undefined) this.#proxies.addAddress(address, family)
      else this.#proxies.addSubnet(address, Number(bits), family)
    }
  }

  /** A port, where an address may hold so many connections that have proved nothing yet. */
  door(name: string, unprovedPerAddress: number): Door {
    return new Door(this, name, { unprovedPerAddress, wrongTries: this.#limits.wrongTries, clock: this.#clock })
  }

  /** For an operator, once there was no room: how full it is, and how many were hung up on since the start. */
  get summary(): string | undefined {
    return this.#refused === 0
      ? undefined
      : `connections ${this.#open} of ${this.#limits.total}, refused ${this.#refused}`
  }

  isProxy(address: string): boolean {
    const family = isIP(address)
    return family !== 0 && this.#proxies.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }

  /** Why there is no room for one more of this address, which has proved nothing yet; undefined where there is. */
  faultOfNew(network: string | undefined): 'all' | 'unproved' | 'address' | undefined {
    if (this.#open >= this.#limits.total) return 'all'
    if (this.#unproved >= this.#limits.unproved) return 'unproved'
    return network !== undefined && (this.#ofAddress.get(network) ?? 0) >= this.#limits.perAddress
      ? 'address'
      : undefined
  }

  refused(door: string, cap: string): void {
    this.#refused += 1
    this.#tally.count('Refused a connection: too many are open', { door, cap })
  }

  failed(door: string, code: string | undefined): void {
    this.#tally.count('Failed to accept a connection; others go on', { door, code })
  }

  opened(network: string | undefined): void {
    this.#open += 1
    this.#unproved += 1
    if (network !== undefined) add(this.#ofAddress, network, 1)
  }

  proved(): void {
    this.#unproved -= 1
  }

  closed(network: string | undefined, wasProved: boolean): void {
    this.#open -= 1
    if (!wasProved) this.#unproved -= 1
    if (network !== undefined) add(this.#ofAddress, network, -1)
  }
}

export class Door {
  readonly #all: Connections
  readonly #name: string
  readonly #unprovedPerAddress: number
  readonly #wrongTries: number
  readonly #clock: Pick<Clock, 'steady'>
  /** Wrong credentials by address, since when (steady ms). */
  readonly #tries = new Map<string, { count: number; sinceMs: number }>()
  /** Those that have proved nothing, by address. */
  readonly #unproved = new Map<string, number>()
  /** Of these, those that have nothing under way, the oldest first. */
  readonly #silent = new Set<Connection>()
  readonly #silentOfAddress = new Map<string, Set<Connection>>()

  constructor(
    all: Connections,
    name: string,
    limits: { unprovedPerAddress: number; wrongTries: number; clock: Pick<Clock, 'steady'> },
  ) {
    this.#all = all
    this.#name = name
    this.#unprovedPerAddress = limits.unprovedPerAddress
    this.#wrongTries = limits.wrongTries
    this.#clock = limits.clock
  }

  /** The system did not hand over a connection, as where the process has too many files open. */
  failed({ code }: Error & { readonly code?: string }): void {
    this.#all.failed(this.#name, code)
  }

  /**
   * Notes wrong credentials, and answers how long (ms) their refusal is to wait. Phones behind one address that come back all at once
   * have their credentials and wait for nothing; who tries many gets fewer places, and each is taken for a second.
   */
  wrongTry({ network }: Connection): number {
    if (network === undefined) return 0
    const nowMs = this.#clock.steady()
    for (const [each, { sinceMs }] of this.#tries) {
      if (nowMs - sinceMs <= WRONG_TRIES_MS) break
      this.#tries.delete(each)
    }
    const tries = this.#tries.get(network) ?? { count: 0, sinceMs: nowMs }
    tries.count += 1
    this.#tries.set(network, tries)
    return tries.count > this.#wrongTries ? REFUSE_LATE_MS : 0
  }

  /** How many connections an address may have that have proved nothing. */
  #shareOf(network: string): number {
    const tries = this.#tries.get(network)
    const isTrying =
      tries !== undefined && tries.count >= this.#wrongTries && this.#clock.steady() - tries.sinceMs <= WRONG_TRIES_MS
    return isTrying ? Math.min(this.#wrongTries, this.#unprovedPerAddress) : this.#unprovedPerAddress
  }

  /**
   * Takes a connection in, or hangs up on it and answers undefined. Where there is no room, the oldest that is silent makes some: of
   * the same address, where that has its share.
   */
  admit(socket: Socket): Connection | undefined {
    const { remoteAddress: address } = socket
    if (address === undefined) {
      socket.destroy()
      return undefined
    }
    // A proxy's connections are of many people.
    const network = this.#all.isProxy(address) ? undefined : networkOf(address)
    const fault = this.#makeRoom(network)
    if (fault !== undefined) {
      this.#all.refused(this.#name, fault)
      socket.destroy()
      return undefined
    }
    this.#all.opened(network)
    if (network !== undefined) add(this.#unproved, network, 1)
    const connection = new Connection(this, socket, network)
    connection.alsoAt(socket)
    this.changed(connection, 'silent')
    socket.once('close', () => this.#closed(connection))
    return connection
  }

  #makeRoom(network: string | undefined): string | undefined {
    if (network !== undefined && (this.#unproved.get(network) ?? 0) >= this.#shareOf(network)) {
      if (!this.#hangUp(this.#silentOfAddress.get(network))) return 'address before sign-in'
      this.#all.refused(this.#name, 'address before sign-in')
    }
    const fault = this.#all.faultOfNew(network)
    if (fault === undefined) return undefined
    if (!this.#hangUp(fault === 'address' && network !== undefined ? this.#silentOfAddress.get(network) : this.#silent))
      return fault
    this.#all.refused(this.#name, fault)
    return undefined
  }

  /** Hangs up on the oldest of these; false where there is none. */
  #hangUp(silent: ReadonlySet<Connection> | undefined): boolean {
    const [oldest] = silent ?? []
    if (oldest === undefined) return false
    this.#closed(oldest)
    oldest.socket.destroy()
    return true
  }

  /** What a connection does has changed. */
  changed(connection: Connection, state: State): void {
    const { network } = connection
    const ofAddress = network === undefined ? undefined : this.#silentOfAddress.get(network)
    if (state === 'silent' && !connection.isProved) {
      this.#silent.add(connection)
      if (ofAddress !== undefined) ofAddress.add(connection)
      else if (network !== undefined) this.#silentOfAddress.set(network, new Set([connection]))
    } else if (this.#silent.delete(connection)) {
      ofAddress?.delete(connection)
      if (network !== undefined && ofAddress?.size === 0) this.#silentOfAddress.delete(network)
    }
  }

  proved({ network }: Connection): void {
    this.#all.proved()
    if (network !== undefined) add(this.#unproved, network, -1)
  }

  #closed(connection: Connection): void {
    if (!connection.end()) return
    const { network, isProved } = connection
    if (!isProved && network !== undefined) add(this.#unproved, network, -1)
    this.#all.closed(network, isProved)
  }
}

/** One connection of somebody, who has proved nothing at first. */
export class Connection {
  readonly socket: Socket
  /** Who it counts for; undefined: a proxy. */
  readonly network: string | undefined
  readonly #door: Door
  #isProved = false
  #state: State = 'silent'

  constructor(door: Door, socket: Socket, network: string | undefined) {
    this.#door = door
    this.socket = socket
    this.network = network
  }

  /** Finds it by this socket too, as that of its TLS. */
  alsoAt(socket: Socket): void {
    ;(socket as Held)[CONNECTION] = this
  }

  get isProved(): boolean {
    return this.#isProved
  }

  /** Something of it is under way, or nothing is any longer. */
  set(state: 'silent' | 'busy'): void {
    if (this.#state === 'over' || this.#state === state) return
    this.#state = state
    // Only those that have proved nothing make room for others.
    if (!this.#isProved) this.#door.changed(this, state)
  }

  /** It showed credentials that are not right; answers how long (ms) their refusal is to wait. */
  wrongTry(): number {
    return this.#door.wrongTry(this)
  }

  proved(): void {
    if (this.#isProved || this.#state === 'over') return
    this.#isProved = true
    this.#door.proved(this)
    this.#door.changed(this, this.#state)
  }

  /** False where it ended before. */
  end(): boolean {
    if (this.#state === 'over') return false
    this.#state = 'over'
    this.#door.changed(this, 'over')
    return true
  }
}
