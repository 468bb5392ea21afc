/**
 * Everything that lives on the map, once, outside React: devices, stations, floor plans, classes, and how fresh they
 * are. The lists of the server fill it, the stream keeps it true, time ages it. Components watch single rows.
 */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { ListName } from '@whereabouts/contract/lists'
import type { Station } from '@whereabouts/contract/stations'
import type { StationDelta, StreamEvent, TrackerDelta } from '@whereabouts/contract/stream'
import type { TrackerClass } from '@whereabouts/contract/tracker-classes'
import type { Tracker } from '@whereabouts/contract/trackers'
import { SILENCE_AFTER_MS } from '@whereabouts/domain/live'
import { STATIONS, TRACKERS } from './kinds.ts'
import { LiveList, type MarkerFeed } from './live-list.ts'
import type { LiveTable } from './live-table.ts'
import type { StreamState } from './stream-client.ts'

export interface LiveSettings {
  readonly feed: MarkerFeed
  /** Epoch seconds by the server's clock. */
  readonly now: () => number
  /** Epoch milliseconds by this machine's clock, which may be set; and by one that never is, but rests where the machine does. */
  readonly nowMs: () => number
  readonly steadyMs: () => number
  /** Runs once soon; many changes make one call. */
  readonly schedule: (run: () => void) => void
  readonly compareNames: (one: string, other: string) => number
  /** The server says the lists must be loaded again. */
  readonly onResync: () => void
  /** The server says that lists of calls of their own have changed. */
  readonly onLists: (lists: readonly ListName[]) => void
}

/** What a stream tells of the time before it opened (ms), with a margin: the server goes back three seconds. */
const STREAM_REACHES_BACK_MS = 2000

/** How far the first load is, and how fresh what is shown. */
export interface LiveStatus {
  readonly devices: 'loading' | 'ready' | 'failed'
  readonly stations: 'loading' | 'ready' | 'failed' | 'none'
  readonly maps: 'loading' | 'ready' | 'failed'
  readonly stream: StreamState
  /** Epoch milliseconds of the last word from the server; null: none yet. */
  readonly heardAtMs: number | null
  /** That was so long ago that what is shown may be old. */
  readonly isStale: boolean
  /** Epoch milliseconds when the server last said that we would hear of an alarm; before it ever did, when this began. */
  readonly provenAtMs: number
  /** That was so long ago that we may not. */
  readonly isUnproven: boolean
  /** Epoch milliseconds when the server said that what devices report does not reach us for now; null: it does. */
  readonly frozenAtMs: number | null
}

/** Of when positions are (epoch milliseconds; null: nothing came yet), and whether that was so long ago that they may be old. */
export const freshnessOf = ({ heardAtMs, isStale, frozenAtMs }: LiveStatus) => ({
  atMs: frozenAtMs ?? heardAtMs,
  isStale: isStale || frozenAtMs !== null,
})

/** What the answer to a call says of the site. */
export interface SiteChange {
  readonly trackers?: readonly TrackerDelta[]
  readonly stations?: readonly StationDelta[]
  readonly classes?: readonly TrackerClass[]
}

/** A moment by both clocks (ms): this machine's, which may be set, and the one that never is. */
interface Moment {
  readonly atMs: number
  readonly steadyMs: number
}

/** Only these prove that we would hear of an alarm: what devices say goes on also where alarms do not. */
const isProof = (event: StreamEvent): boolean =>
  event.event === 'heartbeat' || (event.event === 'hello' && event.data.is_telling !== false)

export class LiveStore {
  readonly #trackers: LiveList<Tracker, TrackerDelta>
  readonly #stations: LiveList<Station, StationDelta>
  #maps: readonly IndoorMap[] = []
  #classes: readonly TrackerClass[] = []
  #attention: ReadonlySet<string> = new Set()
  #status: LiveStatus
  #version = 0
  #isScheduled = false
  readonly #settings: LiveSettings
  /** When anything was heard last, and when that we would hear of an alarm; before, when this began. */
  #heard: Moment
  #proven: Moment
  readonly #listeners = new Set<() => void>()
  readonly #rowListeners = new Map<string, Set<() => void>>()
  /** When the oldest list that is shown was asked for (ms), until the stream first opened. */
  #askedAtMs: number | undefined
  #hasStreamed = false

  constructor(settings: LiveSettings) {
    this.#settings = settings
    this.#heard = this.#moment()
    this.#proven = this.#heard
    this.#status = {
      devices: 'loading',
      stations: 'loading',
      maps: 'loading',
      stream: 'connecting',
      heardAtMs: null,
      isStale: false,
      provenAtMs: this.#proven.atMs,
      isUnproven: false,
      frozenAtMs: null,
    }
    const { feed, now, compareNames } = settings
    const onRow = (id: string) => this.#rowChanged(id)
    const onChange = () => this.#changed()
    this.#trackers = new LiveList(TRACKERS, { feed, now, compareNames, onRow, onChange })
    this.#stations = new LiveList(STATIONS, { feed, now, compareNames, onRow, onChange })
  }

  get trackers(): LiveTable<Tracker> {
    return this.#trackers.table
  }
  get stations(): LiveTable<Station> {
    return this.#stations.table
  }
  get maps(): readonly IndoorMap[] {
    return this.#maps
  }
  get classes(): readonly TrackerClass[] {
    return this.#classes
  }
  /** Ids of devices somebody should look after now. */
  get attention(): ReadonlySet<string> {
    return this.#attention
  }
  get status(): LiveStatus {
    return this.#status
  }
  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  /** Called after changes, many at once. Answers how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Called when this device or station changed. Answers how to stop. */
  subscribeRow(id: string, listener: () => void): () => void {
    const listeners = this.#rowListeners.get(id) ?? new Set()
    this.#rowListeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#rowListeners.delete(id)
    }
  }

  /** Takes the whole list of devices, page by page as it comes. Answers how many there are. */
  loadTrackers(pages: AsyncIterable<readonly Tracker[]>): Promise<number> {
    return this.#load('devices', this.#trackers, pages)
  }

  /** Likewise of stations. */
  loadStations(pages: AsyncIterable<readonly Station[]>): Promise<number> {
    return this.#load('stations', this.#stations, pages)
  }

  /** This visitor gets no station list (G34). */
  withoutStations(): void {
    this.#setStatus({ stations: 'none' })
    this.#stations.settle()
  }

  setMaps(maps: readonly IndoorMap[]): void {
    this.#maps = [...maps].sort(
      (one, other) =>
        this.#settings.compareNames(one.building, other.building) ||
        this.#settings.compareNames(one.floor, other.floor) ||
        this.#settings.compareNames(one.map_name, other.map_name),
    )
    this.#settings.feed.setPlanes(this.#maps)
    this.#setStatus({ maps: 'ready' })
  }

  mapsFailed(): void {
    if (this.#maps.length === 0) this.#setStatus({ maps: 'failed' })
  }

  setClasses(classes: readonly TrackerClass[]): void {
    this.#classes = classes
    this.#changed()
  }

  setAttention(ids: ReadonlySet<string>): void {
    this.#attention = ids
    this.#changed()
  }

  setStreamState(stream: StreamState): void {
    this.#setStatus({ stream })
    if (stream !== 'open' || this.#hasStreamed) return
    this.#hasStreamed = true
    // A new stream begins a few moments before its opening. Lists older than that have missed what came between.
    const isTooLate = this.#settings.nowMs() - (this.#askedAtMs ?? Number.POSITIVE_INFINITY) > STREAM_REACHES_BACK_MS
    if (isTooLate) this.#settings.onResync()
  }

  /** Takes what the stream brought, in order. */
  take(events: readonly StreamEvent[]): void {
    if (events.length > 0) {
      this.#heard = this.#moment()
      this.#setStatus({ heardAtMs: this.#heard.atMs, isStale: false })
    }
    if (events.some(isProof)) {
      this.#proven = this.#heard
      this.#setStatus({ provenAtMs: this.#proven.atMs, isUnproven: false })
    }
    for (const event of events) this.#takeOne(event)
  }

  /** Takes what the answer to a call says of rows, before the stream says it too. */
  note({ trackers = [], stations = [], classes }: SiteChange): void {
    if (trackers.length > 0) this.#trackers.take(trackers)
    if (stations.length > 0) this.#stations.take(stations)
    if (classes !== undefined) this.setClasses(classes)
  }

  /** Lets time pass: ages devices and notices silence. Call once a second. */
  tick(): void {
    this.#trackers.age()
    this.#stations.age()
    const isStale = this.#isLongAgo(this.#heard)
    const isUnproven = this.#isLongAgo(this.#proven)
    if (isStale !== this.#status.isStale || isUnproven !== this.#status.isUnproven) {
      this.#setStatus({ isStale, isUnproven })
    }
  }

  #moment(): Moment {
    return { atMs: this.#settings.nowMs(), steadyMs: this.#settings.steadyMs() }
  }

  #isLongAgo({ atMs, steadyMs }: Moment): boolean {
    const now = this.#moment()
    return Math.max(now.atMs - atMs, now.steadyMs - steadyMs) > SILENCE_AFTER_MS
  }

  async #load<Row extends Delta, Delta extends object>(
    name: 'devices' | 'stations',
    list: LiveList<Row, Delta>,
    pages: AsyncIterable<readonly Row[]>,
  ): Promise<number> {
    this.#askedAtMs ??= this.#settings.nowMs()
    try {
      await list.load(pages)
    } catch (error) {
      // Half a list is none.
      if (list.table.count === 0 || this.#status[name] === 'loading') this.#setStatus({ [name]: 'failed' })
      throw error
    }
    this.#setStatus({ [name]: 'ready' })
    this.#allRowsChanged()
    return list.table.count
  }

  #takeOne(event: StreamEvent): void {
    if (event.event === 'hello') this.#setStatus({ frozenAtMs: null })
    else if (event.event === 'live') this.#setStatus({ frozenAtMs: event.data.is_live ? null : this.#heard.atMs })
    else if (event.event === 'resync') this.#settings.onResync()
    else if (event.event === 'trackers') this.#trackers.take(event.data.trackers)
    else if (event.event === 'stations') this.#stations.take(event.data.stations)
    else if (event.event === 'lists') this.#settings.onLists(event.data.changed)
    else if (event.event === 'gone') {
      this.#trackers.remove(event.data.device_ids)
      this.#stations.remove(event.data.t4_ids)
    }
  }

  #setStatus(change: Partial<LiveStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.#changed()
  }

  #rowChanged(id: string): void {
    const listeners = this.#rowListeners.get(id)
    if (listeners) for (const listener of listeners) listener()
  }

  #allRowsChanged(): void {
    for (const listeners of this.#rowListeners.values()) for (const listener of listeners) listener()
    this.#changed()
  }

  #changed(): void {
    this.#version++
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#settings.schedule(() => {
      this.#isScheduled = false
      for (const listener of this.#listeners) listener()
    })
  }
}
