/** The stream of one console: what it may see, what it still misses, and how far it lags behind. Source: security rules 48, 55. */
import type { ServerResponse } from 'node:http'
import { may } from '@whereabouts/contract/roles'
import type { Actor } from '../platform/actor.ts'
import { type Audience, toEventText } from './batch.ts'

/** A console with a larger backlog than this (bytes) is disconnected and told to load again. */
const MAX_QUEUE_BYTES = 1 << 20
/** A disconnected console has this long (ms) to read the last event before its socket is closed. */
const FAREWELL_MS = 1000

/** A new console, which gets a replay of what it missed: alarms and lists, in any order. */
export interface Joining {
  readonly isOpen: boolean
  /** Replays missed alarms. */
  tellAlarms(text: string): void
  /** Replays missed lists; live ones follow. */
  tellMissed(text: string): void
}

interface Settings {
  readonly actor: Actor
  readonly seesStations: boolean
  readonly response: ServerResponse
  readonly now: () => number
  /** It is over, by whichever side. May be called twice. */
  readonly onEnd: (stream: ConsoleStream) => void
}

/** JSON has no line breaks, so that only ids begin a line so. */
const withoutIds = (text: string): string => text.replaceAll(/^id: .*\n/gm, '')

export class ConsoleStream implements Audience, Joining {
  readonly actor: Actor
  readonly seesStations: boolean
  readonly seesRemarks: boolean
  readonly hearsAlarms: boolean
  /** The person at it may acknowledge alarms. */
  readonly answersAlarms: boolean
  readonly #settings: Settings
  /**
   * Live list events, buffered while the console still gets what it missed of lists; undefined once it is up to date. Alarms are
   * not buffered.
   */
  #held: string | undefined = ''
  /** Missed alarms are not replayed yet. */
  #lacksAlarms = true
  /** False while changes of the account may be missed here. */
  #isLive = true
  /** Bytes of backlog allowed beyond the usual, while the replay is still being sent. */
  #allowance = 0

  constructor(settings: Settings) {
    const { actor, seesStations, response, onEnd } = settings
    this.#settings = settings
    this.actor = actor
    this.seesStations = seesStations
    this.seesRemarks = may(actor, 'viewRemarks')
    this.hearsAlarms = may(actor, 'viewNotifications')
    this.answersAlarms = may(actor, 'acknowledgeAlarms')
    response.on('close', () => onEnd(this))
    // A console that disconnects during a write is not a fault; 'close' follows.
    response.on('error', () => {})
    response.on('drain', () => {
      this.#allowance = 0
    })
  }

  get isOpen(): boolean {
    const { response } = this.#settings
    return !response.writableEnded && !response.destroyed
  }

  tellAlarms(text: string): void {
    this.write(text)
    this.#lacksAlarms = false
  }

  tellMissed(missed: string): void {
    const text = missed + (this.#held ?? '')
    this.#held = undefined
    this.#allowance = Buffer.byteLength(text)
    this.write(text)
  }

  /** Whether it gets the changes of its account. While it does not, ids are withheld. */
  tellLive(isLive: boolean): void {
    this.#isLive = isLive
    this.write(toEventText({ event: 'live', id: '', data: { is_live: isLive } }))
  }

  /** A live event of lists, which comes after what the console missed. */
  send(text: string): void {
    if (this.#held === undefined) this.write(text)
    else if (this.#held.length + text.length > MAX_QUEUE_BYTES) this.end(this.#resync())
    else this.#held += text
  }

  /** An event that waits for nothing. */
  write(text: string): void {
    const { response } = this.#settings
    if (response.writableEnded) return
    if (response.writableLength > MAX_QUEUE_BYTES + this.#allowance) this.end(this.#resync())
    else response.write(this.#withholdsIds ? withoutIds(text) : text)
  }

  reload(): void {
    this.send(this.#resync())
  }

  /** Sends the last event once. A console that does not read will never get it, so its socket is closed a moment later. */
  end(farewell: string): void {
    const { response, onEnd } = this.#settings
    onEnd(this)
    if (response.writableEnded) return
    response.end(farewell)
    const late = setTimeout(() => response.destroy(), FAREWELL_MS)
    response.once('close', () => clearTimeout(late))
  }

  /** An id moves the console's resume point, so it gets none before everything that it missed. */
  get #withholdsIds(): boolean {
    return this.#held !== undefined || this.#lacksAlarms || !this.#isLive
  }

  #resync(): string {
    return toEventText({ event: 'resync', id: String(this.#settings.now()), data: {} })
  }
}
