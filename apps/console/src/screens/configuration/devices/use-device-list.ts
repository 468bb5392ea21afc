/** Which devices the table shows, and in which order. */
import { useDeferredValue, useMemo, useState } from 'react'
import { useNewestFirmware } from '../../../features/firmware/newest.tsx'
import type { SiteStore } from '../../../features/live/site-view.ts'
import { useLiveSlowly } from '../../../features/live/use-live-slowly.ts'
import {
  type DeviceFacts,
  type DeviceFilter,
  type DeviceSort,
  deviceFacts,
  narrowDevices,
  orderDevices,
} from '../../../features/trackers/device-facts.ts'
import { currentLocale, LANGUAGE_TAGS } from '../../../lib/i18n.ts'
import type { GridSort } from '../../../ui/grid/grid.tsx'
import { useHeld } from '../../../ui/use-held.ts'
import { slotList } from '../slot-list.ts'
import type { TableList } from '../table-page.tsx'

export interface DeviceList extends TableList<DeviceSort> {
  readonly store: SiteStore
  readonly facts: DeviceFacts
  /** Slots of classes; empty for all. */
  readonly classes: readonly number[]
  readonly setClasses: (classes: readonly number[]) => void
}

export function useDeviceList(filter: DeviceFilter): DeviceList {
  const live = useLiveSlowly()
  const { store } = live
  const newest = useNewestFirmware()
  const [search, setSearch] = useState('')
  const [classes, setClasses] = useState<readonly number[]>([])
  const [sort, setSort] = useState<GridSort<DeviceSort>>({ column: 'status', isDescending: false })
  const wanted = useDeferredValue(search)
  const locale = currentLocale()
  const { compare } = useMemo(() => new Intl.Collator(LANGUAGE_TAGS[locale], { numeric: true }), [locale])
  const facts = useMemo(() => deviceFacts(live.store.trackers, live.store.attention, newest), [live, newest])
  const order = useMemo(
    () => orderDevices(facts, { sort: sort.column, isDescending: sort.isDescending }, compare),
    [facts, sort, compare],
  )
  const latest = useMemo(() => {
    const shown = narrowDevices(facts, order, { search: wanted, filter, classes })
    return slotList(facts.table, shown, ({ device_id }) => device_id)
  }, [facts, order, wanted, filter, classes])
  const { shown: list, touched } = useHeld(latest, [facts.table, facts.table.count, sort, wanted, filter, classes])
  return useMemo(
    () => ({ ...list, store, facts, search, setSearch, classes, setClasses, sort, setSort, touched }),
    [list, touched, store, facts, search, classes, sort],
  )
}
