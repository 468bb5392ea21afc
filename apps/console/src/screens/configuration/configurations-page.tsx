/** Configurations: the settings each device was told to take over, one device or many at once. Source: G13, G49. */
import { IconAdjustments } from '@tabler/icons-react'
import { may } from '@whereabouts/contract/roles'
import { ADV_SETTINGS, type AdvSettingName } from '@whereabouts/domain/device-settings'
import { useDeferredValue, useMemo, useState } from 'react'
import { countSettings, listSettings, type SettingsColumn } from '../../features/adv-settings/settings-list.ts'
import { SettingsRow } from '../../features/adv-settings/settings-row.tsx'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { useLiveSlowly } from '../../features/live/use-live-slowly.ts'
import { SettingsDialog } from '../../features/trackers/batch/settings-dialog.tsx'
import { addTexts, useT } from '../../lib/i18n.ts'
import { advSettings } from '../../locales/adv-settings.ts'
import { deviceTable } from '../../locales/device-table.ts'
import { BatchBar } from '../../ui/batch-bar.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Grid, type GridSort } from '../../ui/grid/grid.tsx'
import { useTicks } from '../../ui/grid/ticks.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { NoRows } from './no-rows.tsx'
import { slotList } from './slot-list.ts'
import { TablePage, TableSkeleton } from './table-page.tsx'

addTexts(deviceTable)
addTexts(advSettings)

const NAMES = Object.keys(ADV_SETTINGS) as AdvSettingName[]

export default function ConfigurationsPage() {
  const t = useT()
  const { store, version } = useLiveSlowly()
  const rights = rightsOf(useSession())
  const canChange = rights !== undefined && may(rights, 'manageSite')
  const [search, setSearch] = useState('')
  const [onlyPending, setOnlyPending] = useState(false)
  const [sort, setSort] = useState<GridSort<SettingsColumn>>({ column: 'state', isDescending: false })
  const [open, setOpen] = useState<readonly string[]>()
  const wanted = useDeferredValue(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that the table changed
  const list = useMemo(() => {
    const slots = listSettings(store.trackers, { search: wanted, onlyPending, ...sort })
    return slotList(store.trackers, slots, ({ device_id }) => device_id)
  }, [store, version, wanted, onlyPending, sort])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same
  const counts = useMemo(() => countSettings(store.trackers.rows()), [store, version])
  const ticks = useTicks(list)
  const columns = useMemo(
    () => [
      { id: 'name' as const, label: t('configs.name'), width: 200, grow: 2, yields: 0 },
      { id: 'state' as const, label: t('configs.state'), width: 230, grow: 1.4, yields: 1 },
      ...NAMES.map((name, at) => ({ id: name, label: t(`settings.${name}`), width: 130, grow: 1, yields: 2 + at })),
    ],
    [t],
  )
  const nameOf = (id: string) => store.trackers.get(id)?.name ?? id
  const isLoading = store.status.devices === 'loading' && store.trackers.count === 0

  return (
    <>
      <TablePage
        tools={
          <>
            <SearchField label={t('grid.search')} value={search} onChange={setSearch} />
            <CheckField label={t('configs.onlyPending')} isChecked={onlyPending} onChange={setOnlyPending} />
          </>
        }
        batchBar={
          ticks.ids.size > 0 && (
            <BatchBar
              label={t('grid.batch')}
              count={t('grid.selected', { count: ticks.ids.size })}
              actions={
                canChange
                  ? [{ label: t('configs.change'), icon: IconAdjustments, onPress: () => setOpen([...ticks.ids]) }]
                  : []
              }
              clearLabel={t('grid.clearSelection')}
              onClear={ticks.clear}
            />
          )
        }
        selected={ticks.ids.size > 0 ? t('grid.selectedOf', { count: ticks.ids.size, all: counts.all }) : undefined}
        count={t('configs.count', { count: list.count, pending: counts.pending })}
      >
        {isLoading ? (
          <TableSkeleton label={t('grid.loading')} />
        ) : list.count === 0 ? (
          <NoRows
            isFailed={store.trackers.count === 0 && store.status.devices === 'failed'}
            hasStations={rights !== undefined && may(rights, 'viewStations')}
            search={search}
            isFiltered={onlyPending}
            onClear={() => {
              setSearch('')
              setOnlyPending(false)
            }}
            title={t('configs.none')}
            hint={t('configs.noneHint')}
            action={undefined}
          />
        ) : (
          <Grid<SettingsColumn>
            label={t('configs.list')}
            columns={columns}
            count={list.count}
            idAt={list.idAt}
            Row={SettingsRow}
            sort={sort}
            onSort={(column) => setSort({ column, isDescending: column === sort.column && !sort.isDescending })}
            tickLabels={{ all: t('grid.tickAll'), one: (id) => t('grid.tick', { name: nameOf(id) }) }}
            ticks={ticks}
            showsTicks
            openId={null}
            onOpen={(id) => canChange && setOpen([id])}
            onEscape={ticks.clear}
          />
        )}
      </TablePage>
      {open && <SettingsDialog ids={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
