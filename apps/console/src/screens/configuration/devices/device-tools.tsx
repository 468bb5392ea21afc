/** Search, filters, classes and columns above the table; on phones all but the search behind one button. */
import { IconBattery1, IconCircleArrowUp, IconColumns3, IconFilter, IconListCheck, IconTags } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useNewestFirmware } from '../../../features/firmware/newest.tsx'
import { StateIcon } from '../../../features/live/status-mark.tsx'
import { colourOfClass, useClasses } from '../../../features/tracker-classes/classes.ts'
import { columnIds, deviceColumns, FIXED_COLUMNS } from '../../../features/trackers/device-columns.ts'
import { DEVICE_FILTERS, type DeviceFilter, type DeviceSort } from '../../../features/trackers/device-facts.ts'
import { useT } from '../../../lib/i18n.ts'
import { useStore } from '../../../lib/store.ts'
import { NO_CLASS_COLOUR } from '../../../map/marker.ts'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { TickList, type TickOption, TickPopover } from '../../../ui/tick-popover.tsx'
import { FilterSheet } from '../filter-sheet.tsx'
import styles from '../table-page.module.css'
import type { DeviceList } from './use-device-list.ts'

interface DeviceToolsProps {
  readonly list: DeviceList
  readonly filter: DeviceFilter
  readonly onFilter: (filter: DeviceFilter) => void
  readonly isPhone: boolean
  /** Rows can be ticked on phones. */
  readonly isTicking: boolean
  readonly onTicking: (isTicking: boolean) => void
  readonly onExport: (() => void) | undefined
}

const ICONS: Partial<Record<DeviceFilter, ReactNode>> = {
  attention: <StateIcon state="attention" size={12} />,
  disconnected: <StateIcon state="disconnected" size={12} />,
  offline: <StateIcon state="offline" size={12} />,
  low: <Glyph icon={IconBattery1} size={15} />,
  update: <Glyph icon={IconCircleArrowUp} size={15} />,
}

export function DeviceTools(props: DeviceToolsProps) {
  const { list, isPhone, isTicking, onTicking } = props
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const columns = useStore(deviceColumns)
  const search = <SearchField label={t('grid.search')} value={list.search} onChange={list.setSearch} />
  if (isPhone) {
    return (
      <>
        {search}
        <IconButton
          size="large"
          label={t('grid.select')}
          aria-pressed={isTicking}
          onClick={() => onTicking(!isTicking)}
        >
          <Glyph icon={IconListCheck} size={20} />
        </IconButton>
        <IconButton size="large" label={t('grid.filtersAndSort')} onClick={() => setIsOpen(true)}>
          <Glyph icon={IconFilter} size={20} />
        </IconButton>
        {isOpen && <DeviceSheet {...props} onClose={() => setIsOpen(false)} />}
      </>
    )
  }
  return (
    <>
      {search}
      <Filters {...props} />
      <span className={styles.space} />
      <ClassPopover list={list} />
      <TickPopover
        label={t('grid.columns')}
        labelClass={styles.label}
        icon={<Glyph icon={IconColumns3} size={16} />}
        options={columnIds.map((id) => ({
          value: id,
          label: t(`devices.column.${id}`),
          isFixed: FIXED_COLUMNS.includes(id),
        }))}
        ticked={columns}
        onChange={(ticked) => deviceColumns.set(ticked as readonly DeviceSort[])}
      />
    </>
  )
}

/** `update` is no filter where nothing newer is known at all. */
function Filters({ list, filter, onFilter }: DeviceToolsProps) {
  const t = useT()
  const hasFirmware = useNewestFirmware().size > 0
  const shown = DEVICE_FILTERS.filter((value) => value !== 'update' || hasFirmware || filter === 'update')
  return (
    <FilterChips
      label={t('grid.filters')}
      value={filter}
      onChange={onFilter}
      chips={shown.map((value) => ({
        value,
        label: t(`devices.filter.${value}`),
        count: list.facts.counts[value],
        icon: ICONS[value],
      }))}
    />
  )
}

function useClassOptions(): readonly TickOption[] {
  const t = useT()
  const classes = useClasses()
  return [
    ...classes
      .filter(({ name }) => name !== '')
      .map(({ index, name }) => ({ value: String(index), label: name, colour: colourOfClass(classes, index) })),
    { value: '-1', label: t('drawer.noClass'), colour: NO_CLASS_COLOUR },
  ]
}

function ClassPopover({ list }: { list: DeviceList }) {
  const t = useT()
  return (
    <TickPopover
      label={t('devices.column.class')}
      labelClass={styles.label}
      icon={<Glyph icon={IconTags} size={16} />}
      options={useClassOptions()}
      ticked={list.classes.map(String)}
      count={list.classes.length}
      onChange={(ticked) => list.setClasses(ticked.map(Number))}
    />
  )
}

function DeviceSheet(props: DeviceToolsProps & { readonly onClose: () => void }) {
  const { list, onExport, onClose } = props
  const t = useT()
  return (
    <FilterSheet<DeviceSort>
      filters={<Filters {...props} />}
      sorts={columnIds.map((id) => ({ value: id, label: t(`devices.column.${id}`) }))}
      sort={list.sort}
      onSort={list.setSort}
      onExport={onExport}
      onClose={onClose}
    >
      <div>
        <h3>{t('devices.column.class')}</h3>
        <TickList
          label={t('devices.column.class')}
          options={useClassOptions()}
          ticked={list.classes.map(String)}
          onChange={(ticked) => list.setClasses(ticked.map(Number))}
        />
      </div>
    </FilterSheet>
  )
}
