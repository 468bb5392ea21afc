/** Which stations the table shows, and in which order. */
import { useDeferredValue, useMemo, useState } from 'react'
import type { SiteStore } from '../../../features/live/site-view.ts'
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
import { useHeld } from '../../../ui/use-held.ts'
import { slotList } from '../slot-list.ts'
import type { TableList } from '../table-page.tsx'

export interface StationList extends TableList<StationSort> {
  readonly store: SiteStore
  readonly facts: StationFacts
}

export function useStationList(filter: StationFilter): StationList {
  const live = useLiveSlowly()
  const { store } = live
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<GridSort<StationSort>>({ column: 'status', isDescending: false })
  const wanted = useDeferredValue(search)
  const locale = currentLocale()
  const { compare } = useMemo(() => new Intl.Collator(LANGUAGE_TAGS[locale], { numeric: true }), [locale])
  const facts = useMemo(() => stationFacts(live.store.stations, live.store.trackers), [live])
  const latest = useMemo(() => {
    const query = { search: wanted, filter, sort: sort.column, isDescending: sort.isDescending }
    return slotList(facts.table, listStations(facts, query, compare), ({ t4_id }) => t4_id)
  }, [facts, wanted, filter, sort, compare])
  const { shown: list, touched } = useHeld(latest, [facts.table, facts.table.count, sort, wanted, filter])
  return useMemo(
    () => ({ ...list, store, facts, search, setSearch, sort, setSort, touched }),
    [list, touched, store, facts, search, sort],
  )
}
