/** Records of attendance in groups of a day; a press opens one. On phones each is two lines. Mockup 10. */
import type { OfficeLog } from '@whereabouts/contract/attendance'
import { useLocale, useT } from '../../lib/i18n.ts'
import { Initials } from '../../ui/initials.tsx'
import styles from './attendance.module.css'
import { axisOf, BarTicks, DayBar } from './day-bar.tsx'
import { RecordTags } from './record-tags.tsx'
import { clockIn, dayTitle, lengthText } from './words.ts'

interface RecordTableProps {
  readonly records: readonly OfficeLog[]
  readonly timeZone: string
  /** Epoch seconds. */
  readonly now: number
  readonly onOpen: (record: OfficeLog) => void
}

export function RecordTable({ records, timeZone, now, onOpen }: RecordTableProps) {
  const t = useT()
  const locale = useLocale()
  const axis = axisOf(records, timeZone)
  const days = [...Map.groupBy(records, ({ day }) => day)]
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('attendance.person')}</th>
          <th scope="col">{t('attendance.signIn')}</th>
          <th scope="col">{t('attendance.signOut')}</th>
          <th scope="col">{t('attendance.duration')}</th>
          <th scope="col" className={styles.barHead}>
            <span className="wb-visually-hidden">{t('attendance.day')}</span>
            <BarTicks axis={axis} />
          </th>
          <th scope="col">{t('attendance.zones')}</th>
          <th scope="col">{t('attendance.inZone')}</th>
          <th scope="col">{t('attendance.tags')}</th>
          <th scope="col">{t('attendance.comment')}</th>
        </tr>
      </thead>
      {days.map(([day, ofDay]) => (
        <tbody key={day}>
          <tr className={styles.day}>
            <th scope="rowgroup" colSpan={9}>
              {dayTitle(day, locale)}
            </th>
          </tr>
          {ofDay.map((record) => (
            <RecordRow key={record.id} {...{ record, axis, timeZone, now, onOpen }} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

interface RecordRowProps extends Omit<RecordTableProps, 'records'> {
  readonly record: OfficeLog
  readonly axis: ReturnType<typeof axisOf>
}

function RecordRow({ record, axis, timeZone, now, onOpen }: RecordRowProps) {
  const t = useT()
  const locale = useLocale()
  const { device_name: name, day, event, lost_at, entry_zone, exit_zone } = record
  const clock = (at: number | null) => (at === null ? '–' : clockIn(timeZone, at))
  const exit = lost_at === null ? exit_zone || '–' : t('attendance.lost', { time: clock(lost_at) })
  return (
    <tr className={styles.row} data-event={event}>
      <td className={styles.person}>
        <button
          type="button"
          aria-label={t('attendance.open', { name, day: dayTitle(day, locale) })}
          onClick={() => onOpen(record)}
        >
          <Initials name={name} size={24} />
          <span>{name}</span>
        </button>
      </td>
      <td className={styles.time} data-label={t('attendance.signIn')}>
        <Clock measured={record.sign_in} corrected={record.corrected_sign_in} {...{ timeZone }} />
      </td>
      <td className={styles.time} data-label={t('attendance.signOut')}>
        {record.last_seen === null ? (
          <Clock measured={record.sign_out} corrected={record.corrected_sign_out} {...{ timeZone }} />
        ) : (
          <span className={styles.lastSeen}>{t('attendance.lastSeen', { time: clock(record.last_seen) })}</span>
        )}
      </td>
      <td className={styles.length}>
        {record.duration === null ? '–' : lengthText(t, record.duration)}
        {record.provisional && record.duration !== null && <small>{t('attendance.soFar')}</small>}
      </td>
      <td className={styles.barCell}>
        <DayBar {...{ record, axis, timeZone, now }} />
      </td>
      <td className={styles.zones}>{event === 'absent' ? '–' : `${entry_zone} → ${exit}`}</td>
      <td className={styles.inZone}>{event === 'absent' ? '–' : lengthText(t, record.in_zone_duration)}</td>
      <td className={styles.tagCell}>
        <RecordTags record={record} />
      </td>
      <td className={styles.comment}>{record.comment}</td>
    </tr>
  )
}

interface ClockProps {
  readonly measured: number | null
  readonly corrected: number | null
  readonly timeZone: string
}

/** The measured time; with a correction beside it, both. */
function Clock({ measured, corrected, timeZone }: ClockProps) {
  const text = measured === null ? '–' : clockIn(timeZone, measured)
  if (corrected === null) return text
  return (
    <>
      <span className={styles.superseded}>{text}</span> <ins>{clockIn(timeZone, corrected)}</ins>
    </>
  )
}
