/** Configurations: the settings each device was told to take over, one device or many at once. Source: G13, G49. */
import { IconAdjustments } from '@tabler/icons-react'
import { may } from '@whereabouts/contract/roles'
import { ADV_SETTING_NAMES } from '@whereabouts/domain/device-settings'
import { useDeferredValue, useMemo, useState } from 'react'
import { countSettings, listSettings, type SettingsColumn } from '../../features/adv-settings/settings-list.ts'
import { SettingsRow } from '../../features/adv-settings/settings-row.tsx'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { useLiveSlowly } from '../../features/live/use-live-slowly.ts'
import { SettingsDialog } from '../../features/trackers/batch/settings-dialog.tsx'
import { addTexts, useT } from '../../lib/i18n.ts'
import { advSettings } from '../../locales/adv-settings.ts'
import { deviceTable } from '../../locales/device-table.ts'
import { CheckField } from '../../ui/check-field.tsx'
import type { GridSort } from '../../ui/grid/grid.tsx'
import { useTicks } from '../../ui/grid/ticks.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useHeld } from '../../ui/use-held.ts'
import { slotList } from './slot-list.ts'
import { TablePage } from './table-page.tsx'

addTexts(deviceTable)
addTexts(advSettings)

export default function ConfigurationsPage() {
  const t = useT()
  const live = useLiveSlowly()
  const { store } = live
  const rights = rightsOf(useSession())
  const canChange = rights !== undefined && may(rights, 'manageSite')
  const [search, setSearch] = useState('')
  const [onlyPending, setOnlyPending] = useState(false)
  const [sort, setSort] = useState<GridSort<SettingsColumn>>({ column: 'state', isDescending: false })
  const [open, setOpen] = useState<readonly string[]>()
  const wanted = useDeferredValue(search)
  const latest = useMemo(() => {
    const { trackers } = live.store
    const slots = listSettings(trackers, { search: wanted, onlyPending, ...sort })
    return slotList(trackers, slots, ({ device_id }) => device_id)
  }, [live, wanted, onlyPending, sort])
  const { trackers } = store
  const { shown: list, touched } = useHeld(latest, [trackers, trackers.count, wanted, onlyPending, sort])
  const counts = useMemo(() => countSettings(live.store.trackers.rows()), [live])
  const ticks = useTicks(list)
  const columns = useMemo(
    () => [
      { id: 'name' as const, label: t('configs.name'), width: 200, grow: 2, yields: 0 },
      { id: 'state' as const, label: t('configs.state'), width: 230, grow: 1.4, yields: 1 },
      ...ADV_SETTING_NAMES.map((name, at) => ({
        id: name,
        label: t(`settings.${name}`),
        width: 130,
        grow: 1,
        yields: 2 + at,
      })),
    ],
    [t],
  )

  return (
    <>
      <TablePage<SettingsColumn>
        label={t('configs.list')}
        tools={
          <>
            <SearchField label={t('grid.search')} value={search} onChange={setSearch} />
            <CheckField label={t('configs.onlyPending')} isChecked={onlyPending} onChange={setOnlyPending} />
          </>
        }
        list={{ ...list, search, setSearch, sort, setSort, touched }}
        ticks={ticks}
        columns={columns}
        Row={SettingsRow}
        nameOf={(id) => store.trackers.get(id)?.name ?? id}
        actionsFor={(ids) =>
          canChange ? [{ label: t('configs.change'), icon: IconAdjustments, onPress: () => setOpen(ids) }] : []
        }
        menuFor={undefined}
        isTicking
        status={store.status.devices}
        all={counts.all}
        count={t('configs.count', { count: list.count, pending: counts.pending })}
        isFiltered={onlyPending}
        onClearFilters={() => setOnlyPending(false)}
        none={{ title: t('configs.none'), hint: t('configs.noneHint') }}
        openId={null}
        onOpen={(id) => {
          if (canChange && id !== null) setOpen([id])
        }}
      />
      {open && <SettingsDialog ids={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
