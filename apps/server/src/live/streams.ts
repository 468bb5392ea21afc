/**
 * The live streams of consoles: changes of an account are gathered for a moment, written once as text, and sent to
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

/** Changes leave at most this often (ms); what changes meanwhile is gathered. */
const GATHER_MS = 150
/** After a quiet time a tracker's change waits only this long (ms) for the others of its batch. */
const FIRST_GATHER_MS = 5
/** Looked this often (ms) whether a heartbeat is due: one that was held back leaves as soon as it may. */
const BEAT_LOOK_MS = 500
/** A console that lets more than this pile up (bytes) is cut and told to load again. */
const MAX_QUEUE_BYTES = 1 << 20
/** One that is cut has this long (ms) to take the farewell before its socket goes. */
const FAREWELL_MS = 1000
/** Streams one session may hold open. */
export const MAX_STREAMS_PER_SESSION = 10

interface Stream extends Audience {
  readonly actor: Actor
  readonly hearsAlarms: boolean
  /** Somebody who may answer for alarms sits before it. */
  readonly answersAlarms: boolean
  readonly response: ServerResponse
  /**
   * What happens to lists while the console is still told what it missed of them; undefined once it is up to date. Alarms do not wait
   * for that.
   */
  held: string | undefined
  /** Bytes that may wait beyond the usual, as long as what was missed is still on its way. */
  allowance: number
}

/** A console that was taken in, and is to be told what it missed. */
export interface Joining {
  readonly isOpen: boolean
  /** What it missed of alarms, as text without ids. */
  tellAlarms(text: string): void
  /** What it missed of lists: it is up to date then. */
  tellMissed(text: string): void
}

const hearsAlarms = (stream: Stream): boolean => stream.hearsAlarms

const withAndWithoutId = (event: StreamEvent): readonly [string, string] => [
  toEventText(event),
  toEventText({ ...event, id: '' }),
]

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
   * Heartbeats say that consoles would hear of an alarm: they leave only while `isTelling`. Without them a console says so loudly
   * (security rule 53).
   */
  start(isTelling: () => boolean): void {
    let beatAtMs = performance.now()
    this.#heartbeat = setInterval(() => {
      if (performance.now() - beatAtMs < HEARTBEAT_MS || !isTelling()) return
      beatAtMs = performance.now()
      const now = this.#clock.now()
      const [text, early] = withAndWithoutId({ event: 'heartbeat', id: String(now), data: { server_time_ms: now } })
      for (const { streams } of this.#channels.values()) {
        for (const stream of streams) this.#write(stream, stream.held === undefined ? text : early)
      }
    }, BEAT_LOOK_MS)
  }

  /** Ends every stream politely; consoles come back by themselves. */
  close(): void {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#gathering)
    for (const { streams } of this.#channels.values()) for (const stream of streams) this.#end(stream, '')
  }

  /** True when somebody of the account is looking, so that there is a point in working out what changed. */
  hasListeners(accountId: string): boolean {
    return this.#channels.has(accountId)
  }

  /** Accounts with a console whose person may answer for alarms. */
  get accountsAnswering(): string[] {
    return [...this.#channels]
      .filter(([, { streams }]) => [...streams].some(({ answersAlarms }) => answersAlarms))
      .map(([accountId]) => accountId)
  }

  /** Sessions of an account whose consoles hear of alarms. */
  sessionsHearing(accountId: string): string[] {
    const streams = [...(this.#channels.get(accountId)?.streams ?? [])].filter(hearsAlarms)
    return [...new Set(streams.map(({ actor }) => actor.sessionId))]
  }

  /** Calls `listener` with each account of which a console comes or goes whose person may answer for alarms. */
  watchAudience(listener: (accountId: string) => void): void {
    this.#onAudience = listener
  }

  /** Tells each console that hears of alarms what its session is to be told, at once; true when any took it. */
  notify(accountId: string, eventFor: (sessionId: string) => AlarmEvent | undefined): boolean {
    const id = String(this.#clock.now())
    const texts = new Map<AlarmEvent, readonly [string, string]>()
    let isTaken = false
    for (const stream of [...(this.#channels.get(accountId)?.streams ?? [])].filter(hearsAlarms)) {
      const event = eventFor(stream.actor.sessionId)
      if (event === undefined) continue
      const [text, early] = texts.get(event) ?? withAndWithoutId({ ...event, id } as StreamEvent)
      texts.set(event, [text, early])
      this.#write(stream, stream.held === undefined ? text : early)
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

  /** Takes a console in; until it has been told what it missed, it hears of alarms alone. Undefined: it has left already. */
  add(actor: Actor, seesStations: boolean, response: ServerResponse): Joining | undefined {
    if (response.destroyed) return undefined
    const seesRemarks = may(actor, 'viewRemarks')
    const hearsAlarms = may(actor, 'viewNotifications')
    const answersAlarms = may(actor, 'acknowledgeAlarms')
    const rights = { seesStations, seesRemarks, hearsAlarms, answersAlarms }
    const stream: Stream = { actor, ...rights, response, held: '', allowance: 0 }
    const channel = this.#channels.get(actor.accountId) ?? { streams: new Set(), news: new News() }
    this.#channels.set(actor.accountId, channel)
    channel.streams.add(stream)
    const ofSession = this.#bySession.get(actor.sessionId) ?? new Set()
    this.#bySession.set(actor.sessionId, ofSession.add(stream))
    if (answersAlarms) this.#onAudience(actor.accountId)
    response.on('close', () => this.#forget(stream))
    // A console that goes in the midst of a write is no fault of ours; 'close' follows.
    response.on('error', () => {})
    response.on('drain', () => {
      stream.allowance = 0
    })
    return {
      get isOpen() {
        return !response.writableEnded && !response.destroyed
      },
      tellAlarms: (text) => this.#write(stream, text),
      tellMissed: (missed) => {
        const text = missed + (stream.held ?? '')
        stream.held = undefined
        if (response.writableEnded) return
        stream.allowance = Buffer.byteLength(text)
        response.write(text)
      },
    }
  }

  /** Tells a session's consoles that it is over, and hangs up. */
  endSession(sessionId: string): void {
    const text = toEventText({ event: 'bye', id: String(this.#clock.now()), data: { code: 401001 } })
    for (const stream of [...(this.#bySession.get(sessionId) ?? [])]) this.#end(stream, text)
  }

  /** Hangs up on a session's streams whose token is none any longer, without a farewell: its consoles come back with the new one. */
  endOldTokens(sessionId: string, isGood: (tokenHash: Buffer) => boolean): void {
    for (const stream of [...(this.#bySession.get(sessionId) ?? [])]) {
      if (!isGood(stream.actor.tokenHash)) this.#end(stream, '')
    }
  }

  /** A tracker's changed fields; later ones win over those still waiting. */
  trackerChanged(accountId: string, delta: TrackerDelta): void {
    if (this.#newsOf(accountId)?.trackerChanged(delta) !== true) return
    this.#gather(Math.max(performance.now() + FIRST_GATHER_MS, this.#movedAt + GATHER_MS))
  }

  stationChanged(accountId: string, delta: StationDelta): void {
    if (this.#newsOf(accountId)?.stationChanged(delta) !== true) return
    // No hurry, and not alone: the trackers it heard come as soon as they are stored.
    this.#gather(performance.now() + GATHER_MS)
  }

  /** What people changed of a tracker. Of one that is gone it says nothing. */
  trackerEdited(accountId: string, delta: TrackerDelta): void {
    this.edits.made(accountId, 'all')
    this.trackerChanged(accountId, delta)
  }

  /** A tracker that people brought, whole: it is there, also if it was removed a moment ago. */
  trackerCame(accountId: string, tracker: Tracker): void {
    this.#newsOf(accountId)?.came({ device_id: tracker.device_id })
    this.trackerEdited(accountId, tracker)
  }

  /** What people changed of a station. Of one that is gone it says nothing. */
  stationEdited(accountId: string, delta: StationDelta): void {
    this.edits.made(accountId, 'all')
    this.stationChanged(accountId, delta)
  }

  /** A station that people brought, whole: it is there, also if it was removed a moment ago. */
  stationCame(accountId: string, station: Station): void {
    this.#newsOf(accountId)?.came({ t4_id: station.t4_id })
    this.stationEdited(accountId, station)
  }

  /** Devices that are in the account's lists no longer; what was to be told of them is not. */
  devicesGone(accountId: string, gone: { device_ids?: readonly string[]; t4_ids?: readonly string[] }): void {
    this.edits.made(accountId, 'all')
    const news = this.#newsOf(accountId)
    if (news === undefined) return
    news.gone(gone)
    this.#gather(performance.now() + FIRST_GATHER_MS)
  }

  /** People changed a list of the account: whoever shows it loads it again. */
  listChanged(accountId: string, name: ListName): void {
    this.edits.made(accountId, name)
    this.listHeard(accountId, name)
  }

  /** Likewise of what devices say themselves, all the time: other servers follow it. */
  listHeard(accountId: string, name: ListName): void {
    const news = this.#newsOf(accountId)
    if (news === undefined) return
    news.listChanged(name)
    this.#gather(performance.now() + FIRST_GATHER_MS)
  }

  /** Much of what the account's consoles show is different: they load their lists again. */
  resync(accountId: string): void {
    this.edits.made(accountId, 'all')
    this.reload(accountId)
  }

  /** What was changed at another server; where it is `all`, `reload` follows. */
  editedElsewhere(accountId: string, edits: readonly Edited[]): void {
    if (edits.length > 0) this.edits.heard(accountId)
    for (const edited of edits) if (edited !== 'all') this.listHeard(accountId, edited)
  }

  /** Consoles of the account load their lists again. */
  reload(accountId: string): void {
    for (const stream of this.#channels.get(accountId)?.streams ?? []) this.#send(stream, this.#resync())
  }

  /** Sends what is gathered at that time (of performance.now()), unless it is due sooner. */
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

  /** Undefined: nobody looks. */
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
    else stream.response.write(text)
  }

  #resync = (): string => toEventText({ event: 'resync', id: String(this.#clock.now()), data: {} })

  /** Says farewell once. One that does not read will never take it, so its socket goes a moment later. */
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
