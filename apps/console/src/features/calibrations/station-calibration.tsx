/** Calibration of stations: by a tracker held at each, or by each other. Source: CAL-01; G54; mockup 12-settings-calibration. */
import { IconBan, IconLock, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Calibration } from '@whereabouts/contract/calibrations'
import { CallError } from '@whereabouts/contract/client'
import type { Station } from '@whereabouts/contract/stations'
import type { CalibrationMethod } from '@whereabouts/domain/calibrations'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { type FormEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { formatLength, formatTime } from '../../lib/time.ts'
import { calibrations } from '../../locales/calibrations.ts'
import { Button } from '../../ui/button.tsx'
import { FieldNote } from '../../ui/field-note.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { DoneNotice, InfoNotice } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import { useLive } from '../live/hooks.ts'
import { useSite } from '../live/site-view.ts'
import { StationPicture } from '../stations/station-picture.tsx'
import { AccuracyBar } from './accuracy-bar.tsx'
import styles from './calibrations.module.css'
import { InvalidStations, namesInvalid } from './invalid-stations.tsx'
import { calibrationQuery, useCalibrate } from './queries.ts'

addTexts(calibrations)

const NO_IDS: ReadonlySet<string> = new Set()

export function StationCalibration() {
  const t = useT()
  const live = useLive()
  const { data: last, error, refetch } = useQuery(calibrationQuery)
  const calibrate = useCalibrate()
  const [method, setMethod] = useState<CalibrationMethod>()
  const [floor, setFloor] = useState('')
  const [chosen, setChosen] = useState(NO_IDS)
  const [tracker, setTracker] = useState<string>()
  const [isTold, setIsTold] = useState(false)
  /** Ended while it was looked at here. */
  const [watched, setWatched] = useState<number>()

  const { store } = live
  const stations = useMemo(
    () =>
      Array.from(live.store.stations.byName()).flatMap((slot) => {
        const station = live.store.stations.at(slot)
        return station === undefined ? [] : [{ station, status: live.store.stations.statusAt(slot) }]
      }),
    [live],
  )
  const trackers = useMemo(
    () =>
      Array.from(live.store.trackers.byName())
        .flatMap((slot) => live.store.trackers.at(slot) ?? [])
        .filter(({ device_model }) => device_model !== 'mobile'),
    [live],
  )

  if (last === undefined || store.status.stations === 'none' || store.status.stations === 'loading') {
    return (
      <PageBody title={t('calibrations.title')} hint={t('calibrations.hint')}>
        <UnloadedList error={error} onRetry={refetch} />
      </PageBody>
    )
  }

  const running = last !== null && last.stopped_at_ms === null ? last : undefined
  const shownMethod = running?.method ?? method ?? 'manual'
  const deviceId = running?.device_id ?? tracker ?? ''
  const floors = store.maps.filter(({ id }) => stations.some(({ station }) => station.map_id === id))
  const here = stations.filter(({ station }) => floor === '' || station.map_id === floor)
  const ticked = running === undefined ? chosen : new Set(running.stations.map(({ t4_id }) => t4_id))
  const canStart = ({ station, status }: (typeof stations)[number]) => !station.lock_mancal && status === 'connected'
  const all = here.filter(canStart)
  const nameOf = (id: string) => stations.find(({ station }) => station.t4_id === id)?.station.t4_name
  const reference = trackers.find(({ device_id }) => device_id === deviceId)
  const isBusy = calibrate.error instanceof CallError && calibrate.error.code === 409001

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (running !== undefined) {
      const t4_ids = running.stations.map(({ t4_id }) => t4_id)
      calibrate.mutate({ method: running.method, t4_ids, device_id: running.device_id, action: 'stop' })
      return
    }
    setIsTold(true)
    if (chosen.size === 0 || deviceId === '') return
    const body = { method: shownMethod, t4_ids: [...chosen], device_id: deviceId, action: 'start' as const }
    calibrate.mutate(body, { onSettled: () => setWatched(serverNowMs()) })
    setIsTold(false)
  }
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
    if (calibrate.status !== 'idle') calibrate.reset()
  }
  const isOver = last !== null && last.stopped_at_ms !== null && watched !== undefined && last.stopped_at_ms > watched

  return (
    <PageBody title={t('calibrations.title')} hint={t('calibrations.hint')}>
      {stations.length === 0 ? (
        <EmptyList title={t('calibrations.none')} hint={t('calibrations.noneHint')} />
      ) : (
        <form className={styles.columns} noValidate onSubmit={submit}>
          <div className={styles.list}>
            <div className={styles.head}>
              <Segments<CalibrationMethod>
                label={t('calibrations.method')}
                isLabelHidden
                isDisabled={running !== undefined}
                value={shownMethod}
                choices={[
                  { value: 'manual', label: t('calibrations.manual') },
                  { value: 'auto', label: t('calibrations.auto') },
                ]}
                onChange={setMethod}
              />
              <span className="wb-num">{t('calibrations.selected', { count: ticked.size, all: stations.length })}</span>
            </div>
            <div className={styles.filter}>
              <SelectField
                label={t('calibrations.floor')}
                value={floor}
                options={[
                  { value: '', label: t('calibrations.allFloors') },
                  ...floors.map(({ id, map_name }) => ({ value: id, label: map_name })),
                ]}
                onChange={setFloor}
              />
              <Button
                aria-disabled={running !== undefined || all.length === 0}
                onClick={() => setChosen(new Set([...chosen, ...all.map(({ station }) => station.t4_id)]))}
              >
                {t('calibrations.selectAll')}
              </Button>
            </div>
            <ul className={styles.stations}>
              {here.map(({ station, status }) => (
                <StationRow
                  key={station.t4_id}
                  station={station}
                  status={status}
                  running={running}
                  isTicked={ticked.has(station.t4_id)}
                  nameOf={nameOf}
                  onToggle={() => toggle(station.t4_id)}
                />
              ))}
            </ul>
            <InvalidStations error={calibrate.error} nameOf={nameOf} />
          </div>
          <div className={styles.side}>
            <SelectField
              label={t('calibrations.tracker')}
              value={deviceId}
              disabled={running !== undefined}
              fault={isTold && deviceId === '' ? t('calibrations.noTracker') : undefined}
              hint={t(shownMethod === 'manual' ? 'calibrations.manualHint' : 'calibrations.autoHint')}
              options={[
                ...(reference === undefined ? [{ value: '', label: t('calibrations.chooseTracker') }] : []),
                ...trackers.map(({ device_id, name }) => ({ value: device_id, label: name })),
              ]}
              onChange={setTracker}
            />
            {reference !== undefined && reference.status !== 'connected' && (
              <InfoNotice>{t('calibrations.unheard')}</InfoNotice>
            )}
            {running !== undefined && <TimeLeft calibration={running} />}
            <FormFailure
              error={namesInvalid(calibrate.error) ? undefined : (calibrate.error ?? undefined)}
              words={isBusy ? t('calibrations.running') : undefined}
            />
            <FieldNote
              id="calibration-stations"
              fault={isTold && chosen.size === 0 ? t('calibrations.noStation') : undefined}
              hint={undefined}
            />
            <Button
              tone={running === undefined ? 'primary' : 'default'}
              type="submit"
              isPending={calibrate.isPending}
              icon={<Glyph icon={running === undefined ? IconPlayerPlay : IconPlayerStop} size={16} />}
            >
              {t(running === undefined ? 'calibrations.start' : 'calibrations.stop')}
            </Button>
            <p className={styles.note}>{t('calibrations.lockHint')}</p>
            <DoneNotice>
              {isOver
                ? t('calibrations.done', {
                    count: last.stations.filter(({ value }) => value !== null).length,
                    all: last.stations.length,
                  })
                : undefined}
            </DoneNotice>
          </div>
        </form>
      )}
    </PageBody>
  )
}

interface StationRowProps {
  readonly station: Station
  readonly status: TrackerStatus
  readonly running: Calibration | undefined
  readonly isTicked: boolean
  readonly nameOf: (t4_id: string) => string | undefined
  readonly onToggle: () => void
}

function StationRow({ station, status, running, isTicked, nameOf, onToggle }: StationRowProps) {
  const t = useT()
  const { t4_id, t4_name, lock_mancal } = station
  return (
    <li data-ticked={isTicked || undefined}>
      <TickBox
        label={t('calibrations.select', { name: t4_name })}
        isTicked={isTicked}
        isDisabled={running !== undefined}
        onToggle={onToggle}
      />
      <StationPicture station={station} status={status} size={24} />
      <span className={styles.name}>
        <strong>{t4_name}</strong> <code>{t4_id}</code>
        {running === undefined && <Last station={station} nameOf={nameOf} />}
      </span>
      <span className={styles.state}>
        <Measured station={station} running={running} />
        {lock_mancal && (
          <span className={styles.tag}>
            <Glyph icon={IconLock} size={13} />
            {t('calibrations.locked')}
          </span>
        )}
        {!lock_mancal && status !== 'connected' && (
          <span className={styles.mark}>
            <Glyph icon={IconBan} size={13} />
            {t('calibrations.offline')}
          </span>
        )}
      </span>
    </li>
  )
}

/** When and how it was calibrated last, and which stations it heard then. */
function Last({ station: { i_see_you }, nameOf }: Pick<StationRowProps, 'station' | 'nameOf'>) {
  const t = useT()
  if (i_see_you === null) return null
  const { method, locked, event_time, signals } = i_see_you
  const heard = Object.entries(signals).sort(([, a], [, b]) => b - a)
  const words = t(locked ? 'calibrations.lastLocked' : 'calibrations.last', {
    method: t(method === 'auto' ? 'calibrations.auto' : 'calibrations.manual'),
    time: formatTime(event_time),
  })
  if (heard.length === 0) return <small className={styles.last}>{words}</small>
  return (
    <details className={styles.last}>
      <summary>
        {words} · {t('calibrations.signals', { count: heard.length })}
      </summary>
      <ul className="wb-num">
        {heard.map(([id, dbm]) => (
          <li key={id}>{t('calibrations.signal', { name: nameOf(id) ?? id, dbm })}</li>
        ))}
      </ul>
    </details>
  )
}

/** How far the station is in the calibration that goes on; without one, what its last one measured. */
function Measured({ station, running }: Pick<StationRowProps, 'station' | 'running'>) {
  const t = useT()
  const { t4_id, t4_name, calibration } = station
  const now = running?.stations.find((each) => each.t4_id === t4_id)
  if (now !== undefined) {
    if (now.value !== null) return <AccuracyBar name={t4_name} value={now.value} />
    return (
      <span className={styles.mark} role="status">
        <i className={styles.spinner} />
        {t(now.state === 'far' ? 'calibrations.far' : 'calibrations.listening')}
      </span>
    )
  }
  const value = calibration?.values[t4_id]
  if (value !== undefined) return <AccuracyBar name={t4_name} value={value} />
  return <span className={styles.mark}>{t(calibration === null ? 'calibrations.never' : 'calibrations.nothing')}</span>
}

function TimeLeft({ calibration }: { readonly calibration: Calibration }) {
  const t = useT()
  const { clock } = useSite()
  useSyncExternalStore(clock.subscribe, clock.now)
  const { started_at_ms, ends_at_ms } = calibration
  const left = Math.max(0, ends_at_ms - serverNowMs())
  return (
    <div className={styles.left}>
      <p>
        <span>{t('calibrations.left')}</span>
        <strong className="wb-num">{formatLength(left)}</strong>
      </p>
      <progress value={ends_at_ms - started_at_ms - left} max={ends_at_ms - started_at_ms} aria-hidden="true" />
    </div>
  )
}
