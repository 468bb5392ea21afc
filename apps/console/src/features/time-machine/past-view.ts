/**
 * A site as it was, for the screens of the live one: a store, a worker and a clock of its own. What a player shows goes into it; nothing of
 * it may be changed. Source: decisions 0033, 0039.
 */
import type { Notification } from '@whereabouts/contract/notifications'
import type { PermissionName } from '@whereabouts/contract/roles'
import type { Tracker } from '@whereabouts/contract/trackers'
import { reloadForNewCode } from '../../lib/chunks.ts'
import { currentLocale, LANGUAGE_TAGS } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { WorkerLink } from '../live/link.ts'
import { LiveStore } from '../live/live-store.ts'
import { stationPlace, trackerPlace } from '../live/marker-changes.ts'
import type { SiteView } from '../live/site-view.ts'
import { zonesBy } from '../zones/queries.ts'
import { differences, type Instant } from './reel.ts'

/** Looking, and nothing else. */
const LOOKING: readonly PermissionName[] = [
  'viewMap',
  'viewStations',
  'viewLocationLogs',
  'viewTimeMachine',
  'viewRemarks',
]
/** Components hear of changes at most this often (ms). */
const TELL_EVERY_MS = 250
/** Devices that were heard are told again after this long (ms) of the past: their last report is as old as the instant. */
const HEARD_EVERY_MS = 30_000

const NOTHING: Instant = { trackers: new Map(), stations: new Map(), alarms: new Map(), zones: [] }
/** Zones of the instant that is shown, where the screens look for those of the present. */
const ZONES_KEY = ['zones of the past'] as const

export interface PastView {
  readonly view: SiteView
  readonly show: (instant: Instant, atMs: number) => void
  readonly end: () => void
}

/** `live` gives floor plans and classes, and what the person may see. Until something is shown it is as of `firstMs`, and empty. */
export function makePastView(live: SiteView, firstMs: number): PastView {
  const worker = new Worker(new URL('../live/live.worker.ts', import.meta.url), { type: 'module' })
  worker.onerror = (event) => {
    if (!(event instanceof ErrorEvent)) reloadForNewCode()
  }
  const link = new WorkerLink(worker, {
    headers: () => ({}),
    onEvents: () => {},
    onStream: () => {},
    // Nothing ages by a clock: the past says itself when a device was no longer heard.
    onTick: () => {},
  })
  const collator = new Intl.Collator(LANGUAGE_TAGS[currentLocale()], { numeric: true })
  const store = new LiveStore({
    feed: link,
    now: () => 0,
    nowMs: () => 0,
    steadyMs: () => 0,
    schedule: (run) => void setTimeout(run, TELL_EVERY_MS),
    compareNames: collator.compare,
    onResync: () => {},
    onLists: () => {},
  })
  /** As they were copied last: the store keeps maps in an order of its own. */
  let maps: LiveStore['maps'] | undefined
  const copy = () => {
    const { status } = live.store
    if (status.maps === 'failed' && store.status.maps === 'loading') store.mapsFailed()
    if (status.maps === 'ready' && maps !== live.store.maps) {
      maps = live.store.maps
      store.setMaps(maps)
    }
    if (store.classes !== live.store.classes) store.setClasses(live.store.classes)
  }
  copy()
  const stopCopying = live.store.subscribe(copy)

  const listeners = new Set<() => void>()
  let [shown, atMs, heardMs] = [NOTHING, firstMs, firstMs]
  let isLoaded = false
  let byDevice: ReadonlyMap<string, Notification> = new Map()

  const show = (instant: Instant, at: number) => {
    const before = shown
    const isHeardAgain = Math.abs(at - heardMs) >= HEARD_EVERY_MS
    ;[shown, atMs] = [instant, at]
    if (isHeardAgain) heardMs = at
    const heard = (tracker: Tracker): Tracker =>
      tracker.status === 'offline' ? tracker : { ...tracker, last_seen: Math.floor(at / 1000) }
    const trackers = differences(before.trackers, instant.trackers)
    const stations = differences(before.stations, instant.stations)
    const told = isHeardAgain ? [...instant.trackers.values()] : trackers.changed
    if (isLoaded) {
      const gone = { device_ids: trackers.gone, t4_ids: stations.gone }
      const rows = told.map(heard)
      link.apply([
        ...trackers.changed.flatMap((tracker) => trackerPlace(tracker) ?? []),
        ...stations.changed.flatMap((station) => stationPlace(station) ?? []),
      ])
      store.note({ trackers: rows, stations: stations.changed })
      if (trackers.gone.length + stations.gone.length > 0) store.take([{ event: 'gone', id: '', data: gone }])
    } else {
      isLoaded = true
      void store.loadTrackers(once(told.map(heard)))
      if (live.may('viewStations')) void store.loadStations(once([...instant.stations.values()]))
      else store.withoutStations()
      store.setStreamState('open')
    }
    if (before.zones !== instant.zones) queryClient.setQueryData(ZONES_KEY, instant.zones)
    if (!isSameAlarms(before.alarms, instant.alarms)) {
      byDevice = newestByDevice(instant.alarms)
      store.setAttention(new Set(byDevice.keys()))
    }
    for (const listener of listeners) listener()
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    view: {
      ...{ store, markers: link, isLive: false },
      zones: zonesBy(ZONES_KEY, () => [...shown.zones]),
      clock: { now: () => Math.floor(atMs / 1000), subscribe },
      alarms: { all: () => shown.alarms, byDevice: () => byDevice, subscribe },
      may: (permission) => LOOKING.includes(permission) && live.may(permission),
      note: () => {},
      reload: async () => {},
    },
    show,
    end: () => {
      stopCopying()
      link.close()
      queryClient.removeQueries({ queryKey: ZONES_KEY })
    },
  }
}

async function* once<Row>(rows: readonly Row[]) {
  yield rows
}

const isSameAlarms = (one: Instant['alarms'], other: Instant['alarms']): boolean =>
  one.size === other.size && [...one].every(([id, alarm]) => other.get(id) === alarm)

function newestByDevice(alarms: Instant['alarms']): ReadonlyMap<string, Notification> {
  const newest = new Map<string, Notification>()
  const inOrder = [...alarms.values()].sort((one, other) => timeOf(other) - timeOf(one))
  for (const alarm of inOrder) {
    if (alarm.device_id !== null && !newest.has(alarm.device_id)) newest.set(alarm.device_id, alarm)
  }
  return newest
}

const timeOf = ({ metadata }: Notification): number => metadata.event_time_ms
