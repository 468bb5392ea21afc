/** Search and filters above the table of stations; on phones the filters behind a button. */
import { IconFilter, IconListCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { StateIcon } from '../../../features/live/status-mark.tsx'
import { stationColumnIds } from '../../../features/stations/station-columns.ts'
import { STATION_FILTERS, type StationFilter, type StationSort } from '../../../features/stations/station-facts.ts'
import { useT } from '../../../lib/i18n.ts'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { FilterSheet } from '../filter-sheet.tsx'
import type { StationList } from './use-station-list.ts'

interface StationToolsProps {
  readonly list: StationList
  readonly filter: StationFilter
  readonly onFilter: (filter: StationFilter) => void
  readonly isPhone: boolean
  /** Rows can be ticked on phones. */
  readonly isTicking: boolean
  readonly onTicking: (isTicking: boolean) => void
  readonly onExport: (() => void) | undefined
}

const ICONS: Partial<Record<StationFilter, ReactNode>> = {
  connected: <StateIcon state="connected" size={12} />,
  offline: <StateIcon state="offline" size={12} />,
}

export function StationTools(props: StationToolsProps) {
  const { list, filter, onFilter, isPhone, isTicking, onTicking, onExport } = props
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
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
  if (!isPhone) {
    return (
      <>
        {search}
        {filters}
      </>
    )
  }
  return (
    <>
      {search}
      <IconButton size="large" label={t('grid.select')} aria-pressed={isTicking} onClick={() => onTicking(!isTicking)}>
        <Glyph icon={IconListCheck} size={20} />
      </IconButton>
      <IconButton size="large" label={t('grid.filtersAndSort')} onClick={() => setIsOpen(true)}>
        <Glyph icon={IconFilter} size={20} />
      </IconButton>
      {isOpen && (
        <FilterSheet<StationSort>
          filters={filters}
          sorts={stationColumnIds.map((id) => ({ value: id, label: t(`stations.column.${id}`) }))}
          sort={list.sort}
          onSort={list.setSort}
          onExport={onExport}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
