/** Search and filters above the table of stations; on phones the filters behind a button. */
import type { ReactNode } from 'react'
import { StateIcon } from '../../../features/live/status-mark.tsx'
import { stationColumnIds } from '../../../features/stations/station-columns.ts'
import { STATION_FILTERS, type StationFilter, type StationSort } from '../../../features/stations/station-facts.ts'
import { useT } from '../../../lib/i18n.ts'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { PhoneTools, type TableToolsProps } from '../phone-tools.tsx'
import type { StationList } from './use-station-list.ts'

const ICONS: Partial<Record<StationFilter, ReactNode>> = {
  connected: <StateIcon state="connected" size={12} />,
  offline: <StateIcon state="offline" size={12} />,
}

export function StationTools({ list, filter, onFilter, ...rest }: TableToolsProps<StationList, StationFilter>) {
  const t = useT()
  const search = <SearchField label={t('grid.searchStations')} value={list.search} onChange={list.setSearch} />
  const filters = (
    <FilterChips
      label={t('grid.filters')}
      value={filter}
      onChange={onFilter}
      chips={STATION_FILTERS.map((value) => ({
        value,
        label: t(`stations.filter.${value}`),
        count: list.facts.counts[value],
        icon: ICONS[value],
      }))}
    />
  )
  if (!rest.isPhone) {
    return (
      <>
        {search}
        {filters}
      </>
    )
  }
  return (
    <PhoneTools<StationSort>
      search={search}
      isTicking={rest.isTicking}
      onTicking={rest.onTicking}
      filters={filters}
      sorts={stationColumnIds.map((id) => ({ value: id, label: t(`stations.column.${id}`) }))}
      sort={list.sort}
      onSort={list.setSort}
      onExport={rest.onExport}
    />
  )
}
