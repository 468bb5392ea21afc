/**
 * Everything that lives on the map, once, outside React: devices, stations, floor plans, classes, and how fresh they
 * are. The lists of the server fill it, the stream keeps it true, time ages it. Components watch single rows.
 */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import type { ListName, StationDelta, StreamEvent, TrackerDelta } from '@whereabouts/contract/stream'
import type { TrackerClass } from '@whereabouts/contract/tracker-classes'
import type { Tracker } from '@whereabouts/contract/trackers'
import { SILENCE_AFTER_MS } from '@whereabouts/domain/live'
import type { MarkerChange, Plane } from '../../map/marker.ts'
import { LiveTable } from './live-table.ts'
import { isSameLook, stationLook, stationPlace, trackerLook, trackerPlace } from './marker-changes.ts'
import { slim } from './slim.ts'
import { nextStationChange, nextStatusChange, stationStatusNow, statusNow } from './status.ts'
import type { StreamState } from './stream-client.ts'

/** Who draws the markers; the worker, or nobody in a test. */
export interface MarkerFeed {
  apply(changes: readonly MarkerChange[]): void
  remove(ids: readonly string[]): void
  setPlanes(planes: readonly Plane[]): void
}

export interface LiveSettings {
  readonly feed: MarkerFeed
  /** Epoch seconds by the server's clock. */
  readonly now: () => number
  /** Epoch milliseconds by this machine's clock. */
  readonly nowMs: () => number
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
  /** Nothing was heard for so long that what is shown may be wrong. */
  readonly isStale: boolean
}

/** What a device is placed by, as words a filter finds. */
const placeWords = (tracker: Tracker): string => {
  const data = tracker.qualified_location_info?.reason_data
  return [data?.indoor_map_name, data?.station_name, data?.phone_name, data?.gps_address].filter(Boolean).join('\n')
}

/** What leaves both lists, told for each by itself: one may still be loading. */
function byList(event: StreamEvent): StreamEvent[] {
  if (event.event !== 'gone') return [event]
  return [
    { ...event, data: { device_ids: event.data.device_ids, t4_ids: [] } },
    { ...event, data: { device_ids: [], t4_ids: event.data.t4_ids } },
  ]
}

/** The list whose rows the event changes. */
function listOf(event: StreamEvent): 'trackers' | 'stations' | undefined {
  if (event.event === 'trackers' || event.event === 'stations') return event.event
  if (event.event !== 'gone') return undefined
  return event.data.device_ids.length > 0 ? 'trackers' : 'stations'
}

export class LiveStore {
  #trackers: LiveTable<Tracker>
  #stations: LiveTable<Station>
  #maps: readonly IndoorMap[] = []
  #classes: readonly TrackerClass[] = []
  #attention: ReadonlySet<string> = new Set()
  #status: LiveStatus = {
    devices: 'loading',
    stations: 'loading',
    maps: 'loading',
    stream: 'connecting',
    heardAtMs: null,
    isStale: false,
  }
  #version = 0
  #isScheduled = false
  readonly #settings: LiveSettings
  readonly #startedAtMs: number
  readonly #listeners = new Set<() => void>()
  readonly #rowListeners = new Map<string, Set<() => void>>()
  /** Messages that came while their list was being loaded; they are newer than the list, or repeat it. */
  #waiting: StreamEvent[] = []
  readonly #loading = new Set<'trackers' | 'stations'>(['trackers', 'stations'])
  /** When the oldest list that is shown was asked for (ms), until the stream first opened. */
  #askedAtMs: number | undefined
  #hasStreamed = false

  constructor(settings: LiveSettings) {
    this.#settings = settings
    this.#startedAtMs = settings.nowMs()
    this.#trackers = this.#newTrackers()
    this.#stations = this.#newStations()
  }

  get trackers(): LiveTable<Tracker> {
    return this.#trackers
  }
  get stations(): LiveTable<Station> {
    return this.#stations
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

  #newTrackers(): LiveTable<Tracker> {
    return new LiveTable<Tracker>(
      {
        idOf: (tracker) => tracker.device_id,
        nameOf: (tracker) => tracker.name,
        labelsOf: (tracker) => [tracker.mac_address, tracker.serial_number],
        placeOf: placeWords,
        statusOf: statusNow,
        nextChangeOf: nextStatusChange,
        classOf: (tracker) => tracker.class_index,
        batteryOf: (tracker) => tracker.battery,
      },
      this.#settings.compareNames,
    )
  }

  #newStations(): LiveTable<Station> {
    return new LiveTable<Station>(
      {
        idOf: (station) => station.t4_id,
        nameOf: (station) => station.t4_name,
        labelsOf: (station) => [station.mac_address],
        placeOf: (station) => station.map_name,
        statusOf: stationStatusNow,
        nextChangeOf: nextStationChange,
        classOf: () => -1,
        batteryOf: () => null,
      },
      this.#settings.compareNames,
    )
  }

  /**
   * Takes the whole list of devices, page by page as it comes. What the list no longer holds leaves the map when the
   * last page is in; messages that came meanwhile are applied then.
   */
  async loadTrackers(pages: AsyncIterable<readonly Tracker[]>): Promise<number> {
    this.#loading.add('trackers')
    this.#askedAtMs ??= this.#settings.nowMs()
    const isFirst = this.#trackers.count === 0
    const next = this.#newTrackers()
    try {
      for await (const page of pages) {
        const now = this.#settings.now()
        for (const tracker of page) slim(tracker)
        next.put(page, now)
        this.#settings.feed.apply(
          page.flatMap((tracker) => [
            trackerPlace(tracker) ?? { id: tracker.device_id },
            trackerLook(tracker, statusNow(tracker, now)),
          ]),
        )
        if (isFirst) this.#trackers = next
        this.#changed()
      }
    } catch (error) {
      if (this.#trackers.count === 0) this.#setStatus({ devices: 'failed' })
      this.#settle('trackers')
      throw error
    }
    const gone = this.#trackers.rows().flatMap(({ device_id }) => (next.get(device_id) ? [] : [device_id]))
    this.#settings.feed.remove(gone)
    this.#trackers = next
    this.#setStatus({ devices: 'ready' })
    this.#settle('trackers')
    this.#allRowsChanged()
    return next.count
  }

  async loadStations(pages: AsyncIterable<readonly Station[]>): Promise<number> {
    this.#loading.add('stations')
    this.#askedAtMs ??= this.#settings.nowMs()
    const next = this.#newStations()
    try {
      for await (const page of pages) {
        const now = this.#settings.now()
        next.put(page, now)
        this.#settings.feed.apply(
          page.flatMap((station) => [
            stationPlace(station) ?? { id: station.t4_id },
            stationLook(station, stationStatusNow(station, now)),
          ]),
        )
      }
    } catch (error) {
      if (this.#stations.count === 0) this.#setStatus({ stations: 'failed' })
      this.#settle('stations')
      throw error
    }
    const gone = this.#stations.rows().flatMap(({ t4_id }) => (next.get(t4_id) ? [] : [t4_id]))
    this.#settings.feed.remove(gone)
    this.#stations = next
    this.#setStatus({ stations: 'ready' })
    this.#settle('stations')
    this.#allRowsChanged()
    return next.count
  }

  /** This visitor gets no station list (G34). */
  withoutStations(): void {
    this.#setStatus({ stations: 'none' })
    this.#settle('stations')
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
    if (events.length > 0) this.#setStatus({ heardAtMs: this.#settings.nowMs(), isStale: false })
    this.#takeAll(events)
  }

  /** Takes what the answer to a call says of rows, before the stream says it too. */
  patch({ trackers = [], stations = [] }: { trackers?: TrackerDelta[]; stations?: StationDelta[] }): void {
    this.#takeAll([
      { event: 'trackers', id: '', data: { trackers } },
      { event: 'stations', id: '', data: { stations } },
    ])
  }

  /** Lets time pass: ages devices and notices silence. Call once a second. */
  tick(): void {
    const now = this.#settings.now()
    const looks: MarkerChange[] = []
    for (const slot of this.#trackers.age(now)) {
      const tracker = this.#trackers.renew(slot)
      looks.push(trackerLook(tracker, this.#trackers.statusAt(slot)))
      this.#rowChanged(tracker.device_id)
    }
    for (const slot of this.#stations.age(now)) {
      const station = this.#stations.renew(slot)
      looks.push(stationLook(station, this.#stations.statusAt(slot)))
      this.#rowChanged(station.t4_id)
    }
    if (looks.length > 0) {
      this.#settings.feed.apply(looks)
      this.#changed()
    }
    const silentSinceMs = this.#status.heardAtMs ?? this.#startedAtMs
    const isStale = this.#settings.nowMs() - silentSinceMs > SILENCE_AFTER_MS
    if (isStale !== this.#status.isStale) this.#setStatus({ isStale })
  }

  #takeAll(events: readonly StreamEvent[]): void {
    for (const event of events.flatMap(byList)) {
      if (this.#mustWait(event)) this.#waiting.push(event)
      else this.#takeOne(event)
    }
  }

  #mustWait(event: StreamEvent): boolean {
    const list = listOf(event)
    return list !== undefined && this.#loading.has(list)
  }

  /** A list is loaded, or will not be: its waiting messages are due. */
  #settle(list: 'trackers' | 'stations'): void {
    this.#loading.delete(list)
    const due = this.#waiting.filter((event) => !this.#mustWait(event))
    this.#waiting = this.#waiting.filter((event) => this.#mustWait(event))
    for (const event of due) {
      // The worker has heard them before the list came, which then put its markers where they were earlier.
      if (event.event === 'trackers')
        this.#settings.feed.apply(event.data.trackers.flatMap((each) => trackerPlace(each) ?? []))
      if (event.event === 'stations')
        this.#settings.feed.apply(event.data.stations.flatMap((each) => stationPlace(each) ?? []))
      this.#takeOne(event)
    }
  }

  #takeOne(event: StreamEvent): void {
    if (event.event === 'resync') this.#settings.onResync()
    else if (event.event === 'trackers') this.#takeTrackers(event.data.trackers)
    else if (event.event === 'stations') this.#takeStations(event.data.stations)
    else if (event.event === 'gone') this.#takeAway(event.data)
    else if (event.event === 'lists') this.#settings.onLists(event.data.changed)
  }

  #takeAway({ device_ids, t4_ids }: Extract<StreamEvent, { event: 'gone' }>['data']): void {
    this.#trackers.remove(device_ids)
    this.#stations.remove(t4_ids)
    const gone = [...device_ids, ...t4_ids]
    this.#settings.feed.remove(gone)
    for (const id of gone) this.#rowChanged(id)
    this.#changed()
  }

  /** The worker has put the markers where the message says; here go the rows, and how the markers look. */
  #takeTrackers(deltas: readonly TrackerDelta[]): void {
    const now = this.#settings.now()
    const looks: MarkerChange[] = []
    const arrived: Tracker[] = []
    for (const delta of deltas) {
      const before = this.#trackers.get(delta.device_id)
      if (!before) {
        // A device not seen before arrives whole; a piece of one we do not have is of no use.
        if (delta.name !== undefined && delta.device_model !== undefined) arrived.push(slim(delta as Tracker))
        continue
      }
      const slot = this.#trackers.slotOf(delta.device_id) as number
      const lookBefore = trackerLook(before, this.#trackers.statusAt(slot))
      const after = this.#trackers.patch(delta.device_id, slim(delta) as Partial<Tracker>, now) as Tracker
      const look = trackerLook(after, this.#trackers.statusAt(slot))
      if (!isSameLook(lookBefore, look)) looks.push(look)
      this.#rowChanged(delta.device_id)
    }
    if (arrived.length > 0) {
      this.#trackers.put(arrived, now)
      looks.push(...arrived.map((tracker) => trackerLook(tracker, statusNow(tracker, now))))
    }
    if (looks.length > 0) this.#settings.feed.apply(looks)
    this.#changed()
  }

  #takeStations(deltas: readonly StationDelta[]): void {
    const now = this.#settings.now()
    const looks: MarkerChange[] = []
    for (const delta of deltas) {
      const isWhole = delta.t4_name !== undefined && delta.connection_status !== undefined
      if (!this.#stations.get(delta.t4_id)) {
        if (!isWhole) continue
        this.#stations.put([delta as Station], now)
      }
      const station = this.#stations.patch(delta.t4_id, delta as Partial<Station>, now) as Station
      looks.push(stationLook(station, stationStatusNow(station, now)))
      this.#rowChanged(delta.t4_id)
    }
    if (looks.length > 0) this.#settings.feed.apply(looks)
    this.#changed()
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
