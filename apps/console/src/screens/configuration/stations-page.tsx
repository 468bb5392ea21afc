/** Stations in one table: how they are, where they stand, what they see. Not for visitors (G34). */
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { may } from '@whereabouts/contract/roles'
import { MAX_BATCH } from '@whereabouts/domain/paging'
import { useMemo, useState } from 'react'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { useStation } from '../../features/live/hooks.ts'
import { RemoveStations } from '../../features/stations/drawer/remove-stations.tsx'
import { StationDrawer } from '../../features/stations/drawer/station-drawer.tsx'
import { stationColumns } from '../../features/stations/station-columns.ts'
import { stationsCsv } from '../../features/stations/station-csv.ts'
import { STATION_FILTERS, type StationFilter, type StationSort } from '../../features/stations/station-facts.ts'
import { StationTableRow } from '../../features/stations/station-table-row.tsx'
import { downloadText } from '../../lib/download.ts'
import { addTexts, useT } from '../../lib/i18n.ts'
import { midSentence } from '../../lib/mid-sentence.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { dayStamp } from '../../lib/time.ts'
import { showToast } from '../../lib/toasts.ts'
import { deviceTable } from '../../locales/device-table.ts'
import { stations as stationTexts } from '../../locales/stations.ts'
import { trackers as trackerTexts } from '../../locales/trackers.ts'
import { type BatchAction, BatchBar } from '../../ui/batch-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { useTicks } from '../../ui/grid/ticks.ts'
import { AddLink } from './add-link.tsx'
import { Details, DetailsCorner } from './details-corner.tsx'
import { NoRows } from './no-rows.tsx'
import { PageActions } from './page.tsx'
import { StationTools } from './stations/station-tools.tsx'
import { type StationList, useStationList } from './stations/use-station-list.ts'
import { TablePage, TableSkeleton } from './table-page.tsx'
import { useTableAddress } from './use-table-address.ts'

addTexts(deviceTable)
addTexts(stationTexts)
addTexts(trackerTexts)

export default function StationsPage() {
  const t = useT()
  const rights = rightsOf(useSession())
  const isPhone = useMediaQuery('(max-width: 767px)', false) ?? false
  const address = useTableAddress<StationFilter>(STATION_FILTERS, 'station')
  const list = useStationList(address.filter)
  const ticks = useTicks(list)
  const columns = useMemo(() => stationColumns(t), [t])
  const [isTicking, setIsTicking] = useState(false)
  const [removing, setRemoving] = useState<readonly string[]>()
  if (rights === undefined) return null
  const { store, facts } = list
  const canAdd = may(rights, 'addDevices')
  const canExport = may(rights, 'exportData')
  const canRemove = may(rights, 'removeStations')
  const nameOf = (id: string) => store.stations.get(id)?.t4_name ?? id
  const exportStations = (ids: readonly string[]) => {
    const rows = ids.flatMap((id) => store.stations.get(id) ?? [])
    downloadText(`stations-${dayStamp(serverNow())}.csv`, stationsCsv(rows, serverNow()))
  }
  const exportListed = facts.table.count > 0 && canExport ? () => exportStations(list.ids()) : undefined
  const remove = (ids: readonly string[]) =>
    ids.length > MAX_BATCH
      ? showToast({ tone: 'info', text: t('batch.tooMany', { most: MAX_BATCH }) })
      : setRemoving(ids)
  const actionsFor = (ids: readonly string[]): BatchAction[] => [
    ...(canExport ? [{ label: t('batch.export'), icon: IconDownload, onPress: () => exportStations(ids) }] : []),
    ...(canRemove
      ? [{ label: t('batch.remove'), icon: IconTrash, isDangerous: true, onPress: () => remove(ids) }]
      : []),
  ]
  const sortLabel = midSentence(t(`stations.column.${list.sort.column}`))
  const { size } = ticks.ids

  return (
    <>
      <PageActions>
        {exportListed && !isPhone && (
          <Button icon={<Glyph icon={IconDownload} size={16} />} onClick={exportListed}>
            {t('grid.export')}
          </Button>
        )}
        {canAdd && <AddLink label={t(isPhone ? 'devices.addShort' : 'stations.add')} />}
      </PageActions>
      <TablePage
        tools={
          <StationTools
            list={list}
            filter={address.filter}
            onFilter={address.setFilter}
            isPhone={isPhone}
            isTicking={isTicking}
            onTicking={(isOn) => {
              setIsTicking(isOn)
              if (!isOn) ticks.clear()
            }}
            onExport={exportListed}
          />
        }
        batchBar={
          size > 0 && (
            <BatchBar
              label={t('grid.batch')}
              count={t('grid.selected', { count: size })}
              actions={actionsFor([...ticks.ids])}
              clearLabel={t('grid.clearSelection')}
              onClear={ticks.clear}
            />
          )
        }
        selected={size > 0 ? t('grid.selectedOf', { count: size, all: facts.table.count }) : undefined}
        count={
          list.count === facts.table.count
            ? t('stations.count', { count: list.count, column: sortLabel })
            : t('devices.countOf', { count: list.count, all: facts.table.count, column: sortLabel })
        }
      >
        {store.status.stations === 'loading' && facts.table.count === 0 ? (
          <TableSkeleton label={t('grid.loading')} />
        ) : list.count === 0 ? (
          <NoRows
            isFailed={facts.table.count === 0 && store.status.stations === 'failed'}
            hasStations
            search={list.search}
            isFiltered={address.filter !== 'all'}
            onClear={() => {
              list.setSearch('')
              address.setFilter('all')
            }}
            title={t('stations.none')}
            hint={t('stations.noneHint')}
            action={canAdd && <AddLink label={t('stations.add')} />}
          />
        ) : (
          <Grid<StationSort>
            label={t('menu.configuration.stations')}
            columns={columns}
            count={list.count}
            idAt={list.idAt}
            Row={StationTableRow}
            menu={{
              label: (id) => t('grid.actionsOf', { name: nameOf(id) }),
              items: (id) => actionsFor([id]),
            }}
            sort={list.sort}
            onSort={(column) =>
              list.setSort({ column, isDescending: column === list.sort.column && !list.sort.isDescending })
            }
            tickLabels={{ all: t('grid.tickAll'), one: (id) => t('grid.tick', { name: nameOf(id) }) }}
            ticks={ticks}
            showsTicks={isTicking || size > 0}
            openId={address.openId}
            onOpen={address.open}
            onEscape={() => (address.openId === null ? ticks.clear() : address.open(null))}
          />
        )}
      </TablePage>
      {address.openId !== null && (
        <OpenStation id={address.openId} list={list} canRemove={canRemove} onOpen={address.open} />
      )}
      {removing && <RemoveStations ids={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

interface OpenStationProps {
  readonly id: string
  readonly list: StationList
  readonly canRemove: boolean
  readonly onOpen: (id: string | null) => void
}

function OpenStation({ id, list, canRemove, onOpen }: OpenStationProps) {
  const navigate = useNavigate()
  const station = useStation(id)
  if (!station) return null
  const close = () => onOpen(null)
  return (
    <Details label={station.t4_name} onClose={close}>
      <StationDrawer
        id={id}
        canRemove={canRemove}
        corner={<DetailsCorner list={list} id={id} onOpen={onOpen} onClose={close} />}
        onDevice={(device) => void navigate({ to: '.', search: { tab: 'devices', device } as never })}
      />
    </Details>
  )
}
