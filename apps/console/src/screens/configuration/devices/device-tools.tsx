/** Search, filters, classes and columns above the table; on phones all but the search behind one button. */
import { IconBattery1, IconCircleArrowUp, IconColumns3, IconTags } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNewestFirmware } from '../../../features/firmware/newest.tsx'
import { StateIcon } from '../../../features/live/status-mark.tsx'
import { colourOfClass, useClasses } from '../../../features/tracker-classes/classes.ts'
import { columnIds, deviceColumns, FIXED_COLUMNS } from '../../../features/trackers/device-columns.ts'
import { DEVICE_FILTERS, type DeviceFilter, type DeviceSort } from '../../../features/trackers/device-facts.ts'
import { useT } from '../../../lib/i18n.ts'
import { useStore } from '../../../lib/use-store.ts'
import { NO_CLASS_COLOUR } from '../../../map/marker.ts'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { TickList, type TickOption, TickPopover } from '../../../ui/tick-popover.tsx'
import { PhoneTools, type TableToolsProps } from '../phone-tools.tsx'
import styles from '../table-page.module.css'
import type { DeviceList } from './use-device-list.ts'

type DeviceToolsProps = TableToolsProps<DeviceList, DeviceFilter>

const ICONS: Partial<Record<DeviceFilter, ReactNode>> = {
  attention: <StateIcon state="attention" size={12} />,
  disconnected: <StateIcon state="disconnected" size={12} />,
  offline: <StateIcon state="offline" size={12} />,
  low: <Glyph icon={IconBattery1} size={15} />,
  update: <Glyph icon={IconCircleArrowUp} size={15} />,
}

export function DeviceTools(props: DeviceToolsProps) {
  const { list } = props
  const t = useT()
  const columns = useStore(deviceColumns)
  const search = <SearchField label={t('grid.search')} value={list.search} onChange={list.setSearch} />
  if (props.isPhone) {
    return (
      <PhoneTools<DeviceSort>
        search={search}
        isTicking={props.isTicking}
        onTicking={props.onTicking}
        filters={<Filters {...props} />}
        sorts={columnIds.map((id) => ({ value: id, label: t(`devices.column.${id}`) }))}
        sort={list.sort}
        onSort={list.setSort}
        onExport={props.onExport}
      >
        <ClassList list={list} />
      </PhoneTools>
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

function ClassList({ list }: { list: DeviceList }) {
  const t = useT()
  return (
    <div>
      <h3>{t('devices.column.class')}</h3>
      <TickList
        label={t('devices.column.class')}
        options={useClassOptions()}
        ticked={list.classes.map(String)}
        onChange={(ticked) => list.setClasses(ticked.map(Number))}
      />
    </div>
  )
}
