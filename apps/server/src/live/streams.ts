/**
 * The live streams of consoles: changes of an account are coalesced for a moment, serialised once, and sent to
 * every console that may see them. Source: docs/architecture.md#live-data; security rules 48, 55.
 */
import type { ServerResponse } from 'node:http'
import type { ListName } from '@whereabouts/contract/lists'
import type { Station } from '@whereabouts/contract/stations'
import type { AlarmEvent, StationDelta, StreamEvent, TrackerDelta } from '@whereabouts/contract/stream'
import type { Tracker } from '@whereabouts/contract/trackers'
import { HEARTBEAT_MS } from '@whereabouts/domain/live'
import type { Actor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import { type Batch, type TextFor, textsOf, toEventText } from './batch.ts'
import { ConsoleStream, type Joining } from './console-stream.ts'
import { Edits } from './edits.ts'
import type { Exchange } from './exchange.ts'
import { News } from './news.ts'

/** Changes are sent at most this often (ms); changes in between are coalesced. */
const GATHER_MS = 150
/** After a quiet time a tracker's change waits only this long (ms) for others to join its batch. */
const FIRST_GATHER_MS = 5
/** Checks this often (ms) whether a heartbeat is due, so that a withheld one is sent as soon as it may be. */
const BEAT_LOOK_MS = 500
/** Open streams of one session. */
export const MAX_STREAMS_PER_SESSION = 10

export class Streams {
  readonly edits: Edits
  readonly #clock: Clock
  /** By account. */
  readonly #streams = new Map<string, Set<ConsoleStream>>()
  /** By account, what is sent next. */
  readonly #news = new Map<string, News>()
  /** Other servers; undefined: there are none. */
  #exchange: Exchange | undefined
  readonly #bySession = new Map<string, Set<ConsoleStream>>()
  #gathering: NodeJS.Timeout | undefined
  #dueAt = 0
  /** When trackers were last sent. */
  #movedAt = Number.NEGATIVE_INFINITY
  #heartbeat: NodeJS.Timeout | undefined
  #onAudience: (accountId: string) => void = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
    this.edits = new Edits(clock)
  }

  /** From now on there may be other servers. */
  join(exchange: Exchange): void {
    this.#exchange = exchange
  }

  /**
   * Heartbeats mean that alarms can be delivered: they are sent only while `isTelling`. Without them a console warns loudly
   * (security rule 53).
   */
  start(isTelling: () => boolean): void {
    let beatAtMs = performance.now()
    this.#heartbeat = setInterval(() => {
      if (performance.now() - beatAtMs < HEARTBEAT_MS || !isTelling()) return
      beatAtMs = performance.now()
      const now = this.#clock.now()
      const text = toEventText({ event: 'heartbeat', id: String(now), data: { server_time_ms: now } })
      for (const streams of this.#streams.values()) for (const stream of streams) stream.write(text)
    }, BEAT_LOOK_MS)
  }

  /** Ends every stream; consoles reconnect by themselves. */
  close(): void {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#gathering)
    this.#flush()
    for (const streams of this.#streams.values()) for (const stream of streams) stream.end('')
    this.#exchange?.close()
  }

  /** This server is home for the account, and tells its consoles at all servers what changes. */
  isHome(accountId: string): boolean {
    return this.#exchange?.isHome(accountId) !== false
  }

  /** True when a console of an account at home here may be open, so that computing changes is worth it. */
  hasListeners(accountId: string): boolean {
    const exchange = this.#exchange
    if (exchange === undefined) return this.#streams.has(accountId)
    return exchange.isHome(accountId) && (this.#streams.has(accountId) || exchange.isWatched(accountId))
  }

  /** The same for an account that may be at home elsewhere, where nobody here knows. */
  mayHaveListeners(accountId: string): boolean {
    return this.hasListeners(accountId) || !this.isHome(accountId)
  }

  /** Accounts with an open console. */
  get accountIds(): string[] {
    return [...this.#streams.keys()]
  }

  /** Accounts with an open console whose person may acknowledge alarms. */
  get accountsAnswering(): string[] {
    return [...this.#streams]
      .filter(([, streams]) => [...streams].some(({ answersAlarms }) => answersAlarms))
      .map(([accountId]) => accountId)
  }

  /** Sessions of an account whose consoles get alarms. */
  sessionsHearing(accountId: string): string[] {
    const streams = [...(this.#streams.get(accountId) ?? [])].filter(({ hearsAlarms }) => hearsAlarms)
    return [...new Set(streams.map(({ actor }) => actor.sessionId))]
  }

  /** Calls `listener` with the account when a console comes or goes whose person may acknowledge alarms. */
  watchAudience(listener: (accountId: string) => void): void {
    this.#onAudience = listener
  }

  /** Sends each console that gets alarms the events of its session, at once; true when any console took them. */
  notify(accountId: string, eventFor: (sessionId: string) => AlarmEvent | undefined): boolean {
    const id = String(this.#clock.now())
    const texts = new Map<AlarmEvent, string>()
    let isTaken = false
    for (const stream of [...(this.#streams.get(accountId) ?? [])].filter(({ hearsAlarms }) => hearsAlarms)) {
      const event = eventFor(stream.actor.sessionId)
      if (event === undefined) continue
      const text = texts.get(event) ?? toEventText({ ...event, id } as StreamEvent)
      texts.set(event, text)
      stream.write(text)
      isTaken ||= stream.isOpen
    }
    return isTaken
  }

  countOf(sessionId: string): number {
    return this.#bySession.get(sessionId)?.size ?? 0
  }

  get sessionIds(): string[] {
    return [...this.#bySession.keys()]
  }

  /** Adds a console; until missed lists were replayed, it gets alarms only. Undefined: it has left already. */
  add(actor: Actor, seesStations: boolean, response: ServerResponse): Joining | undefined {
    if (response.destroyed) return undefined
    const { accountId, sessionId } = actor
    const now = () => this.#clock.now()
    const stream = new ConsoleStream({ actor, seesStations, response, now, onEnd: (ended) => this.#forget(ended) })
    const ofAccount = this.#streams.get(accountId) ?? new Set()
    this.#streams.set(accountId, ofAccount.add(stream))
    if (ofAccount.size === 1) this.#exchange?.opened(accountId)
    if (this.#exchange?.isLive(accountId) === false) stream.tellLive(false)
    const ofSession = this.#bySession.get(sessionId) ?? new Set()
    this.#bySession.set(sessionId, ofSession.add(stream))
    if (stream.answersAlarms) this.#onAudience(accountId)
    return stream
  }

  /** Sends a session's consoles that it has ended, and closes their streams. */
  endSession(sessionId: string): void {
    const text = toEventText({ event: 'bye', id: String(this.#clock.now()), data: { code: 401001 } })
    for (const stream of [...(this.#bySession.get(sessionId) ?? [])]) stream.end(text)
  }

  /** Closes a session's streams whose token is no longer valid, without a last event: its consoles reconnect with the new one. */
  endOldTokens(sessionId: string, isGood: (tokenHash: Buffer) => boolean): void {
    for (const stream of [...(this.#bySession.get(sessionId) ?? [])]) {
      if (!isGood(stream.actor.tokenHash)) stream.end('')
    }
  }

  /** Resolves once consoles of the account get all changes; with false where they may miss some for now. */
  whenLive(accountId: string): Promise<boolean> {
    return this.#exchange?.whenLive(accountId) ?? Promise.resolve(true)
  }

  /** Whether people may have changed the account about that time (epoch ms) or later. */
  wereEditsMadeSince(accountId: string, sinceMs: number): boolean {
    return this.edits.wereMadeSince(accountId, sinceMs, this.#exchange?.editedAtMs(accountId))
  }

  /** A tracker's changed fields; later ones win over pending ones. */
  trackerChanged(accountId: string, delta: TrackerDelta): void {
    const news = this.#newsOf(accountId)
    if (news === undefined) return
    news.trackerChanged(delta)
    this.#gather(Math.max(performance.now() + FIRST_GATHER_MS, this.#movedAt + GATHER_MS))
  }

  stationChanged(accountId: string, delta: StationDelta): void {
    const news = this.#newsOf(accountId)
    if (news === undefined) return
    news.stationChanged(delta)
    // This may wait, and needs company: the trackers it heard follow as soon as they are stored.
    this.#gather(performance.now() + GATHER_MS)
  }

  /** A change of a tracker by people. Ignored for one that is gone. */
  trackerEdited(accountId: string, delta: TrackerDelta): void {
    this.#edited(accountId, (news) => news.trackerChanged(delta))
  }

  /** A tracker that people added, whole: it exists again, also if it was removed a moment ago. */
  trackerCame(accountId: string, tracker: Tracker): void {
    this.#edited(accountId, (news) => {
      news.came({ device_ids: [tracker.device_id] })
      news.trackerChanged(tracker)
    })
  }

  /** A change of a station by people. Ignored for one that is gone. */
  stationEdited(accountId: string, delta: StationDelta): void {
    this.#edited(accountId, (news) => news.stationChanged(delta))
  }

  /** A station that people added, whole: it exists again, also if it was removed a moment ago. */
  stationCame(accountId: string, station: Station): void {
    this.#edited(accountId, (news) => {
      news.came({ t4_ids: [station.t4_id] })
      news.stationChanged(station)
    })
  }

  /** Devices that left the account's lists; their pending changes are dropped. */
  devicesGone(accountId: string, gone: { device_ids?: readonly string[]; t4_ids?: readonly string[] }): void {
    this.#edited(accountId, (news) => news.gone(gone))
  }

  /** People changed a list of the account: consoles that show it reload it. */
  listChanged(accountId: string, name: ListName): void {
    this.#edited(accountId, (news) => news.listChanged(name))
  }

  /** The same for lists that devices change all the time. */
  listHeard(accountId: string, name: ListName): void {
    const news = this.#newsOf(accountId)
    if (news === undefined) return
    news.listChanged(name)
    this.#gather(performance.now() + FIRST_GATHER_MS)
  }

  /** Much of what the account's consoles show changed: they reload their lists. */
  resync(accountId: string): void {
    this.#edited(accountId, (news) => {
      news.isResync = true
    })
  }

  /** Makes consoles of the account here reload their lists. */
  reload(accountId: string): void {
    for (const stream of this.#streams.get(accountId) ?? []) stream.reload()
  }

  /** Changes of an account at home here, from another server. */
  take(accountId: string, batch: Batch): void {
    if (batch.isEdited) this.edits.made(accountId)
    const news = this.#newsOf(accountId)
    if (news === undefined) return
    news.add(batch)
    this.#gather(performance.now() + FIRST_GATHER_MS)
  }

  /** Changes of an account at home elsewhere, for the consoles here. */
  tell(accountId: string, batch: Batch): void {
    this.#tell(this.#streams.get(accountId) ?? [], textsOf(batch, String(this.#clock.now())))
  }

  /** Tells the account's consoles here whether they get its changes. */
  liveChanged(accountId: string, isLive: boolean): void {
    for (const stream of this.#streams.get(accountId) ?? []) stream.tellLive(isLive)
  }

  /** When people last changed the account (epoch ms), as this server saw it. */
  editedAtMs(accountId: string): number | undefined {
    return this.edits.madeAtMs(accountId)
  }

  #edited(accountId: string, change: (news: News) => void): void {
    this.edits.made(accountId)
    const news = this.#newsOf(accountId)
    if (news === undefined) return
    news.isEdited = true
    change(news)
    this.#gather(performance.now() + FIRST_GATHER_MS)
  }

  /** Sends what is pending at that time (of performance.now()), unless it is due sooner. */
  #gather(dueAt: number): void {
    if (this.#gathering !== undefined && this.#dueAt <= dueAt) return
    clearTimeout(this.#gathering)
    this.#dueAt = dueAt
    this.#gathering = setTimeout(
      () => {
        this.#gathering = undefined
        this.#flush()
      },
      Math.max(0, dueAt - performance.now()),
    )
  }

  #flush(): void {
    const id = String(this.#clock.now())
    for (const [accountId, news] of this.#news) {
      this.#news.delete(accountId)
      if (news.hasTrackers) this.#movedAt = performance.now()
      const batch = news.batch()
      if (!this.isHome(accountId)) {
        this.#exchange?.bring(accountId, batch)
        continue
      }
      const streams = this.#streams.get(accountId)
      if (streams !== undefined) this.#tell(streams, textsOf(batch, id))
      this.#exchange?.publish(accountId, batch)
    }
  }

  #tell(streams: Iterable<ConsoleStream>, texts: readonly TextFor[]): void {
    for (const textFor of texts) {
      for (const stream of streams) {
        const text = textFor(stream)
        if (text !== undefined) stream.send(text)
      }
    }
  }

  /** Undefined: no console is open. */
  #newsOf(accountId: string): News | undefined {
    if (!this.mayHaveListeners(accountId)) return undefined
    const known = this.#news.get(accountId)
    if (known !== undefined) return known
    const news = new News()
    this.#news.set(accountId, news)
    return news
  }

  #forget(stream: ConsoleStream): void {
    const { accountId, sessionId } = stream.actor
    const streams = this.#streams.get(accountId)
    const wasThere = streams?.delete(stream) === true
    if (wasThere && streams.size === 0) {
      this.#streams.delete(accountId)
      this.#exchange?.closed(accountId)
    }
    if (wasThere && stream.answersAlarms) this.#onAudience(accountId)
    const ofSession = this.#bySession.get(sessionId)
    if (ofSession?.delete(stream) && ofSession.size === 0) this.#bySession.delete(sessionId)
  }
}
