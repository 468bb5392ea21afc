/**
 * The live streams of consoles: changes of an account are coalesced for a moment, serialised once, and sent to
 * every console that may see them. Source: docs/architecture.md#live-data; security rules 48, 55.
 */
import type { ServerResponse } from 'node:http'
import type { ListName } from '@whereabouts/contract/lists'
import { may } from '@whereabouts/contract/roles'
import type { Station } from '@whereabouts/contract/stations'
import type { AlarmEvent, StationDelta, StreamEvent, TrackerDelta } from '@whereabouts/contract/stream'
import type { Tracker } from '@whereabouts/contract/trackers'
import { HEARTBEAT_MS } from '@whereabouts/domain/live'
import type { Actor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import type { Edited } from '../state/state-listener.ts'
import { Edits } from './edits.ts'
import { type Audience, News, toEventText } from './news.ts'

/** Changes are sent at most this often (ms); changes in between are coalesced. */
const GATHER_MS = 150
/** After a quiet time a tracker's change waits only this long (ms) for others to join its batch. */
const FIRST_GATHER_MS = 5
/** Checks this often (ms) whether a heartbeat is due, so that a withheld one is sent as soon as it may be. */
const BEAT_LOOK_MS = 500
/** A console with a larger backlog than this (bytes) is disconnected and told to load again. */
const MAX_QUEUE_BYTES = 1 << 20
/** A disconnected console has this long (ms) to read the last event before its socket is closed. */
const FAREWELL_MS = 1000
/** Open streams of one session. */
export const MAX_STREAMS_PER_SESSION = 10

interface Stream extends Audience {
  readonly actor: Actor
  readonly hearsAlarms: boolean
  /** The person at it may acknowledge alarms. */
  readonly answersAlarms: boolean
  readonly response: ServerResponse
  /**
   * Live list events, buffered while the console still gets what it missed of lists; undefined once it is up to date. Alarms are
   * not buffered.
   */
  held: string | undefined
  /** Missed alarms are not replayed yet. */
  lacksAlarms: boolean
  /** Bytes of backlog allowed beyond the usual, while the replay is still being sent. */
  allowance: number
}

/** A new console, which gets a replay of what it missed: alarms and lists, in any order. */
export interface Joining {
  readonly isOpen: boolean
  /** Replays missed alarms. */
  tellAlarms(text: string): void
  /** Replays missed lists; live ones follow. */
  tellMissed(text: string): void
}

const hearsAlarms = (stream: Stream): boolean => stream.hearsAlarms

/** An id moves the console's resume point, so it gets none before everything that it missed. */
const idsWithheld = (stream: Stream): boolean => stream.held !== undefined || stream.lacksAlarms
/** JSON has no line breaks, so that only ids begin a line so. */
const withoutIds = (text: string): string => text.replaceAll(/^id: .*\n/gm, '')

interface Channel {
  readonly streams: Set<Stream>
  readonly news: News
}

export class Streams {
  readonly edits: Edits
  readonly #clock: Clock
  readonly #channels = new Map<string, Channel>()
  readonly #bySession = new Map<string, Set<Stream>>()
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
      for (const { streams } of this.#channels.values()) for (const stream of streams) this.#write(stream, text)
    }, BEAT_LOOK_MS)
  }

  /** Ends every stream; consoles reconnect by themselves. */
  close(): void {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#gathering)
    for (const { streams } of this.#channels.values()) for (const stream of streams) this.#end(stream, '')
  }

  /** True when a console of the account is open, so that computing changes is worth it. */
  hasListeners(accountId: string): boolean {
    return this.#channels.has(accountId)
  }

  /** Accounts with an open console whose person may acknowledge alarms. */
  get accountsAnswering(): string[] {
    return [...this.#channels]
      .filter(([, { streams }]) => [...streams].some(({ answersAlarms }) => answersAlarms))
      .map(([accountId]) => accountId)
  }

  /** Sessions of an account whose consoles get alarms. */
  sessionsHearing(accountId: string): string[] {
    const streams = [...(this.#channels.get(accountId)?.streams ?? [])].filter(hearsAlarms)
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
    for (const stream of [...(this.#channels.get(accountId)?.streams ?? [])].filter(hearsAlarms)) {
      const event = eventFor(stream.actor.sessionId)
      if (event === undefined) continue
      const text = texts.get(event) ?? toEventText({ ...event, id } as StreamEvent)
      texts.set(event, text)
      this.#write(stream, text)
      isTaken ||= !stream.response.writableEnded
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
    const seesRemarks = may(actor, 'viewRemarks')
    const hearsAlarms = may(actor, 'viewNotifications')
    const answersAlarms = may(actor, 'acknowledgeAlarms')
    const rights = { seesStations, seesRemarks, hearsAlarms, answersAlarms }
    const stream: Stream = { actor, ...rights, response, held: '', lacksAlarms: true, allowance: 0 }
    const channel = this.#channels.get(actor.accountId) ?? { streams: new Set(), news: new News() }
    this.#channels.set(actor.accountId, channel)
    channel.streams.add(stream)
    const ofSession = this.#bySession.get(actor.sessionId) ?? new Set()
    this.#bySession.set(actor.sessionId, ofSession.add(stream))
    if (answersAlarms) this.#onAudience(actor.accountId)
    response.on('close', () => this.#forget(stream))
    // A console that disconnects during a write is not a fault; 'close' follows.
    response.on('error', () => {})
    response.on('drain', () => {
      stream.allowance = 0
    })
    return {
      get isOpen() {
        return !response.writableEnded && !response.destroyed
      },
      tellAlarms: (text) => {
        this.#write(stream, text)
        stream.lacksAlarms = false
      },
      tellMissed: (missed) => {
        const text = missed + (stream.held ?? '')
        stream.held = undefined
        stream.allowance = Buffer.byteLength(text)
        this.#write(stream, text)
      },
    }
  }

  /** Sends a session's consoles that it has ended, and closes their streams. */
  endSession(sessionId: string): void {
    const text = toEventText({ event: 'bye', id: String(this.#clock.now()), data: { code: 401001 } })
    for (const stream of [...(this.#bySession.get(sessionId) ?? [])]) this.#end(stream, text)
  }

  /** Closes a session's streams whose token is no longer valid, without a last event: its consoles reconnect with the new one. */
  endOldTokens(sessionId: string, isGood: (tokenHash: Buffer) => boolean): void {
    for (const stream of [...(this.#bySession.get(sessionId) ?? [])]) {
      if (!isGood(stream.actor.tokenHash)) this.#end(stream, '')
    }
  }

  /** A tracker's changed fields; later ones win over pending ones. */
  trackerChanged(accountId: string, delta: TrackerDelta): void {
    if (this.#newsOf(accountId)?.trackerChanged(delta) !== true) return
    this.#gather(Math.max(performance.now() + FIRST_GATHER_MS, this.#movedAt + GATHER_MS))
  }

  stationChanged(accountId: string, delta: StationDelta): void {
    if (this.#newsOf(accountId)?.stationChanged(delta) !== true) return
    // This may wait, and needs company: the trackers it heard follow as soon as they are stored.
    this.#gather(performance.now() + GATHER_MS)
  }

  /** A change of a tracker by people. Ignored for one that is gone. */
  trackerEdited(accountId: string, delta: TrackerDelta): void {
    this.edits.made(accountId, 'all')
    this.trackerChanged(accountId, delta)
  }

  /** A tracker that people added, whole: it exists again, also if it was removed a moment ago. */
  trackerCame(accountId: string, tracker: Tracker): void {
    this.#newsOf(accountId)?.came({ device_id: tracker.device_id })
    this.trackerEdited(accountId, tracker)
  }

  /** A change of a station by people. Ignored for one that is gone. */
  stationEdited(accountId: string, delta: StationDelta): void {
    this.edits.made(accountId, 'all')
    this.stationChanged(accountId, delta)
  }

  /** A station that people added, whole: it exists again, also if it was removed a moment ago. */
  stationCame(accountId: string, station: Station): void {
    this.#newsOf(accountId)?.came({ t4_id: station.t4_id })
    this.stationEdited(accountId, station)
  }

  /** Devices that left the account's lists; their pending changes are dropped. */
  devicesGone(accountId: string, gone: { device_ids?: readonly string[]; t4_ids?: readonly string[] }): void {
    this.edits.made(accountId, 'all')
    const news = this.#newsOf(accountId)
    if (news === undefined) return
    news.gone(gone)
    this.#gather(performance.now() + FIRST_GATHER_MS)
  }

  /** People changed a list of the account: consoles that show it reload it. */
  listChanged(accountId: string, name: ListName): void {
    this.edits.made(accountId, name)
    this.listHeard(accountId, name)
  }

  /** The same for lists that devices change all the time: other servers learn it from the log. */
  listHeard(accountId: string, name: ListName): void {
    const news = this.#newsOf(accountId)
    if (news === undefined) return
    news.listChanged(name)
    this.#gather(performance.now() + FIRST_GATHER_MS)
  }

  /** Much of what the account's consoles show changed: they reload their lists. */
  resync(accountId: string): void {
    this.edits.made(accountId, 'all')
    this.reload(accountId)
  }

  /** A change at another server; where it is `all`, `reload` follows. */
  editedElsewhere(accountId: string, edits: readonly Edited[]): void {
    if (edits.length > 0) this.edits.heard(accountId)
    for (const edited of edits) if (edited !== 'all') this.listHeard(accountId, edited)
  }

  /** Makes consoles of the account reload their lists. */
  reload(accountId: string): void {
    for (const stream of this.#channels.get(accountId)?.streams ?? []) this.#send(stream, this.#resync())
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
    for (const { streams, news } of this.#channels.values()) {
      if (news.hasTrackers) this.#movedAt = performance.now()
      for (const textFor of news.take(id)) {
        for (const stream of streams) {
          const text = textFor(stream)
          if (text !== undefined) this.#send(stream, text)
        }
      }
    }
  }

  /** Undefined: no console is open. */
  #newsOf(accountId: string): News | undefined {
    return this.#channels.get(accountId)?.news
  }

  #send(stream: Stream, text: string): void {
    if (stream.held === undefined) this.#write(stream, text)
    else if (stream.held.length + text.length > MAX_QUEUE_BYTES) this.#end(stream, this.#resync())
    else stream.held += text
  }

  #write(stream: Stream, text: string): void {
    if (stream.response.writableEnded) return
    if (stream.response.writableLength > MAX_QUEUE_BYTES + stream.allowance) this.#end(stream, this.#resync())
    else stream.response.write(idsWithheld(stream) ? withoutIds(text) : text)
  }

  #resync = (): string => toEventText({ event: 'resync', id: String(this.#clock.now()), data: {} })

  /** Sends the last event once. A console that does not read will never get it, so its socket is closed a moment later. */
  #end(stream: Stream, farewell: string): void {
    this.#forget(stream)
    const { response } = stream
    if (response.writableEnded) return
    response.end(farewell)
    const late = setTimeout(() => response.destroy(), FAREWELL_MS)
    response.once('close', () => clearTimeout(late))
  }

  #forget(stream: Stream): void {
    const { accountId, sessionId } = stream.actor
    const channel = this.#channels.get(accountId)
    const wasThere = channel?.streams.delete(stream) === true
    if (wasThere && channel.streams.size === 0) this.#channels.delete(accountId)
    if (wasThere && stream.answersAlarms) this.#onAudience(accountId)
    const ofSession = this.#bySession.get(sessionId)
    if (ofSession?.delete(stream) && ofSession.size === 0) this.#bySession.delete(sessionId)
  }
}
