/** Where a device was on a day: list, plan and 24 hours, linked by number and colour. Source: G55; design language §13.8. */
import { SegmentedControl } from '@mantine/core'
import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { WayPoint } from '@whereabouts/contract/history'
import { HISTORY_DAYS } from '@whereabouts/domain/history'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '../../features/auth/session-store.ts'
import { useLive, useNow, useTracker } from '../../features/live/hooks.ts'
import { useSite } from '../../features/live/site-view.ts'
import { DeviceSymbol } from '../../features/trackers/device-symbol.tsx'
import { companyOf, useCompany } from '../../features/trails/company.tsx'
import { ContactList } from '../../features/trails/contact-list.tsx'
import { trailQuery, wayQuery } from '../../features/trails/queries.ts'
import { trailCsv, trailFileName } from '../../features/trails/trail-csv.ts'
import { mainMapOf, type TrailDay, trailDay } from '../../features/trails/trail-day.ts'
import { saveTrail } from '../../features/trails/trail-files.ts'
import { TrailList } from '../../features/trails/trail-list.tsx'
import { TrailStrip } from '../../features/trails/trail-strip.tsx'
import { downloadText } from '../../lib/download.ts'
import { addTexts, useT } from '../../lib/i18n.ts'
import { historyLogsPath, mapPath, readTrailSearch, trailPath } from '../../lib/paths.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { areSingleKeysOn } from '../../lib/single-keys.ts'
import { isDialogOpen, takesKeys } from '../../lib/takes-keys.ts'
import { showError } from '../../lib/toasts.ts'
import { map } from '../../locales/map.ts'
import { trails } from '../../locales/trails.ts'
import { canDrawMaps } from '../../map/can-draw-maps.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx'
import { DEFAULT_FORMAT, dayRange, isDay, momentAt, shiftDay, wallOf, writtenAt } from '../../ui/date-range/ranges.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { EmptyState } from '../map/empty-state.tsx'
import styles from './trail.module.css'

addTexts(map)
addTexts(trails)

const TrailMap = lazyComponent(() => import('../../features/trails/trail-map.tsx'), 'default')

const DAY_SECONDS = 86_400
const NO_POINTS: readonly WayPoint[] = []

export function TrailScreen() {
  const t = useT()
  const { device, day } = readTrailSearch(useSearch({ strict: false }))
  if (device === undefined) {
    return (
      <main className={styles.screen} tabIndex={-1}>
        <EmptyList title={t('trails.noDevice')} hint={t('trails.noDeviceHint')} />
      </main>
    )
  }
  return <DeviceTrail key={device} deviceId={device} asked={day} />
}

interface DeviceTrailProps {
  readonly deviceId: string
  /** The day of the address, which may be none. */
  readonly asked: string | undefined
}

function DeviceTrail({ deviceId, asked }: DeviceTrailProps) {
  const t = useT()
  const navigate = useNavigate()
  const { userInfo } = useSession()
  const timeZone = userInfo?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const today = wallOf(serverNow(), timeZone).day
  const first = wallOf(serverNow() - (HISTORY_DAYS - 1) * DAY_SECONDS, timeZone).day
  const date = asked !== undefined && isDay(asked) && asked >= first && asked <= today ? asked : today
  const start = momentAt(date, 0, timeZone)
  const [selection, setSelection] = useState<{ readonly start: number; readonly at: number }>()
  const selected = selection?.start === start ? selection.at : undefined
  const select = (at: number) => setSelection({ start, at })

  const { data, error, refetch, dataUpdatedAt } = useQuery(trailQuery(deviceId, start, date === today))
  const logs = data?.trail_logs
  // biome-ignore lint/correctness/useExhaustiveDependencies: a day that goes on is longer at each answer, also at one that is the same.
  const shown = useMemo(() => logs && trailDay(logs, start, serverNow()), [logs, start, dataUpdatedAt])
  const name = useTracker(deviceId)?.name ?? logs?.at(-1)?.device_name ?? deviceId

  const company = useCompany(deviceId, shown)
  const [view, setView] = useState<'places' | 'people'>('places')

  const goTo = (next: string) => {
    if (next < first || next > today) return
    void navigate({ ...trailPath(deviceId, next), replace: true })
  }
  useDayKeys((by) => goTo(shiftDay(date, by)))
  const { store } = useLive()
  const save = (kind: 'geojson' | 'gpx') => {
    if (logs) saveTrail(kind, { deviceId, start, isToday: date === today, logs, maps: store.maps }).catch(showError)
  }
  const exportCsv = () => logs && downloadText(trailFileName(deviceId, start), trailCsv(logs, timeZone))

  return (
    <main className={styles.screen} tabIndex={-1}>
      <aside className={styles.panel}>
        <header className={styles.head}>
          <div className={styles.who}>
            <Link
              {...mapPath({ device: deviceId })}
              className={styles.back}
              aria-label={t('trails.back')}
              title={t('trails.back')}
            >
              <Glyph icon={IconArrowLeft} size={18} />
            </Link>
            <DeviceNow deviceId={deviceId} />
            <div className={styles.name}>
              <h1>{name}</h1>
              <span>
                {t('trails.title')} · <Link {...historyLogsPath(deviceId)}>{t('trails.logs')}</Link>
              </span>
            </div>
            <Button
              size="small"
              icon={<Glyph icon={IconDownload} size={15} />}
              title={t('trails.export')}
              aria-disabled={!logs || logs.length === 0}
              onClick={exportCsv}
            >
              <span className={styles.words}>{t('trails.export')}</span>
            </Button>
            {logs && logs.length > 0 && (
              <RowMenu
                label={t('trails.exportOthers')}
                items={[
                  { label: t('trails.exportGeoJson'), icon: IconDownload, onPress: () => save('geojson') },
                  { label: t('trails.exportGpx'), icon: IconDownload, onPress: () => save('gpx') },
                ]}
              />
            )}
          </div>
          <div className={styles.days}>
            <IconButton
              label={t('trails.previousDay')}
              disabled={date <= first}
              onClick={() => goTo(shiftDay(date, -1))}
            >
              <Glyph icon={IconChevronLeft} size={16} />
            </IconButton>
            <DateRangePicker
              kind="day"
              label={t('trails.day')}
              value={dayRange(start, timeZone)}
              timeZone={timeZone}
              now={serverNow}
              timeFormat="HH:mm"
              minDate={writtenAt(momentAt(first, 0, timeZone), timeZone, DEFAULT_FORMAT)}
              maxDate={writtenAt(serverNow(), timeZone, DEFAULT_FORMAT)}
              onChange={(picked) => goTo(wallOf(picked.start, timeZone).day)}
            />
            <IconButton label={t('trails.nextDay')} disabled={date >= today} onClick={() => goTo(shiftDay(date, 1))}>
              <Glyph icon={IconChevronRight} size={16} />
            </IconButton>
          </div>
          <SegmentedControl
            className={styles.view}
            fullWidth
            size="xs"
            aria-label={t('trails.show')}
            value={view}
            data={[
              { value: 'places', label: t('trails.places') },
              { value: 'people', label: t('trails.people') },
            ]}
            onChange={(value) => setView(value === 'people' ? 'people' : 'places')}
          />
        </header>
        {shown === undefined ? (
          <UnloadedList error={error} onRetry={() => void refetch()} />
        ) : shown.items.length === 0 ? (
          <EmptyList title={t('trails.none')} hint={t('trails.noneHint')} />
        ) : view === 'people' ? (
          <ContactList key={start} deviceId={deviceId} range={dayRange(start, timeZone)} timeZone={timeZone} />
        ) : (
          <TrailList
            day={shown}
            timeZone={timeZone}
            selected={selected}
            onSelect={select}
            company={(item) => companyOf(company, item)}
          />
        )}
      </aside>
      <div className={styles.stage}>
        {shown && shown.items.length > 0 && (
          <>
            <Plan deviceId={deviceId} day={shown} selected={selected} timeZone={timeZone} onSelect={select} />
            <div className={styles.strip}>
              <Strip day={shown} selected={selected} timeZone={timeZone} onSelect={select} />
            </div>
          </>
        )}
      </div>
    </main>
  )
}

interface DayProps {
  readonly day: TrailDay
  readonly selected: number | undefined
  readonly timeZone: string
  readonly onSelect: (at: number) => void
}

/** The time goes on in it, and in nothing else of the screen. */
const Strip = (props: DayProps) => <TrailStrip {...props} now={useNow()} />

function Plan({ deviceId, day, selected, ...rest }: DayProps & { readonly deviceId: string }) {
  const t = useT()
  const [canDraw] = useState(canDrawMaps)
  const { data: way } = useQuery(wayQuery(deviceId, day.start, day.end, serverNow() < day.end))
  const item = selected === undefined ? undefined : day.items[selected]
  const stop = item?.kind === 'stay' ? day.stops[item.stop - 1] : undefined
  const mapId = stop?.place ? stop.place.mapId : mainMapOf(day)
  if (!canDraw) return <EmptyState drawing="map" title={t('map.noWebGl')} hint={t('map.noWebGlHint')} />
  if (mapId === undefined) return <EmptyState drawing="map" title={t('trails.noMap')} hint={t('trails.noMapHint')} />
  return <TrailMap {...rest} day={day} selected={selected} mapId={mapId} points={way?.points ?? NO_POINTS} />
}

/** As it is now, where it still is. */
function DeviceNow({ deviceId }: { deviceId: string }) {
  const { trackers } = useSite().store
  const tracker = useTracker(deviceId)
  if (!tracker) return null
  const status = trackers.statusAt(trackers.slotOf(deviceId) ?? -1)
  return <DeviceSymbol tracker={tracker} status={status} size={32} hasBadge={false} />
}

/** Left and right go from day to day. */
function useDayKeys(step: (by: 1 | -1) => void): void {
  const latest = useRef(step)
  latest.current = step
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (!areSingleKeysOn() || isDialogOpen() || takesKeys(document.activeElement)) return
      if (event.key === 'ArrowLeft') latest.current(-1)
      if (event.key === 'ArrowRight') latest.current(1)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
