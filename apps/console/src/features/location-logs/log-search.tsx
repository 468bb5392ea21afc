/** Asks for the location logs of a device or a sender in a time, and lists them. Source: G11, G56, G79; specification §8. */
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CallError } from '@whereabouts/contract/client'
import { MAX_HISTORY_RANGE_MS } from '@whereabouts/domain/history'
import { type FormEvent, useState } from 'react'
import { downloadText } from '../../lib/download.ts'
import { errorText } from '../../lib/error-text.ts'
import { addTexts, type Translate, useT } from '../../lib/i18n.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { locationLogs } from '../../locales/location-logs.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx'
import { DEFAULT_FORMAT, RECENT_SHORTCUTS, rangeOf, writtenAt } from '../../ui/date-range/ranges.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSession } from '../auth/session-store.ts'
import styles from './log-search.module.css'
import { locationLogsCsv } from './logs-csv.ts'
import { type LogQuestion, locationLogsQuery } from './queries.ts'

addTexts(locationLogs)

const DAY_SECONDS = 86_400
/** Days for which reports are kept. Source: G08. */
const KEPT_DAYS = 90

interface LogSearchProps {
  readonly by?: LogQuestion['by']
  /** Of the device or sender to begin with; '' waits for one to be typed. */
  readonly id?: string
}

export function LogSearch({ by: firstBy = 'device', id: firstId = '' }: LogSearchProps) {
  const t = useT()
  const { userInfo } = useSession()
  const timeZone = userInfo?.timezone ?? 'UTC'
  const [by, setBy] = useState(firstBy)
  const [id, setId] = useState(firstId)
  const [range, setRange] = useState(() => rangeOf('last24Hours', serverNow(), timeZone))
  const [question, setQuestion] = useState<LogQuestion | undefined>(
    firstId === '' ? undefined : { by: firstBy, id: firstId, start: range.start, end: range.end, asked: 0 },
  )
  const isTooLong = (range.end - range.start) * 1000 > MAX_HISTORY_RANGE_MS
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (id.trim() === '' || isTooLong) return
    // The last hour ends when one asks, not when it was chosen.
    const { shortcut } = range
    const present = shortcut === '' ? range : rangeOf(shortcut, serverNow(), timeZone)
    setRange(present)
    const { start, end } = present
    setQuestion({ by, id: id.trim(), start, end, asked: (question?.asked ?? -1) + 1 })
  }
  const write = (at: number) => writtenAt(at, timeZone, DEFAULT_FORMAT)
  return (
    <>
      <form className={styles.form} onSubmit={search}>
        <SelectField
          label={t('locationLogs.by')}
          value={by}
          options={[
            { value: 'device', label: t('locationLogs.device') },
            { value: 'sender', label: t('locationLogs.sender') },
          ]}
          onChange={(value) => setBy(value === 'sender' ? 'sender' : 'device')}
        />
        <TextField
          label={t(by === 'device' ? 'locationLogs.deviceId' : 'locationLogs.senderId')}
          value={id}
          isCompact
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <DateRangePicker
          kind="times"
          label={t('locationLogs.range')}
          value={range}
          timeZone={timeZone}
          now={serverNow}
          timeFormat="HH:mm"
          shortcuts={RECENT_SHORTCUTS}
          minDate={write(serverNow() - (KEPT_DAYS - 1) * DAY_SECONDS)}
          maxDate={write(serverNow())}
          onChange={setRange}
        />
        <Button type="submit" tone="primary" icon={<Glyph icon={IconSearch} size={16} />}>
          {t('locationLogs.search')}
        </Button>
      </form>
      {isTooLong && (
        <p className={styles.fault} role="alert">
          {t('locationLogs.tooLong')}
        </p>
      )}
      {question && <Found key={JSON.stringify(question)} question={question} timeZone={timeZone} />}
    </>
  )
}

/** What the specification asks for here: its own words for a fault of the server, and what a refusal says itself. */
function failureText(t: Translate, error: unknown): string | undefined {
  if (!(error instanceof CallError)) return errorText(error)
  if (error.status === 500) return t('locationLogs.internal')
  return error.info === undefined || error.info === '' ? errorText(error) : error.info
}

function Found({ question, timeZone }: { question: LogQuestion; timeZone: string }) {
  const t = useT()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    locationLogsQuery(question),
  )
  const time = (at: number) => writtenAt(at, timeZone, 'YYYY/MM/DD HH:mm:ss')
  const logs = data?.pages.flatMap(({ location_logs }) => location_logs)
  const failure = error === null ? undefined : failureText(t, error)
  if (logs === undefined) {
    if (failure === undefined) return <UnloadedList error={null} onRetry={() => void refetch()} />
    return (
      <div className={table.empty}>
        <p role="alert">{failure}</p>
        <Button onClick={() => void refetch()}>{t('form.retry')}</Button>
      </div>
    )
  }
  const name = `${question.id}_${question.start}.csv`
  return (
    <>
      {logs.length === 0 && !hasNextPage && <EmptyList title={t('locationLogs.none')} />}
      {logs.length > 0 && (
        <>
          <div className={styles.tools}>
            <Button
              size="small"
              icon={<Glyph icon={IconDownload} size={15} />}
              onClick={() => downloadText(name, locationLogsCsv(logs))}
            >
              {t('locationLogs.export')}
            </Button>
          </div>
          <Table
            columns={[
              { label: t('locationLogs.scanned') },
              { label: t('locationLogs.deviceId') },
              { label: t('locationLogs.senderId') },
              { label: t('locationLogs.signal') },
              { label: t('locationLogs.battery') },
              { label: t('locationLogs.stored') },
              { label: t('locationLogs.deleted') },
            ]}
          >
            {logs.map((log, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: logs have no id, and pages only follow one another.
              <tr key={at}>
                <td className={table.time}>
                  {time(log.scanned_at)}
                  {log.time_corrected && <small> · {t('locationLogs.corrected')}</small>}
                </td>
                <td>{log.device_id}</td>
                <td>{log.sender_id}</td>
                <td className={`${styles.labelled} wb-num`} data-label={t('locationLogs.signal')}>
                  {log.rssi ?? '–'}
                </td>
                <td className={`${styles.labelled} wb-num`} data-label={t('locationLogs.battery')}>
                  {log.battery ?? '–'}
                </td>
                <td className={`${styles.labelled} ${table.time}`} data-label={t('locationLogs.stored')}>
                  {time(log.created_at)}
                </td>
                <td className={`${styles.labelled} ${table.time}`} data-label={t('locationLogs.deleted')}>
                  {time(log.created_at_ttl).slice(0, -3)}
                </td>
              </tr>
            ))}
          </Table>
        </>
      )}
      <p className={table.more} role="status">
        {!hasNextPage && logs.length > 0 && t('locationLogs.end')}
      </p>
      {hasNextPage && (
        <div className={styles.more}>
          {failure !== undefined && <p role="alert">{failure}</p>}
          <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t(failure === undefined ? 'locationLogs.more' : 'form.retry')}
          </Button>
        </div>
      )}
    </>
  )
}
