/**
 * A stretch of the past, from which the site of each of its instants is read, forward and back: a snapshot and what changed after it.
 * Pure. Times are epoch milliseconds. Source: contract history; decisions 0033, 0039.
 */
import type { PastChange, PastSite } from '@whereabouts/contract/history'
import type { Notification } from '@whereabouts/contract/notifications'
import type { Station } from '@whereabouts/contract/stations'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { Zone } from '@whereabouts/contract/zones'
import { isLasting } from '@whereabouts/domain/alarms'

/** A row as it was from each of these times on, in order. */
interface History<Row> {
  readonly times: number[]
  readonly rows: Row[]
}

type Histories<Row> = Map<string, History<Row>>

/** What is shown of an instant. The same row is the same object as long as nothing of it changes. */
export interface Instant {
  readonly trackers: ReadonlyMap<string, Tracker>
  readonly stations: ReadonlyMap<string, Station>
  /** Alarms that were open. */
  readonly alarms: ReadonlyMap<string, Notification>
  readonly zones: readonly Zone[]
}

export interface Reel {
  readonly fromMs: number
  readonly untilMs: number
  readonly trackers: Histories<Tracker>
  readonly stations: Histories<Station>
  readonly notifications: Histories<Notification>
  /** All of them from each time on. */
  readonly zones: History<readonly Zone[]>
}

const begin = <Row>(rows: readonly Row[], idOf: (row: Row) => string, atMs: number): Histories<Row> =>
  new Map(rows.map((row) => [idOf(row), { times: [atMs], rows: [row] }]))

/** A snapshot alone. */
export const reelOf = (site: PastSite): Reel => ({
  fromMs: site.at_ms,
  untilMs: site.at_ms,
  trackers: begin(site.trackers, ({ device_id }) => device_id, site.at_ms),
  stations: begin(site.stations, ({ t4_id }) => t4_id, site.at_ms),
  notifications: begin(site.notifications, ({ id }) => id, site.at_ms),
  zones: { times: [site.at_ms], rows: [site.zones] },
})

/** The same with what changed after it, up to a time. It changes the reel that was given. */
export function extended(reel: Reel, changes: readonly PastChange[], untilMs: number): Reel {
  for (const { at_ms, tracker, station, notification, zones } of changes) {
    if (tracker) add(reel.trackers, tracker.device_id, tracker, at_ms, ({ name }) => name !== undefined)
    if (station) add(reel.stations, station.t4_id, station, at_ms, () => false)
    if (zones) {
      reel.zones.times.push(at_ms)
      reel.zones.rows.push(zones)
    }
    if (notification) add(reel.notifications, notification.id, notification, at_ms, () => true)
  }
  return { ...reel, untilMs }
}

type Piece<Row> = { readonly [Name in keyof Row]?: Row[Name] | undefined }

/** A partial row of an unknown device is dropped, unless it is complete. */
function add<Row extends object>(
  histories: Histories<Row>,
  id: string,
  change: Piece<Row>,
  atMs: number,
  isWhole: (change: Piece<Row>) => boolean,
): void {
  const known = histories.get(id)
  if (known !== undefined) {
    known.times.push(atMs)
    known.rows.push({ ...(known.rows.at(-1) as Row), ...change } as Row)
  } else if (isWhole(change)) histories.set(id, { times: [atMs], rows: [change as Row] })
}

function rowAt<Row>({ times, rows }: History<Row>, atMs: number): Row | undefined {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] as number) <= atMs) low = middle + 1
    else high = middle
  }
  return low === 0 ? undefined : rows[low - 1]
}

function rowsAt<Row>(histories: Histories<Row>, atMs: number): Map<string, Row> {
  const shown = new Map<string, Row>()
  for (const [id, history] of histories) {
    const row = rowAt(history, atMs)
    if (row !== undefined) shown.set(id, row)
  }
  return shown
}

const isOpen = ({ alarm }: Notification): boolean =>
  alarm !== null && (alarm.acknowledged_by === null || isLasting(alarm))

const NO_ZONES: readonly Zone[] = []

export function instantOf(reel: Reel, atMs: number): Instant {
  const notifications = rowsAt(reel.notifications, atMs)
  return {
    trackers: rowsAt(reel.trackers, atMs),
    stations: rowsAt(reel.stations, atMs),
    alarms: new Map([...notifications].filter(([, notification]) => isOpen(notification))),
    zones: rowAt(reel.zones, atMs) ?? NO_ZONES,
  }
}

/** A snapshot of one of its instants, to go on from. */
export function siteAt(reel: Reel, atMs: number): PastSite {
  const { trackers, stations, zones } = instantOf(reel, atMs)
  return {
    at_ms: atMs,
    learned_ms: null,
    trackers: [...trackers.values()],
    stations: [...stations.values()],
    visits: [],
    zones: [...zones],
    notifications: [...rowsAt(reel.notifications, atMs).values()],
  }
}

/** Rows of `after` that are others than before, and ids that are gone. */
export function differences<Row>(
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
): { readonly changed: Row[]; readonly gone: string[] } {
  return {
    changed: [...after].filter(([id, row]) => before.get(id) !== row).map(([, row]) => row),
    gone: [...before.keys()].filter((id) => !after.has(id)),
  }
}
