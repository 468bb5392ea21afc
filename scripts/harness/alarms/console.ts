/**
 * A console without its looks: the console's own stream client and its own rule of what rings, and what stands between them
 * and the server. It keeps its book, by which it is judged.
 */
import type { Alarm, Notification } from '@whereabouts/contract/notifications'
import type { StreamEvent } from '@whereabouts/contract/stream'
import {
  type Disengage,
  type Handling,
  handleAlarms,
  handleNotification,
  handleOpen,
  idOf,
  keyOf,
  QUIET,
  stopEnded,
  stopJudged,
  stopRing,
} from '../../../apps/console/src/features/alarms/handling.ts'
import { runStream } from '../../../apps/console/src/features/live/stream-client.ts'
import type { ConsoleBook, Stop } from './ledger.ts'

/** As the console's desk does. */
const ASK_AGAIN_AFTER_MS = 5000
const RECEIPTS_AFTER_MS = 50
const RECEIPTS_AGAIN_AFTER_MS = 2000
const SEEN_AFTER_MS = 400
const STOP_AGAIN_AFTER_MS = [700, 2000]
/** The server heard the same a moment ago. */
const DUPLICATE = 400_003

interface ConsoleSettings {
  readonly name: string
  readonly accountId: string
  readonly token: string
  /** Its person may answer for alarms; another closes the dialog for himself. */
  readonly mayAnswer: boolean
  readonly fetch: typeof fetch
  /** Answers where to connect to; the way to a server may be another each time. */
  readonly origin: () => string
  /** True time (ms), by which the book is kept. */
  readonly now: () => number
  readonly random: () => number
  /** By how much (ms) it is mistaken about the server's clock. */
  readonly clockErrorMs: number
}

const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

export class AlarmConsole {
  readonly book: ConsoleBook
  readonly #settings: ConsoleSettings
  #session = QUIET
  #cut = new AbortController()
  #isOpen = false
  /** How often it was loaded: what is open then rings again. */
  #loads = 0
  /** Questions that are not answered yet. */
  #asking = 0
  #isStreamOpen = false
  #liveSince: number | undefined
  /** The server's clock less true time (ms). */
  #offsetMs = 0
  readonly #ringing = new Map<string, number>()
  readonly #receipts = new Set<string>()
  readonly #received = new Set<string>()
  #isTelling = false

  constructor(settings: ConsoleSettings) {
    this.#settings = settings
    const { name, accountId, mayAnswer } = settings
    const nothing = { pages: [], live: [], rings: [], toasts: [], stops: [], receipts: [] }
    this.book = { name, accountId, mayAnswer, ...nothing }
  }

  /** A page is loaded: it knows nothing. */
  open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.book.pages.push({ fromMs: this.#settings.now(), toMs: Number.POSITIVE_INFINITY })
    this.#loads += 1
    this.#cut = new AbortController()
    const { signal } = this.#cut
    const { token, fetch, origin, random } = this.#settings
    const settings = {
      ...{ url: '/v3/app/stream', fetch: ((url, init) => fetch(`${origin()}${url}`, init)) as typeof globalThis.fetch },
      headers: async () => ({ authorization: `Bearer ${token}` }),
      ...{ random, wait: (ms: number, cut: AbortSignal) => wait(ms, cut) },
      onEvent: (event: StreamEvent) => this.#hear(event),
      onState: (state: string) => {
        this.#isStreamOpen = state === 'open'
        if (!this.#isStreamOpen) this.#judgeLive(false)
      },
    }
    void runStream(settings, signal)
  }

  /** The page is closed, and what rang is silent. */
  close(): void {
    const page = this.book.pages.at(-1)
    if (this.#isOpen && page !== undefined) page.toMs = this.#settings.now()
    this.#isOpen = false
    this.#cut.abort()
    this.#judgeLive(false)
    this.#session = QUIET
    this.#receipts.clear()
    this.#received.clear()
    this.#changed()
  }

  get isRinging(): boolean {
    return this.#session.ringing.length > 0
  }

  get openIds(): readonly string[] {
    return [...this.#session.open.values()].flatMap(({ alarm }) => alarm?.alarm_id ?? [])
  }

  /** Somebody presses the button of the dialog. */
  async press(): Promise<void> {
    const now = this.#settings.now()
    const seen = new Set([...this.#ringing].filter(([, since]) => now - since >= SEEN_AFTER_MS).map(([id]) => id))
    const { session, disengage } = stopRing(this.#session, this.#serverNow(), seen)
    this.#session = session
    if (disengage === undefined) return this.#changed()
    const unseen = [...this.#ringing.keys()].filter((id) => !seen.has(id))
    const stop: Stop = { atMs: now, named: [...seen], unseen, toldAtMs: undefined }
    this.book.stops.push(stop)
    this.#changed()
    const judged = this.#settings.mayAnswer ? await this.#tellStop(disengage, stop) : undefined
    this.#session = stopEnded(stopJudged(this.#session, disengage.event_time_ms, judged))
    this.#changed()
  }

  /** A call as this console's person makes it, answered by its status and body; a way that broke is status 0. */
  async call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, never> }> {
    const { token, fetch, origin } = this.#settings
    try {
      const response = await fetch(`${origin()}/v3${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, never> }
    } catch {
      return { status: 0, body: {} }
    }
  }

  #serverNow = (): number => Math.round(this.#settings.now() + this.#offsetMs + this.#settings.clockErrorMs)

  #hear(event: StreamEvent): void {
    if (!this.#isOpen) return
    if (event.event === 'hello' || event.event === 'heartbeat') {
      this.#offsetMs = event.data.server_time_ms - this.#settings.now()
    }
    if (event.event === 'hello' || event.event === 'resync') void this.#ask()
    if (event.event === 'alarms') this.#follow(handleAlarms(this.#session, event.data.alarms))
    if (event.event === 'notifications') {
      for (const notification of event.data.notifications) {
        this.#follow(handleNotification(this.#session, notification))
      }
    }
  }

  /** Asks what is open; not live until it knows, nor while only calls get through: then its banner says so. */
  async #ask(): Promise<void> {
    this.#asking += 1
    const { signal } = this.#cut
    for (;;) {
      const asked = this.#session
      const { status, body } = await this.call('GET', '/app/alarms?state=open')
      if (signal.aborted) break
      if (status === 200) {
        this.#follow(handleOpen(this.#session, body as never, asked))
        break
      }
      await wait(ASK_AGAIN_AFTER_MS, signal)
      if (signal.aborted) break
    }
    this.#asking -= 1
    if (!signal.aborted && this.#asking === 0 && this.#isStreamOpen) this.#judgeLive(true)
  }

  #judgeLive(isLive: boolean): void {
    const now = this.#settings.now()
    if (isLive) this.#liveSince ??= now
    else if (this.#liveSince !== undefined) {
      this.book.live.push({ fromMs: this.#liveSince, toMs: now })
      this.#liveSince = undefined
    }
  }

  #follow({ session, toasts }: Handling): void {
    this.#session = session
    for (const event of toasts) this.#toast(event)
    this.#changed()
    this.#receive(toasts)
  }

  #toast(event: Notification): void {
    if (event.alarm === null) return
    this.book.toasts.push({
      atMs: this.#settings.now(),
      alarmId: idOf(event),
      key: `${keyOf(event)} of load ${this.#loads}`,
    })
  }

  #changed(): void {
    const now = this.#settings.now()
    const ringing = new Set(this.#session.ringing.map(idOf))
    for (const alarmId of this.#ringing.keys()) {
      if (ringing.has(alarmId)) continue
      this.#ringing.delete(alarmId)
      this.book.rings.push({ atMs: now, alarmId, isOn: false })
    }
    for (const alarmId of ringing) {
      if (this.#ringing.has(alarmId)) continue
      this.#ringing.set(alarmId, now)
      this.book.rings.push({ atMs: now, alarmId, isOn: true })
    }
    this.#receive(this.#session.ringing)
  }

  #receive(events: readonly Notification[]): void {
    for (const { alarm } of events) {
      if (alarm !== null && alarm.shown_at_ms === null && !this.#received.has(alarm.alarm_id)) {
        this.#receipts.add(alarm.alarm_id)
      }
    }
    if (this.#receipts.size > 0 && !this.#isTelling) void this.#tellReceipts(this.#cut.signal)
  }

  async #tellReceipts(signal: AbortSignal): Promise<void> {
    this.#isTelling = true
    for (let pauseMs = RECEIPTS_AFTER_MS; this.#receipts.size > 0 && !signal.aborted; ) {
      await wait(pauseMs, signal)
      if (signal.aborted) break
      const ids = [...this.#receipts]
      const atMs = this.#settings.now()
      this.book.receipts.push(...ids.map((alarmId) => ({ atMs, alarmId })))
      const { status } = await this.call('POST', '/app/alarms/shown', { alarm_ids: ids })
      pauseMs = status === 200 ? RECEIPTS_AFTER_MS : RECEIPTS_AGAIN_AFTER_MS
      if (status !== 200) continue
      for (const id of ids) {
        this.#receipts.delete(id)
        this.#received.add(id)
      }
    }
    this.#isTelling = false
  }

  /** Answers the time that the server made of it; undefined: it said nothing of one. */
  async #tellStop({ event_time_ms, alarm_ids }: Disengage, stop: Stop): Promise<number | undefined> {
    for (let tries = 0; ; tries += 1) {
      const { status, body } = await this.call('POST', '/app/notifications/push', {
        ...{ type: 'disengage', event_time_ms, alarm_ids },
      })
      const isRepeat = (body as { code?: number }).code === DUPLICATE
      if (status === 200 || isRepeat) stop.toldAtMs = this.#settings.now()
      if (isRepeat) return undefined
      if (status === 200) {
        const { alarms, event_time_ms: judged } = body as unknown as { alarms: Alarm[]; event_time_ms: number }
        this.#session = handleAlarms(this.#session, alarms).session
        return judged
      }
      const pauseMs = STOP_AGAIN_AFTER_MS[tries]
      if ((status !== 0 && status < 500) || pauseMs === undefined) return undefined
      await wait(pauseMs)
    }
  }

  /** At the end of the story. */
  endBook(): ConsoleBook {
    this.#judgeLive(false)
    return this.book
  }
}
