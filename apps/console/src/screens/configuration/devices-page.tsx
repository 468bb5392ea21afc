/** Trackers, care watches and phones in one table, with what can be done with them. Source: design language §13.4. */
import { may, type Rights } from '@whereabouts/contract/roles'
import { useMemo } from 'react'
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
import { dayStamp } from '../../lib/time.ts'
import { useStore } from '../../lib/use-store.ts'
import { deviceTable } from '../../locales/device-table.ts'
import { stations as stationTexts } from '../../locales/stations.ts'
import { trackers as trackerTexts } from '../../locales/trackers.ts'
import { useTicks } from '../../ui/grid/ticks.ts'
import { Details, DetailsCorner } from './details-corner.tsx'
import { DeviceTools } from './devices/device-tools.tsx'
import { useDeeds } from './devices/use-deeds.tsx'
import { type DeviceList, useDeviceList } from './devices/use-device-list.ts'
import { usePhoneTicking } from './phone-tools.tsx'
import { AddLink, TableActions } from './table-actions.tsx'
import { TablePage } from './table-page.tsx'
import { useTableAddress } from './use-table-address.ts'

addTexts(deviceTable)
addTexts(stationTexts)
addTexts(trackerTexts)

export default function DevicesPage() {
  const rights = rightsOf(useSession())
  return (
    rights && (
      <NewestFirmware>
        <Devices rights={rights} />
      </NewestFirmware>
    )
  )
}

function Devices({ rights }: { rights: Rights }) {
  const t = useT()
  const address = useTableAddress<DeviceFilter>(DEVICE_FILTERS, 'device')
  const list = useDeviceList(address.filter)
  const ticks = useTicks(list)
  const phone = usePhoneTicking(ticks)
  const chosen = useStore(deviceColumns)
  const columns = useMemo(() => columnsOf(t, chosen), [t, chosen])
  const { store, facts } = list
  const all = facts.table.count

  const exportDevices = (ids: readonly string[]) => {
    const rows = ids.flatMap((id) => store.trackers.get(id) ?? [])
    downloadText(`devices-${dayStamp(serverNow())}.csv`, devicesCsv(rows))
  }
  const exportListed = may(rights, 'exportData') && all > 0 ? () => exportDevices(list.ids()) : undefined
  const deeds = useDeeds(rights, exportDevices)
  const addLabel = may(rights, 'addDevices') ? t('devices.add') : undefined
  const sortLabel = midSentence(t(`devices.column.${list.sort.column}`))

  return (
    <>
      <TableActions isPhone={phone.isPhone} onExport={exportListed} addLabel={addLabel} />
      <TablePage<DeviceSort>
        label={t('menu.configuration.devices')}
        tools={
          <DeviceTools
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
        Row={DeviceRow}
        nameOf={(id) => store.trackers.get(id)?.name ?? id}
        actionsFor={deeds.actionsFor}
        menuFor={deeds.menuFor}
        isTicking={phone.isTicking}
        status={store.status.devices}
        all={all}
        count={
          list.count === all
            ? t('devices.count', { count: all, column: sortLabel })
            : t('devices.countOf', { count: list.count, all, column: sortLabel })
        }
        isFiltered={address.filter !== 'all' || list.classes.length > 0}
        onClearFilters={() => {
          list.setClasses([])
          address.setFilter('all')
        }}
        none={{
          title: t('devices.none'),
          hint: t('devices.noneHint'),
          action: addLabel !== undefined && <AddLink label={addLabel} />,
        }}
        openId={address.openId}
        onOpen={address.open}
      />
      {address.openId !== null && <OpenDevice id={address.openId} rights={rights} list={list} onOpen={address.open} />}
      {deeds.dialog}
    </>
  )
}

interface OpenDeviceProps {
  readonly id: string
  readonly rights: Rights
  readonly list: DeviceList
  readonly onOpen: (id: string | null) => void
}

function OpenDevice({ id, rights, list, onOpen }: OpenDeviceProps) {
  const tracker = useTracker(id)
  if (!tracker) return null
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
          canErase: may(rights, 'manageAccount'),
        }}
        corner={<DetailsCorner list={list} id={id} onOpen={onOpen} onClose={close} />}
        sharing={<DeviceSharing id={id} />}
      />
    </Details>
  )
}
