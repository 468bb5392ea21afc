/** Trackers, care watches and phones in one table, with what can be done with them. Source: design language §13.4. */
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { may } from '@whereabouts/contract/roles'
import { useMemo, useState } from 'react'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { NewestFirmware } from '../../features/firmware/newest.tsx'
import { useTracker } from '../../features/live/hooks.ts'
import { DeviceSharing } from '../../features/sharing/device-sharing.tsx'
import { columnsOf, deviceColumns } from '../../features/trackers/device-columns.ts'
import { devicesCsv } from '../../features/trackers/device-csv.ts'
import { DEVICE_FILTERS, type DeviceFilter, type DeviceSort } from '../../features/trackers/device-facts.ts'
import { DeviceRow } from '../../features/trackers/device-row.tsx'
import { DeviceDrawer } from '../../features/trackers/drawer/device-drawer.tsx'
import { downloadText } from '../../lib/download.ts'
import { addTexts, useT } from '../../lib/i18n.ts'
import { midSentence } from '../../lib/mid-sentence.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useStore } from '../../lib/store.ts'
import { dayStamp } from '../../lib/time.ts'
import { deviceTable } from '../../locales/device-table.ts'
import { stations as stationTexts } from '../../locales/stations.ts'
import { trackers as trackerTexts } from '../../locales/trackers.ts'
import { BatchBar } from '../../ui/batch-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { useTicks } from '../../ui/grid/ticks.ts'
import { AddLink } from './add-link.tsx'
import { Details, DetailsCorner } from './details-corner.tsx'
import { DeviceTools } from './devices/device-tools.tsx'
import { useDeeds } from './devices/use-deeds.tsx'
import { type DeviceList, useDeviceList } from './devices/use-device-list.ts'
import { NoRows } from './no-rows.tsx'
import { PageActions } from './page.tsx'
import { TablePage, TableSkeleton } from './table-page.tsx'
import { useTableAddress } from './use-table-address.ts'

addTexts(deviceTable)
addTexts(stationTexts)
addTexts(trackerTexts)

export default function DevicesPage() {
  return (
    <NewestFirmware>
      <Devices />
    </NewestFirmware>
  )
}

function Devices() {
  const t = useT()
  const rights = rightsOf(useSession())
  const isPhone = useMediaQuery('(max-width: 767px)', false) ?? false
  const address = useTableAddress<DeviceFilter>(DEVICE_FILTERS, 'device')
  const list = useDeviceList(address.filter)
  const ticks = useTicks(list)
  const chosen = useStore(deviceColumns)
  const columns = useMemo(() => columnsOf(t, chosen), [t, chosen])
  const [isTicking, setIsTicking] = useState(false)
  const { store } = list
  const nameOf = (id: string) => store.trackers.get(id)?.name ?? id

  const exportDevices = (ids: readonly string[]) => {
    const rows = ids.flatMap((id) => store.trackers.get(id) ?? [])
    downloadText(`devices-${dayStamp(serverNow())}.csv`, devicesCsv(rows))
  }
  const deeds = useDeeds(rights ?? NO_RIGHTS, exportDevices)
  if (rights === undefined) return null
  const canExport = may(rights, 'exportData') && list.facts.table.count > 0
  const exportListed = () => exportDevices(list.ids())
  const isLoading = store.status.devices === 'loading' && store.trackers.count === 0
  const sortLabel = midSentence(t(`devices.column.${list.sort.column}`))

  return (
    <>
      <PageActions>
        {canExport && !isPhone && (
          <Button icon={<Glyph icon={IconDownload} size={16} />} onClick={exportListed}>
            {t('grid.export')}
          </Button>
        )}
        {may(rights, 'addDevices') && <AddLink label={t(isPhone ? 'devices.addShort' : 'devices.add')} />}
      </PageActions>
      <TablePage
        tools={
          <DeviceTools
            list={list}
            filter={address.filter}
            onFilter={address.setFilter}
            isPhone={isPhone}
            isTicking={isTicking}
            onTicking={(isOn) => {
              setIsTicking(isOn)
              if (!isOn) ticks.clear()
            }}
            onExport={canExport ? exportListed : undefined}
          />
        }
        batchBar={
          ticks.ids.size > 0 && (
            <BatchBar
              label={t('grid.batch')}
              count={t('grid.selected', { count: ticks.ids.size })}
              actions={deeds.actionsFor([...ticks.ids])}
              clearLabel={t('grid.clearSelection')}
              onClear={ticks.clear}
            />
          )
        }
        selected={
          ticks.ids.size > 0 ? t('grid.selectedOf', { count: ticks.ids.size, all: list.facts.table.count }) : undefined
        }
        count={
          list.count === list.facts.table.count
            ? t('devices.count', { count: list.count, column: sortLabel })
            : t('devices.countOf', { count: list.count, all: list.facts.table.count, column: sortLabel })
        }
      >
        {isLoading ? (
          <TableSkeleton label={t('grid.loading')} />
        ) : list.count === 0 ? (
          <NoRows
            isFailed={list.facts.table.count === 0 && store.status.devices === 'failed'}
            hasStations={may(rights, 'viewStations')}
            search={list.search}
            isFiltered={address.filter !== 'all' || list.classes.length > 0}
            onClear={() => {
              list.setSearch('')
              list.setClasses([])
              address.setFilter('all')
            }}
            title={t('devices.none')}
            hint={t('devices.noneHint')}
            action={may(rights, 'addDevices') && <AddLink label={t('devices.add')} />}
          />
        ) : (
          <Grid<DeviceSort>
            label={t('menu.configuration.devices')}
            columns={columns}
            count={list.count}
            idAt={list.idAt}
            Row={DeviceRow}
            menu={{
              label: (id) => t('grid.actionsOf', { name: nameOf(id) }),
              items: (id) => deeds.actionsFor([id]),
            }}
            sort={list.sort}
            onSort={(column) =>
              list.setSort({ column, isDescending: column === list.sort.column && !list.sort.isDescending })
            }
            tickLabels={{ all: t('grid.tickAll'), one: (id) => t('grid.tick', { name: nameOf(id) }) }}
            ticks={ticks}
            showsTicks={isTicking || ticks.ids.size > 0}
            openId={address.openId}
            onOpen={address.open}
            onEscape={() => (address.openId === null ? ticks.clear() : address.open(null))}
          />
        )}
      </TablePage>
      {address.openId !== null && <OpenDevice id={address.openId} list={list} onOpen={address.open} />}
      {deeds.dialog}
    </>
  )
}

const NO_RIGHTS = { role: 'readonly', groups: [], userFromAccessLink: false } as const

interface OpenDeviceProps {
  readonly id: string
  readonly list: DeviceList
  readonly onOpen: (id: string | null) => void
}

function OpenDevice({ id, list, onOpen }: OpenDeviceProps) {
  const rights = rightsOf(useSession())
  const tracker = useTracker(id)
  if (!tracker || !rights) return null
  const close = () => onOpen(null)
  return (
    <Details label={tracker.name} onClose={close}>
      <DeviceDrawer
        id={id}
        rights={{
          canEdit: may(rights, 'editDevices'),
          canConfigure: may(rights, 'manageSite'),
          canRing: may(rights, 'ringDevices'),
          canSetAlert: may(rights, 'setOfflineAlert'),
          canRemove: may(rights, 'removeDevices'),
        }}
        corner={<DetailsCorner list={list} id={id} onOpen={onOpen} onClose={close} />}
        sharing={<DeviceSharing id={id} />}
      />
    </Details>
  )
}
