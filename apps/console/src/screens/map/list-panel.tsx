/** Everything on the map as a list: devices, stations, maps; filtered, sorted, walked by keys. */
import { IconSearch, IconSortAscending2, IconX } from '@tabler/icons-react'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { type RefObject, useDeferredValue, useMemo, useState } from 'react'
import { countByMap } from '../../features/indoor-maps/counts.ts'
import { MapRow } from '../../features/indoor-maps/map-row.tsx'
import { useLive } from '../../features/live/hooks.ts'
import { type Listing, SORTS, type Sort } from '../../features/live/listing.ts'
import { StateIcon } from '../../features/live/status-mark.tsx'
import { StationRow } from '../../features/stations/station-row.tsx'
import { classAt, colourOfClass } from '../../features/tracker-classes/classes.ts'
import { TrackerRow } from '../../features/trackers/tracker-row.tsx'
import { useT } from '../../lib/i18n.ts'
import { useStore } from '../../lib/use-store.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyState } from './empty-state.tsx'
import { Freshness } from './freshness.tsx'
import styles from './list.module.css'
import { ListSkeleton } from './list-skeleton.tsx'
import { RowList, type RowListControl } from './row-list.tsx'
import { LIST_TABS, type ListTab, type Selection } from './selection.ts'
import { changeDisplay, display } from './toggles.ts'

interface ListPanelProps {
  readonly tab: ListTab
  readonly onTab: (tab: ListTab) => void
  readonly hasStations: boolean
  readonly selection: Selection | null
  readonly onSelect: (selection: Selection) => void
  readonly onOpen: (selection: Selection) => void
  readonly onReload: () => Promise<void>
  readonly control: RefObject<RowListControl | null>
}

const TAB_TEXTS = { devices: 'map.tabDevices', stations: 'map.tabStations', maps: 'map.tabMaps' } as const
const FILTER_TEXTS = { devices: 'map.filterDevices', stations: 'map.filterStations', maps: 'map.filterMaps' } as const
const SORT_TEXTS = {
  state: 'map.sortState',
  name: 'map.sortName',
  class: 'map.sortClass',
  battery: 'map.sortBattery',
} as const
/** A station has no class and no battery. */
const STATION_SORTS: readonly Sort[] = ['state', 'name']

export function ListPanel(props: ListPanelProps) {
  const { tab, onTab, hasStations, onReload } = props
  const t = useT()
  const { store } = useLive()
  const { sort } = useStore(display)
  const [filter, setFilter] = useState('')
  const wanted = useDeferredValue(filter)
  const counts = { devices: store.trackers.count, stations: store.stations.count, maps: store.maps.length }
  const isReady = {
    devices: store.status.devices === 'ready',
    stations: store.status.stations === 'ready',
    maps: store.status.maps === 'ready',
  }
  const sorts = tab === 'stations' ? STATION_SORTS : SORTS
  const usedSort = sorts.includes(sort) ? sort : 'state'

  return (
    <section className={styles.panel} aria-label={t('map.list')}>
      <div className={styles.top}>
        <div role="tablist" aria-label={t('map.tabs')} className={styles.tabs}>
          {LIST_TABS.filter((each) => hasStations || each !== 'stations').map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              aria-selected={each === tab}
              aria-controls="map-list"
              className={styles.tab}
              onClick={() => {
                setFilter('')
                onTab(each)
              }}
            >
              {t(TAB_TEXTS[each])}
              {isReady[each] && <span className={`${styles.tabCount} wb-num`}>{counts[each]}</span>}
            </button>
          ))}
        </div>
        <div className={styles.tools}>
          <div className={styles.filter}>
            <Glyph icon={IconSearch} size={16} />
            <input
              type="search"
              value={filter}
              placeholder={t(FILTER_TEXTS[tab])}
              aria-label={t(FILTER_TEXTS[tab])}
              aria-controls="map-list"
              onChange={(event) => setFilter(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && filter !== '') {
                  event.stopPropagation()
                  setFilter('')
                } else if (event.key === 'ArrowDown') {
                  event.preventDefault()
                  props.control.current?.focus()
                }
              }}
            />
            {filter !== '' && (
              <button
                type="button"
                className={styles.clear}
                aria-label={t('map.clearFilter')}
                onClick={() => setFilter('')}
              >
                <Glyph icon={IconX} size={15} />
              </button>
            )}
          </div>
          {tab !== 'maps' && (
            <label className={styles.sort}>
              <Glyph icon={IconSortAscending2} size={16} />
              <span aria-hidden="true">{t(SORT_TEXTS[usedSort])}</span>
              <select
                aria-label={t('map.sort')}
                value={usedSort}
                onChange={(event) => changeDisplay({ sort: event.currentTarget.value as Sort })}
              >
                {sorts.map((each) => (
                  <option key={each} value={each}>
                    {t(SORT_TEXTS[each])}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      </div>
      <div id="map-list" role="tabpanel" aria-label={t(TAB_TEXTS[tab])} className={styles.body}>
        {tab === 'devices' && <Devices {...props} sort={usedSort} filter={wanted} onClear={() => setFilter('')} />}
        {tab === 'stations' && <Stations {...props} sort={usedSort} filter={wanted} onClear={() => setFilter('')} />}
        {tab === 'maps' && <Maps {...props} sort={usedSort} filter={wanted} onClear={() => setFilter('')} />}
      </div>
      <Freshness onReload={onReload} />
    </section>
  )
}

interface TabProps extends ListPanelProps {
  readonly sort: Sort
  readonly filter: string
  readonly onClear: () => void
}

const idOf = (kind: Selection['kind'], selection: Selection | null): string | null =>
  selection?.kind === kind ? selection.id : null

function Devices({ sort, filter, onClear, selection, onSelect, onOpen, onReload, control }: TabProps) {
  const t = useT()
  const live = useLive()
  const { trackers, classes, status } = live.store
  const listing = useMemo(() => {
    const { trackers, attention } = live.store
    return trackers.listing({ sort, filter, attention })
  }, [live, sort, filter])
  const header = (key: string, count: number) => {
    if (sort === 'class') {
      const index = Number(key)
      return (
        <GroupHeader count={count} icon={<i style={{ background: colourOfClass(classes, index) }} />}>
          {classAt(classes, index)?.name ?? t('classes.none')}
        </GroupHeader>
      )
    }
    return (
      <GroupHeader count={count} icon={<StateIcon state={key as TrackerStatus | 'attention'} />}>
        {key === 'attention' ? t('map.groupAttention') : t(`trackers.${key as TrackerStatus}`)}
      </GroupHeader>
    )
  }
  if (trackers.count === 0 && status.devices === 'loading') return <ListSkeleton label={t('map.loadingDevices')} />
  if (trackers.count === 0 && status.devices === 'failed') return <Failed onRetry={onReload} />
  if (trackers.count === 0) {
    return <EmptyState drawing="room" title={t('trackers.none')} hint={t('trackers.noneHint')} />
  }
  if (listing.slots.length === 0) return <NoMatch filter={filter} onClear={onClear} />
  return (
    <>
      <FilterResult filter={filter} count={listing.slots.length} />
      <RowList
        label={t('map.tabDevices')}
        listing={listing}
        heldFor={[trackers, trackers.count, sort, filter]}
        rowHeight={52}
        idAt={(slot) => trackers.at(slot)?.device_id ?? ''}
        slotOf={(id) => trackers.slotOf(id)}
        selectedId={idOf('device', selection)}
        renderRow={(id) => <TrackerRow id={id} />}
        renderHeader={header}
        onSelect={(id) => onSelect({ kind: 'device', id })}
        onOpen={(id) => onOpen({ kind: 'device', id })}
        control={control}
      />
    </>
  )
}

function Stations({ sort, filter, onClear, selection, onSelect, onOpen, onReload, control }: TabProps) {
  const t = useT()
  const live = useLive()
  const { stations, status } = live.store
  const listing = useMemo(() => {
    const { stations, attention } = live.store
    return stations.listing({ sort, filter, attention })
  }, [live, sort, filter])
  if (status.stations === 'loading') return <ListSkeleton label={t('map.loadingDevices')} />
  if (status.stations === 'failed') return <Failed onRetry={onReload} />
  if (stations.count === 0) {
    return <EmptyState drawing="room" title={t('stations.none')} hint={t('stations.noneHint')} />
  }
  if (listing.slots.length === 0) return <NoMatch filter={filter} onClear={onClear} />
  return (
    <>
      <FilterResult filter={filter} count={listing.slots.length} />
      <RowList
        label={t('map.tabStations')}
        listing={listing}
        heldFor={[stations, stations.count, sort, filter]}
        rowHeight={52}
        idAt={(slot) => stations.at(slot)?.t4_id ?? ''}
        slotOf={(id) => stations.slotOf(id)}
        selectedId={idOf('station', selection)}
        renderRow={(id) => <StationRow id={id} />}
        renderHeader={(key, count) => (
          <GroupHeader count={count} icon={<StateIcon state={key as TrackerStatus} />}>
            {t(key === 'connected' ? 'stations.connected' : 'stations.offline')}
          </GroupHeader>
        )}
        onSelect={(id) => onSelect({ kind: 'station', id })}
        onOpen={(id) => onOpen({ kind: 'station', id })}
        control={control}
      />
    </>
  )
}

function Maps({ filter, onClear, selection, onSelect, onReload, hasStations, control }: TabProps) {
  const t = useT()
  const { store } = useLive()
  const { maps, status } = store
  const wanted = filter.trim().toLowerCase()
  const found = maps.filter((map) => `${map.map_name}\n${map.building}\n${map.floor}`.toLowerCase().includes(wanted))
  const counts = countByMap(store)
  if (maps.length === 0 && status.maps === 'loading') return <ListSkeleton label={t('map.loadingDevices')} />
  if (maps.length === 0 && status.maps === 'failed') return <Failed onRetry={onReload} />
  if (maps.length === 0)
    return <EmptyState drawing="map" title={t('indoorMaps.none')} hint={t('indoorMaps.noneHint')} />
  if (found.length === 0) return <NoMatch filter={filter} onClear={onClear} />
  const listing: Listing = {
    groups: [{ key: '', start: 0, count: found.length }],
    slots: Uint32Array.from(found, (map) => maps.indexOf(map)),
  }
  return (
    <>
      <FilterResult filter={filter} count={found.length} />
      <RowList
        label={t('map.tabMaps')}
        listing={listing}
        heldFor={[maps, filter]}
        rowHeight={70}
        idAt={(slot) => maps[slot]?.id ?? ''}
        slotOf={(id) => maps.findIndex((map) => map.id === id)}
        selectedId={idOf('map', selection)}
        renderRow={(id) => {
          const map = maps.find((each) => each.id === id)
          const count = counts.get(id)
          return (
            map && (
              <MapRow
                map={map}
                devices={count?.devices ?? 0}
                inNeed={count?.inNeed ?? 0}
                stations={hasStations ? (count?.stations ?? 0) : undefined}
                stationsOffline={count?.stationsOffline ?? 0}
              />
            )
          )
        }}
        renderHeader={() => null}
        onSelect={(id) => onSelect({ kind: 'map', id })}
        onOpen={(id) => onSelect({ kind: 'map', id })}
        control={control}
      />
    </>
  )
}

interface GroupHeaderProps {
  readonly icon: React.ReactNode
  readonly count: number
  readonly children: React.ReactNode
}

const GroupHeader = ({ icon, count, children }: GroupHeaderProps) => (
  <div className={styles.group}>
    {icon}
    {children}
    <span className={`${styles.groupCount} wb-num`}>{count}</span>
  </div>
)

function NoMatch({ filter, onClear }: { filter: string; onClear: () => void }) {
  const t = useT()
  return (
    <EmptyState
      drawing="search"
      title={<span role="status">{t('map.noMatch', { filter })}</span>}
      hint={t('map.noMatchHint')}
      action={{ label: t('map.clearFilter'), onPress: onClear }}
    />
  )
}

function Failed({ onRetry }: { onRetry: () => Promise<void> }) {
  const t = useT()
  return (
    <EmptyState
      drawing="room"
      title={<span role="alert">{t('map.failed')}</span>}
      hint={t('map.failedHint')}
      action={{ label: t('map.retry'), onPress: () => void onRetry() }}
    />
  )
}

/** How much a filter left, for those who listen. */
function FilterResult({ filter, count }: { filter: string; count: number }) {
  const t = useT()
  return (
    <span role="status" className="wb-visually-hidden">
      {filter.trim() === '' ? '' : t('find.count', { count })}
    </span>
  )
}
