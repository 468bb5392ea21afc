/** The day as a list: each stretch with its time, the number of its stop, how long it lasted, and who was there too. */
import { IconWalk, IconZzz } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import { shiftDay, wallOf, writtenAt } from '../../ui/date-range/ranges.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { lengthText } from './length-text.ts'
import { signalText } from './signal-text.ts'
import type { TrailDay, TrailItem } from './trail-day.ts'
import styles from './trails.module.css'

interface TrailListProps {
  readonly day: TrailDay
  readonly timeZone: string
  /** By its place in the day. */
  readonly selected: number | undefined
  readonly onSelect: (at: number) => void
  /** Who was at a stop too, where that is known. */
  readonly company?: (item: TrailItem) => ReactNode
}

export function TrailList({ day, timeZone, selected, onSelect, company }: TrailListProps) {
  const t = useT()
  const date = wallOf(day.start, timeZone).day
  const dayText = (days: number) => shiftDay(date, days).replaceAll('-', '/')
  return (
    <ol className={styles.list} aria-label={t('trails.stays')}>
      {day.continuesFrom && <Continuation side="start">{t('trails.continuesFrom', { day: dayText(-1) })}</Continuation>}
      {day.items.map((item, at) => (
        <li key={`${item.kind} ${item.start}`} data-kind={item.kind} aria-current={at === selected || undefined}>
          <Row
            item={item}
            day={day}
            timeZone={timeZone}
            isSelected={at === selected}
            onPress={() => onSelect(at)}
            company={item.kind === 'stay' ? company?.(item) : undefined}
          />
        </li>
      ))}
      {day.continuesOn && <Continuation side="end">{t('trails.continuesOn', { day: dayText(1) })}</Continuation>}
    </ol>
  )
}

const Continuation = ({ side, children }: { side: 'start' | 'end'; children: string }) => (
  <li className={styles.continuation} data-continues={side}>
    <span className={styles.dots} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
    <span>{children}</span>
  </li>
)

interface RowProps {
  readonly item: TrailItem
  readonly day: TrailDay
  readonly timeZone: string
  readonly isSelected: boolean
  readonly onPress: () => void
  readonly company: ReactNode
}

function Row({ item, day, timeZone, isSelected, onPress, company }: RowProps) {
  const t = useT()
  const stop = item.kind === 'stay' ? day.stops[item.stop - 1] : undefined
  const clock = (at: number) => writtenAt(at, timeZone, 'HH:mm')
  // Also where the stop has no place on a map, whose card says it as well.
  const signal = isSelected && item.kind === 'stay' ? signalText(t, item.log.rssi_avg) : ''
  const length = () => {
    if (item.goesOn) return t('trails.continues')
    if (item.beganBefore && item.kind !== 'gap') return t('trails.since', { time: clock(item.log.start_time) })
    return lengthText(t, item.end - item.start)
  }
  return (
    <button type="button" className={styles.row} onClick={onPress}>
      <time className="wb-num" dateTime={new Date(item.start * 1000).toISOString()}>
        {item.beganBefore ? '' : clock(item.start)}
      </time>
      <span className={styles.axis}>
        {stop && (
          <i className={styles.dot} style={{ background: stop.colour }}>
            {stop.number}
          </i>
        )}
      </span>
      <span className={styles.what}>
        {stop ? (
          <>
            <strong>{stop.name}</strong>
            {stop.place?.mapId === null && <small> · {t('trails.outdoors')}</small>}
            {signal !== '' && <small className="wb-num"> · {signal}</small>}
          </>
        ) : (
          <>
            <Glyph icon={item.kind === 'moving' ? IconWalk : IconZzz} size={15} />
            {t(item.kind === 'moving' ? 'trails.moving' : 'trails.gap')}
          </>
        )}
        {company}
      </span>
      <span className="wb-num">{length()}</span>
    </button>
  )
}
