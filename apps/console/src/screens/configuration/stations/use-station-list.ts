/** Which stations the table shows, and in which order. */
import { useDeferredValue, useMemo, useState } from 'react'
import type { LiveStore } from '../../../features/live/live-store.ts'
import { useLiveSlowly } from '../../../features/live/use-live-slowly.ts'
import {
  listStations,
  type StationFacts,
  type StationFilter,
  type StationSort,
  stationFacts,
} from '../../../features/stations/station-facts.ts'
import { currentLocale, LANGUAGE_TAGS } from '../../../lib/i18n.ts'
import type { GridSort } from '../../../ui/grid/grid.tsx'
import { type SlotList, slotList } from '../slot-list.ts'

export interface StationList extends SlotList {
  readonly store: LiveStore
  readonly facts: StationFacts
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly sort: GridSort<StationSort>
  readonly setSort: (sort: GridSort<StationSort>) => void
}

export function useStationList(filter: StationFilter): StationList {
  const { store, version } = useLiveSlowly()
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<GridSort<StationSort>>({ column: 'status', isDescending: false })
  const wanted = useDeferredValue(search)
  const locale = currentLocale()
  const { compare } = useMemo(() => new Intl.Collator(LANGUAGE_TAGS[locale], { numeric: true }), [locale])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that the tables changed
  const facts = useMemo(() => stationFacts(store.stations, store.trackers), [store, version])
  const list = useMemo(() => {
    const query = { search: wanted, filter, sort: sort.column, isDescending: sort.isDescending }
    return slotList(facts.table, listStations(facts, query, compare), ({ t4_id }) => t4_id)
  }, [facts, wanted, filter, sort, compare])
  return useMemo(
    () => ({ ...list, store, facts, search, setSearch, sort, setSort }),
    [list, store, facts, search, sort],
  )
}
