/** Who was near a device in a range, longest first, with CSV. Source: glossary, contact list. */
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { HISTORY_DAYS, MAX_HISTORY_RANGE_MS } from '@whereabouts/domain/history'
import { useState } from 'react'
import { downloadText } from '../../lib/download.ts'
import { useT } from '../../lib/i18n.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx'
import { DEFAULT_FORMAT, type PickedRange, writtenAt } from '../../ui/date-range/ranges.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { contactCsv, contactFileName } from './contact-csv.ts'
import { lengthText } from './length-text.ts'
import { contactsQuery } from './queries.ts'
import styles from './trails.module.css'

const DAY_SECONDS = 86_400

interface ContactListProps {
  readonly deviceId: string
  /** What is shown at first. */
  readonly range: PickedRange
  readonly timeZone: string
}

export function ContactList({ deviceId, range: first, timeZone }: ContactListProps) {
  const t = useT()
  const [range, setRange] = useState(first)
  const isTooLong = (range.end - range.start) * 1000 > MAX_HISTORY_RANGE_MS
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...contactsQuery(deviceId, range.start, range.end, serverNow() < range.end),
    enabled: !isTooLong,
  })
  const contacts = isTooLong ? undefined : data?.contacts
  const isExportable = contacts !== undefined && contacts.length > 0 && !isPlaceholderData
  const write = (at: number) => writtenAt(at, timeZone, DEFAULT_FORMAT)
  return (
    <section className={styles.contacts} aria-label={t('trails.people')}>
      <div className={styles.contactTools}>
        <DateRangePicker
          kind="times"
          label={t('trails.range')}
          value={range}
          timeZone={timeZone}
          now={serverNow}
          timeFormat="HH:mm"
          minDate={write(serverNow() - (HISTORY_DAYS - 1) * DAY_SECONDS)}
          maxDate={write(serverNow())}
          shortcuts={['last24Hours', 'thisWeek', 'lastWeek', 'last7Days', 'last30Days']}
          onChange={setRange}
        />
        <Button
          icon={<Glyph icon={IconDownload} size={15} />}
          aria-label={t('trails.exportContacts')}
          title={t('trails.exportContacts')}
          aria-disabled={!isExportable || undefined}
          onClick={() =>
            isExportable && downloadText(contactFileName(deviceId, range.start), contactCsv(contacts, timeZone))
          }
        >
          CSV
        </Button>
      </div>
      {isTooLong ? (
        <p className={styles.note} role="alert">
          {t('trails.tooLong')}
        </p>
      ) : contacts === undefined ? (
        <UnloadedList error={error} onRetry={() => void refetch()} />
      ) : contacts.length === 0 ? (
        <EmptyList title={t('trails.nobody')} />
      ) : (
        <ol className={styles.people}>
          {contacts.map(({ device_id, device_name, duration, times, first_time, last_time, places }) => (
            <li key={device_id}>
              <strong>{device_name}</strong>
              <span className="wb-num">{lengthText(t, duration)}</span>
              <small className="wb-num">
                {places.map(({ sender_name }) => sender_name).join(t('list.comma'))}
                {' · '}
                {t('trails.times', { count: times })}
                {' · '}
                {writtenAt(first_time, timeZone, 'MM/DD HH:mm')} – {writtenAt(last_time, timeZone, 'MM/DD HH:mm')}
              </small>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
