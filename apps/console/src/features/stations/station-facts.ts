/** The stations as the table of them counts, filters and sorts. */
import type { Station } from '@whereabouts/contract/stations'
import type { Tracker } from '@whereabouts/contract/trackers'
import { compareFirmware } from '@whereabouts/domain/firmware'
import { ranksOf, sortedBy } from '../../lib/packed-sort.ts'
import type { SiteTable } from '../live/site-view.ts'
import { isStale } from '../live/status.ts'
import { searched } from '../trackers/device-facts.ts'

export const STATION_FILTERS = ['all', 'connected', 'offline', 'unplaced'] as const
export type StationFilter = (typeof STATION_FILTERS)[number]

export const STATION_SORTS = ['status', 'name', 'map', 'hears', 'wifi', 'firmware', 'ip', 'mac'] as const
export type StationSort = (typeof STATION_SORTS)[number]

const isPlaced = (station: Pick<Station, 'map_id' | 'gps_latitude'>): boolean =>
  station.map_id !== null || station.gps_latitude !== null

export interface StationFacts {
  readonly table: SiteTable<Station>
  readonly counts: Readonly<Record<StationFilter, number>>
  /** How many devices each places now, by its id. */
  readonly hears: ReadonlyMap<string, number>
}

/** One walk over all stations, and one over all devices. */
export function stationFacts(table: SiteTable<Station>, trackers: SiteTable<Tracker>): StationFacts {
  const { connected, disconnected, offline } = table.countByStatus()
  const unplaced = table.rows().filter((station) => !isPlaced(station)).length
  const hears = new Map<string, number>()
  trackers.rows().forEach((tracker, slot) => {
    const sender = tracker.qualified_location_info?.sender_device_id
    if (sender === undefined || isStale(tracker) || trackers.statusAt(slot) !== 'connected') return
    hears.set(sender, (hears.get(sender) ?? 0) + 1)
  })
  return { table, counts: { all: table.count, connected, offline: disconnected + offline, unplaced }, hears }
}

export interface StationQuery {
  /** Name, id or MAC address; '' for all. */
  readonly search: string
  readonly filter: StationFilter
  readonly sort: StationSort
  readonly isDescending: boolean
}

/** The slots to show, in their order. Sorted by state, the offline come first: they are what somebody has to look after. */
export function listStations(
  { table, hears }: StationFacts,
  { search, filter, sort, isDescending }: StationQuery,
  compare: (one: string, other: string) => number,
): Uint32Array {
  const row = (slot: number) => table.at(slot) as Station
  const isConnected = (slot: number) => table.statusAt(slot) === 'connected'
  const fits: Record<StationFilter, (slot: number) => boolean> = {
    all: () => true,
    connected: isConnected,
    offline: (slot) => !isConnected(slot),
    unplaced: (slot) => !isPlaced(row(slot)),
  }
  const slots = filter === 'all' ? searched(table, search) : searched(table, search).filter(fits[filter])
  const by = (keyAt: (slot: number) => number | undefined) => sortedBy(slots, keyAt, isDescending)
  const byText = (textOf: (station: Station) => string, order = compare) => {
    const ranks = ranksOf(table.rows().map(textOf), order)
    return by((slot) => (textOf(row(slot)) === '' ? undefined : ranks.get(textOf(row(slot)))))
  }
  switch (sort) {
    case 'name':
      return isDescending ? slots.toReversed() : slots
    case 'status':
      return by((slot) => Number(isConnected(slot)))
    case 'hears':
      return by((slot) => hears.get(row(slot).t4_id) ?? 0)
    case 'map':
      return byText(({ map_name }) => map_name)
    case 'wifi':
      return byText(({ wifi_ssid }) => wifi_ssid)
    case 'firmware':
      return byText(
        ({ firmware }) => firmware,
        (one, other) => compareFirmware(one, other) || compare(one, other),
      )
    case 'ip':
      return byText(({ ip }) => ip)
    case 'mac':
      return byText(({ mac_address }) => mac_address)
  }
}
