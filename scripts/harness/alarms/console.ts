/**
 * A console without its looks: the console's own stream client and its own alarm desk, one for each load of the page, given a
 * clock, a way to the server and a person. It keeps its book, by which it is judged.
 */
import { alarms } from '@whereabouts/contract/alarms'
import { type Client, createClient } from '@whereabouts/contract/client'
import { notifications } from '@whereabouts/contract/notifications'
import { routesOf } from '@whereabouts/contract/routes'
import type { StreamEvent } from '@whereabouts/contract/stream'
import { type AlarmCalls, makeAlarmCalls } from '../../../apps/console/src/features/alarms/calls.ts'
import { type Desk, makeDesk } from '../../../apps/console/src/features/alarms/desk.ts'
import {
  type AlarmSession,
  type Disengage,
  idOf,
  keyOf,
  QUIET,
} from '../../../apps/console/src/features/alarms/handling.ts'
import { runStream } from '../../../apps/console/src/features/live/stream-client.ts'
import { makeStreamEvents } from '../../../apps/console/src/features/live/stream-events.ts'
import { pause } from '../../../apps/console/src/lib/pause.ts'
import { makeServerClock } from '../../../apps/console/src/lib/server-clock.ts'
import type { ConsoleBook, Stop } from './ledger.ts'

const api = { alarms, notifications }
const routes = routesOf(api)

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

/** The page as it was loaded. */
interface Page {
  readonly desk: Desk
  readonly close: () => void
}

const ringingOf = ({ ringing }: AlarmSession): string[] => ringing.map(idOf)

export class AlarmConsole {
  readonly book: ConsoleBook
  readonly #settings: ConsoleSettings
  readonly #client: Client<typeof api>
  #page: Page | undefined
  /** How often it was loaded: what is open then rings again. */
  #loads = 0
  #keys = 0
  #isStreamOpen = false
  #liveSince: number | undefined
  /** Ids of what rings. */
  #ringing: ReadonlySet<string> = new Set()
  /** The stop that is being made. */
  #stop: Stop | undefined

  constructor(settings: ConsoleSettings) {
    this.#settings = settings
    const { name, accountId, mayAnswer, token, fetch, origin } = settings
    const nothing = { pages: [], live: [], rings: [], toasts: [], stops: [], receipts: [] }
    this.book = { name, accountId, mayAnswer, ...nothing }
    this.#client = createClient<typeof api>(routes, {
      base: '',
      fetch: ((url, init) => fetch(`${origin()}${url}`, init)) as typeof globalThis.fetch,
      headers: () => ({ authorization: `Bearer ${token}` }),
      newKey: () => `${name}, ${++this.#keys}`.replaceAll(' ', '-'),
    })
  }

  /** A page is loaded: it knows nothing. */
  open(): void {
    if (this.#page !== undefined) return
    const { now, clockErrorMs, mayAnswer, random } = this.#settings
    this.book.pages.push({ fromMs: now(), toMs: Number.POSITIVE_INFINITY })
    this.#loads += 1
    const cut = new AbortController()
    const events = makeStreamEvents()
    const clock = makeServerClock(now)
    const desk = makeDesk({
      ...{ events, calls: this.#calls(), steadyMs: now, mayAnswer: () => mayAnswer },
      serverNowMs: () => Math.round(clock.nowMs() + clockErrorMs),
      audience: { isThere: () => true, subscribe: () => () => {} },
      makeRinger: () => ({ follow: () => {}, stop: () => {} }),
      reloads: { loadEvents: () => {}, loadLists: () => {}, random },
      tell: {
        event: (event) => {
          if (event.alarm === null) return
          const key = `${keyOf(event)} of load ${this.#loads}`
          this.book.toasts.push({ atMs: now(), alarmId: idOf(event), key })
        },
        ...{ notice: () => {}, stoppedElsewhere: () => {}, ended: () => {}, failedStop: () => {} },
      },
      list: { note: () => {}, refresh: () => {}, reword: () => {} },
      ...{ onLocale: () => () => {}, setAttention: () => {}, log: () => {} },
    })
    const stops = [
      desk.session.subscribe(() => this.#noteRings(desk.session.get())),
      desk.isOpenKnown.subscribe(() => this.#judgeLive(desk)),
    ]
    const stopDesk = desk.start()
    this.#page = {
      desk,
      close() {
        cut.abort()
        stopDesk()
        for (const stop of stops) stop()
      },
    }
    this.#followStream(cut.signal, {
      onEvent(event) {
        if (event.event === 'hello' || event.event === 'heartbeat') clock.note(event.data.server_time_ms)
        if (event.event === 'resync') events.tellResync()
        events.tell(event)
      },
      onState: (state) => {
        this.#isStreamOpen = state === 'open'
        this.#judgeLive(desk)
      },
    })
  }

  /** The page is closed, and what rang is silent. */
  close(): void {
    const page = this.book.pages.at(-1)
    if (this.#page === undefined || page === undefined) return
    page.toMs = this.#settings.now()
    this.#page.close()
    this.#page = undefined
    this.#isStreamOpen = false
    this.#endLive()
    this.#noteRings(QUIET)
  }

  get isRinging(): boolean {
    return this.#ringing.size > 0
  }

  get openIds(): readonly string[] {
    const open = this.#page?.desk.openAlarms.all().values() ?? []
    return [...open].flatMap(({ alarm }) => alarm?.alarm_id ?? [])
  }

  /** Somebody presses the button of the dialog. */
  async press(): Promise<void> {
    if (this.#page === undefined) return
    const { desk } = this.#page
    const { test, ringing } = desk.session.get()
    const before = ringing.map(idOf)
    const stop = { atMs: this.#settings.now(), named: [] as string[], unseen: [] as string[], toldAtMs: undefined }
    const isStop = test === null && before.length > 0
    this.#stop = isStop ? stop : undefined
    const done = desk.pressStop()
    if (isStop) {
      const left = new Set(ringingOf(desk.session.get()))
      for (const id of before) (left.has(id) ? stop.unseen : stop.named).push(id)
      this.book.stops.push(stop)
    }
    await done
  }

  /** A call that no console makes so, answered by its status and body; a way that broke is status 0. */
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

  /** The console's calls, each noted in the book. */
  #calls(): AlarmCalls {
    const { now } = this.#settings
    // Nothing is given up early here: what never comes is lost by the network, which says so.
    const calls = makeAlarmCalls(this.#client, () => ({}))
    return {
      ...calls,
      sayShown: (ids) => {
        this.book.receipts.push(...ids.map((alarmId) => ({ atMs: now(), alarmId })))
        return calls.sayShown(ids)
      },
      sendStop: async (of: Disengage) => {
        const stop = this.#stop
        const stopped = await calls.sendStop(of)
        if (stop !== undefined) stop.toldAtMs = now()
        return stopped
      },
    }
  }

  #followStream(signal: AbortSignal, of: { onEvent(event: StreamEvent): void; onState(state: string): void }): void {
    const { token, fetch, origin, random } = this.#settings
    void runStream(
      {
        ...{
          url: '/v3/app/stream',
          fetch: ((url, init) => fetch(`${origin()}${url}`, init)) as typeof globalThis.fetch,
        },
        headers: async () => ({ authorization: `Bearer ${token}` }),
        ...{ random, wait: pause },
        onEvent: (event) => {
          if (!signal.aborted) of.onEvent(event)
        },
        onState: (state) => {
          if (!signal.aborted) of.onState(state)
        },
      },
      signal,
    )
  }

  /** Live is a console that knows what is open and hears the stream; while only calls get through its banner says so. */
  #judgeLive({ isOpenKnown }: Desk): void {
    if (this.#isStreamOpen && isOpenKnown.get()) this.#liveSince ??= this.#settings.now()
    else this.#endLive()
  }

  #endLive(): void {
    if (this.#liveSince === undefined) return
    this.book.live.push({ fromMs: this.#liveSince, toMs: this.#settings.now() })
    this.#liveSince = undefined
  }

  #noteRings(session: AlarmSession): void {
    const atMs = this.#settings.now()
    const ringing = new Set(ringingOf(session))
    for (const alarmId of this.#ringing) if (!ringing.has(alarmId)) this.book.rings.push({ atMs, alarmId, isOn: false })
    for (const alarmId of ringing) if (!this.#ringing.has(alarmId)) this.book.rings.push({ atMs, alarmId, isOn: true })
    this.#ringing = ringing
  }

  /** At the end of the story. */
  endBook(): ConsoleBook {
    this.#endLive()
    return this.book
  }
}
