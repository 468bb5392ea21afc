/** The day from left to right, and below what each stop comes to. The list says the same, so that the strip is for the eye and the hand. */
import { TRAIL_DAY_SECONDS } from '@whereabouts/domain/history'
import type { CSSProperties } from 'react'
import { useT } from '../../lib/i18n.ts'
import { writtenAt } from '../../ui/date-range/ranges.ts'
import { lengthText } from './length-text.ts'
import type { TrailDay, TrailItem } from './trail-day.ts'
import styles from './trails.module.css'

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24]
const HOUR_SECONDS = 3600

interface TrailStripProps {
  readonly day: TrailDay
  readonly timeZone: string
  readonly now: number
  readonly selected: number | undefined
  readonly onSelect: (at: number) => void
}

export function TrailStrip({ day, timeZone, now, selected, onSelect }: TrailStripProps) {
  const t = useT()
  const left = (at: number) => `${((at - day.start) / TRAIL_DAY_SECONDS) * 100}%`
  const place = ({ start, end }: TrailItem): CSSProperties => ({
    left: left(start),
    width: `${((end - start) / TRAIL_DAY_SECONDS) * 100}%`,
  })
  const colourOf = (item: TrailItem) => (item.kind === 'stay' ? day.stops[item.stop - 1]?.colour : undefined)
  return (
    <section className={styles.strip} aria-label={t('trails.strip')}>
      <div className={styles.time}>
        <span className={styles.ends} aria-hidden="true">
          {day.continuesFrom && '•••'}
        </span>
        <div className={styles.bar}>
          <div className={styles.segments} aria-hidden="true">
            {day.items.map((item, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the rows of the list do the same by keys.
              // biome-ignore lint/a11y/noStaticElementInteractions: likewise.
              <i
                key={`${item.kind} ${item.start}`}
                data-kind={item.kind}
                data-selected={at === selected || undefined}
                style={{ ...place(item), background: colourOf(item) }}
                onClick={() => onSelect(at)}
              />
            ))}
            {now > day.start && now < day.end && (
              <i className={styles.now} style={{ left: left(now) }} title={t('trails.now')} />
            )}
          </div>
          <div className={`${styles.hours} wb-num`} aria-hidden="true">
            {HOURS.map((hour) => (
              <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
                {hour === 24 ? 24 : writtenAt(day.start + hour * HOUR_SECONDS, timeZone, 'HH')}
              </span>
            ))}
          </div>
        </div>
        <span className={styles.ends} aria-hidden="true">
          {day.continuesOn && '•••'}
        </span>
      </div>
      <dl className={styles.totals}>
        {[...day.stops]
          .sort((one, other) => other.seconds - one.seconds)
          .map((stop) => (
            <Total key={stop.id} name={stop.name} colour={stop.colour} seconds={stop.seconds} />
          ))}
        {day.movingSeconds > 0 && <Total name={t('trails.moving')} kind="moving" seconds={day.movingSeconds} />}
        {day.gapSeconds > 0 && <Total name={t('trails.gap')} kind="gap" seconds={day.gapSeconds} />}
      </dl>
    </section>
  )
}

interface TotalProps {
  readonly name: string
  readonly colour?: string
  readonly kind?: TrailItem['kind']
  readonly seconds: number
}

function Total({ name, colour, kind, seconds }: TotalProps) {
  const t = useT()
  return (
    <div>
      <dt>
        <i className={styles.swatch} data-kind={kind} style={{ background: colour }} />
        <span className={styles.totalName}>{name}</span>
      </dt>
      <dd className="wb-num">{lengthText(t, seconds)}</dd>
    </div>
  )
}
