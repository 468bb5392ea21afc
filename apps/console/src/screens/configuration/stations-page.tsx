/** Stations in one table: how they are, where they stand, what they see. Not for visitors (G34). */
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
import { HearsCounts, StationTableRow } from '../../features/stations/station-table-row.tsx'
import { downloadText } from '../../lib/download.ts'
import { addTexts, useT } from '../../lib/i18n.ts'
import { midSentence } from '../../lib/mid-sentence.ts'
import { configurationPath } from '../../lib/paths.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { dayStamp } from '../../lib/time.ts'
import { showToast } from '../../lib/toasts.ts'
import { deviceTable } from '../../locales/device-table.ts'
import { stations as stationTexts } from '../../locales/stations.ts'
import { trackers as trackerTexts } from '../../locales/trackers.ts'
import type { BatchAction } from '../../ui/batch-bar.tsx'
import { useTicks } from '../../ui/grid/ticks.ts'
import { Details, DetailsCorner } from './details-corner.tsx'
import { usePhoneTicking } from './phone-tools.tsx'
import { StationTools } from './stations/station-tools.tsx'
import { type StationList, useStationList } from './stations/use-station-list.ts'
import { AddLink, TableActions } from './table-actions.tsx'
import { TablePage } from './table-page.tsx'
import { useTableAddress } from './use-table-address.ts'

addTexts(deviceTable)
addTexts(stationTexts)
addTexts(trackerTexts)

export default function StationsPage() {
  const t = useT()
  const rights = rightsOf(useSession())
  const address = useTableAddress<StationFilter>(STATION_FILTERS, 'station')
  const list = useStationList(address.filter)
  const ticks = useTicks(list)
  const phone = usePhoneTicking(ticks)
  const columns = useMemo(() => stationColumns(t), [t])
  const [removing, setRemoving] = useState<readonly string[]>()
  if (rights === undefined) return null
  const { store, facts } = list
  const all = facts.table.count
  const canExport = may(rights, 'exportData')
  const canRemove = may(rights, 'removeStations')
  const addLabel = may(rights, 'addDevices') ? t('stations.add') : undefined
  const exportStations = (ids: readonly string[]) => {
    const rows = ids.flatMap((id) => store.stations.get(id) ?? [])
    downloadText(`stations-${dayStamp(serverNow())}.csv`, stationsCsv(rows, serverNow()))
  }
  const exportListed = canExport && all > 0 ? () => exportStations(list.ids()) : undefined
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

  return (
    <HearsCounts value={facts.hears}>
      <TableActions isPhone={phone.isPhone} onExport={exportListed} addLabel={addLabel} />
      <TablePage<StationSort>
        label={t('menu.configuration.stations')}
        tools={
          <StationTools
            {...phone}
            list={list}
            filter={address.filter}
            onFilter={address.setFilter}
            onExport={exportListed}
          />
        }
        list={list}
        ticks={ticks}
        columns={columns}
        Row={StationTableRow}
        nameOf={(id) => store.stations.get(id)?.t4_name ?? id}
        actionsFor={actionsFor}
        menuFor={(id) => actionsFor([id])}
        isTicking={phone.isTicking}
        status={store.status.stations}
        all={all}
        count={
          list.count === all
            ? t('stations.count', { count: all, column: sortLabel })
            : t('devices.countOf', { count: list.count, all, column: sortLabel })
        }
        isFiltered={address.filter !== 'all'}
        onClearFilters={() => address.setFilter('all')}
        none={{
          title: t('stations.none'),
          hint: t('stations.noneHint'),
          action: addLabel !== undefined && <AddLink label={addLabel} />,
        }}
        openId={address.openId}
        onOpen={address.open}
      />
      {address.openId !== null && (
        <OpenStation id={address.openId} list={list} canRemove={canRemove} onOpen={address.open} />
      )}
      {removing && <RemoveStations ids={removing} onClose={() => setRemoving(undefined)} />}
    </HearsCounts>
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
        onDevice={(device) => void navigate(configurationPath('devices', { device }))}
      />
    </Details>
  )
}
