/**
 * GPS hardware over TCP, a port for each make: who it is by its IMEI, then its reports, each acknowledged after COMMIT. What a device
 * sends while a report is stored stays in its socket, so it slows down by itself. Source: decision 0058; security rules 42, 43, 46, 48.
 */
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Observation } from '@whereabouts/domain/observations'
import type { HardwareKind } from '@whereabouts/domain/senders'
import type { SetAsideReason } from '@whereabouts/domain/set-aside'
import { nextGt06Frame } from '@whereabouts/protocol/gt06'
import type { NextTrackerFrame, TrackerFrame } from '@whereabouts/protocol/hardware-tracker'
import { nextTeltonikaFrame } from '@whereabouts/protocol/teltonika'
import type { Background } from '../context.ts'
import { toRefusal } from '../platform/http/answer.ts'
import { connectionOf, type Door, guardDoor, proved } from '../platform/http/connections.ts'
import { acceptAll } from './accept.ts'
import { untilAnswered } from './patience.ts'
import type { KnownSender } from './senders.ts'

const NEXT_FRAME: { readonly [Kind in HardwareKind]: NextTrackerFrame } = {
  teltonika: nextTeltonikaFrame,
  gt06: nextGt06Frame,
}

/** Afterwards: heartbeats of GT06 come every few minutes, records of a sleeping Teltonika every hour. */
const SILENCE_TIMEOUT_MS = 3_900_000
/** A login has 17 to 22 bytes, behind which some devices send their first reports at once. */
const MAX_BEFORE_LOGIN = 1024
/** Connections of one device; one more closes the oldest, which may be dead (rule 42). */
const MAX_CONNECTIONS_PER_SENDER = 2

export interface HardwareGateway {
  listen(port: number, host: string): Promise<number>
  /** Accepts nothing new, acknowledges what is stored within that time, then closes all connections. */
  close(withinMs: number): Promise<void>
}

export function createHardwareGateway(app: Background, kind: HardwareKind, door: Door): HardwareGateway {
  const lines = new Set<Line>()
  const bySender = new Map<string, Line[]>()

  const admit = (line: Line, { accountId, senderId }: KnownSender): void => {
    const key = `${accountId}/${senderId}`
    const others = (bySender.get(key) ?? []).filter((other) => lines.has(other))
    for (const oldest of others.splice(0, others.length + 1 - MAX_CONNECTIONS_PER_SENDER)) oldest.end()
    bySender.set(key, [...others, line])
    line.onClose(() => {
      const left = (bySender.get(key) ?? []).filter((other) => other !== line)
      if (left.length === 0) bySender.delete(key)
      else bySender.set(key, left)
    })
  }

  const server: Server = createServer((socket) => {
    const line = new Line(app, kind, socket, admit)
    lines.add(line)
    socket.once('close', () => lines.delete(line))
  })
  guardDoor(server, door, false)

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve((server.address() as { port: number }).port)
        })
      }),
    async close(withinMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const patience = new AbortController()
      const finished = Promise.all([...lines].map((line) => line.finish()))
      await Promise.race([finished, wait(withinMs, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
      for (const line of lines) line.end()
      await closed
    },
  }
}

/** One connection of a device. */
class Line {
  readonly #app: Background
  readonly #kind: HardwareKind
  readonly #socket: Socket
  readonly #admit: (line: Line, sender: KnownSender) => void
  #bytes: Buffer = Buffer.alloc(0)
  /** Undefined before the login. */
  #sender: KnownSender | undefined
  #isFinishing = false
  #reading: Promise<void> = Promise.resolve()
  readonly #late: NodeJS.Timeout

  constructor(app: Background, kind: HardwareKind, socket: Socket, admit: (line: Line, sender: KnownSender) => void) {
    this.#app = app
    this.#kind = kind
    this.#socket = socket
    this.#admit = admit
    this.#late = setTimeout(() => this.end(), app.limits.hardwareLoginWithinMs)
    this.onClose(() => clearTimeout(this.#late))
    socket.setNoDelay(true)
    socket.on('error', () => this.end())
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener)
  }

  end(): void {
    this.#socket.destroy()
  }

  /** Resolves once what is being stored is acknowledged; nothing further is begun. */
  finish(): Promise<void> {
    this.#isFinishing = true
    return this.#reading
  }

  #take(chunk: Buffer): void {
    connectionOf(this.#socket)?.set('busy')
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
    this.#socket.pause()
    this.#reading = this.#reading
      .then(() => this.#read())
      .then(
        () => void this.#socket.resume(),
        (error: unknown) => this.#fail(error),
      )
  }

  /** Reads the frames that are there, one after the other. */
  async #read(): Promise<void> {
    while (!this.#socket.destroyed && !this.#isFinishing) {
      const frame = NEXT_FRAME[this.#kind](this.#bytes, this.#sender !== undefined, this.#app.clock.now())
      if (frame.kind === 'more') {
        if (this.#sender === undefined && this.#bytes.length > MAX_BEFORE_LOGIN) this.#refuse('bad_login')
        return
      }
      if (frame.kind === 'invalid') return this.#refuse(frame.reason)
      this.#bytes = this.#bytes.subarray(frame.length)
      if (frame.kind === 'login') await this.#signIn(frame)
      else if (frame.kind === 'reports') await this.#store(frame)
    }
  }

  async #signIn({ imei, welcome, refusal }: Extract<TrackerFrame, { kind: 'login' }>): Promise<void> {
    const { senders, counts, clock } = this.#app
    if (this.#sender !== undefined && this.#sender.senderId !== imei) return this.#refuse('bad_login')
    let sender: KnownSender
    try {
      sender = await untilAnswered(() => senders.identifyHardware(this.#kind, imei), this.#isGone)
    } catch (error) {
      if (toRefusal(error).errorName !== 'unauthorized') throw error
      counts.add({ accountId: null, senderId: 'unknown' }, 'unknownImei', clock.now())
      // One guess a connection.
      this.#isFinishing = true
      this.#refuseLogin(refusal)
      return
    }
    if (this.#sender === undefined) {
      this.#sender = sender
      clearTimeout(this.#late)
      proved(this.#socket)
      this.#socket.setTimeout(SILENCE_TIMEOUT_MS, () => this.end())
      this.onClose(senders.hardwareConnected(this.#kind, imei, () => this.end()))
      this.#admit(this, sender)
    }
    this.#socket.write(welcome)
  }

  /** Who tries many IMEIs waits for each refusal, and has few places meanwhile; trackers that are known wait for nothing. */
  #refuseLogin(refusal: Uint8Array): void {
    clearTimeout(this.#late)
    const lateMs = connectionOf(this.#socket)?.wrongTry() ?? 0
    const end = () => {
      this.#socket.end(refusal)
      this.#socket.destroySoon()
    }
    if (lateMs === 0) end()
    else {
      const waiting = setTimeout(end, lateMs).unref()
      this.onClose(() => clearTimeout(waiting))
    }
  }

  readonly #isGone = (): boolean => this.#socket.destroyed

  /** Acknowledges once all of it is stored. */
  async #store({ observations, faults, answer, isUrgent }: Extract<TrackerFrame, { kind: 'reports' }>): Promise<void> {
    const { senders, clock, counts } = this.#app
    const receivedAtMs = clock.now()
    const { senderId: imei } = this.#sender!
    if (isUrgent) this.#socket.write(answer)
    const sender = await untilAnswered(() => senders.identifyHardware(this.#kind, imei), this.#isGone)
    for (const fault of faults) counts.add(sender, fault, receivedAtMs)
    await this.#storeAll(sender, observations, receivedAtMs)
    if (!isUrgent && answer.length > 0 && !this.#isGone()) this.#socket.write(answer)
  }

  /** With one wait for the database; where one of them cannot be stored, each by itself. */
  async #storeAll(sender: KnownSender, observations: readonly Observation[], receivedAtMs: number): Promise<void> {
    const { counts, log } = this.#app
    try {
      await untilAnswered(() => acceptAll(this.#app, sender, 'phone', observations, receivedAtMs), this.#isGone)
    } catch (error) {
      const { errorName } = toRefusal(error)
      if (this.#isGone() || errorName === 'unauthorized') throw error
      if (observations.length > 1) {
        for (const each of observations) await this.#storeAll(sender, [each], receivedAtMs)
        return
      }
      // A poison report is acknowledged and counted: refused, it would be repeated for ever (rule 43).
      counts.add(sender, errorName, receivedAtMs)
      if (errorName === 'serverError') {
        log.error(
          { stack: (error as Error).stack },
          'bug: failed to process a report; it is acknowledged and quarantined',
        )
      }
    }
  }

  /** Nothing more of this connection can be trusted. A device sends again what was not acknowledged, over its next one. */
  #refuse(reason: SetAsideReason): void {
    const { counts, clock } = this.#app
    counts.add(this.#sender ?? { accountId: null, senderId: 'unknown' }, reason, clock.now())
    this.end()
  }

  #fail(error: unknown): void {
    if (!this.#isGone() && toRefusal(error).errorName === 'serverError') {
      this.#app.log.error(
        { stack: (error as Error).stack },
        'bug: failed to read a connection of GPS hardware; it is closed',
      )
    }
    this.end()
  }
}
