/** What one drives the time machine with: the day as a slider over its density, play and speed, the next alarm, and the way back to now. */
import {
  IconBellMinus,
  IconBellPlus,
  IconHistory,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { addTexts, useLocale, useT } from '../../lib/i18n.ts'
import { serverNow, serverNowMs } from '../../lib/server-clock.ts'
import { api } from '../../lib/signed-in-api.ts'
import { showError, showToast } from '../../lib/toasts.ts'
import { useStore } from '../../lib/use-store.ts'
import { timeMachine } from '../../locales/time-machine.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx'
import { DEFAULT_FORMAT, dayRange, writtenAt } from '../../ui/date-range/ranges.ts'
import { shownDay } from '../../ui/date-range/shown-text.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSession } from '../auth/session-store.ts'
import { type Player, SPEEDS, type Speed } from './player.ts'
import styles from './time-bar.module.css'
import { firstMs, useTimeMachine } from './time-travel.tsx'

addTexts(timeMachine)

/** Parts that the density of a day is told by: of ten minutes. */
const BUCKETS = 144
/** A slider that is dragged is gone to when it rests for this long (ms). */
const REST_MS = 120
const KEY_STEP_SECONDS = 60

/** The density of a day that goes on is asked for again after this long (ms). */
const REFRESH_MS = 60_000

const densityQuery = (start: number, end: number) =>
  queryOptions({
    queryKey: ['history', 'density', start, end],
    queryFn: ({ signal }) =>
      api.history.density(
        { query: { from_ms: String(start * 1000), until_ms: String(end * 1000), buckets: String(BUCKETS) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: serverNow() < end ? REFRESH_MS : false,
    gcTime: REFRESH_MS,
  })

export function TimeBar() {
  const { player, leave } = useTimeMachine()
  return player && <Bar player={player} onLeave={leave} />
}

function Bar({ player, onLeave }: { player: Player; onLeave: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { userInfo } = useSession()
  const timeZone = userInfo?.timezone ?? 'UTC'
  const { atMs, direction, speed, isLoading, failure } = useStore(player.state)
  const at = Math.floor(atMs / 1000)
  const day = dayRange(at, timeZone)

  const jump = async (to: 'next' | 'previous') => {
    try {
      const { notification } = await api.history.alarm({ query: { at_ms: String(atMs), direction: to } })
      if (notification === null) showToast({ tone: 'info', text: t('timeMachine.noAlarm') })
      else await player.seek(notification.alarm?.raised_at_ms ?? notification.metadata.event_time_ms)
    } catch (error) {
      showError(error)
    }
  }
  const playButton = (to: -1 | 1, label: string) => (
    <IconButton
      label={direction === to ? t('timeMachine.pause') : label}
      aria-pressed={direction === to}
      onClick={() => (direction === to ? player.pause() : player.play(to))}
    >
      <span className={to === -1 ? styles.turned : undefined}>
        <Glyph icon={direction === to ? IconPlayerPauseFilled : IconPlayerPlayFilled} size={17} />
      </span>
    </IconButton>
  )
  return (
    <section className={styles.bar} aria-label={t('timeMachine.open')}>
      <div className={styles.head}>
        <Glyph icon={IconHistory} size={18} />
        <strong className="wb-num">
          {shownDay(at, timeZone, locale)} {writtenAt(at, timeZone, 'HH:mm:ss')}
        </strong>
        <span className={styles.words} role="status">
          {failure === undefined ? (
            <>
              {t(isLoading ? 'timeMachine.loading' : 'timeMachine.past')}
              <small> {t('timeMachine.pastHint')}</small>
            </>
          ) : (
            t('timeMachine.failed')
          )}
        </span>
        <Button tone="primary" onClick={onLeave}>
          {t('timeMachine.now')}
        </Button>
      </div>
      <DaySlider player={player} at={at} start={day.start} end={day.end} timeZone={timeZone} />
      <div className={styles.tools}>
        <IconButton label={t('timeMachine.previousAlarm')} onClick={() => void jump('previous')}>
          <Glyph icon={IconBellMinus} size={18} />
        </IconButton>
        {playButton(-1, t('timeMachine.back'))}
        {playButton(1, t('timeMachine.forward'))}
        <IconButton label={t('timeMachine.nextAlarm')} onClick={() => void jump('next')}>
          <Glyph icon={IconBellPlus} size={18} />
        </IconButton>
        <select
          className={styles.speed}
          aria-label={t('timeMachine.speed')}
          value={speed}
          onChange={(event) => player.setSpeed(Number(event.currentTarget.value) as Speed)}
        >
          {SPEEDS.map((each) => (
            <option key={each} value={each}>
              {t('timeMachine.times', { speed: each })}
            </option>
          ))}
        </select>
        <div className={styles.picker}>
          <DateRangePicker
            kind="moment"
            label={t('timeMachine.instant')}
            value={{ start: at, end: at, shortcut: '' }}
            timeZone={timeZone}
            now={serverNow}
            timeFormat="HH:mm"
            opens="above"
            minDate={writtenAt(Math.floor(firstMs() / 1000), timeZone, DEFAULT_FORMAT)}
            maxDate={writtenAt(serverNow(), timeZone, DEFAULT_FORMAT)}
            onChange={({ start }) => void player.seek(start * 1000)}
          />
        </div>
      </div>
    </section>
  )
}

interface DaySliderProps {
  readonly player: Player
  /** Epoch seconds from here on. */
  readonly at: number
  readonly start: number
  readonly end: number
  readonly timeZone: string
}

function DaySlider({ player, at, start, end, timeZone }: DaySliderProps) {
  const t = useT()
  /** Where the slider is dragged to, until that is shown. */
  const [dragged, setDragged] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { data } = useQuery(densityQuery(start, end + 1))
  const last = Math.min(end, Math.floor(serverNowMs() / 1000))
  return (
    <div className={styles.day}>
      {data && <Density moves={data.moves} alarms={data.alarms} label={t('timeMachine.density')} />}
      <input
        type="range"
        aria-label={t('timeMachine.position')}
        aria-valuetext={writtenAt(dragged ?? at, timeZone, 'HH:mm')}
        min={start}
        max={end}
        step={KEY_STEP_SECONDS}
        value={dragged ?? at}
        onChange={(event) => {
          const wanted = Math.min(Number(event.currentTarget.value), last)
          setDragged(wanted)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => {
            void player.seek(wanted * 1000).then(() => setDragged((shown) => (shown === wanted ? undefined : shown)))
          }, REST_MS)
        }}
      />
    </div>
  )
}

interface DensityProps {
  readonly moves: readonly number[]
  readonly alarms: readonly number[]
  readonly label: string
}

/** Movement as grey columns, alarms as red ones above them; each against its own most. */
function Density({ moves, alarms, label }: DensityProps) {
  const columns = (values: readonly number[], height: number, top: number) => {
    const most = Math.max(1, ...values)
    return values
      .flatMap((value, at) => {
        const tall = Math.max((value / most) * height, 1)
        return value === 0 ? [] : [`M${at} ${top + height}v${-tall}h1v${tall}z`]
      })
      .join('')
  }
  return (
    <svg
      className={styles.density}
      viewBox={`0 0 ${moves.length} 24`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={styles.moves} d={columns(moves, 16, 8)} />
      <path className={styles.alarms} d={columns(alarms, 24, 0)} />
    </svg>
  )
}
