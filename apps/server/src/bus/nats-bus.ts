/**
 * The bus between several servers: core NATS, which keeps nothing. It connects again for as long as the server runs; meanwhile requests fail
 * at once and what is published is lost. Source: decision 0075.
 */
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type Msg,
  type NatsConnection,
  NoRespondersError,
  nkeyAuthenticator,
  RequestError,
  type Subscription,
  TimeoutError,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { NatsCredentials, NatsSettings } from '../platform/nats-settings.ts'
import { StartFault } from '../platform/start-fault.ts'
import { type Bus, BusFault, checkSize, type Handler, type Unsubscribe } from './bus.ts'
import { MAX_PAYLOAD } from './local-bus.ts'
import { natsStartFault } from './nats-faults.ts'
import { DRAIN_MS, RunningHandlers, within } from './running-handlers.ts'
import { checkedSubject } from './subjects.ts'
import { type Subscription as SubscriptionOfBus, Subscriptions } from './subscriptions.ts'

/** Between two attempts (ms), and by how much more by chance, so that servers do not all come at once. */
const RETRY = { everyMs: 500, jitterMs: 1000 }
const CONNECT_TIMEOUT_MS = 5000
/** A connection that answers two of these no longer (ms) is lost. */
const PING_EVERY_MS = 5000

interface Deps {
  readonly settings: NatsSettings
  readonly log: Log
  readonly clock: Clock
  /** From 0 to 1. */
  readonly chance?: () => number
  /** How long handlers may run on when the bus closes (ms). */
  readonly drainMs?: number
}

interface Subscribed extends SubscriptionOfBus {
  /** At the connection there is. */
  at: Subscription | undefined
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

function authenticatorOf(credentials: NatsCredentials): Authenticator {
  if (credentials.kind === 'password') return usernamePasswordAuthenticator(credentials.user, credentials.password)
  if (credentials.kind === 'nkey') return nkeyAuthenticator(bytesOf(credentials.seed))
  return credsAuthenticator(bytesOf(credentials.text))
}

/** The library tries a key as late as NATS asks for it, and tells nobody what is wrong with it. */
function checkKey(credentials: NatsCredentials): void {
  try {
    authenticatorOf(credentials)('any challenge')
  } catch (error) {
    throw new StartFault(`The key in the file of NATS_NKEY or NATS_CREDS cannot be used: ${(error as Error).message}.`)
  }
}

/**
 * Connects for the first time. Throws a `StartFault` where the operator must change something; where NATS is away the bus comes up without
 * it, as what is at home here needs no bus.
 */
export async function openNatsBus(deps: Deps): Promise<Bus> {
  if (deps.settings.credentials !== undefined) checkKey(deps.settings.credentials)
  const bus = new NatsBus(deps)
  await bus.open()
  return bus
}

class NatsBus implements Bus {
  readonly #deps: Deps
  readonly #handlers: RunningHandlers
  readonly #chance: () => number
  readonly #subscribed = new Subscriptions<Subscribed>()
  readonly #listeners = new Set<(isConnected: boolean) => void>()
  /** Requests that wait for an answer: each fails by what it is given. */
  readonly #waiting = new Set<(fault: BusFault) => void>()
  /** Reasons that stand in the log since NATS came or went. */
  readonly #said = new Set<string>()
  #connection: NatsConnection | undefined
  #isConnected = false
  #isClosed = false
  /** Ends the pause before the next attempt to connect. */
  #endPause = () => {}
  #connecting: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#handlers = new RunningHandlers(deps.log, deps.clock)
    this.#chance = deps.chance ?? Math.random
  }

  async open(): Promise<void> {
    try {
      await this.#connect()
    } catch (error) {
      const fault = natsStartFault(error)
      if (fault !== undefined) throw fault
      this.#sayAway(error)
      this.#connecting = this.#connectUntilThere()
    }
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  get maxPayload(): number {
    return this.#connection?.info?.max_payload ?? MAX_PAYLOAD
  }

  onConnection(listener: (isConnected: boolean) => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async request(subject: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    checkedSubject(subject)
    checkSize(payload, this.maxPayload)
    if (this.#isClosed) throw new BusFault('closed', 'The bus is closed.')
    const connection = this.#connection
    if (connection === undefined || !this.#isConnected) throw new BusFault('away', 'NATS is away.')
    let fail = (_fault: BusFault) => {}
    // The library goes on waiting where the connection is lost, though the answer went with it.
    const lost = new Promise<never>((_, reject) => {
      fail = reject
    })
    this.#waiting.add(fail)
    try {
      const answer = connection.request(this.#full(subject), payload.slice(), { timeout: timeoutMs })
      return (await Promise.race([answer, lost])).data
    } catch (error) {
      throw faultOf(error, subject, timeoutMs)
    } finally {
      this.#waiting.delete(fail)
    }
  }

  publish(subject: string, payload: Uint8Array): void {
    checkedSubject(subject)
    checkSize(payload, this.maxPayload)
    if (this.#isConnected && !this.#isClosed) this.#connection?.publish(this.#full(subject), payload.slice())
  }

  subscribe(subject: string, handler: Handler): Unsubscribe {
    const subscribed: Subscribed = { handler, at: undefined, isOver: false }
    const over = this.#subscribed.add(subject, subscribed)
    if (this.#connection !== undefined && !this.#isClosed) this.#attach(this.#connection, subject, subscribed)
    return () => {
      over()
      subscribed.at?.unsubscribe()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#endPause()
    await this.#connecting
    const connection = this.#connection
    const { drainMs = DRAIN_MS } = this.#deps
    if (connection !== undefined && this.#isConnected) await within(drainMs, this.#drain(connection))
    this.#failAll(new BusFault('closed', 'The bus was closed before an answer came.'))
    await connection?.close()
  }

  /** Handles what has arrived, and sends the answers. Never rejects. */
  async #drain(connection: NatsConnection): Promise<void> {
    await Promise.allSettled([...this.#subscribed.entries()].map(([, { at }]) => at?.drain()))
    await this.#handlers.finished()
    await connection.flush().catch((error: unknown) => this.#sayAway(error))
  }

  /** One attempt; a connection that is there once comes back by itself. */
  async #connect(): Promise<void> {
    const { servers, needsTls, ca, credentials, prefix } = this.#deps.settings
    const tls = needsTls || ca !== undefined ? { tls: ca === undefined ? {} : { ca } } : {}
    const connection = await connect({
      ...tls,
      ...(credentials === undefined ? {} : { authenticator: authenticatorOf(credentials) }),
      servers: [...servers],
      name: 'whereabouts',
      inboxPrefix: `${prefix}.answers`,
      timeout: CONNECT_TIMEOUT_MS,
      pingInterval: PING_EVERY_MS,
      maxReconnectAttempts: -1,
      ignoreAuthErrorAbort: true,
      reconnectDelayHandler: () => this.#retryMs(),
      noAsyncTraces: true,
    })
    this.#connection = connection
    for (const [subject, one] of this.#subscribed.entries()) this.#attach(connection, subject, one)
    void this.#watch(connection)
    this.#change(true)
  }

  async #connectUntilThere(): Promise<void> {
    while (!this.#isClosed) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#retryMs())
        this.#endPause = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      if (this.#isClosed) return
      try {
        return await this.#connect()
      } catch (error) {
        const fault = natsStartFault(error)
        if (fault !== undefined) this.#sayOnce('error', fault.message, 'NATS does not let this server in')
      }
    }
  }

  readonly #retryMs = (): number => RETRY.everyMs + Math.floor(this.#chance() * RETRY.jitterMs)

  /** Hears all that becomes of a connection until it has ended. */
  async #watch(connection: NatsConnection): Promise<void> {
    const { log } = this.#deps
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.#change(false)
        this.#failAll(new BusFault('away', 'NATS went away before an answer came.'))
      }
      if (status.type === 'reconnect') this.#change(true)
      if (status.type === 'error') this.#sayOnce('warn', status.error.message, 'NATS reports an error')
    }
    this.#change(false)
    if (this.#isClosed) return
    log.error('bug: The NATS library gave up its connection; opening another one')
    this.#connecting = this.#connectUntilThere()
  }

  #change(isConnected: boolean): void {
    if (this.#isConnected === isConnected) return
    this.#isConnected = isConnected
    this.#said.clear()
    if (this.#isClosed) return
    if (isConnected) this.#deps.log.info('Connected to NATS')
    else this.#deps.log.warn('Lost the connection to NATS; reports of accounts at other servers wait until it is back')
    for (const listener of this.#listeners) {
      try {
        listener(isConnected)
      } catch (error) {
        this.#deps.log.error({ err: error }, 'bug: A listener to the connection to NATS failed')
      }
    }
  }

  /** A line of the log, once until NATS comes or goes: attempts follow each other. */
  #sayOnce(level: 'warn' | 'error', reason: string, line: string): void {
    if (this.#said.has(reason)) return
    this.#said.add(reason)
    this.#deps.log[level]({ reason }, line)
  }

  #sayAway(error: unknown): void {
    this.#deps.log.warn({ reason: (error as Error).message }, 'NATS is away; connecting as soon as it is back')
  }

  #failAll(fault: BusFault): void {
    for (const fail of this.#waiting) fail(fault)
  }

  readonly #full = (subject: string): string => `${this.#deps.settings.prefix}.${subject}`

  #attach(connection: NatsConnection, subject: string, subscribed: Subscribed): void {
    const callback = (error: Error | null, message: Msg) => {
      if (error !== null) {
        const reason = error.message
        this.#deps.log.error(
          { subject, reason },
          'NATS does not let this server subscribe; its user must be let below NATS_PREFIX',
        )
      } else if (!subscribed.isOver) {
        const answer = (payload: Uint8Array) => {
          checkSize(payload, this.maxPayload)
          message.respond(payload)
        }
        this.#handlers.run(subscribed.handler, { subject, payload: message.data }, answer)
      }
    }
    subscribed.at = connection.subscribe(this.#full(subject), { callback })
  }
}

function faultOf(error: unknown, subject: string, timeoutMs: number): BusFault {
  if (error instanceof BusFault) return error
  if (error instanceof TimeoutError)
    return new BusFault('time-out', `Nobody answered at ${subject} within ${timeoutMs} ms.`)
  const isUnheard = error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders())
  if (isUnheard) return new BusFault('no responder', `Nobody answers at ${subject}.`)
  return new BusFault('away', `NATS could not take the request: ${(error as Error).message}.`)
}
